"""Play a season by correspondence in fake time, with servers that are killed, and check every clock.

`python -m tests.soak.season --people 30 --matches 200 --days 120 --kills 150 --seed 1` plays matches of all games
between people with habits of their own: some look in every few hours, some once in days, some are away for weeks.
Servers are killed between any two steps, and start again minutes or days later. `tests/soak/results/season.md` has the
figures.

What is checked, from a book of its own that knows the moments at which turns began and ended and servers were down:

- nobody lost on time whose clock had time left, and no clock that ran out was overlooked;
- what a record notes of a turn (time, vacation, absence of the server) is what happened;
- every record verifies, dice included, and the database has no fault;
- nobody takes more vacation than they have.

Size: one program, with the book that checks it.
"""

from __future__ import annotations

import argparse
import heapq
import random
import sys
import tempfile
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

from sqlalchemy import func, select, update

from ludarium.core.errors import LudariumError
from ludarium.core.game import State
from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.match.clock import DAY, HOUR, Clock
from ludarium.match.data import TIME
from ludarium.match.verify import verify
from ludarium.site.check import check_database
from ludarium.site.ground.changes import Change
from ludarium.site.ground.tables import heartbeat, matches
from ludarium.site.ground.values import Interval, Person, SeatAssignment, StoredMatch
from ludarium.site.match.commands import Resign
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from ludarium.site.store import Store

START = 1_800_000_000.0
BEAT = 5.0
GAMES = (
    "orion(turn_limit=16)", "throngs", "ludo", "ludo(players=4)", "vortex(tokens=1)", "vortex(tokens=1,players=3)",
    "grid(width=9,height=8,turn_limit=25)", "grid(players=3,width=11,height=10,turn_limit=25)",
)  # fmt: skip
CLOCKS = ("2d+1d/2d", "4d+2d/4d", "6d+3d/6d", "10d+36h/10d", "2d+12h/2d", "2d+1d/2d no vacation")
LONGEST_TURN = 60


class Killed(BaseException):
    """The server died: nothing that it was doing goes on."""


@dataclass
class Habits:
    """A person and how they play: the mean hours between looks, and when they are away without having said so."""

    person: Person
    hours: float
    away: tuple[float, float]
    resigns: float


