"""The notification settings of people, and addresses that refuse mail."""

import secrets
from dataclasses import dataclass, replace
from typing import Literal

from ludarium.store.mapping import Part, Values
from ludarium.store.table import Rows
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


def _quiet(begin: int | None, end: int) -> tuple[int, int] | None:
    return None if begin is None else (begin, end)


class NoticeSettingsTable(
    Values[NoticeSettings],
    table=notice_settings,
    value=NoticeSettings,
    computed={"quiet": Part(_quiet, {"begin": _row.quiet_from, "end": _row.quiet_to})},
):
    """The settings of notices in one database."""

    def of_person(self, person_id: str) -> NoticeSettings:
        """Return the settings of a person; the defaults if the person has changed nothing."""
        return self.load(person_id) or NoticeSettings()

    def save(self, person_id: str, settings: NoticeSettings) -> str:
        """Store the settings of a person; return the token of the page that ends mail without signing in."""
        begin, end = settings.quiet or (None, None)
        values = self.row(settings) | {"quiet_from": begin, "quiet_to": end}
        with self.together() as rows:
            if not rows.set(person_id, **values):
                rows.insert({"person": person_id, "token": secrets.token_urlsafe(18), **values})
            return str(rows.pick(_row.token, person_id)[0])

    def token(self, person_id: str) -> str:
        """Return the token of the page that ends a person's mail without signing in."""
        return next(iter(self.pick(_row.token, person_id)), "") or self.save(person_id, NoticeSettings())

    def of_token(self, token: str) -> str | None:
        """Return the id of the person whose mail a token ends, or None."""
        return next(iter(self.pick(_row.person, token=token)), None) if token.isprintable() else None

    def end_mail(self, person_id: str) -> None:
        """Unsubscribe a person from the mails of notices."""
        self.save(person_id, replace(self.of_person(person_id), mail="never"))


class RefusingAddresses(Rows, table=refusing_addresses):
    """The addresses that refuse mail."""

    def refuse(self, address: str, reason: str, now: float) -> None:
        """Record that an address refuses mail."""
        self.put(address=address, since=now, reason=reason)

    def accept(self, address: str) -> None:
        """Record that an address takes mail again."""
        if self.has(address):
            self.remove(address)

    def refusal(self, address: str) -> str | None:
        """Return why an address refuses mail; None if it accepts mail."""
        return next(iter(self.pick(refusing_addresses.c.reason, address)), None)
