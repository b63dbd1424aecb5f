"""The rows of a table as values: a table and its value are declared together.

A field of a value is the column of its name, or what `computed` has for it: a column of a joined table, an expression,
or a part, which is a value of several columns. What needs SQL is a method of the subclass, with a name of its own.

See `docs/decisions/the-store.md` for why SQLAlchemy does not map the values.

>>> from dataclasses import dataclass
>>> from sqlalchemy import Column, Integer, MetaData, Text, create_engine
>>> from ludarium.site.ground.database import Transaction
>>> boats = Table("boats", MetaData(), Column("id", Text, primary_key=True), Column("sails", Integer))
>>> @dataclass(frozen=True, slots=True)
... class Boat:
...     id: str
...     sails: int
>>> class Boats(Values[Boat], table=boats, value=Boat, order=(boats.c.sails,)):
...     pass
>>> engine = create_engine("sqlite://")
>>> boats.create(engine)
>>> with engine.begin() as connection:
...     harbour = Boats(Transaction(connection))
...     harbour.add(Boat("ketch", 5), Boat("dinghy", 1))
...     harbour.load("dinghy"), harbour.find(boats.c.sails > 3), harbour.one()
(Boat(id='dinghy', sails=1), (Boat(id='ketch', sails=5),), Boat(id='dinghy', sails=1))
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from inspect import signature
from itertools import islice
from operator import attrgetter
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    FromClause,
    Integer,
    Select,
    Table,
    UnaryExpression,
    and_,
    bindparam,
    literal,
    select,
)
from sqlalchemy.sql.operators import desc_op

from ludarium.site.ground.changes import Change
from ludarium.site.ground.table import Key, Rows, Where

V = TypeVar("V")


class Part(NamedTuple):
    """A field that is a value of several columns, by its own fields; one that a function makes is read only."""

    make: Callable[..., object]
    columns: Mapping[str, ColumnElement[Any]]  # Any: of any type


Computed = Mapping[str, ColumnElement[Any] | Part]  # Any: as above


class Values(Rows, Generic[V]):
    """The rows of one table as values.

    | declared   | what                                                                          |
    |------------|-------------------------------------------------------------------------------|
    | `value`    | a frozen dataclass or a named tuple                                           |
    | `computed` | by field: what it is in place of the column of its name                       |
    | `joined`   | the table with those to which it is joined, if they are in what is computed   |
    | `order`    | of what is found, unless it is asked for in another one                       |
    """

    value: type[V]
    order: ClassVar[Sequence[ColumnElement[Any]]]  # Any: as above
    chosen: ClassVar[Select[Any]]  # Any: the columns of the fields
    _own: ClassVar[Mapping[str, Callable[[Any], object]]]
    _parts: ClassVar[Sequence[tuple[Callable[..., object], int] | None]]

    def __init_subclass__(
        cls,
        *,
        table: Table | None = None,
        value: type | None = None,
        computed: Computed | None = None,
        joined: FromClause | None = None,
        order: Sequence[ColumnElement[Any]] = (),  # Any: as above
    ) -> None:
        """Declare the table and the value; raise `KeyError` for a field that has no column."""
        super().__init_subclass__(table=table)
        if table is None or value is None:
            return
        cls.value, cls.order, given = value, order, computed or {}
        fields = {name: given[name] if name in given else table.c[name] for name in signature(value).parameters}
        parts = {name: part for name, part in fields.items() if isinstance(part, Part)}
        cls._parts = [(parts[n].make, len(parts[n].columns)) if n in parts else None for n in fields] if parts else ()
        columns = dict(_columns(fields))
        written = dict(
            _columns({n: one for n, one in fields.items() if n not in parts or isinstance(parts[n].make, type)})
        )
        cls._own = {str(one.key): attrgetter(at) for at, one in written.items() if getattr(one, "table", None) is table}
        chosen = select(*(column.label(at.replace(".", "_")) for at, column in columns.items()))
        cls.chosen = chosen if joined is None else chosen.select_from(joined)

    def find(
        self,
        *where: Where,
        order: Sequence[ColumnElement[Any]] | None = None,  # Any: as above
        limit: int | None = None,
        without: str = "",
        **same: object,
    ) -> tuple[V, ...]:
        """Return the values of the rows that meet all conditions; `without` a long text, a field that is empty then."""
        exact = None if without else self.exact(where, same)
        ordered = self.order if order is None else order
        names = tuple(map(_name_of, ordered)) if exact is not None else (None,)
        if exact is not None and None not in names:
            found = self.prepared(_Ordered(names, limit is not None, ordered), tuple(exact))
            with self.database.connect() as connection:
                return self.values_of(
                    connection, found.all(connection, exact if limit is None else exact | {_LIMIT: limit})
                )
        chosen = (self._without(without) if without else self.chosen).where(*self.conditions(where, same))
        chosen = chosen.order_by(*ordered).limit(limit)
        with self.database.connect() as connection:
            return self.values_of(connection, connection.execute(chosen))

    def one(self, *where: Where, order: Sequence[ColumnElement[Any]] | None = None, **same: object) -> V | None:
        """Return the first of them, or None."""
        found = self.find(*where, order=order, limit=1, **same)  # type: ignore[arg-type]  # of columns with other names
        return next(iter(found), None)

    def load(self, key: Key) -> V | None:
        """Return the value of a key, or None."""
        return next(iter(self.find(key)), None)

    def add(self, *made: V, **more: object) -> None:
        """Insert values; `more` are columns that they do not have, or have otherwise."""
        self.insert(*(self.row(one) | more for one in made))

    def is_row(self, made: V) -> ColumnElement[bool]:
        """Return the condition that a row is that of a value."""
        return and_(*(column == self._own[str(column.key)](made) for column in self.table.primary_key))

    def row(self, made: V) -> dict[str, object]:
        """Return what a value has of the columns of its table."""
        return {column: get(made) for column, get in self._own.items()}

    def values_of(self, _: Connection, rows: Iterable[Sequence[object]]) -> tuple[V, ...]:
        """Return the values of rows that were found, whose columns are those of the fields."""
        return tuple(self.value(*(self._with_parts(row) if self._parts else row)) for row in rows)

    @classmethod
    @cache
    def _without(cls, field: str) -> Select[Any]:  # Any: as above
        chosen = cls.chosen.selected_columns
        return cls.chosen.with_only_columns(*(literal("").label(field) if one.key == field else one for one in chosen))

    def _with_parts(self, row: Sequence[object]) -> Iterator[object]:
        """Yield the fields of a value that has parts."""
        left = iter(row)
        for part in self._parts:
            yield next(left) if part is None else part[0](*islice(left, part[1]))


class Revised(Values[V]):
    """Rows with an `id` and a `revision`, which every change raises: of two that decide the same, one writes.

    A `change` is what is announced of each, where pages watch such rows.
    """

    change: ClassVar[type[Change] | None] = None

    def save(self, key: str, revision: int, **values: object) -> bool:
        """Change a row that has this revision, and lock it until the transaction ends; return whether it has."""
        saved = self.amend({"revision": revision}, {"revision": revision + 1, **values}, key) == 1
        if saved and self.change:
            self.database.changes.append(self.change(key, revision + 1))
        return saved

    def touch(self, key: str) -> None:
        """Count a change, and lock the row until the transaction ends."""
        self.set(key, revision=self.table.c.revision + 1)
        if self.change:
            self.database.changes.extend(self.change(*one) for one in self.fetch_revisions([key]).items())

    def fetch_revisions(self, ids: Collection[str]) -> Mapping[str, int]:
        """Return how often these rows have changed, by id."""
        return dict(self.pairs(self.table.c.id, self.table.c.revision, self.table.c.id.in_(ids)))


def _columns(fields: Computed) -> Iterator[tuple[str, ColumnElement[Any]]]:  # Any: as above
    """Yield the columns of fields, with the name of each in a value: that of a part has a point in it."""
    for name, made in fields.items():
        if isinstance(made, Part):
            yield from ((f"{name}.{of_part}", column) for of_part, column in made.columns.items())
        else:
            yield name, made


_LIMIT = "limit"


@dataclass(frozen=True)
class _Ordered:
    """Makes the statement that chooses rows in an order, which is known by the `names` of its columns."""

    names: tuple[str | None, ...]
    is_limited: bool
    order: Sequence[ColumnElement[Any]] = field(compare=False)  # Any: of any type

    def __call__(self, rows: type[Values[Any]]) -> Select[Any]:  # Any: of any values
        chosen = rows.chosen.order_by(*self.order)
        return chosen.limit(bindparam(_LIMIT, type_=Integer)) if self.is_limited else chosen


def _name_of(ordering: ColumnElement[Any]) -> str | None:  # Any: as above
    """Return the name of a column by which rows are ordered, and how; None for what is not one column of a table."""
    descends = isinstance(ordering, UnaryExpression) and ordering.modifier is desc_op
    column = ordering.element if descends else ordering
    if not isinstance(column, Column) or not isinstance(column.table, Table):
        return None
    return f"{column.table.name}.{column.key}{' desc' if descends else ''}"


_AT_ONCE = 10
Content = dict[str, Any]  # Any: JSON


class Claimed(Values[V]):
    """Rows with `tries`, a claim that expires, and `made_at`, when they were finished or given up."""

    def claim_first(
        self,
        worker: str,
        now: float,
        until: float,
        *where: ColumnElement[bool],
        order: Sequence[ColumnElement[Any]],  # Any: of any type
    ) -> V | None:
        """Claim the first of some rows that waits, until a time; None if none waits."""
        of = self.table.c
        free = and_(of.made_at.is_(None), of.claim_expires_at < now, *where)
        values = {"claimed_by": worker, "claim_expires_at": until, "tries": of.tries + 1}
        waiting = self.find(free, order=order, limit=_AT_ONCE)
        return next((one for one in waiting if self.set(free, self.is_row(one), **values) == 1), None)

    def release(self, claimed: V) -> None:
        """Release a claim; the try does not count."""
        tries = self.row(claimed)["tries"]
        self.set(self._is_unmade(), self.is_row(claimed), claimed_by=None, claim_expires_at=0.0, tries=tries)

    def finish(self, key: Key, now: float, content: Content | None) -> bool:
        """Store what was made, or None if it is given up; return whether it is the first."""
        return self.set(self._is_unmade(), key, made_at=now, content=content) == 1

    def count_for(self, person: str | None, origin: str | None, *where: Where) -> dict[str, int]:
        """Return how many rows of a person and of a network meet all conditions; none of one that is not known."""
        whose = {"person": {"person": person}, "network": {"origin": origin}}
        return {kind: self.count(*where, **same) for kind, same in whose.items() if any(same.values())}

    def _is_unmade(self) -> ColumnElement[bool]:
        return self.table.c.made_at.is_(None)
