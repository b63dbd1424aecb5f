"""Mailed commands that wait for a mail to confirm them; only the hashes of the tokens of its address are stored."""

from dataclasses import asdict, dataclass, fields

from sqlalchemy import delete, insert, select

from ludarium.store.database import Repository
from ludarium.store.tables import pending_commands

_row = pending_commands.c


@dataclass(frozen=True, slots=True)
class PendingCommand:
    """A command of a person, without a password, by the hash of the token that confirms it."""

    token_hash: str
    person: str
    line: str
    expires_at: float


class PendingCommandTable(Repository):
    """The commands of one database that wait."""

    def insert(self, command: PendingCommand, now: float) -> None:
        """Insert a command; delete those that have expired."""
        with self.database.begin() as connection:
            connection.execute(delete(pending_commands).where(_row.expires_at < now))
            connection.execute(insert(pending_commands).values(**asdict(command)))

    def find(self, token_hash: str, now: float) -> PendingCommand | None:
        """Return the command that a token confirms, or None."""
        chosen = select(pending_commands).where(_row.token_hash == token_hash, _row.expires_at >= now)
        with self.database.connect() as connection:
            row = connection.execute(chosen).mappings().first()
        return PendingCommand(**{field.name: row[field.name] for field in fields(PendingCommand)}) if row else None

    def delete(self, token_hash: str) -> None:
        """Delete a command that was carried out."""
        with self.database.begin() as connection:
            connection.execute(delete(pending_commands).where(_row.token_hash == token_hash))
