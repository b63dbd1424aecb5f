"""How people sign in: links and codes, passkeys and passwords, and how often they have tried."""

import secrets
from dataclasses import dataclass

from sqlalchemy.exc import IntegrityError

from ludarium.store.mapping import Values
from ludarium.store.people.accounts import become_account
from ludarium.store.rows import Passkey, SignInCode
from ludarium.store.table import Expiring, Rows
from ludarium.store.tables import attempts, challenges, passkeys, password_tries, passwords, sign_in_codes

_codes, _passkey, _tries, _attempt = sign_in_codes.c, passkeys.c, password_tries.c, attempts.c


class SignInCodes(Values[SignInCode], table=sign_in_codes, value=SignInCode):
    """The codes of one database that may still be used."""

    def give(self, code: SignInCode, now: float) -> None:
        """Insert a new code; delete those that have expired."""
        with self.together() as rows:
            rows.remove(_codes.expires_at < now)
            rows.add(code)

    def of_token(self, token_hash: str, now: float) -> SignInCode | None:
        """Return the code of a mailed link, or None."""
        return self.one(token_hash, _codes.expires_at >= now)

    def of_email(self, email: str, now: float) -> tuple[SignInCode, ...]:
        """Return the codes that were mailed to an address."""
        return self.find(_codes.expires_at >= now, email=email)

    def use(self, code: SignInCode) -> bool:
        """Delete a code, and all others of its address, since it is used; return False if it already was."""
        with self.together() as rows:
            used = rows.remove(code.token_hash) == 1
            if used and code.email:
                rows.remove(email=code.email)
            return used


class PasskeyChallenges(Expiring, table=challenges):
    """The challenges that wait for a signature."""


class PasskeysTable(
    Values[Passkey],
    table=passkeys,
    value=Passkey,
    computed={"id": _passkey.credential_id},
    order=(_passkey.created_at,),
):
    """The passkeys of one database, the oldest first."""

    def register(self, passkey: Passkey, key: str, now: float) -> bool:
        """Insert a passkey, which makes its person an account.

        Return False, and change nothing, if another account has the name's key, or the passkey is known.
        """
        try:
            with self.together() as rows, rows.database.begin() as connection:
                become_account(connection, passkey.person, key, now)
                rows.add(passkey)
        except IntegrityError:
            return False
        return True

    def rename(self, person_id: str, passkey_id: str, name: str) -> bool:
        """Give a passkey another name; return False if the person has no such passkey."""
        return self.set(passkey_id, _passkey.person == person_id, name=name) == 1


@dataclass(frozen=True, slots=True)
class PasswordRow:
    """The hash of a person's password, empty if there is none, and of a new one that was mailed and not used yet."""

    person: str
    hash: str = ""
    mailed_hash: str = ""
    mailed_until: float = 0.0


class PasswordTable(Values[PasswordRow], table=passwords, value=PasswordRow):
    """The passwords of one database."""

    def save(self, password: PasswordRow) -> None:
        """Store the hashes of a person."""
        self.put(**self.row(password))


class PasswordTries(Rows, table=password_tries):
    """How many tries there were at a name."""

    def count_try(self, key: str, now: float, since: float) -> int:
        """Count a try at a name; return how many there were since a time, this one included."""
        with self.together() as rows:
            rows.remove(_tries.began_at < since)
            if not rows.set(key, tries=_tries.tries + 1):
                rows.insert({"name_key": key, "began_at": now, "tries": 1})
            return int(rows.pick(_tries.tries, key)[0])

    def take_back(self, key: str) -> None:
        """Take back one counted try, which was right."""
        self.set(key, tries=_tries.tries - 1)


HOUR = 3600.0


class AttemptTable(Rows, table=attempts):
    """The attempts of the last hour in one database; all processes count the same."""

    def add(self, kind: str, who: str, now: float, since: float, most: int) -> bool:
        """Insert an attempt, unless there were `most` of its kind since a time, within the last hour.

        Return whether it was inserted; older ones are deleted.
        """
        with self.together() as rows:
            rows.lock(f"{kind}{who}")
            rows.remove(_attempt.at <= now - HOUR)
            if rows.count(_attempt.at > since, kind=kind, who=who) >= most:
                return False
            rows.insert({"id": secrets.token_hex(12), "kind": kind, "who": who, "at": now})
        return True

    def made(self, kind: str, who: str, since: float) -> int:
        """Return how many attempts of a kind there were since a time."""
        return self.count(_attempt.at > since, kind=kind, who=who)

    def made_since(self, kind: str, who: str, since: float) -> bool:
        """Return whether there was an attempt since a time."""
        return self.has(_attempt.at > since, kind=kind, who=who)
