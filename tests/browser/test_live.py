"""Live matches: played by keys and touches, on one computer and on two, watched, and played by openings."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.pages import Settings
from tests.browser.steps import AWAY, REFUSED, begin, box, element, join, press_until, status, submit_form, update
from tests.browser.test_accessibility import violations
from tools.local_site import LocalSite

RUNS, RESTS = "[data-running]", "#draft.live:not([data-running])"


def start_live_match(
    page: Page, red: str = "easy", pace: str = "0.1", green: str = "here", game: str = "grid", **options: str
) -> None:
    """Begin a live match by the form."""
    chosen = "".join(f"&option-{name}={value}" for name, value in options.items())
    begin(page, f"/games/{game}/new?seat-0={green}&seat-1={red}&pace=live+{pace}{chosen}")


def press(page: Page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).click()


def heads(page: Page, seat: int, angle: int) -> None:
    """Wait until an army goes that way."""
    expect(element(page, f"heading-{seat}")).to_have_attribute("transform", re.compile(rf"rotate\({angle}\)"))


def orders(page: Page) -> list[str]:
    """What was played, turn by turn, in a match that rests."""
    expect(page.locator(".turns a").first).to_be_visible()
    return ["/".join(re.findall(r"(?<!\S)[nesw-](?!\S)", text)) for text in page.locator(".turns a").all_inner_texts()]


def test_keys_steer_and_every_tick_is_drawn(visit: Visit) -> None:
    page = visit()
    start_live_match(page)
    expect(status(page)).to_have_text("Press Ready to start.")
    press(page, "Ready")
    expect(status(page)).to_have_text("Live: 10 turns a second.")
    heads(page, 0, 90)
    for key, angle in (("s", 180), ("ArrowUp", 0), ("a", 270), ("ArrowRight", 90)):
        page.keyboard.press(key)
        heads(page, 0, angle)
    assert "/at/" not in page.url  # arrows that steer do not turn pages
    expect(page.locator("#caption")).to_have_text(re.compile("Turn [1-9][0-9]+\\."))
    press(page, "Pause")
    expect(status(page)).to_have_text("Paused.")
    assert {order[0] for order in orders(page)} == set("nesw")


def test_pieces_keep_their_elements_and_glide_between_ticks(visit: Visit) -> None:
    page = visit()
    start_live_match(page, pace="0.5")
    press(page, "Ready")
    walker = element(page, "walker-0-2-2")
    expect(walker).to_be_visible()
    walker.evaluate("node => node.kept = true")
    place = walker.get_attribute("transform")
    expect(walker).not_to_have_attribute("transform", place)
    assert walker.evaluate("node => node.kept")
    page.wait_for_function("() => document.getAnimations().some(a => a.transitionProperty === 'transform')")


def test_two_people_at_one_keyboard(visit: Visit) -> None:
    page = visit()
    start_live_match(page, red="here")
    press(page, "Ready")
    page.keyboard.press("s")
    page.keyboard.press("ArrowUp")
    heads(page, 0, 180)
    heads(page, 1, 0)


def test_two_people_on_two_devices(visit: Visit) -> None:
    first, second = visit(), visit()
    start_live_match(first, red="link", pace="0.2")
    join(second, first.get_by_label("Invitation to play red").first.input_value())
    press(first, "Ready")
    expect(status(second)).to_have_text(re.compile(" is ready and waits for you: press Ready.$"))
    press(second, "Ready")
    for page in (first, second):
        expect(page.locator(RUNS)).to_have_count(1)
    second.keyboard.press("ArrowUp")
    first.keyboard.press("s")
    for page in (first, second):
        heads(page, 0, 180)
        heads(page, 1, 0)
    expect(second.locator("#caption")).to_have_text(re.compile("Turn ([3-9]|[1-9][0-9]+)\\."))  # not to be broken off
    press(second, "Pause")
    expect(status(first)).to_have_text("Paused.")
    played = orders(first)
    assert orders(second) == played
    button = "Resume" if played else "Ready"
    press(first, button)
    expect(status(second)).to_have_text(re.compile(f" is ready and waits for you: press {button}.$"))
    press(second, button)
    expect(first.locator(RUNS)).to_have_count(1)
    second.get_by_role("button", name="Resign").click()
    press(second, "Yes, resign")
    expect(status(first)).to_have_text("You won by resignation.")


def test_a_live_match_is_steered_by_touch_on_a_phone(visit: Visit) -> None:
    page = visit(PHONE)
    start_live_match(page, pace="0.2")
    press(page, "Ready")
    expect(page.locator(RUNS)).to_have_count(1)
    for way, angle in (("south", 180), ("north", 0)):
        element(page, f"{way}-0").tap()
        heads(page, 0, angle)
    assert box(element(page, "north-0"))["width"] >= 40
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_a_paused_match_takes_single_turns_at_another_pace(visit: Visit) -> None:
    page = visit()
    start_live_match(page)
    page.get_by_label("Pace").select_option("2")
    press(page, "One turn")
    expect(page.locator("#turns a")).to_have_count(1)
    element(page, "south-0").click()
    expect(element(page, "south-0")).to_have_class(re.compile("ordered"))
    update(page)
    expect(element(page, "south-0")).to_have_class(re.compile("ordered"))
    press(page, "One turn")
    expect(page.locator("#turns a")).to_have_count(2)
    assert orders(page)[1].startswith("s/")
    page.get_by_label("Pace").select_option("1")
    press(page, "Resume")
    expect(status(page)).to_have_text("Live: a turn every second.")


def test_after_a_server_restart_the_match_is_paused(visit: Visit, mortal_server: LocalSite) -> None:
    page = visit(expecting=AWAY)
    start_live_match(page, pace="0.2")
    press(page, "Ready")
    expect(page.locator("#caption")).to_have_text(re.compile("Turn ([6-9]|[1-9][0-9]+)\\."))
    mortal_server.kill()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    mortal_server.open()
    expect(page.get_by_text("Connection lost")).to_be_hidden()
    expect(status(page)).to_have_text("Paused.")
    played = len(orders(page))
    assert played >= 5
    press(page, "Resume")
    expect(page.locator("#caption")).to_have_text(re.compile(rf"Turn (?!{played + 1}\.)[0-9]+\."))


def test_bots_play_live_at_once_and_their_match_can_be_replayed(visit: Visit) -> None:
    page = visit()
    start_live_match(page, green="medium", turn_limit="40")
    expect(page.locator(RUNS)).to_have_count(1)
    expect(status(page)).to_have_text(re.compile("won|Draw"))
    press(page, "Watch replay")
    expect(page.locator("#caption")).to_have_text(re.compile("after turn [1-9][0-9]? of 40"))
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Watch replay")).to_be_visible()
    for key, turn in (("Home", 0), ("ArrowRight", 1), ("ArrowLeft", 0)):
        page.keyboard.press(key)  # after the first, nothing comes that was asked for before the pause
        expect(page.locator("#caption")).to_have_text(f"Position after turn {turn} of 40.")
    page.keyboard.press("p")
    page.get_by_label("Turns per second").fill("10")
    expect(page.locator("#caption")).not_to_have_text(re.compile("Position after turn"))
    expect(page.get_by_role("button", name="Watch replay")).to_be_visible()


def test_an_opening_is_edited_and_watched_at_once(visit: Visit) -> None:
    page = visit()
    page.goto("/games/grid/new?seat-1=easy&pace=live+0.1")
    page.get_by_label("green", exact=True).select_option("opening")
    page.get_by_label("Opening of green").fill("n2e")
    green = page.locator(".seat").first
    green.get_by_label("Turns of part 2").fill("3")
    green.get_by_role("button", name="Add a part").click()
    green.get_by_label("Part 3", exact=True).select_option("south")
    green.get_by_label("Turns of part 3").fill("1")
    green.get_by_label("Turns of part 3").press("Tab")
    expect(page.get_by_label("Opening of green")).to_have_value("n2e3s")
    submit_form(page)
    expect(page.locator(RUNS)).to_have_count(1)
    expect(page.locator("#caption")).to_have_text(re.compile("Turn ([2-9]|[1-9][0-9])[0-9]\\."))
    press(page, "Pause")
    assert re.search("nn+e+s+n", "".join(order[0] for order in orders(page))), "who is late goes on as before"
    first = page.url
    page.get_by_text("Change the opening").click()
    page.get_by_role("button", name="Remove part 2").first.click()
    page.get_by_label("red", exact=True).select_option("medium")
    press(page, "Watch")
    page.wait_for_url(lambda address: address != first and "/matches/" in address)
    expect(page.locator("#caption")).to_have_text(re.compile("Turn ([2-9]|[1-9][0-9])[0-9]\\."))
    press(page, "Pause")
    assert re.search("nn+s+n", "".join(order[0] for order in orders(page)))
    expect(page.locator(".players")).to_contain_text("medium")


def test_an_invalid_opening_is_reported_in_the_form(visit: Visit) -> None:
    page = visit(expecting=REFUSED)
    page.goto("/games/grid/new?seat-0=opening&seat-1=easy&opening-0=up3")
    press(page, "Start match")
    expect(page.locator("#opening-0-problem")).to_contain_text("'up3' is not an opening: expected n, e, s, w")
    expect(page.get_by_label("Opening of green")).to_have_value("up3")


def test_clocks_run_on_the_page(visit: Visit) -> None:
    page = visit()
    begin(page, "/games/orion/new?seat-0=here&seat-1=here&pace=600%2B0")
    clocks = page.locator(".players .clock")
    expect(clocks.first).to_have_text(re.compile("9:[0-5][0-9]"))
    expect(page).to_have_title(re.compile(r"^9:[0-5][0-9] · .*to play\. · Orion: Hydra$"))
    assert clocks.last.inner_text() == "10:00"
    assert 22 <= float(clocks.last.evaluate("(clock) => parseFloat(getComputedStyle(clock).fontSize)")) <= 28
    resign = box(page.get_by_role("button", name="Resign", exact=True))
    assert resign["y"] + resign["height"] <= 900


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_a_clock_that_is_low_looks_like_it_and_is_announced_once(visit: Visit, screen: Settings) -> None:
    page = visit(screen, once=True)
    page.clock.install()
    begin(page, "/games/orion/new?seat-0=here&seat-1=here&pace=300%2B0")
    shown, said = page.locator(".players .clock"), page.locator("#time-left")
    low = page.locator(".players .clock.low")
    expect(shown.first).to_have_text(re.compile("[45]:[0-5][0-9]"))
    expect(low).to_have_count(0)
    expect(said).to_have_text("")
    page.route("**/matches/**", lambda route: None)  # for the site less time has passed, and it would say so
    page.clock.fast_forward(270_000)
    expect(low).to_have_count(1)
    expect(said).to_have_text(re.compile("^[12][0-9] seconds left$|^30 seconds left$"))
    first = said.inner_text()
    page.clock.run_for(3_000)
    assert said.inner_text() == first
    assert page.locator(".clocks .clock.low").count() == 1
    colours = "(clock) => [getComputedStyle(clock).backgroundColor, getComputedStyle(clock).color]"
    assert low.evaluate(colours) != shown.last.evaluate(colours)
    assert not violations(page)


def test_a_clock_that_has_run_out_ends_the_match_on_the_page(visit: Visit) -> None:
    page = visit()
    begin(page, "/games/orion/new?seat-0=here&seat-1=here&pace=1%2B0")
    expect(status(page)).to_have_text("Broken off on time. Nobody won, because not everybody made two turns.")
    assert page.locator(".players .clock").all_inner_texts() == ["0:00", "0:01"]


def test_an_opening_is_played_in_a_match_without_ticks(visit: Visit) -> None:
    page = visit()
    begin(page, "/games/grid/new?seat-0=here&seat-1=easy")
    page.get_by_label("Type a turn").fill("n3e2")
    page.get_by_label("Type a turn").press("Enter")
    expect(page.locator("#turns a")).to_have_count(5)
    expect(status(page)).to_have_text("Your turn.")
    assert "".join(order[0] for order in orders(page)) == "nnnee"


def test_keys_choose_directions_in_a_match_without_ticks(visit: Visit) -> None:
    """They neither scroll the page nor turn its pages; arrows that move the focus on the board go on doing that."""
    page = visit()
    begin(page, "/games/grid/new?seat-0=here&seat-1=easy")
    page.wait_for_load_state()
    for number, key in enumerate(("s", "ArrowUp", "a", "ArrowRight"), 1):
        page.keyboard.press(key)
        expect(page.locator("#main")).to_have_attribute("data-turns", str(number))
        expect(page.locator("#draft[data-keys]")).to_be_visible()
        assert page.evaluate("scrollY") == 0
    assert "/at/" not in page.url
    assert [order[0] for order in orders(page)] == ["s", "n", "w", "e"]
    press_until(page, "Tab", page.locator("#play [role=button]:focus"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#play [role=button]:focus")).to_have_count(1)
    expect(page.locator("#main")).to_have_attribute("data-turns", "4")
