"""Tests of the errors: each knows its status and its kind."""

import pytest

from ludarium.core.errors import AmbiguousMove, BrokenGame, GameOver, IllegalMove, InvalidOption, LudariumError


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (LudariumError, 400, "unreadable"),
        (InvalidOption, 400, "unreadable"),
        (IllegalMove, 400, "illegal"),
        (AmbiguousMove, 400, "ambiguous"),
        (GameOver, 400, "over"),
        (BrokenGame, 404, "no-game"),
    ],
)
def test_an_error_has_the_status_and_the_kind_of_its_nearest_ancestor_that_has_one(
    error: type[LudariumError], status: int, kind: str
) -> None:
    assert (error.status, error.kind) == (status, kind)
