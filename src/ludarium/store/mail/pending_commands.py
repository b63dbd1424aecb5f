"""Mailed commands that wait for an answer to confirm them; of the tokens of its address the hash alone is kept."""

from dataclasses import asdict, dataclass, fields

from sqlalchemy import delete, insert, select

from ludarium.store.database import Also, Database
from ludarium.store.tables import pending_commands

_row = pending_commands.c


@dataclass(frozen=True, slots=True)
class PendingCommand:
    """A command of a person, without a password, by the hash of the token that confirms it."""

    token_hash: str
    person: str
    line: str
    expires_at: float


class PendingCommandTable:
    """The commands of one database that wait."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def insert(self, command: PendingCommand, now: float) -> None:
        """Insert a command; delete those that have expired."""
        with self._database.begin() as connection:
            connection.execute(delete(pending_commands).where(_row.expires_at < now))
            connection.execute(insert(pending_commands).values(**asdict(command)))

    def find(self, token_hash: str, now: float) -> PendingCommand | None:
        """Return the command that a token confirms, or None."""
        chosen = select(pending_commands).where(_row.token_hash == token_hash, _row.expires_at >= now)
        with self._database.connect() as connection:
            row = connection.execute(chosen).mappings().first()
        return PendingCommand(**{field.name: row[field.name] for field in fields(PendingCommand)}) if row else None

    @staticmethod
    def using(token_hash: str) -> Also:
        """Return what deletes a command in the transaction that records that it was carried out."""
        return lambda connection: connection.execute(delete(pending_commands).where(_row.token_hash == token_hash))
