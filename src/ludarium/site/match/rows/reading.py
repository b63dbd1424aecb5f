"""Loading matches from the rows of the database, those who left, and the cache of those that were used last."""

import logging
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, RowMapping, Select, bindparam, delete, false, insert, select

from ludarium.core.entries import Credit, Entry, Timing
from ludarium.core.record import Record, parse_result
from ludarium.core.registry import load_recorded
from ludarium.match.commitment import Commitment
from ludarium.match.data import Leaver, SeatOffer, Spent, may_be_void
from ludarium.match.dice import COMMITTED
from ludarium.match.match import Match
from ludarium.match.progress import play_entries, terminate
from ludarium.match.stand_ins import leaver_tags
from ludarium.match.tags import HINTS, TAKEBACKS
from ludarium.site.ground.prepared import Prepared
from ludarium.site.ground.tables import leavers, matches, seats, tournament_boards, turns
from ludarium.site.ground.values import (
    Departure,
    Invitation,
    Live,
    MatchSummary,
    SeatAssignment,
    StoredMatch,
    TurnClock,
)

_LEAVERS = select(leavers).where(leavers.c.match_id == bindparam("id")).order_by(leavers.c.number)


class LeaverRow(NamedTuple):
    """A row of the table: the leaver as in the record, and the people."""

    leaver: Leaver
    departure: Departure


def fetch_leavers(connection: Connection, match_id: str) -> Sequence[LeaverRow]:
    """Return who left the seats of a match, in order."""
    return [
        LeaverRow(
            Leaver(row["seat"], row["turns"], row["reason"], row["name"], row["stand_in"], row["replaced_at"]),
            Departure(row["person_id"], row["left_at"], row["replaced_by"]),
        )
        for row in connection.execute(_LEAVERS, {"id": match_id}).mappings()
    ]


def write_leavers(connection: Connection, old: StoredMatch, new: StoredMatch) -> None:
    """Replace the rows if they have changed."""
    if (old.match.leavers, old.departures) == (new.match.leavers, new.departures):
        return
    connection.execute(delete(leavers).where(leavers.c.match_id == new.id))
    rows = [
        {
            "match_id": new.id, "number": number, "seat": leaver.seat, "turns": leaver.turns, "reason": leaver.reason,
            "name": leaver.name, "person": departure.person, "left_at": departure.left_at,
            "stand_in": leaver.replaced_by, "replaced_at": leaver.replaced_at, "replaced_by": departure.replaced_by,
        }
        for number, (leaver, departure) in enumerate(zip(new.match.leavers, new.departures, strict=True), 1)
    ]  # fmt: skip
    connection.execute(insert(leavers), rows)


_log = logging.getLogger(__name__)
_LATEST = 253_402_300_800.0
"""The end of the year 9999, in seconds since 1970."""
_MATCH = select(matches).where(matches.c.id == bindparam("id"))
_REVISION = Prepared(select(matches.c.revision).where(matches.c.id == bindparam("id")))
_SEATS = (
    select(seats).where(seats.c.match_id.in_(bindparam("ids", expanding=True))).order_by(seats.c.match_id, seats.c.seat)
)
_TURNS = (
    select(turns.c.text, turns.c.took, turns.c.time_left, turns.c.clocks)
    .where(turns.c.match_id == bindparam("id"))
    .order_by(turns.c.number)
)
_TEXTS = (
    select(turns.c.match_id, turns.c.text)
    .where(turns.c.match_id.in_(bindparam("ids", expanding=True)))
    .order_by(turns.c.match_id, turns.c.number)
)


class SeatRow(NamedTuple):
    """A row of the table of seats."""

    assignment: SeatAssignment
    value: float | None
    due: bool
    awaited: bool
    warn_at: float | None


def has_id(match_id: str) -> ColumnElement[bool]:
    """Return the condition that a row belongs to a match; it is never true for an id that no database can store."""
    return matches.c.id == match_id if match_id.isprintable() else false()


def fetch_id(connection: Connection, number: int) -> str | None:
    """Return the id of the match that has a number, or None."""
    found: str | None = connection.execute(select(matches.c.id).where(matches.c.number == number)).scalar()
    return found


