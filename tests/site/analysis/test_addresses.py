"""Addresses on the pages of analysis and puzzles: all lead somewhere, and large trees open from theirs."""

import base64
import random
import re
import zlib
from html import unescape
from urllib.parse import urljoin, urlparse

import pytest
from starlette.testclient import TestClient

from ludarium.core.entries import Entry
from ludarium.core.variations import Tree
from ludarium.match.study import Study
from ludarium.site.analysis.links import LONGEST_LINK, to_link

PAGES = (
    "/analysis",
    "/analysis/board?game=orion",
    "/analysis/board?game=vortex&position=0,0,3,25/0,0,0,5+X+12+4",
    "/analysis/setup?game=ludo",
    "/analysis/print?game=orion",
    "/puzzles",
    "/puzzles/orion/1",
    "/puzzles/grid/1",
    "/puzzles/ludo/runs",
)
HOSTILE = ('"><script>alert(1)</script>', "<img src=x onerror=alert(1)>", "'\"><svg/onload=alert(1)>", "&lt;b&gt;<b>")


def addresses(browser: TestClient, path: str) -> set[str]:
    """Return where a page leads on this site."""
    page = browser.get(path)
    assert page.status_code == 200, path
    found = {urljoin(str(page.url), unescape(one)) for one in re.findall(r'(?:href|src|action)="([^"]*)"', page.text)}
    return {one.partition("#")[0] for one in found if urlparse(one).netloc == urlparse(str(page.url)).netloc}


@pytest.mark.parametrize("path", PAGES)
def test_no_link_of_a_page_is_dead(browser: TestClient, path: str) -> None:
    found = addresses(browser, path)
    assert len(found) > 10
    dead = {one: status for one in found if (status := browser.get(one).status_code) in (404, 410) or status >= 500}
    assert not dead


def grown(turns: int, seed: int) -> Study:
    """Return a study of Orion with so many random turns, in variations."""
    rng, study, at = random.Random(seed), Study.begin("orion"), 0
    while len(study.tree) <= turns:
        state = study.state(at)
        if not state.actors or rng.random() < 0.3:
            at = rng.randrange(len(study.tree))
            continue
        actions, after = list[int](), state
        while after.actors and (not actions or after.in_turn):
            actions.append(rng.choice(after.legal()))
            after = after.play(actions[-1])
        study, at = study.play(at, state.format_turn(actions))
    return study


def test_a_page_opens_a_tree_of_500_turns_wherever_it_is_entered(browser: TestClient) -> None:
    study = grown(500, 1)
    assert len(study.tree) == 501
    for at in (0, 250, 500):
        page = browser.get("/analysis/board", params={"s": to_link(study), "at": at})
        assert page.status_code == 200
        assert browser.get(str(page.url), headers={"Accept": "application/json"}).json()["position"] == str(
            study.state(at)
        )


def test_the_page_of_a_long_study_links_the_turns_near_its_position_alone(browser: TestClient) -> None:
    text = str(Tree.of_line(Entry(f"pass{number:x}{number**3:x}") for number in range(900)))  # not legal, and long
    link = to_link(Study.parse(f'[Game "orion"]\n\n{text}'))
    assert len(link) > 2 * LONGEST_LINK
    page = browser.get("/analysis/board", params={"s": link})
    assert page.status_code == 200
    linked = re.findall(
        r'<a href="[^"]*">(?:<span class="number">\d+</span> )<span class="turn">(\w+)</span></a>', page.text
    )
    assert 100 < len(linked) < 300
    assert linked[0] == "pass00"
    assert page.text.count('<span class="turn">pass') == 900
    assert len(page.text) < 5_000_000


@pytest.mark.parametrize(
    "lines",
    [
        str(Tree.of_line(Entry("pass") for _ in range(1_500))),
        "".join(f"{number}. pass\nvariation\n" for number in range(1, 400)),
        "end\n" * 5_000,
        "comment x\n" * 5_000,
        "1. pass\n" + "variation\n1. pass\nend\n" * 2_000,
        "1. pass\nvariation\n" * 2_000,
    ],
    ids=["deep", "nested", "ends", "comments", "the same again", "open"],
)
def test_trees_that_are_deep_broad_or_broken_are_read_or_refused(browser: TestClient, lines: str) -> None:
    text = f'[Game "orion"]\n\n{lines}'
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    assert 200 <= browser.post("/analysis", data={"record": text}).status_code < 500
    for at in ("0", "1400", "-1", "9" * 30):
        assert 200 <= browser.get("/analysis/board", params={"s": packed, "at": at}).status_code < 500


@pytest.mark.parametrize("words", HOSTILE)
def test_a_comment_is_text_wherever_it_is_shown(browser: TestClient, words: str) -> None:
    study, at = Study.begin("orion").play(0, "u+")
    study = study.with_tree(study.tree.comment(at, words))
    for path in ("/analysis/board", "/analysis/print"):
        page = browser.get(path, params={"s": to_link(study), "at": at})
        assert page.status_code == 200
        assert words in unescape(page.text)
        assert words not in page.text
