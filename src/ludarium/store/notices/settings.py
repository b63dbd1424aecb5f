"""The notification settings of people, and addresses that refuse mail."""

import secrets
from dataclasses import dataclass, replace
from typing import Literal

from sqlalchemy import RowMapping, delete, insert, select, update

from ludarium.store.database import Repository
from ludarium.store.tables import notice_settings, refusing_addresses

REMINDER_DAYS = 7
MailChoice = Literal["each", "daily", "never"]
_row = notice_settings.c


@dataclass(frozen=True, slots=True)
class NoticeSettings:
    """The notification settings of a person.

    | field           | content                                                                         |
    |-----------------|---------------------------------------------------------------------------------|
    | `mail`          | a mail for each notice, one a day, or none                                      |
    | `quiet`         | the hours of the day between which no mail is sent: the first, and the one after |
    | `zone`          | the person's time zone, by its name                                             |
    | `reminder_days` | after how many idle days the person is reminded of a turn; 0 for never          |
    """

    mail: MailChoice = "each"
    quiet: tuple[int, int] | None = None
    zone: str = "UTC"
    reminder_days: int = REMINDER_DAYS


class NoticeSettingsTable(Repository):
    """The settings of notices in one database, and the addresses that refuse mail."""

    def load(self, person_id: str) -> NoticeSettings:
        """Return the settings of a person; the defaults if the person has changed nothing."""
        with self.database.connect() as connection:
            row = connection.execute(select(notice_settings).where(_row.person_id == person_id)).mappings().first()
        return _settings(row) if row else NoticeSettings()

    def save(self, person_id: str, settings: NoticeSettings) -> str:
        """Store the settings of a person; return the token of the page that ends mail without signing in."""
        begin, end = settings.quiet or (None, None)
        values = {"mail": settings.mail, "zone": settings.zone, "nag_days": settings.reminder_days}
        values |= {"quiet_from": begin, "quiet_to": end}
        with self.database.begin() as connection:
            theirs = _row.person_id == person_id
            if not connection.execute(update(notice_settings).where(theirs).values(**values)).rowcount:
                token = secrets.token_urlsafe(18)
                connection.execute(insert(notice_settings).values(person_id=person_id, token=token, **values))
            saved: str = connection.execute(select(_row.token).where(theirs)).scalar_one()
        return saved

    def token(self, person_id: str) -> str:
        """Return the token of the page that ends a person's mail without signing in."""
        with self.database.connect() as connection:
            found: str | None = connection.execute(select(_row.token).where(_row.person_id == person_id)).scalar()
        return found or self.save(person_id, NoticeSettings())

    def of_token(self, token: str) -> str | None:
        """Return the id of the person whose mail a token ends, or None."""
        if not token.isprintable():
            return None
        with self.database.connect() as connection:
            found: str | None = connection.execute(select(_row.person_id).where(_row.token == token)).scalar()
            return found

    def end_mail(self, person_id: str) -> None:
        """Unsubscribe a person from the mails of notices."""
        self.save(person_id, replace(self.load(person_id), mail="never"))

    def refuse(self, address: str, reason: str, now: float) -> None:
        """Record that an address refuses mail."""
        with self.database.begin() as connection:
            connection.execute(delete(refusing_addresses).where(refusing_addresses.c.address == address))
            connection.execute(insert(refusing_addresses).values(address=address, since=now, reason=reason))

    def accept(self, address: str) -> None:
        """Record that an address takes mail again."""
        if self.refusal(address) is None:
            return
        with self.database.begin() as connection:
            connection.execute(delete(refusing_addresses).where(refusing_addresses.c.address == address))

    def refusal(self, address: str) -> str | None:
        """Return why an address refuses mail; None if it accepts mail."""
        chosen = select(refusing_addresses.c.reason).where(refusing_addresses.c.address == address)
        with self.database.connect() as connection:
            found: str | None = connection.execute(chosen).scalar()
            return found


def _settings(row: RowMapping) -> NoticeSettings:
    quiet = None if row["quiet_from"] is None else (row["quiet_from"], row["quiet_to"])
    return NoticeSettings(row["mail"], quiet, row["zone"], row["nag_days"])
