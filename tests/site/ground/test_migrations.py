"""A database of revision 0063 is brought up to date with all its rows; an older one is refused.

`revision_0063.sqlite.sql.gz` and `revision_0063.postgresql.sql.gz` hold one such database, as SQL, with matches, a
tournament, a league and a challenge ladder that were played by the code of then, and a row at least in every table.
"""

import gzip
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, MetaData, create_engine, inspect, select, text

from ludarium.core.errors import ParseError
from ludarium.site.check import check_database
from ludarium.site.ground import engine as engines
from ludarium.site.ground.engine import migrate, open_engine
from ludarium.site.ground.tables import metadata
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.people.dice import LONGEST_NAME
from ludarium.site.people.rows.known import Die
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.databases import empty_url

__all__ = ["empty_url"]

pytestmark = pytest.mark.both_databases
Rows = dict[str, list[dict[str, object]]]
NEW = {
    "book_progress", "book_turns", "position_searches", "puzzle_attempts", "puzzle_days", "puzzle_duels",
    "presences", "puzzle_mails", "puzzle_ratings", "puzzle_replies", "puzzle_runs", "puzzle_solvers", "rating_model",
    "solved_lessons", "studies",
}  # fmt: skip
"""The tables that there were not yet."""


def fill(url: str) -> None:
    """Make an empty database one of revision 0063."""
    engine = create_engine(url)
    name = f"revision_0063.{engine.dialect.name}.sql.gz"
    script = gzip.decompress((Path(__file__).parent / name).read_bytes()).decode()
    if engine.dialect.name == "sqlite":
        connection = sqlite3.connect(str(engine.url.database))
        connection.executescript(script)
        connection.close()
    else:
        with engine.begin() as given:
            given.connection.cursor().execute(script)
    engine.dispose()


@pytest.fixture
def engine(empty_url: str) -> Iterator[Engine]:
    """A database of revision 0063."""
    fill(empty_url)
    engine = open_engine(empty_url, migrated=True)
    yield engine
    engine.dispose()


def insert(engine: Engine, table: str, **values: object) -> None:
    columns, names = ", ".join(values), ", ".join(f":{name}" for name in values)
    with engine.begin() as connection:
        connection.execute(text(f"INSERT INTO {table} ({columns}) VALUES ({names})"), values)


def rows(engine: Engine) -> Rows:
    """Return the rows of every table, as the database has them, in the order of their texts."""
    found = MetaData()
    found.reflect(engine)
    with engine.connect() as connection:
        return {
            table.name: sorted(map(dict, connection.execute(select(table)).mappings()), key=str)
            for table in found.tables.values()
            if table.name != "alembic_version"
        }


def test_every_row_is_there_after_the_migration(engine: Engine, empty_url: str) -> None:
    before = rows(engine)
    assert {*before} == {*metadata.tables} - NEW
    assert all(before.values())
    migrate(engine)
    after = rows(engine)
    assert not any(after.pop(name) for name in sorted(NEW))
    (pushed,) = (row for row in before["push_subscriptions"] if row["endpoint_hash"] == "Player00")
    (session,) = (row for row in before["sessions"] if row["person_id"] == pushed["person_id"])
    assert after.pop("push_subscriptions") == [{**pushed, "session_id": session["token_hash"]}]  # of two sessions none
    assert {(cup.pop("pairing"), cup.pop("by_site")) for cup in after["tournaments"]} == {(1, False)}
    assert {(person.pop("portrait"), person.pop("about")) for person in after["people"]} == {(None, None)}
    assert after == {name: found for name, found in before.items() if name != "push_subscriptions"}
    assert check_database(empty_url) == []
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM sessions"))
    assert rows(engine)["push_subscriptions"] == []


def schema(url: str) -> dict[str, list[str]]:
    """Return the columns, indices and keys of every table, in any order; some foreign keys had no names, or others."""
    engine = open_engine(url)
    found, inspected = dict[str, list[str]](), inspect(engine)
    for table in inspected.get_table_names():
        columns = [{**column, "type": repr(column["type"])} for column in inspected.get_columns(table)]
        keys = [{**key, "name": ""} for key in inspected.get_foreign_keys(table)]
        parts = [*columns, *inspected.get_indexes(table), *keys]
        parts.append(inspected.get_pk_constraint(table))
        found[table] = sorted(re.sub(r" at 0x[0-9a-f]+", "", str(part)) for part in parts)
    engine.dispose()
    return found


def test_files_are_named_by_what_they_lead_to() -> None:
    scripts = ScriptDirectory(str(Path(engines.__file__).parent / "migrations")).walk_revisions()
    assert [script.revision for script in scripts] == list(engines._revisions())


def test_its_tables_are_those_of_a_new_database(engine: Engine, empty_url: str, tmp_path: Path) -> None:
    migrate(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    if engine.dialect.name == "sqlite":
        assert schema(empty_url) == schema(f"sqlite:///{tmp_path / 'new.sqlite'}")


def test_what_was_begun_goes_on(engine: Engine, empty_url: str) -> None:
    store = Store(empty_url)
    service = Service(store, now=lambda: 1_800_864_100.0)
    ann, bob = service.accounts.find("Player00"), service.accounts.find("Player01")
    view = service.view(service.people.load(bob.id), service.queries.by_number(1))
    assert [seat.person for seat in view.seats] == [ann.id, bob.id]
    assert [turn.text for turn in service.bots.submit(view.id, 1, "b-", view.revision).match.turns] == ["u+", "b-"]
    assert service.create("orion", [SeatAssignment("person", "Ann")] * 2).number == 10
    assert [place.place for place in service.challenge_ladders.of_person(bob)] == [3]
    store.close()


@pytest.mark.parametrize("revision", ["0003", "0062", "0066", "9999"])
def test_a_database_of_another_version_is_refused(engine: Engine, empty_url: str, revision: str) -> None:
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{revision}'"))
    before = rows(engine)
    expected = rf"another version .*: its revision is {revision}, and this version opens those of 0063 to \d{{4}}$"
    with pytest.raises(ParseError, match=expected):
        open_engine(empty_url)
    assert rows(engine) == before


def test_the_longest_names_of_outcomes_fit(empty_url: str) -> None:
    store = Store(empty_url)
    ann, longest = Service(store).people.create_guest().id, "roll ".ljust(LONGEST_NAME, "x")
    row = {"person_id": ann, "game": "ludo", "sides": 6, "thrown": 2, "expected": 1.5}
    insert(store.database.readers, "dice_throws", **row, outcome=longest)
    assert [*store.dice.of_person(ann)[Die(ann, "ludo", 6)]] == [longest]
    store.close()
