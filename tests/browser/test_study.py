"""The page of a study, which is a file, in a browser."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from ludarium import load
from ludarium.study.counts import Counts
from ludarium.study.journal import Runner, StudyJournal
from ludarium.study.page import page
from ludarium.study.parts import Study
from tests.browser.axe import axe_finds
from tests.browser.conftest import DESK, PHONE, Watch
from tests.browser.pages import Settings
from tests.quicker import MadeOnce


@pytest.fixture(scope="module")
def html(made_once: MadeOnce) -> str:
    """The page of a study of a small game, with every part on it."""
    return (made_once("study", write_study) / "index.html").read_text("utf-8")


def write_study(folder: Path) -> None:
    """Study the game, and write the page."""
    game = load("vortex(board=square3,tokens=2)")
    counts = Counts(games=3, ladder=2, top=4, options=2, solve=1500, learn=4, look=40)
    made = Study(game, "mcts(simulations=4)", counts, 1, folder, "https://example.org")
    with StudyJournal(folder, game, made.player, 1) as journal:
        for _ in made.run(Runner(journal), lambda name: None):
            pass
    (folder / "index.html").write_text(page(game, made.data()), "utf-8")


@pytest.mark.parametrize("settings", [DESK, PHONE, {**DESK, "color_scheme": "dark"}], ids=["desk", "phone", "dark"])
def test_axe_finds_nothing_and_the_page_is_not_too_wide(watch: Watch, html: str, settings: Settings) -> None:
    shown = watch(html, settings)
    shown.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    assert axe_finds(shown) == []
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(shown.locator(".face svg.scene")).to_be_visible()


def test_the_verdict_is_on_the_first_screen_and_answers_open_by_keys(watch: Watch, html: str) -> None:
    shown = watch(html)
    box = shown.locator(".verdict li").nth(3).bounding_box()
    assert box
    assert box["y"] + box["height"] < 800
    answer = shown.locator("details").first
    expect(answer.locator("p").first).to_be_hidden()
    answer.locator("summary").focus()
    shown.keyboard.press("Enter")
    expect(answer.locator("p").first).to_be_visible()
