"""Accounts in the database: names, addresses, merging, and how people sign in.

Size: all that writes accounts, their names and addresses.

How people sign in: links and codes, passkeys and passwords, and how often they have tried.
"""

import secrets
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from ludarium.site.ground.changes import MatchChange
from ludarium.site.ground.database import Transaction, lock
from ludarium.site.ground.mapping import Values
from ludarium.site.ground.table import Expiring, Rows
from ludarium.site.ground.tables import (
    abandonments,
    account_invitations,
    attempts,
    blocks,
    broadcasts,
    challenges,
    follows,
    further_addresses,
    matches,
    notice_settings,
    notices,
    offer_uses,
    open_offers,
    outbox,
    passkeys,
    password_tries,
    passwords,
    people,
    person_notes,
    position_notes,
    puzzle_attempts,
    puzzle_days,
    puzzle_duels,
    puzzle_mails,
    puzzle_replies,
    puzzle_runs,
    puzzle_solvers,
    reports,
    sanctions,
    seats,
    sessions,
    sign_in_codes,
    solved_lessons,
    studies,
    talk_messages,
    talk_mutes,
    talk_read,
    tokens,
    watchers,
)
from ludarium.site.ground.values import Passkey, Person, SignInCode
from ludarium.site.match.rows.changes import announce
from ludarium.site.people.rows.known import DiceTable, LossTable, SolvedLessons
from ludarium.site.people.rows.people import OWNERS, rename_in_matches, rename_seats, touch_matches

_ATTEMPTS = 3
_further = further_addresses.c
_IS_ACCOUNT = people.c.account_since.is_not(None)
_ONCE = {talk_mutes: ("match_id",), position_notes: ("match_id", "turn"), abandonments: ("match_id",)}
"""What a person has in a match once, by its keys."""


class AccountsTable(Values[Person], table=people, value=Person):
    """The accounts of one database."""

    def named(self, person_id: str, key: str, *, or_closed: bool = False) -> Person | None:
        """Return the account of an id, or of a name with this key; None if there is none that is not closed."""
        named = or_(people.c.id == person_id, people.c.name_key == key)
        return next(iter(self.find(named, _IS_ACCOUNT, *([] if or_closed else [people.c.closed_at.is_(None)]))), None)

    def all(self) -> tuple[Person, ...]:
        """Return all accounts that are not closed, the oldest first."""
        return self.find(_IS_ACCOUNT, closed_at=None, order=(people.c.account_since,))

    def of_email(self, email: str) -> Person | None:
        """Return the account of a confirmed address, or None."""
        return next(iter(self.find(_has_address(email))), None)

    def add_address(self, person_id: str, address: str, now: float) -> bool:
        """Add a confirmed address to the first one of a person; return False if another account has it."""
        try:
            with self.database.begin() as connection:
                _check_free(connection, person_id, address)
                connection.execute(insert(further_addresses).values(address=address, person=person_id, added_at=now))
        except IntegrityError:
            return False
        return True

    def set_email(self, person_id: str, email: str, key: str, now: float) -> bool:
        """Make a confirmed address the first one of a person, who is an account from then on.

        Return False, and change nothing, if another account has the name's key or the address.
        """
        try:
            with self.database.begin() as connection:
                _check_free(connection, person_id, email)
                become_account(connection, person_id, key, now)
                connection.execute(update(people).where(people.c.id == person_id).values(email=email))
        except IntegrityError:
            return False
        return True

    def remove_email(self, person_id: str) -> None:
        """Forget the first address of a person, who keeps the oldest of the others in its place."""
        others = select(_further.address).where(_further.person == person_id).order_by(_further.added_at)
        with self.database.begin() as connection:
            replacement = connection.execute(others.limit(1)).scalar()
            connection.execute(delete(further_addresses).where(_further.address == replacement))
            connection.execute(update(people).where(people.c.id == person_id).values(email=replacement))

    def administrators(self) -> tuple[Person, ...]:
        """Return the administrators, the oldest first."""
        return self.find(administrator=True, closed_at=None, order=(people.c.created_at,))

    def merge(self, guest: Person, account: Person) -> tuple[MatchChange, ...]:
        """Move the matches of a guest to an account and delete the guest; return these matches.

        Their seats show the name of the account afterwards.
        """
        for _ in range(_ATTEMPTS - 1):
            try:
                return self._merge(guest, account)
            except IntegrityError:  # the guest has taken a seat in the meantime
                continue
        return self._merge(guest, account)

    def _merge(self, guest: Person, account: Person) -> tuple[MatchChange, ...]:
        with self.database.begin() as connection:
            moved = touch_matches(connection, guest.id)
            announce(connection, moved)
            rename_seats(connection, guest.id, account.name)
            if not guest.named:
                rename_in_matches(connection, guest.id, account.name, guest.name)
            for column in OWNERS:
                theirs = update(column.table).where(column == guest.id)
                connection.execute(theirs.values({column: account.id}))
            for table in (open_offers, offer_uses, tokens, talk_messages, reports, sanctions, studies, puzzle_runs):
                connection.execute(update(table).where(table.c.person == guest.id).values(person=account.id))
            made = update(reports).where(reports.c.reporter == guest.id)
            connection.execute(made.values(reporter=account.id))
            for table, keys in _ONCE.items():
                _move(connection, table, keys, guest.id, account.id)
            for kind in (DiceTable, LossTable, SolvedLessons):
                kind(Transaction(connection)).merge(guest.id, account.id)
            connection.execute(delete(people).where(people.c.id == guest.id))
        return moved

    def running_matches(self, person_id: str) -> tuple[str, ...]:
        """Return the ids of the matches that go on in which a person has a seat."""
        chosen = select(seats.c.match_id).distinct().join(matches)
        chosen = chosen.where(seats.c.person == person_id, matches.c.ending == "")
        with self.database.connect() as connection:
            return tuple(connection.execute(chosen).scalars())

    def close(self, person_id: str, former_name: str | None, now: float) -> None:
        """Close an account: forget how it signs in, and where.

        With a `former_name` its seats have this name instead, its own is free, and what it has said in matches is
        deleted; otherwise nobody else can have its name.
        """
        values: dict[str, object] = {"closed_at": now, "email": None, "administrator": False, "invited": False}
        values |= {"moderator": False, "about": None}
        if former_name is not None:
            values |= {"name": former_name, "name_key": None, "portrait": None}
        with self.database.begin() as connection:
            if former_name is not None:
                self.database.changes += touch_matches(connection, person_id)
                rename_in_matches(connection, person_id, former_name)
            connection.execute(delete(blocks).where(blocks.c.blocked == person_id))
            connection.execute(delete(follows).where(follows.c.followed == person_id))
            connection.execute(delete(notices).where(notices.c.by == person_id))
            connection.execute(update(reports).where(reports.c.reporter == person_id).values(reporter=None))
            for table in (
                sessions,
                tokens,
                passkeys,
                passwords,
                watchers,
                broadcasts,
                sign_in_codes,
                further_addresses,
                outbox,
                blocks,
                follows,
                person_notes,
                notices,
                notice_settings,
                talk_mutes,
                talk_read,
                position_notes,
                studies,
                puzzle_attempts,
                puzzle_days,
                puzzle_duels,
                puzzle_mails,
                puzzle_replies,
                puzzle_runs,
                puzzle_solvers,
                solved_lessons,
                *([talk_messages] if former_name is not None else []),
            ):
                connection.execute(delete(table).where(table.c.person == person_id))
            connection.execute(update(people).where(people.c.id == person_id).values(**values))

    def rename_everywhere(self, person_id: str, name: str, key: str, *, named: bool) -> None:
        """Give a person another name, in all their matches, too.

        Raises `IntegrityError` if somebody has a name with this key.
        """
        with self.database.begin() as connection:
            theirs = update(people).where(people.c.id == person_id)
            connection.execute(theirs.values(name=name, name_key=key, named=named))
            self.database.changes += touch_matches(connection, person_id)
            rename_in_matches(connection, person_id, name)

    def count_matches(self, person_id: str) -> int:
        """Return the number of matches in which a person has a seat."""
        counted = select(func.count(seats.c.match_id.distinct())).where(seats.c.person == person_id)
        with self.database.connect() as connection:
            return connection.execute(counted).scalar_one()

    def use_invitation(self, token_hash: str, person_id: str, now: float) -> bool:
        """Let a person make an account by an invitation, which is then void; return False if it already was."""
        with self.together() as rows:
            used = AccountInvitations(rows.database).use(token_hash, now)
            return used and rows.set(person_id, invited=True) == 1

    def use_first_link(self, token_hash: str, person_id: str, now: float) -> bool:
        """Make a person the first administrator by a link, which is then void; return False if it already was.

        The person may make an account, too.
        """
        with self.together() as rows:
            used = AccountInvitations(rows.database).use(token_hash, now)
            if not used or rows.has(administrator=True, closed_at=None):
                return False
            return rows.set(person_id, administrator=True, invited=True) == 1


