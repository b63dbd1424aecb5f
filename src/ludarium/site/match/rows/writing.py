"""Writing matches to the rows of the database."""

from collections import defaultdict
from collections.abc import MutableSequence, Sequence
from dataclasses import replace

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, update

from ludarium.core.entries import NO_CREDIT, Entry
from ludarium.core.errors import LudariumError
from ludarium.core.record import format_result
from ludarium.site.ground.changes import Change
from ludarium.site.ground.database import lock
from ludarium.site.ground.prepared import Prepared
from ludarium.site.ground.tables import match_numbers, matches, sanctions, seats, turns
from ludarium.site.ground.values import SeatAssignment, StoredMatch
from ludarium.site.match.rows.changes import fetch_changes
from ludarium.site.match.rows.reading import write_leavers

_MATCH = Prepared(
    update(matches)
    .where(matches.c.id == bindparam("of"), matches.c.revision == bindparam("at"))
    .returning(matches.c.planned)
)
_SEAT = Prepared(update(seats).where(seats.c.match_id == bindparam("of"), seats.c.seat == bindparam("at")))
_TURN = Prepared(insert(turns).inline())


def _changing_columns(row: StoredMatch) -> dict[str, object]:
    """Return the columns of a match that may change, with their values."""
    match = row.match
    return {
        "revision": row.revision,
        "answerable_since": row.answerable_since,
        "offer": match.offer,
        "sealed": {str(seat): order for seat, order in match.sealed.items()},
        "result": format_result(match.payoffs),
        "ending": match.ending,
        "turns": len(match.turns),
        "turn_count": match.count.number,
        "updated_at": row.updated_at,
        "turn_started_at": row.turn_started_at,
        "live": row.live,
        "deadline": row.deadline,
        "host": row.host,
        "takebacks": list(match.takebacks) or None,
        "hints": list(match.hints) or None,
        "rematch": row.rematch,
        "private": row.private,
        "rated": row.rated,
        "clock_started_at": row.turn_clock.started_at,
        "paused": row.turn_clock.paused,
        "turn_clock": _turn_clock(row),
    }


def _turn_clock(row: StoredMatch) -> dict[str, object] | None:
    """Return the clocks of the current turn by seat as JSON; None if there are none."""
    clock = row.turn_clock
    found = {"given": clock.given, "vacations": clock.vacations, "spent": row.match.spent}
    return {name: {str(seat): value for seat, value in known.items()} for name, known in found.items() if known} or None


class MatchExists(LudariumError):
    """A match with this id has been stored before."""

    status = 409
    kind = "exists"


class MatchWriter:
    """The matches that one transaction writes; `saved` has them by id, and other changes join `changes`."""

    def __init__(self, connection: Connection, changes: MutableSequence[Change]) -> None:
        self._connection = connection
        self._changes = changes
        self.saved: dict[str, StoredMatch] = {}

    def insert(self, row: StoredMatch, origin: str | None = None, reminder_days: int | None = None) -> StoredMatch:
        """Insert a new match, which was begun from a network, and return it with its number.

        With `reminder_days` people are reminded of their turns in it after so many idle days. Raises `MatchExists`.
        """
        lock(self._connection, f"match {row.id}")
        if self._connection.execute(select(matches.c.id).where(matches.c.id == row.id)).first():
            raise MatchExists("a match has begun from this form already: open the form again for another")
        row = replace(row, number=self._next_number())
        self._connection.execute(insert(matches), _lasting_columns(row, origin, reminder_days) | _changing_columns(row))
        _insert_seats(self._connection, row)
        _insert_turns(self._connection, row, 0)
        self.saved[row.id] = row
        return row

    def save(self, old: StoredMatch, new: StoredMatch) -> bool | None:
        """Write a match that has changed since it was loaded, and return whether turns are planned in it.

        Write nothing and return None if the stored match is not the one that was loaded any more. The first statement
        takes the lock of the match, so what the transaction writes afterwards cannot conflict with another change.
        """
        values = {"of": old.id, "at": old.revision, **_changing_columns(new)}
        found = _MATCH.first(self._connection, values)
        planned: bool | None = found[0] if found else None
        if planned is not None:
            _update_turns(self._connection, old, new)
            _update_seats(self._connection, old, new)
            write_leavers(self._connection, old, new)
            self.saved[new.id] = new
        return planned

    def open_dice(self, ids: Sequence[str]) -> list[str]:
        """Make those of these matches public that are closed; return which of them are over.

        One that a moderator has removed stays in no list, until that is undone.
        """
        removed = and_(sanctions.c.kind == "remove", sanctions.c.undone_at.is_(None))
        is_removed = matches.c.id.in_(select(sanctions.c.match).where(removed, sanctions.c.match.is_not(None)))
        values = {"closed": False, "private": is_removed, "revision": matches.c.revision + 1}
        opened = update(matches).where(matches.c.id.in_(ids), matches.c.closed).values(values)
        found = dict(map(tuple, self._connection.execute(opened.returning(matches.c.id, matches.c.ending)).all()))
        if found:
            of_them = and_(removed, sanctions.c.match.in_(found))
            self._connection.execute(update(sanctions).where(of_them).values(was_private=False))
            self._changes += fetch_changes(self._connection, [*found])
        return [match_id for match_id, ending in found.items() if ending]

    def hold(self, match_id: str, revision: int) -> bool:
        """Take the lock of a match; return False if it has another revision."""
        ours = update(matches).where(matches.c.id == match_id, matches.c.revision == revision)
        return self._connection.execute(ours.values(planned=matches.c.planned)).rowcount == 1

    def _next_number(self) -> int:
        """Return the number of the next match; SQLite lets one transaction write, and no match is ever deleted."""
        counts = self._connection.dialect.name == "postgresql"
        following = match_numbers.next_value() if counts else func.coalesce(func.max(matches.c.number), 0) + 1
        number: int = self._connection.execute(select(following)).scalar_one()
        return number