def fetch_match(connection: Connection, match_id: str) -> RowMapping | None:
    """Return the row of a match, or None."""
    return connection.execute(_MATCH, {"id": match_id}).mappings().first() if match_id.isprintable() else None


def fetch_revision(connection: Connection, match_id: str) -> int | None:
    """Return the revision of a match, or None."""
    found = _REVISION.first(connection, {"id": match_id})
    return found[0] if found else None


def fetch_seats(connection: Connection, ids: Iterable[str]) -> dict[str, list[SeatRow]]:
    """Return the seats of these matches, by match id."""
    found: dict[str, list[SeatRow]] = {match_id: [] for match_id in ids}
    for row in connection.execute(_SEATS, {"ids": [*found]}).mappings():
        token, invited_at = row["invitation"] or "", row["invited_at"]
        invitation = Invitation(token, invited_at, row["for_anybody"]) if token and invited_at is not None else None
        nonce, joined_by = row["nonce"] or "", "" if invitation else token
        assignment = SeatAssignment(row["kind"], row["name"], row["person_id"], invitation, nonce, joined_by)
        found[row["match_id"]].append(SeatRow(assignment, row["value"], row["due"], row["awaited"], row["warn_at"]))
    return found


def fetch_turns(connection: Connection, match_id: str) -> tuple[Entry, ...]:
    """Return the turns of a match."""
    found = connection.execute(_TURNS, {"id": match_id})
    return tuple(Entry(*turn, *_timing(clocks)) for *turn, clocks in found)


class MatchRows(NamedTuple):
    """The rows of a match, all of one revision: its own, and those of its seats, turns and leavers."""

    row: RowMapping
    seated: list[SeatRow]
    entries: tuple[Entry, ...]
    left: Sequence[LeaverRow]


def fetch_rows(connection: Connection, row: RowMapping | None) -> MatchRows | None:
    """Return the rows of a match, given its own row; None if the match has been deleted meanwhile.

    They are read again if the match has changed between the queries, each of which sees the newest state.
    """
    while row is not None:
        match_id, before = row["id"], row
        seated = fetch_seats(connection, [match_id])[match_id]
        entries, left = fetch_turns(connection, match_id), fetch_leavers(connection, match_id)
        row = fetch_match(connection, match_id)
        if row is not None and row["revision"] == before["revision"]:
            return MatchRows(before, seated, entries, left)
    return None


def _timing(clocks: Mapping[str, Any] | None) -> tuple[Any, ...]:  # Any: JSON, and the last fields of an entry
    """Return the credit of a turn and the clocks of its seats."""
    if clocks is None:
        return ()
    timings = ((seat, Timing(took, left, Credit(*credit))) for seat, (took, left, credit) in clocks["timings"])
    return Credit(*clocks["credit"]), tuple(timings)


def build_record(
    row: RowMapping, seated: Sequence[SeatRow], entries: tuple[Entry, ...], left: Sequence[LeaverRow] = ()
) -> Record:
    """Build the record of a match from its rows, without replaying its turns; it holds the secret of committed dice."""
    game = load_recorded(row["game"])
    tags = dict(zip(game.setup.seat_names, (seat.assignment.name for seat in seated), strict=True))
    tags["Dice"] = row["dice"]
    if row["dice"] == COMMITTED:
        tags |= _commitment(row, seated).tags(opened=True)
    for tag in (TAKEBACKS, HINTS):
        if row[tag.lower()]:
            tags[tag] = " ".join(map(str, row[tag.lower()]))
    if row["clock"]:
        tags["Clock"] = row["clock"]
    tags |= leaver_tags([gone.leaver for gone in left], game.setup.seat_names)
    return Record(game.spec, entries, row["position"], parse_result(row["result"], game), row["ending"], tags)