class AccountInvitations(Expiring, table=account_invitations):
    """The invitations to make an account, and the link for the first administrator."""


class FurtherAddresses(Rows, table=further_addresses):
    """The addresses of people besides the first ones."""

    def of_person(self, person_id: str) -> tuple[str, ...]:
        """Return those of a person, the oldest first."""
        return self.pick(_further.address, person=person_id, order=(_further.added_at,))


def become_account(connection: Connection, person_id: str, key: str, now: float) -> None:
    """Make a guest an account, to whom the name belongs; raise `IntegrityError` if it belongs to another."""
    guest = and_(people.c.id == person_id, people.c.account_since.is_(None))
    connection.execute(update(people).where(guest).values(account_since=now, name_key=key, named=True))


def _has_address(address: str) -> ColumnElement[bool]:
    further = select(_further.person).where(_further.address == address)
    return or_(people.c.email == address, people.c.id.in_(further))


def _check_free(connection: Connection, person_id: str, address: str) -> None:
    """Raise `IntegrityError` if another person has an address; otherwise it is a further one of nobody any more."""
    lock(connection, address)
    taken = select(people.c.id).where(_has_address(address), people.c.id != person_id)
    if connection.execute(taken).first():
        raise IntegrityError("an address", None, ValueError("it belongs to another account"))
    connection.execute(delete(further_addresses).where(_further.address == address))


def _move(connection: Connection, table: Table, keys: tuple[str, ...], guest: str, account: str) -> None:
    """Move the rows of a guest to an account, but for those of which the account has one with the same keys."""
    own = table.alias()
    same = [own.c[key] == table.c[key] for key in keys]
    has = select(own.c.person).where(own.c.person == account, *same).exists()
    connection.execute(update(table).where(table.c.person == guest, ~has).values(person=account))


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
