"""Seasons of a league of a running site, computed again by `ludarium tournament --verify`."""

import json
import urllib.request
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from ludarium.cli import tournament
from ludarium.site.leagues.commands import EnterLeague, LeaveLeague
from ludarium.site.people.accounts import AccountRules
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.tournament.verification import season_faults
from tests.cli.conftest import Refused, Run
from tests.databases import sqlite_copy
from tests.site.fake_time import DAY, FakeTime
from tests.site.leagues.season import entered, play, work
from tests.site.tournaments.playing import account, accounts
from tools.local_site import listening

Data = dict[str, Any]  # Any: JSON


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def league(open_store: Callable[[], Store]) -> Iterator[str]:
    """The address of a league in its second season: one has left, one is new."""
    store, time = open_store(), FakeTime()
    service = Service(store, rules=AccountRules("http://127.0.0.1:8000", "open"), now=time)
    people = accounts(service, store, 10)
    made = entered(service, people, name="The league")
    time.pass_by(7 * DAY)
    work(service)
    play(service, made, {person.name: number for number, person in enumerate(people)})
    service.leagues.act(people[4], made, LeaveLeague())
    service.leagues.act(account(service, store, "Newcomer"), made, EnterLeague())
    time.pass_by(7 * DAY)
    work(service)
    with listening(service) as site:
        yield f"{site}/leagues/{made}"


def data_of(address: str) -> Data:
    with urllib.request.urlopen(urllib.request.Request(address, headers={"Accept": "application/json"})) as answer:
        data: Data = json.load(answer)
    return data


def season(league: str, number: int) -> tuple[Data, list[Data]]:
    data = data_of(f"{league}?season={number}")
    site = league.partition("/leagues/")[0]
    return data, [data_of(f"{site}/tournaments/{one['tournament']}") for one in data["divisions"]]


def test_both_seasons_of_a_league_are_computed_again(
    ludarium_command: Run, refused: Refused, league: str, tmp_path: Path
) -> None:
    for address, what in ((league, "season 2"), (f"{league}?season=1", "season 1")):
        said = ludarium_command("tournament", "--verify", address)
        assert said.exit_code == 0, said.stderr
        assert f"The league, {what}: 2 divisions, 10 players" in said.stdout
    file = tmp_path / "league.json"
    file.write_text(json.dumps(data_of(league)), "utf-8")
    assert "which is read from its address" in refused("tournament", "--verify", file)


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"name": "The league", "season": 0, "divisions": []}, "The league has no season to compute again yet"),
        ({"name": "The league", "season": "two", "divisions": []}, "has no data of a league: TypeError"),
        ({"season": 1, "divisions": [{}]}, "has no data of a league: KeyError 'name'"),
    ],
)
def test_a_league_that_cannot_be_computed_again(
    refused: Refused, monkeypatch: pytest.MonkeyPatch, values: Data, why: str
) -> None:
    monkeypatch.setattr(tournament, "_fetched", lambda address: {"league": "x", **values})
    assert why in refused("tournament", "--verify", "http://games.example.org/leagues/x")


def test_what_was_changed_in_a_season_is_found(league: str) -> None:
    data, divisions = season(league, 2)
    _, last = season(league, 1)
    assert season_faults(data, divisions, last) == []
    elsewhere = deepcopy(last)  # the first table ends in another order, so others should have come down
    elsewhere[0]["table"] = elsewhere[0]["table"][::-1]
    assert any("season before" in fault for fault in season_faults(data, divisions, elsewhere))
    moved = deepcopy(data)
    moved["divisions"][1]["table"][0]["move"] = ""
    assert any("leads elsewhere" in fault for fault in season_faults(moved, divisions, last))
    tabled = deepcopy(data)
    tabled["divisions"][0]["table"].reverse()
    assert any("another table" in fault for fault in season_faults(tabled, divisions, last))
    rated = deepcopy(divisions)
    rated[0]["players"][1]["rating"] += 1000
    assert season_faults(data, rated, last)
