"""Matches in and out of the database.

A match is loaded by replaying its turns, so nothing derived is kept that could contradict them. What was loaded or
saved last is remembered with its revision; a revision never changes, so this memory cannot be wrong, and a server
process may lose it at any time.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from threading import Lock

from sqlalchemy import ColumnElement, Connection, RowMapping, and_, delete, false, insert, select, true, tuple_, update

from ludarium.core.record import Entry, Record, format_result, parse_result
from ludarium.core.registry import load
from ludarium.match.match import Match, Offer
from ludarium.store.engine import open_engine
from ludarium.store.points import most_points
from ludarium.store.tables import matches, seats, turns
from ludarium.store.views import HighScore, Live, MatchView, SeatAssignment, Summary

_REMEMBERED = 256


class Store:
    """All matches of one database; threads and processes may share it."""

    def __init__(self, url: str) -> None:
        self._engine = open_engine(url)
        self._lock = Lock()
        self._memory: OrderedDict[str, MatchView] = OrderedDict()

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def insert(self, view: MatchView) -> None:
        """Keep a new match."""
        with self._engine.begin() as connection:
            connection.execute(insert(matches).values(id=view.id, created=view.created, **_columns(view)))
            connection.execute(
                insert(seats),
                [
                    {
                        "match_id": view.id, "seat": seat, "kind": plan.kind, "name": plan.name,
                        "value": view.values[seat], "due": seat in view.thinking, "claimed_until": 0.0,
                    }
                    for seat, plan in enumerate(view.seats)
                ],
            )  # fmt: skip
            _write_turns(connection, view, 0)
        self._remember(view)

    def save(self, old: MatchView, new: MatchView) -> bool:
        """Replace what was loaded by what came of it; False, and nothing done, where somebody else was faster."""
        ours = and_(matches.c.id == old.id, matches.c.revision == old.revision)
        with self._engine.begin() as connection:
            # the first statement takes the lock, so the rest cannot meet with another writer
            if connection.execute(update(matches).where(ours).values(**_columns(new))).rowcount != 1:
                return False
            _write_turns(connection, new, _common(old.match.turns, new.match.turns))
            for seat in range(len(new.seats)):
                _write_seat(connection, old, new, seat)
        self._remember(new)
        return True

    def load(self, match_id: str) -> MatchView | None:
        """The match of this id as it stands, or None."""
        with self._engine.connect() as connection:
            row = _row(connection, match_id)
            while row is not None:
                with self._lock:
                    known = self._memory.get(match_id)
                if known is not None and known.revision == row["revision"]:
                    return known
                plans, entries = _seats(connection, [match_id])[match_id], _turns(connection, match_id)
                before, row = row, _row(connection, match_id)
                if row is not None and row["revision"] == before["revision"]:  # else it changed between the questions
                    view = _view(row, plans, entries)
                    self._remember(view)
                    return view
        return None

    def revision(self, match_id: str) -> int | None:
        """How often the match has changed, or None where there is no such match."""
        with self._engine.connect() as connection:
            return connection.execute(select(matches.c.revision).where(_named(match_id))).scalar()

    def recent(self, limit: int) -> tuple[Summary, ...]:
        """The matches that changed last, newest first."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(matches).order_by(matches.c.updated.desc()).limit(limit)).mappings().all()
            plans = _seats(connection, [row["id"] for row in rows])
        names = ("id", "game", "turns", "result", "ending", "updated")
        return tuple(
            Summary(seats=tuple(plan for plan, _ in plans[row["id"]]), **{name: row[name] for name in names})
            for row in rows
        )

    def winner_points(self, game: str, limit: int) -> tuple[HighScore, ...]:
        """The most points that were won at a game of this name: so many of each set-up, the most first."""
        with self._engine.connect() as connection:
            return most_points(connection, game, limit)

    def overdue(self, now: float) -> tuple[str, ...]:
        """The matches in which a clock has run out."""
        with self._engine.connect() as connection:
            return tuple(connection.execute(select(matches.c.id).where(matches.c.deadline < now)).scalars())

    def claim(self, worker: str, now: float, until: float, limit: int) -> list[tuple[str, int]]:
        """Bots' seats that must act and that no other worker thinks for, those that wait longest first.

        They belong to the worker until the given time.
        """
        free = and_(seats.c.due == true(), seats.c.claimed_until < now)
        waiting = (
            select(seats.c.match_id, seats.c.seat).join(matches).where(free).order_by(matches.c.began).limit(limit)
        )
        with self._engine.connect() as connection:
            found = [(match_id, seat) for match_id, seat in connection.execute(waiting)]
        claimed = []
        for match_id, seat in found:
            with self._engine.begin() as connection:
                ours = and_(free, seats.c.match_id == match_id, seats.c.seat == seat)
                values = {"claimed_by": worker, "claimed_until": until}
                if connection.execute(update(seats).where(ours).values(**values)).rowcount == 1:
                    claimed.append((match_id, seat))
        return claimed

    def renew(self, worker: str, claimed: Sequence[tuple[str, int]], until: float) -> None:
        """Keep for longer what the worker has claimed and nobody has taken over."""
        ours = and_(seats.c.claimed_by == worker, tuple_(seats.c.match_id, seats.c.seat).in_(claimed))
        with self._engine.begin() as connection:
            connection.execute(update(seats).where(ours).values(claimed_until=until))

    def release(self, worker: str, match_id: str, seat: int) -> None:
        """Give a claimed seat back."""
        ours = and_(seats.c.match_id == match_id, seats.c.seat == seat, seats.c.claimed_by == worker)
        with self._engine.begin() as connection:
            connection.execute(update(seats).where(ours).values(claimed_by=None, claimed_until=0.0))

    def _remember(self, view: MatchView) -> None:
        with self._lock:
            known = self._memory.get(view.id)
            if known is None or known.revision < view.revision:
                self._memory[view.id] = view
            self._memory.move_to_end(view.id)
            while len(self._memory) > _REMEMBERED:
                self._memory.popitem(last=False)


