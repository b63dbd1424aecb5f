"""Passkeys, and the challenges that they must sign once."""

from dataclasses import fields

from sqlalchemy import RowMapping, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from ludarium.store.database import Repository
from ludarium.store.people.accounts import become_account
from ludarium.store.rows import Passkey
from ludarium.store.tables import challenges, passkeys

_row = passkeys.c


class PasskeysTable(Repository):
    """The passkeys of one database."""

    def add_challenge(self, challenge_hash: str, expires_at: float, now: float) -> None:
        """Insert a challenge; delete those that have expired."""
        with self.database.begin() as connection:
            connection.execute(delete(challenges).where(challenges.c.expires_at < now))
            connection.execute(insert(challenges).values(challenge_hash=challenge_hash, expires_at=expires_at))

    def use_challenge(self, challenge_hash: str, now: float) -> bool:
        """Delete a challenge; return False if it was used, has expired, or was never made."""
        chosen = (challenges.c.challenge_hash == challenge_hash, challenges.c.expires_at >= now)
        with self.database.begin() as connection:
            return connection.execute(delete(challenges).where(*chosen)).rowcount == 1

    def insert(self, passkey: Passkey, key: str, now: float) -> bool:
        """Insert a passkey, which makes its person an account.

        Return False, and change nothing, if another account has the name's key, or the passkey is known.
        """
        values = {field.name: getattr(passkey, field.name) for field in fields(Passkey)}
        values |= {"credential_id": values.pop("id"), "person_id": values.pop("person")}
        try:
            with self.database.begin() as connection:
                become_account(connection, passkey.person, key, now)
                connection.execute(insert(passkeys).values(**values))
        except IntegrityError:
            return False
        return True

    def of_person(self, person_id: str) -> tuple[Passkey, ...]:
        """Return the passkeys of a person, the oldest first."""
        chosen = select(passkeys).where(_row.person_id == person_id).order_by(_row.created_at)
        with self.database.connect() as connection:
            return tuple(_passkey(row) for row in connection.execute(chosen).mappings())

    def load(self, passkey_id: str) -> Passkey | None:
        """Return the passkey of a credential id, or None."""
        with self.database.connect() as connection:
            row = connection.execute(select(passkeys).where(_row.credential_id == passkey_id)).mappings().first()
        return _passkey(row) if row else None

    def touch(self, passkey_id: str, sign_count: int, now: float) -> None:
        """Record that a passkey was used."""
        values = {"sign_count": sign_count, "used_at": now}
        with self.database.begin() as connection:
            connection.execute(update(passkeys).where(_row.credential_id == passkey_id).values(**values))

    def rename(self, person_id: str, passkey_id: str, name: str) -> bool:
        """Give a passkey another name; return False if the person has no such passkey."""
        ours = (_row.person_id == person_id, _row.credential_id == passkey_id)
        with self.database.begin() as connection:
            return connection.execute(update(passkeys).where(*ours).values(name=name)).rowcount == 1

    def remove(self, person_id: str, passkey_id: str) -> None:
        """Delete a passkey of a person."""
        with self.database.begin() as connection:
            connection.execute(delete(passkeys).where(_row.person_id == person_id, _row.credential_id == passkey_id))


def _passkey(row: RowMapping) -> Passkey:
    values = {name: row[name] for name in ("name", "public_key", "sign_count", "created_at", "used_at")}
    return Passkey(id=row["credential_id"], person=row["person_id"], **values)
