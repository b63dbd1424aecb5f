"""Rows become values and values rows: by the columns of their names, of joined tables, and of parts."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from threading import Barrier, Thread
from typing import NamedTuple

import pytest
from sqlalchemy import Column, Double, ForeignKey, Integer, MetaData, Table, Text, func

from ludarium.site.ground.changes import LobbyChange
from ludarium.site.ground.database import Database, Transaction
from ludarium.site.ground.mapping import Claimed, Part, Revised
from ludarium.site.ground.table import Expiring, Rows
from ludarium.site.ground.types import Numbers, Texts, Words

pytestmark = pytest.mark.both_databases
METADATA = MetaData()
OWNERS = Table("mapped_owners", METADATA, Column("id", Text, primary_key=True), Column("name", Text, nullable=False))
BOATS = Table(
    "mapped_boats",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("owner_id", Text, ForeignKey("mapped_owners.id"), key="owner"),
    Column("x", Double, nullable=False),
    Column("y", Double),
    Column("harbours", Texts, nullable=False),
    Column("tides", Numbers, nullable=False),
    Column("flags", Words, nullable=False),
    Column("log", Text, nullable=False),
)
TIDES = Table(
    "mapped_tides",
    METADATA,
    Column("harbour", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("height", Double, nullable=False),
    Column("expires_at", Double),
    Column("claimed_by", Text),
    Column("claim_expires_at", Double, nullable=False, server_default="0"),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("made_at", Double),
    Column("content", Text),
    Column("person", Text),
    Column("origin", Text),
)


class Place(NamedTuple):
    x: float
    y: float | None


@dataclass(frozen=True, slots=True)
class Boat:
    id: str
    owner: str | None
    place: Place
    owner_name: str = ""
    revision: int = 0
    harbours: tuple[str, ...] = ()
    tides: tuple[float, ...] = ()
    flags: frozenset[str] = frozenset()
    log: str = ""
    far: float = 0.0


class Tide(NamedTuple):
    harbour: str
    number: int
    height: float
    tries: int = 0


def _far(x: float, y: float | None) -> float:
    return x + (y or 0.0)


class Boats(
    Revised[Boat],
    table=BOATS,
    value=Boat,
    computed={
        "place": Part(Place, {"x": BOATS.c.x, "y": BOATS.c.y}),
        "owner_name": func.coalesce(OWNERS.c.name, ""),
        "far": Part(_far, {"x": BOATS.c.x, "y": BOATS.c.y}),
    },
    joined=BOATS.outerjoin(OWNERS),
    order=(BOATS.c.x, BOATS.c.id),
):
    """Boats with the names of their owners."""


class Owners(Rows, table=OWNERS):
    """Who has boats."""


class Tides(Claimed[Tide], Expiring, table=TIDES, value=Tide, order=(TIDES.c.number,)):
    """Tides, which workers claim."""


KETCH = Boat(
    "ketch", "ann", Place(1.0, None), harbours=("b", "a"), tides=(3.0, 1.0), flags=frozenset({"q", "x"}), log="long"
)
DINGHY = Boat("dinghy", None, Place(0.5, 2.0))


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    opened = Database(url, patience=5)
    with opened.begin() as connection:
        METADATA.create_all(connection)
    yield opened
    with opened.begin() as connection:
        METADATA.drop_all(connection)
    opened.dispose()


@pytest.fixture
def boats(database: Database) -> Boats:
    Owners(database).insert({"id": "ann", "name": "Ann"})
    made = Boats(database)
    made.add(KETCH, DINGHY)
    return made


def test_a_value_comes_back_as_it_was_with_what_is_computed(boats: Boats) -> None:
    ketch, dinghy = replace(KETCH, owner_name="Ann", far=1.0), replace(DINGHY, far=2.5)
    assert boats.find() == (dinghy, ketch)
    assert boats.load("ketch") == ketch
    assert boats.load("\0") is None
    assert boats.load("raft") is None


def test_conditions_are_keys_expressions_and_equalities(boats: Boats) -> None:
    def found(*where: object, **more: object) -> list[str]:
        return [boat.id for boat in boats.find(*where, **more)]  # type: ignore[arg-type]  # what tests give, of any kind

    assert found(BOATS.c.x > 0.7) == found("ketch") == found(owner="ann") == ["ketch"]
    assert found(owner=None) == found(id=["dinghy", "raft"]) == ["dinghy"]
    assert found(id=[]) == found("ketch", owner=None) == found("ketch", id="dinghy") == []
    assert found("ketch", owner="ann") == found(owner="ann", limit=1) == ["ketch"]
    assert found(order=(BOATS.c.id.desc(),)) == ["ketch", "dinghy"]
    assert found(limit=1) == ["dinghy"]
    with pytest.raises(KeyError):
        found(sails=2)


def test_rows_in_an_order_of_columns_are_found_by_one_statement_whatever_the_values(boats: Boats) -> None:
    boats.set("dinghy", owner="ann")
    known = Boats.prepared.__func__.cache_info  # type: ignore[attr-defined]  # of a method that is cached
    for order, expected in (((BOATS.c.x.desc(),), ["ketch", "dinghy"]), ((BOATS.c.id,), ["dinghy", "ketch"])):
        assert boats.find(owner="bob", order=order, limit=3) == ()
        before = known()
        for limit in (1, 2):
            found = boats.find(owner="ann", order=order, limit=limit)
            assert [boat.id for boat in found] == expected[:limit]
        assert (known().hits, known().misses) == (before.hits + 2, before.misses)
    before = known()
    assert [boat.id for boat in boats.find(owner="ann", order=(-BOATS.c.x,))] == ["ketch", "dinghy"]
    assert known() == before  # an expression is compiled by itself


def test_one_counts_and_columns(boats: Boats) -> None:
    first, none = boats.one(), boats.one(owner="bob")
    assert first
    assert (first.id, none) == ("dinghy", None)
    assert (boats.count(), boats.count(owner="ann"), boats.has("ketch"), boats.has(owner="bob")) == (2, 1, True, False)
    assert boats.pick(BOATS.c.id, order=(BOATS.c.id,)) == ("dinghy", "ketch")
    assert dict(boats.pairs(BOATS.c.id, BOATS.c.owner)) == {"dinghy": None, "ketch": "ann"}


def test_a_long_text_can_be_left_out(boats: Boats) -> None:
    assert [boat.log for boat in boats.find(without="log")] == ["", ""]
    assert [boat.log for boat in boats.find()] == ["", "long"]
    short = boats.find(id="ketch", without="log")
    assert short == (replace(KETCH, owner_name="Ann", far=1.0, log=""),)


def test_changes_say_how_many_rows_there_were(boats: Boats) -> None:
    assert boats.set(BOATS.c.x > 0, x=3.0) == 2
    assert boats.set("raft", x=4.0) == 0
    assert (boats.set("ketch", x=4.0), boats.set("ketch", x=BOATS.c.x - 1)) == (1, 1)
    assert (boats.remove("raft"), boats.remove("dinghy", owner="ann")) == (0, 0)
    assert boats.has("dinghy", x=3.0)
    assert boats.remove(owner="ann") == 1
    assert [boat.place.x for boat in boats.find()] == [3.0]
    with pytest.raises(AssertionError, match="no condition"):
        boats.set(x=1.0)
    with pytest.raises(AssertionError, match="no condition"):
        boats.remove()
    assert boats.count() == 1


def test_of_two_that_decide_the_same_one_saves(boats: Boats) -> None:
    assert boats.save("ketch", 0, x=7.0)
    assert not boats.save("ketch", 0, x=8.0)
    boats.touch("ketch")
    ketch = boats.load("ketch")
    assert ketch
    assert (ketch.place.x, ketch.revision) == (7.0, 2)


def test_rows_are_put_and_inserted_once_by_their_keys(database: Database) -> None:
    tides = Tides(database)
    assert tides.next(TIDES.c.number, first=1, harbour="a") == 1
    tides.put(harbour="a", number=1, height=2.0)
    tides.put(harbour="a", number=1, height=3.0)
    assert tides.insert_once(harbour="a", number=2, height=4.0)
    assert not tides.insert_once(harbour="a", number=2, height=5.0)
    assert tides.find() == (Tide("a", 1, 3.0), Tide("a", 2, 4.0))
    assert tides.next(TIDES.c.number, first=1, harbour="a") == 3
    assert tides.load(("a", 2)) == Tide("a", 2, 4.0)
    with pytest.raises(ValueError, match=r"shorter|longer"):
        tides.load("a")


def test_what_is_done_together_is_stored_together_or_not_at_all(database: Database) -> None:
    tides = Tides(database)

    def fail() -> None:
        with tides.together() as rows:
            rows.add(Tide("a", 1, 2.0))
            assert rows.has(("a", 1))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert not tides.has(harbour="a")


def test_what_changes_together_is_announced_with_the_transaction_around_it(database: Database) -> None:
    with database.begin() as connection:
        tides = Tides(Transaction(connection))
        with tides.together() as rows:
            rows.database.changes.append(LobbyChange("", 1))
        assert tides.database.changes == [LobbyChange("", 1)]


def test_what_expires_is_used_once(database: Database) -> None:
    tides = Tides(database)
    tides.insert_until(0.0, harbour="a", number=1, height=1.0, expires_at=10.0)
    tides.insert_until(5.0, harbour="a", number=2, height=1.0, expires_at=20.0)
    assert tides.is_valid(("a", 1), 10.0)
    assert not tides.is_valid(("a", 1), 10.5)
    assert tides.use(("a", 2), 5.0)
    assert not tides.use(("a", 2), 5.0)
    assert not tides.use(("a", 1), 10.5)
    tides.insert_until(11.0, harbour="a", number=3, height=1.0, expires_at=20.0)
    assert tides.pick(TIDES.c.number) == (3,)


def test_of_many_workers_each_row_has_one(database: Database) -> None:
    tides, claimed, begin = Tides(database), list[tuple[str, Tide]](), Barrier(4)
    tides.add(*(Tide("a", number, 1.0) for number in range(3)), person="ann", origin="here")

    def work(name: str) -> None:
        begin.wait()
        while found := tides.claim_first(name, 5.0, 9.0, order=(TIDES.c.number,)):
            claimed.append((name, found))

    threads = [Thread(target=work, args=(f"worker {number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(tide.number for _, tide in claimed) == [0, 1, 2]
    assert tides.count(tries=1) == 3
    tides.release(claimed[0][1])
    again = tides.claim_first("next", 5.0, 9.0, order=(TIDES.c.number,))
    assert again == claimed[0][1]
    assert tides.finish(("a", 0), 6.0, None)
    assert not tides.finish(("a", 0), 7.0, None)
    assert tides.count_for("ann", None, TIDES.c.made_at.is_(None)) == {"person": 2}
    assert tides.count_for("bob", "here") == {"person": 0, "network": 3}
