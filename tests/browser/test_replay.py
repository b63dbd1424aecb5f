"""The player of a record, in a page that is a file, and several in one page."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from ludarium import Record, play_match
from ludarium.scenes import replay
from ludarium.scenes.picture import draw
from tests.browser.axe import axe_finds
from tests.browser.conftest import DESK, PHONE, Watch
from tests.browser.pages import Settings

RECORD = Record.parse('[Game "orion"]\n[X "Ann"]\n[O "Bob"]\n1. u+\n2. a--\n3. u+')


def status(page: Page) -> Locator:
    return page.locator("ludarium-replay .status")


def test_a_replay_opens_at_the_end_and_its_buttons_step_through_the_turns(watch: Watch) -> None:
    page = watch(replay.page(RECORD))
    expect(status(page)).to_contain_text("u+ O to move")
    for name, text, count in (("Previous", "a-- X", 2), ("First", "X to move", 0), ("Next", "u+ O to move", 1)):
        page.get_by_role("button", name=name).click()
        expect(status(page)).to_contain_text(text)
        expect(page.locator("output")).to_have_text(f"{count} / 3")
    page.get_by_role("button", name="Last").click()
    expect(page.get_by_role("button", name="Next")).to_be_disabled()


def test_the_slider_goes_anywhere(watch: Watch) -> None:
    page = watch(replay.page(RECORD))
    page.get_by_role("slider", name="Turn").fill("2")
    expect(status(page)).to_contain_text("a-- X to move")
    expect(page.locator("output")).to_have_text("2 / 3")


def test_keys_step_and_play(watch: Watch) -> None:
    page = watch(replay.page(RECORD), once=True)
    count = page.locator("output")
    expect(count).to_have_text("3 / 3")
    page.get_by_role("group", name="Match").focus()
    page.keyboard.press("Home")
    expect(count).to_have_text("0 / 3")
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text("1 / 3")
    page.clock.install()  # the test says how much time passes
    page.clock.pause_at("2100-01-01")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.clock.run_for(1000)
    expect(count).to_have_text("2 / 3")
    page.clock.run_for(1000)
    expect(count).to_have_text("3 / 3")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_a_piece_that_moves_stays_the_same_element_so_that_it_glides(watch: Watch) -> None:
    page = watch(replay.page(RECORD))
    expect(page.locator("output")).to_have_text("3 / 3")
    page.get_by_role("button", name="First").click()
    before = page.locator(".scene .piece").evaluate_all("(pieces) => (window.pieces = pieces).map(String).length")
    page.get_by_role("button", name="Next").click()
    same = "(pieces) => pieces.filter((piece) => window.pieces.includes(piece)).length"
    assert page.locator(".scene .piece").evaluate_all(same) == before > 0
    expect(page.locator(".scene .piece.last")).not_to_have_count(0)


def test_several_replays_play_in_one_page_each_by_itself(watch: Watch) -> None:
    other = Record(RECORD.game, RECORD.turns[:2], tags={"X": "Cy"})
    page = watch(replay.script() + replay.player(RECORD) + replay.script() + replay.player(other))
    one, two = page.locator("ludarium-replay").all()
    expect(two.locator("output")).to_have_text("2 / 2")
    two.get_by_role("button", name="First").click()
    expect(two.locator("output")).to_have_text("0 / 2")
    expect(one.locator("output")).to_have_text("3 / 3")


def test_a_replay_inside_closed_details_starts_when_they_open(watch: Watch) -> None:
    page = watch(f"{replay.script()}<details><summary>Match 1</summary>{replay.player(RECORD)}</details>")
    assert page.locator("ludarium-replay .scene").count() == 0
    page.get_by_text("Match 1").click()
    expect(page.locator("output")).to_have_text("3 / 3")


def test_a_long_replay_jumps_to_any_turn(watch: Watch) -> None:
    record = play_match("grid", ["random", "random"], seed=1)
    record = Record(record.game, record.turns[:250], record.position)
    page = watch(replay.page(record))
    expect(page.locator("output")).to_have_text("250 / 250")
    page.get_by_role("slider", name="Turn").fill("101")
    expect(status(page)).to_contain_text(draw(list(record.states())[101]).caption)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_a_replay_is_accessible(watch: Watch, screen: Settings, scheme: str) -> None:
    page = watch(replay.page(RECORD), {**screen, "color_scheme": scheme})
    expect(page.locator("output")).to_have_text("3 / 3")
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"]
    assert [found["id"] for found in axe_finds(page)] == []


def test_without_scripts_the_heading_is_there(chromium: Browser, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(replay.page(RECORD), "utf-8")
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    expect(page.get_by_text("Orion: Hydra, Ann (X), Bob (O), 3 turns")).to_be_visible()
    context.close()
