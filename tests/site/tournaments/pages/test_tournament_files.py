"""The files of a tournament: what stands in them, and for whom."""

import csv
import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from ludarium.core.record import Record
from ludarium.site.ground.tables import matches
from ludarium.site.programs import records
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.pages.files import table_csv
from ludarium.tournament.verification import faults_of
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser
from tests.site.tournaments.playing import accounts, begun, better, look, make, play_round

JSON = {"Accept": "application/json"}


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the queries are those that both have."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def path(service: Service, store: Store) -> str:
    """Return the page of a round robin of four that is over."""
    tournament = begun(service, accounts(service, store, 4), "round-robin")
    play_round(service, tournament, better)
    return f"/tournaments/{tournament}"


def lines_of(browser: TestClient, path: str) -> list[dict[str, str]]:
    answer = browser.get(f"{path}/records.ndjson")
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


def test_the_page_links_to_its_files_and_a_spreadsheet_reads_the_table(path: str, browser: TestClient) -> None:
    page, answer = browser.get(path).text, browser.get(f"{path}/table.csv")
    assert all(f'href="{path}/{name}"' in page for name in ("table.csv", "tournament.json", "records.ndjson"))
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(StringIO(answer.text)))
    assert [(row["rank"], row["player"], row["seed"], row["points"], row["won"]) for row in rows] == [
        (str(place), f"Player0{name}", str(place), str(4.0 - place), str(4 - place))
        for place, name in enumerate([row["player"][-1] for row in rows], 1)
    ]
    assert {row["player"] for row in rows} == {f"Player0{number}" for number in range(4)}


def test_the_data_are_those_of_the_page_and_give_the_table_again(path: str, browser: TestClient) -> None:
    data = browser.get(f"{path}/tournament.json").json()
    assert data == browser.get(path, headers=JSON).json()
    assert faults_of(data) == []


def test_the_records_are_those_of_all_matches_in_the_order_of_numbers(
    path: str, browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "_AT_ONCE", 4)  # so that six matches are read in two parts
    found = lines_of(browser, path)
    assert len(found) == 6
    assert [line["number"] for line in found] == sorted(line["number"] for line in found)
    played = {game["match"] for wave in browser.get(path, headers=JSON).json()["waves"] for game in wave}
    assert {line["match"] for line in found} == played
    assert Record.parse(found[0]["record"]).ending == found[0]["ending"]


def test_private_matches_are_for_their_players_alone(
    path: str, service: Service, store: Store, browser: TestClient, new_browser: NewBrowser
) -> None:
    view = look(service, path.rpartition("/")[2])
    hidden = view.rounds[0][1][0]
    with store.database.begin() as connection:
        connection.execute(update(matches).where(matches.c.id == hidden.match_id).values(private=True))
    for number, entry in enumerate(view.players):
        reader, person = new_browser(), service.people.load(entry.person)
        assert person
        reader.cookies.set("session", service.people.begin_session(person, ""))
        seen = hidden.match_id in {line["match"] for line in lines_of(reader, path)}
        assert seen == (number in (hidden.first, hidden.second))
    assert len(lines_of(browser, path)) == 5


def test_no_name_is_a_formula(path: str, service: Service) -> None:
    view = look(service, path.rpartition("/")[2])
    named = tuple(line._replace(entry=replace(line.entry, name="=1+1")) for line in view.table)
    rows = list(csv.DictReader(StringIO(table_csv(view._replace(table=named)))))
    assert {row["player"] for row in rows} == {"'=1+1"}


@pytest.mark.parametrize("name", ["table.csv", "tournament.json", "records.ndjson"])
def test_there_are_no_files_of_no_tournament(browser: TestClient, name: str) -> None:
    assert browser.get(f"/tournaments/nothing/{name}").status_code == 404


def test_a_tournament_that_waits_has_an_empty_table(service: Service, store: Store, new_browser: NewBrowser) -> None:
    tournament = make(service, accounts(service, store, 1)[0], "swiss")
    reader = new_browser()
    assert len(reader.get(f"/tournaments/{tournament}/table.csv").text.splitlines()) == 1
    assert "table.csv" not in reader.get(f"/tournaments/{tournament}").text