def build_match(
    row: RowMapping, seated: Sequence[SeatRow], entries: tuple[Entry, ...], left: Sequence[LeaverRow] = ()
) -> StoredMatch:
    """Build a match from its rows by replaying its turns.

    Raises the error of the first turn that cannot be played.
    """
    match = Match.from_record(build_record(row, seated, entries, left), load_recorded(row["game"]))
    return StoredMatch(
        id=row["id"],
        number=row["number"],
        rated=row["rated"],
        computers=row["computers"],
        voided=row["voided"],
        revision=row["revision"],
        answerable_since=row["answerable_since"],
        match=replace(
            match,
            sealed={int(seat): order for seat, order in row["sealed"].items()},
            spent={seat: Spent(took, Credit(*credit)) for seat, (took, credit) in _by_seat(row, "spent").items()},
            offer=_offer(row["offer"]) if row["offer"] else None,
        ),
        seats=tuple(seat.assignment for seat in seated),
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        turn_started_at=row["turn_started_at"],
        values=tuple(seat.value for seat in seated),
        live=_live(row["live"]) if row["live"] else None,
        deadline=None if row["deadline"] is None else float(row["deadline"]),  # not a damaged one
        host=row["host_id"],
        rematch=row["rematch"],
        private=row["private"],
        closed=row["closed"],
        secret=bytes.fromhex(row["secret"]) if row["secret"] else None,
        turn_clock=TurnClock(
            row["clock_started_at"],
            row["paused"],
            _by_seat(row, "given"),
            {seat: tuple(map(tuple, found)) for seat, found in _by_seat(row, "vacations").items()},
        ),
        departures=tuple(gone.departure for gone in left),
        warn_at=tuple(seat.warn_at for seat in seated),
        due=tuple(number for number, seat in enumerate(seated) if seat.due),
        awaited=_awaited(seated),
    )


def _offer(values: Sequence[Any]) -> SeatOffer:  # Any: JSON
    kind, seat, accepted, vacant, bot, sealed = (*values, ())[:6]  # offers of former versions have no `sealed`
    return SeatOffer(kind, seat, tuple(accepted), vacant, bot, tuple(sealed))


def _live(values: Sequence[Any]) -> Live:  # Any: JSON
    live = Live(values[0], tuple(values[1]), *values[2:])
    return live._replace(getting_ready=tuple(live.getting_ready), paused=tuple(live.paused))


def _by_seat(row: RowMapping, name: str) -> dict[int, Any]:  # Any: JSON
    return {int(seat): value for seat, value in ((row["turn_clock"] or {}).get(name) or {}).items()}


def _commitment(row: RowMapping, seated: Sequence[SeatRow]) -> Commitment:
    secret, shared = bytes.fromhex(row["secret"]), row["dice_id"] is not None
    nonces = tuple(seat.assignment.nonce for seat in seated)
    return Commitment.make(row["dice_id"] or row["id"], secret, nonces, shared=shared)


def fetch_summaries(connection: Connection, chosen: Select[Any]) -> tuple[MatchSummary, ...]:
    """Return the matches that a query for rows of the table of matches chooses, in its order."""
    counts, times = ("turns", "turn_count"), ("updated_at", "deadline", "clock")
    names = ("id", "number", "game", *counts, "result", "ending", *times, "private", "voided", "revision", "closed")
    columns = (matches.c[name] for name in names)  # a damaged value elsewhere costs its own match alone
    ticks = matches.c.live.is_not(None).label("ticks")
    found = connection.execute(chosen.with_only_columns(*columns, matches.c.position, ticks)).mappings().all()
    rows = [row for row in found if _is_whole(row)]
    seated = fetch_seats(connection, [row["id"] for row in rows])
    broken_off = fetch_broken_off(connection, rows, {match_id: len(found) for match_id, found in seated.items()})
    return tuple(
        MatchSummary(
            seats=tuple(seat.assignment for seat in seated[row["id"]]),
            awaited=_awaited(seated[row["id"]]),
            ticks=bool(row["ticks"]),
            broken_off=row["id"] in broken_off,
            unplayed=broken_off.get(row["id"], False),
            **{name: row[name] for name in names},
        )
        for row in rows
    )


