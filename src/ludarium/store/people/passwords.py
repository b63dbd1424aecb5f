"""The hashes of passwords for mailed commands, and how many wrong ones were tried."""

from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update

from ludarium.store.database import Repository
from ludarium.store.tables import password_tries, passwords

_row, _tries = passwords.c, password_tries.c


@dataclass(frozen=True, slots=True)
class PasswordRow:
    """The hash of a person's password, empty if there is none, and of a new one that was mailed and not used yet."""

    person: str
    hash: str = ""
    mailed_hash: str = ""
    mailed_until: float = 0.0


class PasswordTable(Repository):
    """The passwords of one database."""

    def load(self, person_id: str) -> PasswordRow | None:
        """Return the hashes of a person, or None."""
        with self.database.connect() as connection:
            row = connection.execute(select(passwords).where(_row.person_id == person_id)).mappings().first()
        return PasswordRow(row["person_id"], row["hash"], row["mailed_hash"], row["mailed_until"]) if row else None

    def save(self, password: PasswordRow) -> None:
        """Store the hashes of a person."""
        values = {"hash": password.hash, "mailed_hash": password.mailed_hash, "mailed_until": password.mailed_until}
        with self.database.begin() as connection:
            known = update(passwords).where(_row.person_id == password.person).values(**values)
            if connection.execute(known).rowcount == 0:
                connection.execute(insert(passwords).values(person_id=password.person, **values))

    def count_try(self, key: str, now: float, since: float) -> int:
        """Count a try at a name; return how many there were since a time, this one included."""
        with self.database.begin() as connection:
            connection.execute(delete(password_tries).where(_tries.began_at < since))
            known = update(password_tries).where(_tries.name_key == key).values(tries=_tries.tries + 1)
            if connection.execute(known).rowcount == 0:
                connection.execute(insert(password_tries).values(name_key=key, began_at=now, tries=1))
                return 1
            return int(connection.execute(select(_tries.tries).where(_tries.name_key == key)).scalar_one())

    def forget_try(self, key: str) -> None:
        """Take back one counted try, which was right."""
        with self.database.begin() as connection:
            connection.execute(update(password_tries).where(_tries.name_key == key).values(tries=_tries.tries - 1))
