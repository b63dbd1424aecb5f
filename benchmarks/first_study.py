"""Measure a new user's way from a match to a mistake that is solved and opened on a phone: seconds and presses.

`python -m benchmarks.first_study` starts the site and presses in Chromium, at a desk, what a person who has never been
there would press: a match of Orion against the bot of the front page, some turns, its review, the first mistake tried
again and solved, the board to analyse on, and its address copied, which a phone without an account then opens. It never
waits to think, so the seconds are those of the pages. Everything that is pressed must be there; the phone must show the
turn.
"""

import argparse
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tools.local_site import open_site

GAME = "Orion"
_PATIENCE = 120_000
expect.set_options(timeout=_PATIENCE)
_SETTINGS = {"LUDARIUM_LADDER": "0"}


@dataclass
class Way:
    """The steps of the way, each with its presses and seconds."""

    steps: list[tuple[str, int, float]] = field(default_factory=list)
    presses: int = 0

    def press(self, what: Locator) -> None:
        """Press something."""
        what.click()
        self.presses += 1

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Measure a step."""
        self.presses, began = 0, time.perf_counter()
        yield
        self.steps.append((name, self.presses, time.perf_counter() - began))


def play(way: Way, page: Page, turns: int) -> None:
    """Play so many turns of one's own, the first rotor that turns clockwise each time, and resign."""
    played = page.get_by_role("list", name="Turns played").get_by_role("listitem")
    done = page.get_by_role("button", name=re.compile("^(Done|Confirm turn)$"))
    for number in range(turns):
        way.press(page.locator("#play g.touch[id$='+']").first)
        expect(done.or_(played.nth(2 * number)).first).to_be_visible()
        if done.is_visible():
            way.press(done)
        expect(played.nth(2 * number + 1)).to_be_attached()  # the bot's
    way.press(page.get_by_role("button", name="Resign"))
    way.press(page.get_by_role("button", name="Yes, resign"))


def clicks(turn: str) -> list[tuple[str, str]]:
    """Return what is pressed for a turn of Orion, and the turn so far after each.

    >>> clicks("k++f-")
    [('k+', 'k+'), ('k+', 'k++'), ('f-', 'k++f-')]
    """
    if turn == "pass":
        return [(turn, turn)]
    letter, pressed = "", list[tuple[str, str]]()
    for end, sign in enumerate(turn, 1):
        if sign.isalpha():
            letter = sign
        else:
            pressed.append((letter + sign, turn[:end]))
    return pressed


def walk(browser: Browser, url: str, turns: int) -> Way:
    """Go the way, and return its steps."""
    way, desk = Way(), browser.new_context(base_url=url, viewport={"width": 1440, "height": 900})
    desk.set_default_timeout(_PATIENCE)
    page = desk.new_page()
    with way.step("the first board"):
        page.goto("/")
        way.press(page.get_by_role("button", name=f"Play now {GAME}"))
        expect(page.locator("#play svg")).to_be_visible()
        page.wait_for_load_state()
    with way.step(f"{turns} turns, and resigning"):
        play(way, page, turns)
    with way.step("the review"):
        way.press(page.get_by_role("button", name="Review"))
        again = page.get_by_role("link", name=re.compile("^Try again ?: turn")).first
        expect(again).to_be_visible()
    with way.step("the mistake, solved"):
        best = re.search(r"best: ([^\s,]+)", page.locator(".swings").first.inner_text())
        assert best
        way.press(again)
        now = page.locator(".now")
        expect(now).to_contain_text("Find a better turn.")
        page.wait_for_load_state()
        so_far, right = page.locator("#so-far"), now.filter(has_text=f"Right: {best[1]}")
        for click, text in clicks(best[1]):
            way.press(
                page.locator(f"#play [id='{click}']") if click != "pass" else page.get_by_role("button", name="Pass")
            )
            expect(so_far.filter(has_text=text).or_(right).first).to_be_visible()
        if not right.is_visible():  # the turn could be longer
            way.press(page.get_by_role("button", name="Done"))
        expect(now).to_have_text(f"Right: {best[1]}")
    with way.step("the link, copied and opened on a phone"):
        way.press(page.get_by_role("link", name="Analyse", exact=True))
        way.press(page.get_by_text("Link, files and other positions"))
        way.press(page.locator("[data-copy=here]"))
        link = page.locator("#here").input_value()
        phone = browser.new_context(viewport={"width": 375, "height": 812}, has_touch=True, is_mobile=True)
        phone.set_default_timeout(_PATIENCE)
        other = phone.new_page()
        other.goto(link)
        way.presses += 1  # the link
        expect(other.locator("#turns")).to_contain_text(best[1])
        expect(other.locator("#play svg")).to_be_visible()
    return way


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--turns", type=int, default=4, help="turns of one's own before resigning")
    given = parser.parse_args()
    path = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)
    with open_site(settings=_SETTINGS) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        way = walk(browser, site.url, given.turns)
        browser.close()
    for name, presses, seconds in (*way.steps, ("all", sum(s[1] for s in way.steps), sum(s[2] for s in way.steps))):
        print(f"{name:<32} {presses:>3} presses {seconds:>6.1f} s")


if __name__ == "__main__":
    main()