def _lasting_columns(row: StoredMatch, origin: str | None, reminder_days: int | None) -> dict[str, object]:
    """Return the columns of a match that never change, with their values."""
    match = row.match
    return {
        "id": row.id,
        "number": row.number,
        "game": match.game.spec,
        "position": match.record().position,
        "clock": str(match.clock) if match.clock else None,
        "dice": match.dice,
        "secret": row.secret.hex() if row.secret else None,
        "dice_id": row.dice_id,
        "closed": row.closed,
        "created_at": row.created_at,
        "origin": origin,
        "computers": row.computers,
        "nag_days": reminder_days,
    }


def _insert_seats(connection: Connection, row: StoredMatch) -> None:
    """Insert the seats of a new match."""
    rows = [
        {
            "match_id": row.id, "seat": seat, "kind": assignment.kind, "name": assignment.name,
            "value": row.values[seat], "due": seat in row.due, "claim_expires_at": 0.0, "awaited": seat in row.awaited,
            "warn_at": row.warn_at[seat] if row.warn_at else None, **_person_columns(assignment),
        }
        for seat, assignment in enumerate(row.seats)
    ]  # fmt: skip
    connection.execute(insert(seats), rows)


def _insert_turns(connection: Connection, row: StoredMatch, stored: int) -> None:
    """Insert the turns of a match after the first `stored`."""
    at = row.updated_at
    rows = [
        {
            "match_id": row.id,
            "number": n,
            "text": e.text,
            "took": e.took,
            "time_left": e.left,
            "played_at": at,
            "clocks": {"credit": e.credit, "timings": e.timings} if e.credit != NO_CREDIT or e.timings else None,
        }
        for n, e in enumerate(row.match.turns[stored:], stored + 1)
    ]
    if rows:
        _TURN.run(connection, rows)


def _update_turns(connection: Connection, old: StoredMatch, new: StoredMatch) -> None:
    """Write the turns that have changed: as a rule, there is one more."""
    stored = _count_common(old.match.turns, new.match.turns)
    if stored < len(old.match.turns):
        connection.execute(delete(turns).where(turns.c.match_id == new.id, turns.c.number > stored))
    _insert_turns(connection, new, stored)


def _update_seats(connection: Connection, old: StoredMatch, new: StoredMatch) -> None:
    """Write the columns of seats that have changed, together for the seats in which the same ones have."""
    changed = defaultdict[tuple[str, ...], list[dict[str, object]]](list)
    for seat in range(len(new.seats)):
        values = _changed_columns(old, new, seat)
        if values:
            changed[*values].append({"of": new.id, "at": seat, **values})
    for rows in changed.values():
        _SEAT.run(connection, rows)


def _changed_columns(old: StoredMatch, new: StoredMatch, seat: int) -> dict[str, object]:
    """Return the columns of a seat that have changed, with their values."""
    values: dict[str, object] = {}
    if old.values[seat] != new.values[seat]:
        values["value"] = new.values[seat]
    if new.match.over and not old.match.over:
        values |= _score_columns(new, seat)
    if (seat in old.due) != (seat in new.due):
        values |= {"due": seat in new.due, "claimed_by": None, "claim_expires_at": 0.0}  # who claimed it has done it
    if (seat in old.awaited) != (seat in new.awaited):
        values["awaited"] = seat in new.awaited
    if old.warn_at != new.warn_at:
        values["warn_at"] = new.warn_at[seat]
    if old.seats[seat] != new.seats[seat]:
        assignment = new.seats[seat]
        values |= {"kind": assignment.kind, "name": assignment.name, "awaited": seat in new.awaited}
        values |= _person_columns(assignment)
    return values


def _score_columns(row: StoredMatch, seat: int) -> dict[str, object]:
    """Return the columns of a seat that has won points, if the match counts for the high scores."""
    match = row.match
    stood_in = any(leaver.seat == seat for leaver in match.leavers)
    helped = match.takebacks or match.hints or stood_in
    if seat not in match.winner_points or match.start != match.game.initial() or helped:
        return {}
    points = match.winner_points[seat]
    return {"points": points, "won_in": match.game.spec, "won_at": row.updated_at} if points > 0 else {"points": points}


def _person_columns(assignment: SeatAssignment) -> dict[str, object]:
    token, created_at, for_anybody = assignment.invitation or (assignment.joined_by or None, None, False)
    given = {
        "invitation": token,
        "invited_at": created_at,
        "for_anybody": for_anybody,
        "nonce": assignment.nonce or None,
    }
    return {"person": assignment.person, **given}


def _count_common(some: tuple[Entry, ...], others: tuple[Entry, ...]) -> int:
    """Return the number of turns that two matches have in common from the start."""
    if some == others[: len(some)]:
        return len(some)
    differ = (n for n, (a, b) in enumerate(zip(some, others, strict=False)) if a != b)
    return next(differ, min(len(some), len(others)))
