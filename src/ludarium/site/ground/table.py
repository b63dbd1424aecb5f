"""The rows of one table: what every table can be asked and given.

Conditions are keys and expressions of SQL, and `name=value` for equality with a column.

>>> from sqlalchemy import Column, Integer, MetaData, Text, create_engine
>>> from ludarium.site.ground.database import Transaction
>>> boats = Table("boats", MetaData(), Column("name", Text, primary_key=True), Column("sails", Integer))
>>> class Boats(Rows, table=boats):
...     pass
>>> engine = create_engine("sqlite://")
>>> boats.create(engine)
>>> with engine.begin() as connection:
...     harbour = Boats(Transaction(connection))
...     harbour.insert({"name": "ketch", "sails": 5})
...     harbour.put(name="dinghy", sails=1)
...     harbour.has("ketch"), harbour.count(boats.c.sails < 3), harbour.set("ketch", sails=2), harbour.remove(sails=2)
(True, 1, 1, 1)
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, ClassVar, Self, TypeVar

from sqlalchemy import (
    ClauseElement,
    ColumnElement,
    Insert,
    Table,
    and_,
    bindparam,
    delete,
    false,
    func,
    insert,
    or_,
    select,
    update,
)

from ludarium.site.ground.database import Repository, Transaction, lock
from ludarium.site.ground.prepared import Prepared, Statement


def is_of_game(column: ColumnElement[Any], game: str) -> ColumnElement[bool]:
    """Return the condition that a spec is one of a game, by its name: with any options and any version of the rules."""
    return or_(column == game, *(column.startswith(f"{game}{after}", autoescape=True) for after in "(@"))


Key = str | int | tuple[str | int, ...]
"""The values of the primary key of a row, in the order of its columns."""
Where = ColumnElement[bool] | Key
"""A condition: that a row has a key, or an expression."""
T = TypeVar("T")
V = TypeVar("V")


_OF = "of_"
"""Stands before the name of a column by whose value rows are chosen."""


def _parts(key: Key) -> tuple[str | int, ...]:
    return key if isinstance(key, tuple) else (key,)


def _can_be_stored(parts: Sequence[str | int]) -> bool:
    """Return whether a database can store such a key, which a visitor may have made up."""
    return all(isinstance(part, int) or part.isprintable() for part in parts)


class Rows(Repository):
    """The rows of one table, without values: of pairs of people, marks and counters."""

    table: ClassVar[Table]

    def __init_subclass__(cls, *, table: Table | None = None) -> None:
        """Declare the table."""
        super().__init_subclass__()
        if table is not None:
            cls.table = table

    @contextmanager
    def together(self) -> Iterator[Self]:
        """Give these rows in one transaction, which is that of the caller if there is one."""
        with self.database.begin() as connection:
            yield type(self)(Transaction(connection, self.database.changes))

    def pick(
        self,
        column: ColumnElement[T],
        *where: Where,
        order: Sequence[ColumnElement[Any]] = (),  # Any: of any type
        limit: int | None = None,
        **same: object,
    ) -> tuple[T, ...]:
        """Return one column of the rows that meet all conditions."""
        chosen = select(column).where(*self.conditions(where, same)).order_by(*order).limit(limit)
        with self.database.connect() as connection:
            return tuple(connection.execute(chosen).scalars())

    def pairs(
        self,
        first: ColumnElement[T],
        second: ColumnElement[V],
        *where: Where,
        order: Sequence[ColumnElement[Any]] = (),  # Any: as above
    ) -> tuple[tuple[T, V], ...]:
        """Return two columns of the rows that meet all conditions."""
        chosen = select(first, second).where(*self.conditions(where, {})).order_by(*order)
        with self.database.connect() as connection:
            return tuple((row[0], row[1]) for row in connection.execute(chosen))

    def has(self, *where: Where, **same: object) -> bool:
        """Return whether a row meets all conditions."""
        exact = self.exact(where, same)
        if exact is not None:
            with self.database.connect() as connection:
                return self.prepared(_any, tuple(exact)).first(connection, exact) is not None
        return bool(self.pick(self.table.primary_key.columns[0], *self.conditions(where, same), limit=1))

    def count(self, *where: Where, **same: object) -> int:
        """Return how many rows meet all conditions."""
        exact = self.exact(where, same)
        if exact is not None:
            with self.database.connect() as connection:
                return sum(number for (number,) in self.prepared(_number, tuple(exact)).all(connection, exact))
        chosen = select(func.count()).select_from(self.table).where(*self.conditions(where, same))
        with self.database.connect() as connection:
            return connection.execute(chosen).scalar_one()

    def next(self, column: ColumnElement[int], first: int = 0, **same: object) -> int:
        """Return the number after the greatest one in a column of some rows, or the first one."""
        chosen = select(func.coalesce(func.max(column) + 1, first)).where(*self.conditions((), same))
        with self.database.connect() as connection:
            return connection.execute(chosen).scalar_one()

    def insert(self, *rows: Mapping[str, object]) -> None:
        """Insert rows, which have the same columns."""
        if rows:
            with self.database.begin() as connection:
                if any(isinstance(value, ClauseElement) for row in rows for value in row.values()):
                    connection.execute(insert(self.table), rows)
                else:
                    self.prepared(_new).run(connection, rows)

    def insert_once(self, **values: object) -> bool:
        """Insert a row, unless there is one with its key; return whether there was none."""
        theirs, _ = self._split(values)
        with self.together() as rows:
            if rows.has(**theirs):
                return False
            rows.insert(values)
        return True

    def put(self, **values: object) -> None:
        """Change the row with the key that is among the values, or insert it if there is none."""
        theirs, others = self._split(values)
        with self.together() as rows:
            if not rows.amend(theirs, others):
                rows.insert(values)

    def set(self, *where: Where, **values: object) -> int:
        """Change the rows that meet all conditions; return how many there were."""
        return self.amend({}, values, *where)

    def amend(self, same: Mapping[str, object], values: Mapping[str, object], *where: Where) -> int:
        """Change the rows that have the `same` values and meet all conditions; return how many there were."""
        exact = None if any(isinstance(value, ClauseElement) for value in values.values()) else self.exact(where, same)
        if exact and values:
            with self.database.begin() as connection:
                return self.prepared(_change, tuple(exact)).run(connection, [{**exact, **values}])
        with self.database.begin() as connection:
            return connection.execute(update(self.table).where(*self.some(where, same)).values(**values)).rowcount

    def remove(self, *where: Where, **same: object) -> int:
        """Delete the rows that meet all conditions; return how many there were."""
        exact = self.exact(where, same)
        if exact:
            with self.database.begin() as connection:
                return self.prepared(_removal, tuple(exact)).run(connection, [exact])
        with self.database.begin() as connection:
            return connection.execute(delete(self.table).where(*self.some(where, same))).rowcount

    def lock(self, name: str) -> None:
        """Let only one transaction at a time hold a name, such as the id of a person whose rows it counts."""
        with self.database.begin() as connection:
            lock(connection, f"{self.table.name} of {name}")

    def conditions(self, where: Iterable[Where], same: Mapping[str, object]) -> list[ColumnElement[bool]]:
        """Return conditions as expressions."""
        given = [one if isinstance(one, ColumnElement) else self._has_key(one) for one in where]
        return given + [_equals(self.table.c[name], value) for name, value in same.items()]

    def exact(self, where: Iterable[Where], same: Mapping[str, object]) -> dict[str, object] | None:
        """Return the values by which conditions choose rows, for a prepared statement; None where they say more."""
        found = dict(same)
        for key in where:
            parts = _parts(key) if not isinstance(key, ColumnElement) else ()
            if not parts or not _can_be_stored(parts):
                return None
            its = {str(column.key): part for column, part in zip(self.table.primary_key, parts, strict=True)}
            if its.keys() & found.keys():
                return None
            found |= its
        single = all(isinstance(value, str | int | float) for value in found.values())
        return {f"{_OF}{name}": value for name, value in found.items()} if single else None

    @classmethod
    @cache
    def prepared(cls, make: Callable[[Any], Statement], names: tuple[str, ...] = ()) -> Prepared:  # Any: of any table
        """Return a statement about the rows with `exact` values of these names, which is compiled once."""
        chosen = [cls.table.c[name.removeprefix(_OF)] == bindparam(name) for name in names]
        made = make(cls)
        return Prepared(made if isinstance(made, Insert) else made.where(*chosen))

    def some(self, where: Iterable[Where], same: Mapping[str, object]) -> list[ColumnElement[bool]]:
        """Return conditions of which there is at least one, since all rows are never meant."""
        found = self.conditions(where, same)
        assert found, "no condition"
        return found

    def _has_key(self, key: Key) -> ColumnElement[bool]:
        """Return the condition that a row has a key; it is never true for one that no database can store."""
        parts = _parts(key)
        if not _can_be_stored(parts):
            return false()
        return and_(*(column == part for column, part in zip(self.table.primary_key, parts, strict=True)))

    def _split(self, values: Mapping[str, object]) -> tuple[dict[str, object], dict[str, object]]:
        """Return the key that is among some values, by its columns, and the other values."""
        others = dict(values)
        return {str(column.key): others.pop(column.key) for column in self.table.primary_key}, others


def _any(rows: type[Rows]) -> Statement:
    return select(rows.table.primary_key.columns[0]).limit(1)


def _number(rows: type[Rows]) -> Statement:
    return select(func.count()).select_from(rows.table)


def _new(rows: type[Rows]) -> Statement:
    return insert(rows.table).inline()


def _change(rows: type[Rows]) -> Statement:
    return update(rows.table)


def _removal(rows: type[Rows]) -> Statement:
    return delete(rows.table)


class Expiring(Rows):
    """Rows that are used once, before `expires_at`: tokens and challenges, by their hashes."""

    def insert_until(self, now: float, **values: object) -> None:
        """Insert a row; delete those that have expired."""
        with self.together() as rows:
            rows.remove(self.table.c.expires_at < now)
            rows.insert(values)

    def is_valid(self, key: Key, now: float) -> bool:
        """Return whether a row has neither been used nor expired."""
        return self.has(key, self.table.c.expires_at >= now)

    def use(self, key: Key, now: float) -> bool:
        """Delete a row; return False if it was used, has expired, or was never made."""
        return self.remove(key, self.table.c.expires_at >= now) == 1


def _equals(column: ColumnElement[Any], value: Any) -> ColumnElement[bool]:  # Any: of any type
    """Return the condition that a column has a value, or one of several."""
    is_some = isinstance(value, Collection) and not isinstance(value, str | bytes)
    return column.in_(value) if is_some else column == value
