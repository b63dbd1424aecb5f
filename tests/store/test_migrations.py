"""Databases of former versions are brought up to date with all their rows."""

import random
import re
import sqlite3
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, inspect, select, text

from ludarium.club.people.dice import LONGEST_NAME
from ludarium.club.service import SeatAssignment, Service
from ludarium.store.bots.claims import DueSeat
from ludarium.store.check import check_database
from ludarium.store.engine import migrate, open_engine
from ludarium.store.people.dice import Die
from ludarium.store.store import Store
from ludarium.store.tables import ladder_challenges, ladder_log
from tests.databases import empty_url
from tests.match.test_random_matches import any_turn

__all__ = ["empty_url"]

pytestmark = pytest.mark.both_databases
FORMER_MATCH = {
    "id": "former", "revision": 3, "settled": 2, "game": "orion(clicks=2)", "position": None, "clock": "60+5",
    "dice": "system", "offer": None, "sealed": "{}", "result": "*", "ending": "", "turns": 1, "created": 100.0,
    "updated": 130.0, "began": 120.0, "live": None, "deadline": 175.0,
}  # fmt: skip
FORMER_BOT = "mcts(playouts=500,evaluate=usual,explore=0.2)"


@pytest.fixture
def engine(empty_url: str) -> Iterator[Engine]:
    """A database as version 0003 made it, with foreign keys checked as the store has them checked."""
    engine = create_engine(empty_url)
    config = Config()
    config.set_main_option("script_location", "ludarium.store:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0003")
    yield engine
    engine.dispose()


def insert(engine: Engine, table: str, **values: object) -> None:
    columns, names = ", ".join(values), ", ".join(f":{name}" for name in values)
    with engine.begin() as connection:
        connection.execute(text(f"INSERT INTO {table} ({columns}) VALUES ({names})"), values)


def seat(engine: Engine, number: int, kind: str, name: str, match_id: str = "former") -> None:
    values: dict[str, object] = {"match_id": match_id, "seat": number, "kind": kind, "name": name}
    insert(engine, "seats", **values, due=number == 1, claimed_by="gone", claimed_until=50.0, points=None)


def test_rows_of_version_0003_are_read_with_their_times(engine: Engine, empty_url: str) -> None:
    insert(engine, "matches", **FORMER_MATCH)
    seat(engine, 0, "person", "Ann")
    seat(engine, 1, "bot", FORMER_BOT)
    insert(engine, "turns", match_id="former", number=1, text="u+", took=15.0, time_left=50.0, played=120.0)
    store = Store(empty_url)
    row = store.load("former")
    assert row is not None
    assert (row.created_at, row.updated_at, row.turn_started_at, row.answerable_since) == (100.0, 130.0, 120.0, 2)
    assert (row.deadline, row.due, row.revision) == (175.0, (1,), 3)
    assert [entry.text for entry in row.match.turns] == ["u+"]
    assert row.match.turns[0].took == 15.0
    assert (row.host, row.seats[0].person, row.seats[0].is_open) == (None, None, False)
    assert row.seats[1] == SeatAssignment("bot", "mcts(simulations=500,evaluate=default,explore=0.2)")
    assert store.recent(5)[0].updated_at == 130.0
    assert store.bot_claims.due(now=60.0, each=5) == [DueSeat("former", 1, "former", alone=False)]
    store.close()


def test_a_match_of_version_0003_goes_on(engine: Engine, empty_url: str) -> None:
    insert(engine, "matches", **{**FORMER_MATCH, "clock": None, "deadline": None, "turns": 0})
    seat(engine, 0, "person", "Ann")
    seat(engine, 1, "person", "mcts(playouts=500)")
    store = Store(empty_url)
    service = Service(store)
    view = service.bots.submit("former", 0, "u+", 3)
    assert (view.revision, len(view.match.turns)) == (4, 1)
    assert view.seats[1].name == "mcts(playouts=500)"  # a person may be called so
    store.close()


