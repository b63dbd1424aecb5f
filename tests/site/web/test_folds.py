"""What a form folds: all that few choose, as long as nothing of it differs from the usual."""

import re

import pytest
from starlette.testclient import TestClient

MORE = r"<details>\s*<summary>More "
OPEN = r"<details open>\s*<summary>More "


@pytest.mark.parametrize(
    ("path", "usual", "changes"),
    [
        (
            "/games/vortex/new",
            ("", "players=3", "seat-1=link", "pace=600%2B5", "option-players=3"),
            ("option-board=7", "option-die=many", "position=x", "private=on", "computers=on"),
        ),
        (
            "/tournaments/new",
            (
                *("", "kind=swiss&game=orion", "days=3", "kind=arena&game=ludo&minutes=60", "kind=team-match"),
                "kind=arena&minutes=30",  # it stands above what is folded
            ),
            ("most=4", "name=Cup", "rated=yes", "computers=yes", "kind=swiss&rounds=4", "kind=arena&streaks=yes"),
        ),
        (
            "/leagues/new",
            ("", "game=orion", "days=3", "vacation=counts"),
            ("name=Ours", "vacation=no", "season=30", "rated=yes", "computers=yes"),
        ),
    ],
)
def test_a_form_folds_what_few_choose_while_it_is_as_usual(
    browser: TestClient, path: str, usual: tuple[str, ...], changes: tuple[str, ...]
) -> None:
    for query in usual:
        assert re.search(MORE, browser.get(f"{path}?{query}").text), query
    for query in changes:
        assert re.search(OPEN, browser.get(f"{path}?{query}").text), query
