"""The page of an arena that the site makes every week."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ludarium.site.ground.values import Person
from ludarium.site.service import Service
from ludarium.site.settings import ServerSettings
from ludarium.site.settings_in_words import settings_in_words
from ludarium.site.tournaments.entering import EnterTournament
from ludarium.site.tournaments.weekly import WeeklyArenas, WeeklyPlan
from tests.site.tournaments.playing import account


@pytest.fixture
def arena(service: Service) -> str:
    """Return the id of an arena of Orion that waits."""
    store = service._matches.store
    service.accounts.make_administrator(account(service, store, "Adam"), "command line")
    WeeklyArenas(service._matches, WeeklyPlan.parse("saturday 18:00")).work()
    return next(one.id for one in store.tournaments.in_state({"open"}, 100) if one.game == "orion")


def ann(service: Service) -> Person:
    return account(service, service._matches.store, "Ann")


def begin(service: Service, arena: str) -> None:
    service._matches.store.tournaments.set(arena, begins_at=service.now() - 1, due_at=service.now() - 1)
    service.tournaments.work()


def said(browser: TestClient, arena: str) -> str:
    """Return the words of the page of an arena."""
    return " ".join(re.sub(r"<[^>]*>", " ", browser.get(f"/tournaments/{arena}").text).split())


def test_it_is_announced_with_the_bots_that_fill_in(service: Service, browser: TestClient, arena: str) -> None:
    page = said(browser, arena)
    assert "Weekly arena of Orion" in page
    assert "0 of 64 have entered. Rated. The site makes one every week." in page
    assert page.count("bot, fills in") == 3
    assert "Adam" not in page
    assert "Weekly arena of Orion" in browser.get("/compete").text


def test_it_says_that_nobody_had_entered(service: Service, browser: TestClient, arena: str) -> None:
    begin(service, arena)
    assert "Cancelled : nobody had entered" in said(browser, arena)


def test_its_table_says_who_fills_in(service: Service, browser: TestClient, arena: str) -> None:
    service.tournaments.act(ann(service), arena, EnterTournament())
    begin(service, arena)
    before, _, table = said(browser, arena).partition(" Table Place Player ")
    assert "1 player. Rated." in before
    assert re.findall(r"\d (Ada|Ben|Cleo) bot, fills in", table.partition(" Rules ")[0]) != []
    assert " Ann 0 " in table


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("", "No arenas begin by themselves."),
        ("saturday 18:00", "Every week a live arena of each game, an hour apart, from Saturday 18:00 UTC on."),
    ],
)
def test_administrators_read_whether_there_are_any(tmp_path: Path, setting: str, words: str) -> None:
    environment = {"LUDARIUM_DATA": str(tmp_path), "LUDARIUM_WEEKLY_ARENAS": setting}
    facts = settings_in_words(ServerSettings.from_environment(environment))
    assert words in [value for one in facts.settings for value in one]
