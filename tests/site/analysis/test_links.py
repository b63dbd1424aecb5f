"""Studies in addresses."""

import base64
import random
import zlib

import pytest

from ludarium.core.errors import ParseError
from ludarium.core.registry import load
from ludarium.match.study import Study
from ludarium.site.analysis.links import LONGEST_LINK, from_link, to_link

REFUSED = "this is no study: expected the whole address that was copied"


def packed(content: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(content, 9)).rstrip(b"=").decode()


def test_the_address_of_a_tree_of_500_turns_opens() -> None:
    rng, study, at = random.Random(7), Study.begin("throngs"), 0
    while len(study.tree) < 500:
        state = study.state(at)
        if not state.actors or rng.random() < 0.1:
            at = rng.randrange(len(study.tree))
            continue
        actions = list[int]()
        after = state
        while after.actors and (not actions or after.in_turn):
            actions.append(rng.choice(after.legal()))
            after = after.play(actions[-1])
        study, at = study.play(at, state.format_turn(actions))
    link = to_link(study)
    assert len(link) > LONGEST_LINK  # so the page offers to keep it
    assert from_link(link) == study
    assert load("throngs") == study.game


@pytest.mark.parametrize(
    "link",
    [
        "",
        "x",
        "%%%",
        "é",
        "A" * 20_000,
        packed(b"\xff\xfe"),
        to_link(Study.begin("orion"))[:-6],
        packed(b'[Game "orion"]\n' + b" " * 5_000_000),  # a bomb: few letters that stand for much
        base64.urlsafe_b64encode(b"not compressed").decode(),
    ],
)
def test_what_is_no_study_is_refused(link: str) -> None:
    with pytest.raises(ParseError, match=REFUSED):
        from_link(link)