def fetch_broken_off(connection: Connection, rows: Iterable[RowMapping], seats: Mapping[str, int]) -> dict[str, bool]:
    """Return whether nobody had made a turn, by the ids of those of these matches that were broken off.

    `seats` is the number of seats by match id.

    It follows from their turns, as the ratings' rule does; only short ones that ended outside the rules are read.
    In a tournament nobody breaks a match off: who leaves it has lost it.
    """
    short = {row["id"]: row for row in rows if may_be_void(row["ending"], row["turns"], seats[row["id"]])}
    texts: dict[str, list[str]] = {match_id: [] for match_id in short}
    for match_id, text in connection.execute(_TEXTS, {"ids": [*short]}) if short else ():
        texts[match_id].append(text)
    found = {
        match_id: _unplayed(row["game"], row["position"], row["ending"], tuple(texts[match_id]))
        for match_id, row in short.items()
    }
    broken_off = {match_id: unplayed for match_id, unplayed in found.items() if unplayed is not None}
    lost = _in_tournaments(connection, broken_off)
    return {match_id: unplayed for match_id, unplayed in broken_off.items() if match_id not in lost}


def _in_tournaments(connection: Connection, match_ids: Collection[str]) -> set[str]:
    """Return those of these matches that belong to tournaments."""
    if not match_ids:
        return set()
    board = tournament_boards.c.match_id
    return {*connection.scalars(select(board).where(board.in_(match_ids)))}


@lru_cache(maxsize=4096)  # lists show the same finished matches again and again
def _unplayed(game: str, position: str | None, ending: str, texts: tuple[str, ...]) -> bool | None:
    """Return whether nobody had made a turn in a match that was broken off; None if not, or if that is not known."""
    try:
        loaded = load_recorded(game)
        begun = Match.begin(loaded, [""] * loaded.seats, position=position)
        match = play_entries(begun, [Entry(text) for text in texts])
    except Exception:  # noqa: BLE001 - a game that is not installed any more, that fails in any way, or a damaged match
        return None
    if match.over:
        return None
    ended = terminate(match, ending, (0.0,) * loaded.seats)  # the rule does not look at the payoffs
    return ended.is_unplayed if ended.is_broken_off else None


def _is_whole(row: RowMapping) -> bool:
    """Return whether a row for a list of matches is complete; log that it is damaged if not."""
    texts = [row[name] for name in ("id", "game", "result", "ending")] + ([row["clock"]] if row["clock"] else [])
    times = [row["updated_at"]] + ([row["deadline"]] if row["deadline"] is not None else [])
    whole = (
        all(isinstance(text, str) for text in texts)
        and all(isinstance(row[name], int) for name in ("turns", "turn_count", "revision"))
        and all(isinstance(time, (int, float)) and abs(time) < _LATEST for time in times)
    )
    if not whole:
        _log.error("match %s is damaged in the database, and is left out of a list", row["id"])
    return whole


def _awaited(seated: Sequence[SeatRow]) -> tuple[int, ...]:
    return tuple(number for number, seat in enumerate(seated) if seat.awaited)


MOST = 100_000
"""Turns of all matches that are cached, which is some 50 MB."""
_REST = 50
"""The weight of a match besides its turns, in turns."""


class MatchCache:
    """Matches by id, each at the latest revision that was seen; a revision never changes."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._cached: OrderedDict[str, StoredMatch] = OrderedDict()
        self._weight = 0

    def get(self, match_id: str) -> StoredMatch | None:
        """Return a match, or None."""
        with self._lock:
            if match_id in self._cached:
                self._cached.move_to_end(match_id)
            return self._cached.get(match_id)

    def put(self, row: StoredMatch) -> None:
        """Cache a match, unless a later revision is cached; forget those that were asked for least recently."""
        with self._lock:
            known = self._cached.get(row.id)
            if known is not None and known.revision >= row.revision:
                return
            turns = len(row.match.turns)
            self._weight += turns - len(known.match.turns) if known else weight(turns)
            self._cached[row.id] = row
            self._cached.move_to_end(row.id)
            while self._weight > MOST:
                _, forgotten = self._cached.popitem(last=False)
                self._weight -= weight(len(forgotten.match.turns))


def weight(turns: int) -> int:
    """Return the weight of a match with so many turns in the cache."""
    return _REST + turns
