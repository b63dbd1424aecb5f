"""The tokens of reply addresses; the database keeps their hashes alone."""

from dataclasses import asdict, dataclass, fields

from sqlalchemy import and_, delete, exists, insert, select, update

from ludarium.store.database import Repository
from ludarium.store.tables import matches, reply_addresses

_row = reply_addresses.c


@dataclass(frozen=True, slots=True)
class ReplyAddress:
    """By the hash of its token: who may act in which match and for which seat, until the turn is over.

    The turn is known by how many `turns` were played, and how many times turns were taken back before.
    """

    token_hash: str
    person: str
    match_id: str
    seat: int
    turns: int
    takebacks: int
    created_at: float


class ReplyAddressTable(Repository):
    """The reply addresses of one database."""

    def insert(self, address: ReplyAddress, forget_before: float) -> None:
        """Insert a reply address; delete those of turns that were over long ago."""
        is_current = exists().where(matches.c.id == _row.match_id, matches.c.turns == _row.turns)
        with self.database.begin() as connection:
            connection.execute(delete(reply_addresses).where(and_(_row.created_at < forget_before, ~is_current)))
            connection.execute(insert(reply_addresses).values(used_at=None, **asdict(address)))

    def find(self, token_hash: str) -> tuple[ReplyAddress, bool] | None:
        """Return the reply address of a token, and whether it was used; None for an unknown token."""
        with self.database.connect() as connection:
            row = connection.execute(select(reply_addresses).where(_row.token_hash == token_hash)).mappings().first()
        if row is None:
            return None
        values = {field.name: row[field.name] for field in fields(ReplyAddress)}
        return ReplyAddress(**values), row["used_at"] is not None

    def use(self, token_hash: str, now: float) -> bool:
        """Record that a token was used; return False if it already was."""
        unused = and_(_row.token_hash == token_hash, _row.used_at.is_(None))
        with self.database.begin() as connection:
            return connection.execute(update(reply_addresses).where(unused).values(used_at=now)).rowcount == 1