def test_bots_have_their_options_by_the_new_names(engine: Engine) -> None:
    insert(engine, "matches", **FORMER_MATCH)
    names = {
        "mcts(playouts=1)": "mcts(simulations=1)",
        "mcts(seconds=1,evaluate=playout)": "mcts(seconds=1,evaluate=rollout)",
        "mcts(evaluate=heuristic)": "mcts(evaluate=heuristic)",
        "easy": "easy",
    }
    for number, before in enumerate(names):
        seat(engine, number, "bot", before)
    migrate(engine)
    with engine.connect() as connection:
        named = connection.exec_driver_sql("SELECT name FROM seats ORDER BY seat").scalars().all()
    assert named == [*names.values()]


def test_former_matches_are_numbered_in_the_order_of_their_creation(engine: Engine, empty_url: str) -> None:
    for match_id, created in (("second", 200.0), ("former", 100.0), ("third", 200.5)):
        insert(engine, "matches", **{**FORMER_MATCH, "id": match_id, "created": created})
    store = Store(empty_url)
    assert [store.by_number(number) for number in (1, 2, 3, 4)] == ["former", "second", "third", None]
    assert Service(store).create("orion", [SeatAssignment("person", "Ann")] * 2).number == 4
    store.close()


@pytest.fixture
def later(tmp_path: Path) -> str:
    """The URL of a database as the last of the migrations made it that 0028 stands for, with a match of two people."""
    path = tmp_path / "later.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript((Path(__file__).parent / "former_0028.sql").read_text("utf-8"))
    connection.close()
    return f"sqlite:///{path}"


def schema(url: str) -> dict[str, list[str]]:
    """Return the columns, indices and keys of every table, in any order."""
    engine = open_engine(url)
    found, inspected = dict[str, list[str]](), inspect(engine)
    for table in inspected.get_table_names():
        columns = [{**column, "type": repr(column["type"])} for column in inspected.get_columns(table)]
        parts = [*columns, *inspected.get_indexes(table), *inspected.get_foreign_keys(table)]
        parts.append(inspected.get_pk_constraint(table))
        found[table] = sorted(re.sub(r" at 0x[0-9a-f]+", "", str(part)) for part in parts)
    engine.dispose()
    return found


def test_a_match_of_version_0028_goes_on(later: str) -> None:
    store = Store(later)
    service = Service(store, now=lambda: 1_790_000_120.0)
    ann, bob = service.accounts.find("Ann"), service.accounts.find("Bob")
    assert [notice.notice.kind for notice in service.notices.recent(bob.id)] == ["turn", "challenge"]
    match_id = service.queries.by_number(1)
    view = service.view(service.people.load(bob.id), match_id)
    assert [seat.person for seat in view.seats] == [ann.id, bob.id]
    assert [turn.text for turn in service.bots.submit(match_id, 1, "b-", view.revision).match.turns] == ["u+", "b-"]
    store.close()


def test_the_tables_are_those_that_the_former_migrations_made(later: str, tmp_path: Path) -> None:
    assert schema(later) == schema(f"sqlite:///{tmp_path / 'new.sqlite'}")


@pytest.mark.parametrize("game", ["ludo(goal=24,markers=1)", "vortex(tokens=2)", "orion(turn_limit=12)"])
def test_the_turns_of_former_matches_are_counted(url: str, game: str) -> None:
    """By the texts of their lines, as the rules count them; check finds a count that is wrong."""
    store = Store(url)
    service, chance = Service(store), random.Random(3)
    view = service.create(game, [SeatAssignment("person", name) for name in ("Ann", "Bob")])
    while not view.match.over and len(view.match.turns) < 80:
        seat = view.match.to_act[0]
        view = service.bots.submit(view.id, seat, any_turn(view.match, seat, chance), view.revision)
    counted = store.recent(5)[0].turn_count
    assert counted == view.match.count.number
    with store.database.connect() as connection, connection.begin():
        connection.execute(text("UPDATE matches SET turn_count = 0"))
    assert [fault.cause for fault in check_database(url)] == [f"it has {counted} turn_count, but its row says 0"]
    with store.database.connect() as connection, connection.begin():
        connection.execute(text(import_module("ludarium.store.migrations.versions.0034_turn_count").COUNT))
    assert [match.turn_count for match in store.recent(5)] == [counted]
    store.close()


