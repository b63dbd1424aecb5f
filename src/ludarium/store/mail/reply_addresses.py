"""Reply addresses, and mailed commands that wait for a mail to confirm them; only the hashes of tokens are stored."""

from dataclasses import dataclass

from sqlalchemy import exists

from ludarium.store.mapping import Values
from ludarium.store.tables import matches, pending_commands, reply_addresses

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
    used_at: float | None = None


class ReplyAddressTable(Values[ReplyAddress], table=reply_addresses, value=ReplyAddress):
    """The reply addresses of one database."""

    def give(self, address: ReplyAddress, forget_before: float) -> None:
        """Insert a reply address; delete those of turns that were over long ago."""
        is_current = exists().where(matches.c.id == _row.match_id, matches.c.turns == _row.turns)
        with self.together() as rows:
            rows.remove(_row.created_at < forget_before, ~is_current)
            rows.add(address)

    def use(self, token_hash: str, now: float) -> bool:
        """Record that a token was used; return False if it already was."""
        return self.set(token_hash, _row.used_at.is_(None), used_at=now) == 1


_pending = pending_commands.c


@dataclass(frozen=True, slots=True)
class PendingCommand:
    """A command of a person, without a password, by the hash of the token that confirms it."""

    token_hash: str
    person: str
    line: str
    expires_at: float


class PendingCommandTable(Values[PendingCommand], table=pending_commands, value=PendingCommand):
    """The commands of one database that wait."""

    def wait(self, command: PendingCommand, now: float) -> None:
        """Insert a command; delete those that have expired."""
        with self.together() as rows:
            rows.remove(_pending.expires_at < now)
            rows.add(command)

    def of_token(self, token_hash: str, now: float) -> PendingCommand | None:
        """Return the command that a token confirms, or None."""
        return self.one(token_hash, _pending.expires_at >= now)
