"""The tokens by which programs act for people; only their hashes are stored."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import RowMapping, delete, func, insert, select, update

from ludarium.store.database import Repository
from ludarium.store.people.people import to_person
from ludarium.store.rows import Person
from ludarium.store.tables import people, tokens

_row = tokens.c
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a person; `id` is its hash, and `scopes` are the rights of a program that has it."""

    id: str
    person: str
    name: str
    scopes: frozenset[str]
    created_at: float
    used_at: float | None = None


class TokenTable(Repository):
    """The tokens of one database."""

    def insert(self, token: Token) -> None:
        """Insert a new token."""
        values = {"token_hash": token.id, "person_id": token.person, "name": token.name}
        with self.database.begin() as connection:
            connection.execute(
                insert(tokens).values(**values, scopes=" ".join(sorted(token.scopes)), created_at=token.created_at)
            )

    def find(self, token_hash: str) -> tuple[Person, Token] | None:
        """Return a token with its person, or None."""
        own = [_row[name].label(f"token_{name}") for name in ("name", "created_at", "used_at")]
        chosen = select(people, _row.token_hash, _row.person_id, _row.scopes, *own).join(
            tokens, _row.person_id == people.c.id
        )
        with self.database.connect() as connection:
            row = connection.execute(chosen.where(_row.token_hash == token_hash)).mappings().first()
        return (to_person(row), _token(row, "token_")) if row else None

    def of_person(self, person_id: str) -> tuple[Token, ...]:
        """Return the tokens of a person, the oldest first."""
        chosen = select(tokens).where(_row.person_id == person_id).order_by(_row.created_at)
        with self.database.connect() as connection:
            return tuple(_token(row) for row in connection.execute(chosen).mappings())

    def known(self, hashes: Collection[str], now: float) -> set[str]:
        """Return those of these hashes that tokens have whose account, and that of a bot's owner, is not suspended."""
        owners = people.alias("owners")
        until = [func.coalesce(each.c.suspended_until, 0.0) for each in (people, owners)]
        usable = select(_row.token_hash).join(people, people.c.id == _row.person_id)
        usable = usable.outerjoin(owners, owners.c.id == people.c.owner_id)
        usable = usable.where(*(each <= now for each in until))
        listed = list(hashes)
        parts = (listed[first : first + _AT_ONCE] for first in range(0, len(listed), _AT_ONCE))
        with self.database.connect() as connection:
            return {
                found
                for part in parts
                for found in connection.execute(usable.where(_row.token_hash.in_(part))).scalars()
            }

    def touch(self, token_hash: str, now: float) -> None:
        """Record that a token was used."""
        with self.database.begin() as connection:
            connection.execute(update(tokens).where(_row.token_hash == token_hash).values(used_at=now))

    def remove(self, person_id: str, token_hash: str) -> bool:
        """Delete a token of a person; return whether the person had it."""
        theirs = (_row.person_id == person_id, _row.token_hash == token_hash)
        with self.database.begin() as connection:
            return connection.execute(delete(tokens).where(*theirs)).rowcount == 1


def _token(row: RowMapping, prefix: str = "") -> Token:
    """Return the token of a row, in which some columns may have a prefix, since people have columns of these names."""
    name, created_at, used_at = (row[prefix + column] for column in ("name", "created_at", "used_at"))
    return Token(row["token_hash"], row["person_id"], name, frozenset(row["scopes"].split()), created_at, used_at)