def test_throws_of_version_0047_are_kept_and_longer_names_fit(engine: Engine, empty_url: str) -> None:
    config = Config()
    config.set_main_option("script_location", "ludarium.store:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0047")
    row = {"person_id": "ann", "game": "ludo", "sides": 6, "thrown": 2, "expected": 1.5}
    insert(engine, "people", id="ann", name="Ann", named=True, created_at=1.0)
    insert(engine, "dice_throws", **row, outcome="roll 1")
    migrate(engine)
    longest = "roll ".ljust(LONGEST_NAME, "x")
    insert(engine, "dice_throws", **row, outcome=longest)
    store = Store(empty_url)
    assert [*store.dice.of_person("ann")[Die("ann", "ludo", 6)]] == ["roll 1", longest]
    store.close()


def test_who_has_entered_tournaments_of_version_0057_is_kept(engine: Engine) -> None:
    config = Config()
    config.set_main_option("script_location", "ludarium.store:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0057")
    insert(engine, "people", id="ann", name="Ann", named=True, created_at=1.0)
    cup = {"kind": "team-match", "rounds": 1, "games": 2, "rated": True, "computers": False, "most": 8, "seed": 7}
    times = {"state": "running", "revision": 3, "created_at": 1.0, "begins_at": 2.0}
    insert(engine, "tournaments", id="cup", name="Cup", game="orion", tempo="600+5", organiser_id="ann", **cup, **times)
    entry = {
        "tournament_id": "cup", "person_id": "ann", "place": 4, "number": 2, "rating": 1612, "entered_at": 1.25,
        "left_at": 2.5, "former_id": "bob", "team": 1, "bye_round": 3,
    }  # fmt: skip
    assert {*entry} == {column["name"] for column in inspect(engine).get_columns("tournament_entries")}
    insert(engine, "tournament_entries", **entry)
    migrate(engine)
    with engine.connect() as connection:
        (row,) = connection.execute(text("SELECT * FROM tournament_entries")).mappings()
    assert dict(row) == {**entry, "player_id": "ann", "bot": None, "bot_name": None, "former_left": None}
    assert "former_entries" not in inspect(engine).get_table_names()


def test_push_subscriptions_of_version_0063_belong_to_the_only_session_of_their_person(engine: Engine) -> None:
    config = Config()
    config.set_main_option("script_location", "ludarium.store:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0063")
    for person, browsers in (("ann", 1), ("bob", 2), ("cy", 0)):
        insert(engine, "people", id=person, name=person, named=True, created_at=1.0)
        for number in range(browsers):
            of_person = {"person_id": person, "browser": "", "created_at": 1.0, "seen_at": 1.0}
            insert(engine, "sessions", token_hash=f"{person} {number}", **of_person)
        values = {"endpoint": "https://push.example.net", "key": "k", "secret": "s", "created_at": 1.0}
        insert(engine, "push_subscriptions", endpoint_hash=person, person_id=person, **values)
    migrate(engine)
    with engine.begin() as connection:
        rows = connection.execute(text("SELECT endpoint_hash, session_id, secret FROM push_subscriptions")).all()
        assert rows == [("ann", "ann 0", "s")]
        connection.execute(text("DELETE FROM sessions"))


def test_events_of_challenge_ladders_have_their_new_words(url: str) -> None:
    store = Store(url)
    person = Service(store).people.create_guest().id
    with store.database.begin() as connection:
        for number, kind in enumerate(("silent", "held", "won")):
            log = {"game": "orion", "number": number, "at": 1.0, "kind": kind, "person": person}
            connection.execute(ladder_log.insert().values(**log))
            both = {"challenger": person, "challenged": person, "made_at": 1.0}
            connection.execute(ladder_challenges.insert().values(game="orion", number=number, outcome=kind, **both))
        for statement in import_module("ludarium.store.migrations.versions.0050_ladder_words").RENAMES:
            connection.execute(text(statement))
        kinds, outcomes = (
            connection.execute(select(column).order_by(column)).scalars().all()
            for column in (ladder_log.c.kind, ladder_challenges.c.outcome)
        )
    assert kinds == outcomes == ["defended", "unanswered", "won"]
    store.close()