@dataclass
class Book:
    """What happened, as an observer notes it: when turns began and ended, and when no server was running."""

    began: dict[str, tuple[int, float]] = field(default_factory=dict)
    ended: dict[tuple[str, int], tuple[float, float]] = field(default_factory=dict)
    downs: list[tuple[float, float]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def note(self, match_id: str, turns: int, now: float) -> None:
        """Note that a match has this many turns now."""
        before, began = self.began.get(match_id, (0, now))
        for number in range(before, turns):
            self.ended[match_id, number] = (began, now)
        if match_id not in self.began or turns > before:
            self.began[match_id] = (turns, now)

    def down(self, began: float, ended: float) -> float:
        """Return for how long no server was running between two moments."""
        return _covered(self.downs, began, ended)

    def kills(self, began: float, ended: float) -> int:
        """Return how often a server was killed between two moments."""
        return sum(began <= up and down <= ended for down, up in self.downs)


class Season:
    """A season in the database of a URL; `play` plays it, `faults` tells what went wrong."""

    def __init__(self, url: str, seed: int) -> None:
        self.url = url
        self.now = START
        self.chance = random.Random(seed)
        self.book = Book()
        self.ids: list[str] = []
        self.people: list[Habits] = []
        self.found: list[str] = []
        self._deadly = 0
        self._start()

    def play(self, people: int, matches: int, days: float, kills: int) -> None:
        """Play a season: begin the matches in its first quarter, and let people look in until it ends."""
        end = START + days * DAY
        self.people = [self._join(days) for _ in range(people)]
        events = [(START + self.chance.random() * DAY, number, "visit", number) for number in range(people)]
        events += [(self._between(START, START + days * DAY / 4), -1, "begin", n) for n in range(matches)]
        events += [(self._between(START, end), -2, "kill", n) for n in range(kills)]
        heapq.heapify(events)
        while events and events[0][0] < end:
            at, _, what, number = heapq.heappop(events)
            self._wait(max(self.now, at))
            if what == "visit":
                self._safely(partial(self._visit, self.people[number]))
                hours = self.chance.expovariate(1 / self.people[number].hours)
                heapq.heappush(events, (self.now + max(0.2, hours) * HOUR, number, "visit", number))
            elif what == "begin":
                self._safely(self._begin)
            else:
                self._deadly = self.chance.randrange(1, 40)  # the call in which the server dies
        self._wait(end)
        self._deadly = 0

    def faults(self) -> list[str]:
        """Return what is wrong with the season; empty if nothing is."""
        self.service.clocks.end_overdue()
        found = [*self.found, *(f"{fault.match_id}: {fault.cause}" for fault in check_database(self.url))]
        vacations = {
            habits.person.id: self.store.vacations.intervals([habits.person.id], 0.0).get(habits.person.id, ())
            for habits in self.people
        }
        for person, taken in vacations.items():
            found += [f"vacations of {person} overlap" for (_, end), (begin, _) in pairwise(taken) if begin < end]
            most = 30 * DAY * (1 + (self.now - START) / (365 * DAY)) + 1
            if sum(end - begin for begin, end in taken if begin < self.now) > most:
                found.append(f"{person} took more vacation than there is")
        for match_id in self.ids:
            found += self._faults_of(self.service.bots.look(match_id))
        return found

    def _faults_of(self, view: MatchView) -> Iterator[str]:
        """Yield what is wrong with the times of a match."""
        try:
            verify(Record.parse(str(self.service.queries.record(view.id))))
        except LudariumError as error:
            yield f"{view.id}: {error}"
        if view.deadline is not None and view.deadline < self.now - 2:
            yield f"{view.id}: a clock ran out at {view.deadline - START:.0f} and was overlooked"
        for number, entry in enumerate(view.match.turns):
            if entry.took is None or entry.left is None or (view.id, number) not in self.book.ended:
                continue
            began, ended = self.book.ended[view.id, number]
            slack = 1 + 2 * BEAT * self.book.kills(began, ended)
            down = self.book.down(began, ended)
            self.book.counts["turns checked"] += 1
            self.book.counts["turns with vacation"] += entry.credit.vacation > 0
            self.book.counts["turns with absence"] += entry.credit.paused > 0
            if abs(entry.took + entry.credit.paused - (ended - began)) > slack:
                yield f"{view.id}: turn {number + 1} took {entry.took}, but {ended - began - down:.0f} seconds passed"
            if abs(entry.credit.paused - down) > slack:
                yield f"{view.id}: turn {number + 1} notes {entry.credit.paused} without a server, not {down:.0f}"

    def _start(self) -> None:
        self.store = Store(self.url)
        self.service = Service(self.store, now=self._tell_time)
        self.service.notifier.subscribe(self._heard).__enter__()  # until the server dies
        self.service.clocks.beat()

    def _tell_time(self) -> float:
        """Return the time, or die: every step asks for it."""
        self._die_sometimes()
        return self.now

    def _heard(self, change: Change) -> None:
        """Die after a change was saved and before anybody is told of it."""
        self._die_sometimes()

    def _die_sometimes(self) -> None:
        if self._deadly:
            self._deadly -= 1
            if not self._deadly:
                raise Killed

    def _safely(self, act: Callable[[], object]) -> None:
        """Do something; if the server dies in it, it starts again minutes or days later."""
        try:
            act()
        except Killed:
            self._restart()

    def _restart(self) -> None:
        """Drop the server as it is, and start another on the same database."""
        died, self._deadly = self.now, 0
        down = min(self.chance.expovariate(1 / (3 * HOUR)) + 60, 3 * DAY)
        self._note_all()
        self._beat_at(died - self.chance.random() * BEAT)
        self.store.close()
        self.book.counts["kills"] += 1
        self.now = died + down
        self.book.downs.append((died, self.now))
        self._start()

    def _note_all(self) -> None:
        """Note what was saved and not told when the server died; a match that was just created is found, too."""
        with self.store.database.connect() as connection:
            for match_id, turns in connection.execute(select(matches.c.id, matches.c.turns)):
                if match_id not in self.book.began:
                    self.ids.append(match_id)
                self.book.note(match_id, turns, self.now)

    def _beat_at(self, at: float) -> None:
        """Write what the heartbeat's thread has written last."""
        with self.store.database.begin() as connection:
            connection.execute(update(heartbeat).values(beat_at=at))

    def _wait(self, until: float) -> None:
        """Let time pass; clocks that run out meanwhile are dealt with at most a second later, as on a site."""
        while (due := self._next_deadline()) is not None and due < until:
            self.now = max(self.now, due + self.chance.random() + 0.001)
            self._safely(self._end_overdue)
        self.now = max(self.now, until)

    def _next_deadline(self) -> float | None:
        with self.store.database.connect() as connection:
            found: float | None = connection.execute(select(func.min(matches.c.deadline))).scalar()
        return found

    def _end_overdue(self) -> None:
        """Do what a site does every second, and check that who loses on time had none left."""
        before = [self.store.load(match_id) for match_id in self.store.overdue(self.now)]
        self.service.clocks.end_overdue()
        for row in before:
            assert row
            after = self.service.bots.look(row.id)
            gone = after.match.leavers[len(row.match.leavers) :]
            lost = [leaver.seat for leaver in gone if leaver.reason == TIME]
            if after.match.ending == TIME and not row.match.over:
                lost += [seat for seat in row.match.to_act if seat not in after.match.winners]
            for seat in lost:
                self.book.counts["seats lost on time"] += 1
                self._check_loss(row, seat)
            self.book.note(row.id, len(after.match.turns), self.now)

    def _check_loss(self, row: StoredMatch, seat: int) -> None:
        began, allowance = self.book.began[row.id][1], row.match.time_left(seat)
        person, control = row.seats[seat].person, row.match.clock
        assert allowance is not None
        assert control
        away = self.store.vacations.intervals([person or ""], 0.0).get(person or "", ()) if control.vacation else ()
        charged = self.now - began - _covered([*self.book.downs, *away], began, self.now)
        slack = 1 + 2 * BEAT * self.book.kills(began, self.now)
        if charged + slack < allowance:
            self.found.append(f"{row.id}: seat {seat} lost on time after {charged:.0f} of {allowance:.0f} seconds")

    def _join(self, days: float) -> Habits:
        person = self.service.people.create_guest()
        hours = self.chance.choice([4, 6, 8, 12, 20])
        begins = self._between(START, START + days * DAY)
        away = (begins, begins + self.chance.choice([0, 0, 2, 5, 9]) * DAY)
        return Habits(person, hours, away, self.chance.choice([0.0, 0.0, 0.0, 0.002]))

    def _between(self, low: float, high: float) -> float:
        return low + (high - low) * self.chance.random()

    def _begin(self) -> None:
        game, clock = load(self.chance.choice(GAMES)), Clock.parse(self.chance.choice(CLOCKS))
        chosen = self.chance.sample(self.people, game.seats)
        seats = [SeatAssignment("person", each.person.name, each.person.id) for each in chosen]
        view = self.service.create(game.spec, seats, clock=clock)
        self.ids.append(view.id)
        self.book.note(view.id, len(view.match.turns), self.now)

    def _visit(self, habits: Habits) -> None:
        """Play in all matches that wait for a person, most of the time."""
        if habits.away[0] <= self.now < habits.away[1]:
            return
        for summary in self.service.queries.of_person(habits.person.id).my_turn:
            if self.chance.random() < 0.9:
                self._play(habits, summary.id)
        if self.chance.random() < 0.004:
            begins = self.now + self.chance.random() * 5 * DAY
            with suppress(LudariumError):  # not enough left, or another one then
                self.service.vacation.announce(habits.person.id, begins, begins + self.chance.randrange(1, 8) * DAY)
                self.book.counts["vacations announced"] += 1

    def _play(self, habits: Habits, match_id: str) -> None:
        view = self.service.view(habits.person, match_id)
        mine = [seat for seat in view.awaited if view.seats[seat].person == habits.person.id]
        for seat in mine:
            if self.chance.random() < habits.resigns:
                after = self.service.bots.act(match_id, seat, Resign(), view.revision)
                self.book.counts["resigned"] += 1
            else:
                text = any_turn(view.match.state, seat, self.chance)
                after = self.service.bots.submit(match_id, seat, text, view.revision)
                self.book.counts["turns"] += 1
            self.book.note(after.id, len(after.match.turns), self.now)


@contextmanager
def repeatable(seed: int) -> Iterator[None]:
    """Let ids and the secrets of dice follow from a seed, so that a season with a fault can be played again."""
    chance = random.Random(seed)
    with (
        patch("secrets.token_bytes", chance.randbytes),
        patch("secrets.token_urlsafe", lambda size: urlsafe_b64encode(chance.randbytes(size)).decode().rstrip("=")),
    ):
        yield


def any_turn(state: State, seat: int, chance: random.Random) -> str:
    """Return a turn at random; in simultaneous turns mostly what the seat does by default, so that games last."""
    if len(state.actors) > 1:
        action = state.default_action(seat) if chance.random() < 0.8 else chance.choice(state.legal(seat))
        return state.action_name(action, seat)
    actions: list[int] = []
    now = state
    while now.actors == (seat,) and (now.in_turn or not actions) and len(actions) < LONGEST_TURN:
        actions.append(chance.choice(now.legal(seat)))
        now = now.play(actions[-1])
    return state.format_turn(actions)


def _covered(intervals: Sequence[Interval], began: float, ended: float) -> float:
    """Return how many seconds between two moments lie in at least one interval."""
    covered, at = 0.0, began
    for begins_at, ends_at in sorted(intervals):
        covered += max(0.0, min(ends_at, ended) - max(begins_at, at))
        at = max(at, ends_at)
    return covered


def report(season: Season, faults: Sequence[str]) -> Iterator[str]:
    """Yield what happened in a season, a line each."""
    games = Counter(season.service.bots.look(match_id).match.game.definition.name for match_id in season.ids)
    over = sum(season.service.bots.look(match_id).match.over for match_id in season.ids)
    yield f"matches: {len(season.ids)} ({', '.join(f'{count} {name}' for name, count in sorted(games.items()))})"
    yield f"ended: {over}"
    yield f"hours without a server: {sum(up - down for down, up in season.book.downs) / HOUR:.0f}"
    taken = sum(
        end - begin
        for habits in season.people
        for begin, end in season.store.vacations.intervals([habits.person.id], 0.0).get(habits.person.id, ())
    )
    yield f"days of vacation: {taken / DAY:.0f}"
    for what, count in sorted(season.book.counts.items()):
        yield f"{what}: {count}"
    yield f"faults: {len(faults)}"


def main() -> None:
    """Play a season and print what happened; the exit status is 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, usual in (("people", 30), ("matches", 200), ("days", 120), ("kills", 150), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--database", help="the URL of an empty database; by default an SQLite file")
    chosen = parser.parse_args()
    with repeatable(chosen.seed), tempfile.TemporaryDirectory() as folder:
        season = Season(chosen.database or f"sqlite:///{Path(folder) / 'season.sqlite'}", chosen.seed)
        season.play(chosen.people, chosen.matches, chosen.days, chosen.kills)
        faults = season.faults()
        print(*report(season, faults), *faults, sep="\n")
        season.store.close()
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
