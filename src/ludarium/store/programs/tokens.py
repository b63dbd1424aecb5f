"""The tokens by which programs act for people; only their hashes are stored."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import func, select

from ludarium.store.mapping import Part, Values
from ludarium.store.people.people import PERSON
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


class TokenOwner(NamedTuple):
    """A token and its person."""

    person: Person
    token: Token


_TOKEN = {
    "id": _row.token_hash, "person": _row.person, "name": _row.name, "scopes": _row.scopes,
    "created_at": _row.created_at, "used_at": _row.used_at,
}  # fmt: skip


class TokenTable(
    Values[TokenOwner],
    table=tokens,
    value=TokenOwner,
    computed={"person": PERSON, "token": Part(Token, _TOKEN)},
    joined=tokens.join(people),
    order=(_row.created_at,),
):
    """The tokens of one database, the oldest first."""

    def known(self, hashes: Collection[str], now: float) -> set[str]:
        """Return those of these hashes that tokens have whose account, and that of a bot's owner, is not suspended."""
        owners = people.alias("owners")
        until = [func.coalesce(each.c.suspended_until, 0.0) for each in (people, owners)]
        usable = select(_row.token_hash).join(people, people.c.id == _row.person)
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

    def remove_of(self, person_id: str, token_hash: str) -> bool:
        """Delete a token of a person; return whether the person had it."""
        return self.remove(token_hash, person=person_id) == 1
