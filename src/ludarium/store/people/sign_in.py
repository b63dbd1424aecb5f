"""The links and codes that sign somebody in; the database keeps their hashes alone."""

from dataclasses import fields

from sqlalchemy import RowMapping, delete, insert, select

from ludarium.store.database import Repository
from ludarium.store.rows import SignInCode
from ludarium.store.tables import sign_in_codes

_codes = sign_in_codes.c


class SignInCodes(Repository):
    """The codes of one database that may still be used."""

    def insert(self, code: SignInCode, now: float) -> None:
        """Insert a new code; delete those that have expired."""
        values = {field.name: getattr(code, field.name) for field in fields(SignInCode) if field.name != "person"}
        with self.database.begin() as connection:
            connection.execute(delete(sign_in_codes).where(_codes.expires_at < now))
            connection.execute(insert(sign_in_codes).values(person_id=code.person, **values))

    def of_token(self, token_hash: str, now: float) -> SignInCode | None:
        """Return the code of a mailed link, or None."""
        chosen = select(sign_in_codes).where(_codes.token_hash == token_hash, _codes.expires_at >= now)
        with self.database.connect() as connection:
            row = connection.execute(chosen).mappings().first()
        return _code(row) if row else None

    def of_email(self, email: str, now: float) -> tuple[SignInCode, ...]:
        """Return the codes that were mailed to an address."""
        live = select(sign_in_codes).where(_codes.email == email, _codes.expires_at >= now)
        with self.database.connect() as connection:
            return tuple(_code(row) for row in connection.execute(live).mappings())

    def use(self, code: SignInCode) -> bool:
        """Delete a code, and all others of its address, since it is used; return False if it already was."""
        with self.database.begin() as connection:
            if connection.execute(delete(sign_in_codes).where(_codes.token_hash == code.token_hash)).rowcount != 1:
                return False
            if code.email:
                connection.execute(delete(sign_in_codes).where(_codes.email == code.email))
        return True


def _code(row: RowMapping) -> SignInCode:
    values = {name: row[name] for name in ("token_hash", "code_hash", "email", "expires_at", "further")}
    return SignInCode(person=row["person_id"], **values)
