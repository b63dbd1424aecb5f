"""The tokens of the addresses by which challenges are answered; the database keeps their hashes alone."""

from sqlalchemy import insert, select

from ludarium.store.database import Repository
from ludarium.store.tables import challenge_addresses

_row = challenge_addresses.c


class ChallengeAddressTable(Repository):
    """The addresses of one database that answer challenges."""

    def insert(self, token_hash: str, challenge_id: str) -> None:
        """Insert the address of a challenge, by the hash of its token."""
        with self.database.begin() as connection:
            connection.execute(insert(challenge_addresses).values(token_hash=token_hash, challenge_id=challenge_id))

    def find(self, token_hash: str) -> str | None:
        """Return the id of the challenge that a token answers, or None."""
        with self.database.connect() as connection:
            return connection.execute(select(_row.challenge_id).where(_row.token_hash == token_hash)).scalar()
