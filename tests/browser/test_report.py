"""The report of a tournament, in a page that is a file."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from ludarium.tournament.config import TournamentConfig
from ludarium.tournament.report.report import report
from ludarium.tournament.results import Results
from ludarium.tournament.tournament import Tournament
from tests.browser.axe import axe_finds
from tests.browser.conftest import DESK, PHONE, Watch
from tests.browser.pages import Settings

PageOf = Callable[[str], str]


@pytest.fixture(scope="module")
def page_of() -> PageOf:
    """The report of a tournament by its system."""

    def made(system: str) -> str:
        players = {"Ann": "easy", "Bob & Co": "random", "Cid": "random"}
        cup = Tournament(TournamentConfig.make(game="orion(turn_limit=10)", players=players, system=system, games=2))
        for _ in cup.play():
            pass
        return report(Results.of(cup))

    return made


def test_every_game_is_replayed_board_by_board(watch: Watch, page_of: PageOf) -> None:
    page = watch(page_of("round-robin"))
    game = page.locator("details").nth(3)
    game.locator("summary").click()
    expect(game.locator("ludarium-replay output")).to_have_text("10 / 10")
    game.get_by_role("button", name="First").click()
    expect(game.locator("ludarium-replay output")).to_have_text("0 / 10")
    expect(game.locator("ludarium-replay svg.scene")).to_be_visible()


def test_the_games_of_a_player_are_found(watch: Watch, page_of: PageOf) -> None:
    page = watch(page_of("round-robin"))
    expect(page.locator("details:visible")).to_have_count(6)
    page.get_by_label("Games of").select_option("Bob & Co")
    expect(page.locator("details:visible")).to_have_count(4)
    assert all("Bob & Co" in text for text in page.locator("details:visible").all_text_contents())


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_wrong_and_no_page_is_too_wide(
    watch: Watch, page_of: PageOf, screen: Settings, scheme: str
) -> None:
    page = watch(page_of("double-elimination"), {**screen, "color_scheme": scheme})
    page.locator("summary").first.click()
    expect(page.locator("ludarium-replay output").first).to_be_visible()
    found = axe_finds(page)
    assert [(one["id"], [node["html"] for node in one["nodes"]][:2]) for one in found] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