def _columns(view: MatchView) -> dict[str, object]:
    """The columns of a match that change with it."""
    match = view.match
    record = match.record()
    return {
        "revision": view.revision,
        "settled": view.settled,
        "game": record.game,
        "position": record.position,
        "clock": str(match.clock) if match.clock else None,
        "dice": match.dice,
        "offer": match.offer,
        "sealed": {str(seat): order for seat, order in match.sealed.items()},
        "result": format_result(record.payoffs),
        "ending": record.ending,
        "turns": len(match.turns),
        "updated": view.updated,
        "began": view.began,
        "live": view.live,
        "deadline": view.deadline,
    }


def _write_turns(connection: Connection, view: MatchView, kept: int) -> None:
    """Write the turns of a match, of which the first so many stand already."""
    connection.execute(delete(turns).where(turns.c.match_id == view.id, turns.c.number > kept))
    rows = [
        {"match_id": view.id, "number": n, "text": e.text, "took": e.took, "time_left": e.left, "played": view.updated}
        for n, e in enumerate(view.match.turns[kept:], kept + 1)
    ]
    if rows:
        connection.execute(insert(turns), rows)


def _write_seat(connection: Connection, old: MatchView, new: MatchView, seat: int) -> None:
    """Write what has changed for a seat."""
    values: dict[str, object] = {}
    if old.values[seat] != new.values[seat]:
        values["value"] = new.values[seat]
    if seat in new.match.winner_points and new.match.start == new.match.game.initial():
        values["points"] = new.match.winner_points[seat]
    if (seat in old.thinking) != (seat in new.thinking):
        values["due"] = seat in new.thinking
    if values:
        connection.execute(update(seats).where(seats.c.match_id == new.id, seats.c.seat == seat).values(**values))


def _common(some: tuple[Entry, ...], others: tuple[Entry, ...]) -> int:
    """How many turns two matches have in common at their beginning."""
    if some == others[: len(some)]:
        return len(some)
    differ = (n for n, (a, b) in enumerate(zip(some, others, strict=False)) if a != b)
    return next(differ, min(len(some), len(others)))


def _seats(connection: Connection, ids: Iterable[str]) -> dict[str, list[tuple[SeatAssignment, float | None]]]:
    """Who sits where in some matches, and what the bots among them think."""
    found: dict[str, list[tuple[SeatAssignment, float | None]]] = {match_id: [] for match_id in ids}
    chosen = select(seats).where(seats.c.match_id.in_(found)).order_by(seats.c.match_id, seats.c.seat)
    for row in connection.execute(chosen).mappings():
        found[row["match_id"]].append((SeatAssignment(row["kind"], row["name"]), row["value"]))
    return found


def _named(match_id: str) -> ColumnElement[bool]:
    """The match of this id; one that no database could hold names none."""
    return matches.c.id == match_id if match_id.isprintable() else false()


def _row(connection: Connection, match_id: str) -> RowMapping | None:
    """The row of a match."""
    return connection.execute(select(matches).where(_named(match_id))).mappings().first()


def _turns(connection: Connection, match_id: str) -> tuple[Entry, ...]:
    """The turns of a match."""
    chosen = select(turns.c.text, turns.c.took, turns.c.time_left).where(turns.c.match_id == match_id)
    return tuple(Entry(*turn) for turn in connection.execute(chosen.order_by(turns.c.number)))


def _view(
    row: RowMapping, seated: Sequence[tuple[SeatAssignment, float | None]], entries: tuple[Entry, ...]
) -> MatchView:
    """The match that its row, seats and turns tell of."""
    game = load(row["game"])
    plans, values = zip(*seated, strict=True)
    tags = dict(zip(game.setup.seat_names, (plan.name for plan in plans), strict=True)) | {"Dice": row["dice"]}
    if row["clock"]:
        tags["Clock"] = row["clock"]
    payoffs = parse_result(row["result"], game.seats)
    match = Match.from_record(Record(game.spec, entries, row["position"], payoffs, row["ending"], tags), game)
    return MatchView(
        id=row["id"],
        revision=row["revision"],
        settled=row["settled"],
        match=replace(
            match,
            sealed={int(seat): order for seat, order in row["sealed"].items()},
            offer=Offer(row["offer"][0], row["offer"][1], tuple(row["offer"][2])) if row["offer"] else None,
        ),
        seats=plans,
        created=row["created"],
        updated=row["updated"],
        began=row["began"],
        values=values,
        live=Live(row["live"][0], tuple(row["live"][1]), row["live"][2]) if row["live"] else None,
    )
