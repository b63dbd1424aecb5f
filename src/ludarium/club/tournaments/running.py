"""Tournaments begin and go on by themselves: any process finds due steps in the database.

A step reads a tournament, decides, and writes all that follows in one transaction, which first raises the revision that
was read: of two processes that decide the same, one writes. So a round is there with its matches, or not at all; of a
large round the first matches, and the others come in the steps that follow at once.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from ludarium.club.begin.new_match import in_turn_order, new_match
from ludarium.club.due_work import AT_ONCE, carry_out
from ludarium.club.match.transactions import Transactions
from ludarium.club.match.views import MatchView, SeatAssignment
from ludarium.club.moderation.standing import barred
from ludarium.club.tournaments.deadlines import (
    adjudicated,
    next_time,
    time_is_up,
    warning_notices,
    warns,
    without_rating,
)
from ludarium.club.tournaments.history import boards_of, form_of, history_of, next_number, with_result
from ludarium.club.tournaments.leaving import without
from ludarium.club.tournaments.notices import tournament_notices
from ludarium.club.tournaments.reading import FEWEST
from ludarium.club.tournaments.seeding import numbered
from ludarium.club.tournaments.substitutes import (
    Substitution,
    seat_substitutes,
    substitute_notices,
    substitutions,
)
from ludarium.club.tournaments.times import with_times
from ludarium.core.errors import LudariumError
from ludarium.core.registry import load
from ludarium.match.clock import Clock
from ludarium.match.data import RESIGNATION
from ludarium.store.notices.notices import Notice
from ludarium.store.tournaments.tournaments import StoredBoard, StoredTournament, TournamentEntry
from ludarium.tournament.waves import next_wave

BATCH = 16
"""Matches that one transaction begins, so that others need not wait for long."""
_log = logging.getLogger(__name__)


@dataclass
class TournamentStep:
    """A step of a tournament, written in one transaction.

    | field     | content                                                          |
    |-----------|------------------------------------------------------------------|
    | `values`  | the columns of the tournament that change                        |
    | `changed` | games that are decided, or get a match                           |
    | `added`   | the games and byes of a new wave                                 |
    | `removed` | people who have closed their accounts before the start           |
    | `left`    | people who have closed their accounts since                      |
    | `numbered`| people in the order of their seed numbers, with their ratings    |
    | `matches` | matches that begin                                               |
    | `replaced`| those who have left a division, and who plays on for them        |
    """

    values: dict[str, Any] = field(default_factory=dict)  # Any: columns
    changed: list[StoredBoard] = field(default_factory=list)
    added: list[StoredBoard] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    numbered: list[tuple[str, int]] = field(default_factory=list)
    matches: list[MatchView] = field(default_factory=list)
    replaced: list[Substitution] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)


class RunningTournaments:
    """Carries out the due steps of the tournaments of a store."""

    def __init__(self, matches: Transactions) -> None:
        self._matches = matches
        self._store = matches.store

    def work(self) -> int:
        """Carry out all that is due; return the number of steps that this process has made."""
        table = self._store.tournaments
        return carry_out(lambda: table.due(self._matches.now(), AT_ONCE), self.step, _log, "tournament")

    def step(self, tournament_id: str) -> bool:
        """Carry out the next step of a tournament; return whether this process has changed something."""
        tournament = self._store.tournaments.load(tournament_id)
        if tournament is None:
            return False
        entries, boards = self._store.tournaments.entries(tournament_id), self._store.tournaments.boards(tournament_id)
        if time_is_up(tournament, self._matches.now()) and self._unrate(boards):
            boards = self._store.tournaments.boards(tournament_id)  # some may have ended meanwhile
        resigned = seat_substitutes(self._matches, entries, boards) | self._resign(entries, boards)
        if tournament.state == "open":
            step = self._begin(tournament, entries)
        elif tournament.state == "running":
            step = self._go_on(tournament, entries, boards)
        else:
            return resigned
        return self._write(tournament, step) or resigned

    def _begin(self, tournament: StoredTournament, entries: Sequence[TournamentEntry]) -> TournamentStep:
        """Begin a tournament whose time has come, or cancel it if too few have entered."""
        now, there = self._matches.now(), [entry for entry in entries if entry.closed_at is None]
        step = TournamentStep(removed=[entry.person for entry in entries if entry.closed_at is not None])
        if len(there) < FEWEST[tournament.kind]:
            step.values = {"state": "cancelled", "ended_at": now, "due_at": None}
        else:
            places = {entry.place: entry.person for entry in there}
            step.numbered = numbered(self._store, tournament.game, tournament.tempo, places, tournament.seed)
            rounds = min(tournament.rounds, len(there) - 1 + len(there) % 2)  # more would be second meetings
            step.values = {"state": "running", "begun_at": now, "due_at": now, "rounds": rounds}
        step.notices = tournament_notices(replace(tournament, **step.values), there, [], [], now)
        return step

    def _go_on(
        self, tournament: StoredTournament, entries: Sequence[TournamentEntry], boards: Sequence[StoredBoard]
    ) -> TournamentStep:
        """Take results, forfeit the games of players who have left, pair the next wave, and begin matches."""
        now = self._matches.now()
        step = TournamentStep(
            left=[entry.person for entry in entries if entry.closed_at is not None and entry.left_at is None]
        )
        players = {entry.number: entry for entry in entries if entry.number is not None}
        if not time_is_up(tournament, now):
            step.replaced = substitutions(self._store, tournament, players, boards, now)
        if step.replaced:
            step.values, step.left = {"due_at": now}, []
            step.notices = substitute_notices(tournament, players, boards, step.replaced, now)
            return step
        absent = frozenset(number for number, entry in players.items() if entry.is_absent)
        after = [self._taken(board, tournament, players) for board in boards]
        after = without(tournament.kind, after, sorted(absent))
        if time_is_up(tournament, now):
            after = [adjudicated(tournament, board, self._matches.look, now) for board in after]
        if all(board.how for board in after):
            form = form_of(tournament, len(players))
            wave = next_number(after)
            resting = {number for number, entry in players.items() if entry.bye_round == wave and number not in absent}
            paired = next_wave(form, history_of(after), absent, resting)
            step.added = without(tournament.kind, boards_of(wave, paired, resting), sorted(absent))
            if not paired:
                step.values = {"state": "over", "ended_at": now}
        step.added, begun, left = self._with_matches(tournament, players, step.added)
        after, more, left = self._with_matches(tournament, players, after, left)
        step.matches = begun + more
        step.changed = [new for old, new in zip(boards, after, strict=True) if new != old]
        at_once = any(not board.how and not board.match_id for board in (*after, *step.added))
        at_once = at_once or bool(step.added and all(board.how for board in step.added)) or bool(step.left)
        if is_near := not step.values and warns(tournament, now):
            step.values["warned_at"] = now
        later = replace(tournament, **step.values)
        step.values["due_at"] = now if at_once else next_time(later, now) if later.state == "running" else None
        by_number = [players[number] for number in sorted(players)]
        step.notices = tournament_notices(later, by_number, after, step.added, now)
        if is_near:
            step.notices += warning_notices(tournament, by_number, after, now)
        return step

    def _taken(
        self, board: StoredBoard, tournament: StoredTournament, players: Mapping[int, TournamentEntry]
    ) -> StoredBoard:
        """Return a game with the result of its match, and how long its players have thought, if it is over."""
        waits = board.result == "*" or board.judged_turns is not None
        if board.how or not board.match_id or waits or board.second is None:
            return board
        with suppress(LudariumError):  # a match that cannot be loaded has a result nevertheless
            view = self._matches.look(board.match_id)
            board = with_times(board, view, players[board.first].person, players[board.second].person)
        return with_result(board, tournament.game)

    def _with_matches(
        self,
        tournament: StoredTournament,
        players: dict[int, TournamentEntry],
        boards: Sequence[StoredBoard],
        left: int = BATCH,
    ) -> tuple[list[StoredBoard], list[MatchView], int]:
        """Return games with the matches that begin for them now, these, and how many more may begin."""
        found, begun = [], list[MatchView]()
        waits = [not board.how and not board.match_id and board.second is not None for board in boards]
        people = [entry.person for entry in players.values()] if tournament.rated and any(waits) else []
        unrated = barred(self._store, people, self._matches.now())
        for board, begins in zip(boards, waits, strict=True):
            if left and begins and board.second is not None:
                pair = players[board.first], players[board.second]
                view = self._match(tournament, *pair, rated=unrated.isdisjoint(entry.person for entry in pair))
                begun.append(view)
                board, left = board._replace(match_id=view.id), left - 1
            found.append(board)
        return found, begun, left

    def _match(
        self, tournament: StoredTournament, first: TournamentEntry, second: TournamentEntry, *, rated: bool
    ) -> MatchView:
        people = [SeatAssignment("person", entry.name, entry.person) for entry in (first, second)]
        view = new_match(
            self._matches.now(),
            tournament.game,
            in_turn_order(load(tournament.game).initial(), people),
            clock=Clock.parse(tournament.tempo),
            rated=tournament.rated and rated,
        )
        return replace(view, computers=tournament.computers)

    def _write(self, tournament: StoredTournament, step: TournamentStep) -> bool:
        """Write a step, unless the tournament has changed since it was read; return whether it was written."""
        with self._store.write() as tx:
            if not tx.tournaments.hold(tournament.id, tournament.revision, **step.values):
                return False
            for former, substitute in step.replaced:
                assert tournament.league_id
                if tx.leagues.offer_to_stand_in(tournament.league_id, substitute, stands_in=False):
                    tx.tournaments.replace(tournament.id, former, substitute)
            tx.tournaments.remove(tournament.id, step.removed)
            tx.tournaments.set_left(tournament.id, step.left, self._matches.now())
            tx.tournaments.number(tournament.id, step.numbered)
            for view in step.matches:
                self._matches.insert(tx, view)
            tx.tournaments.set_boards(tournament.id, step.changed)
            if step.added:
                tx.tournaments.add_boards(tournament.id, step.added)
            for notice in step.notices:
                tx.notices.add(notice)
        return True

    def _unrate(self, boards: Sequence[StoredBoard]) -> bool:
        """Let the matches that go on after the end of a season count for no rating; return whether one has changed."""
        found = False
        for board in boards:
            if not board.how and board.match_id and board.result == "*" and board.judged_turns is None:
                with suppress(LudariumError):  # one that cannot be loaded cannot be rated
                    self._matches.change(board.match_id, None, None, without_rating)
                found = True
        return found

    def _resign(self, entries: Sequence[TournamentEntry], boards: Sequence[StoredBoard]) -> bool:
        """Resign the matches that go on although their games are lost or annulled; return whether there were any."""
        absent = {entry.number for entry in entries if entry.is_absent}
        people = {entry.number: entry.person for entry in entries}
        found = False
        for board in boards:
            if board.how in ("forfeit", "annulled") and board.match_id and board.result == "*":
                sides = ((board.first, board.first_points), (board.second, board.second_points))
                lost = {number for number, got in sides if not got}
                gone = [people[number] for number in lost & (absent if board.how == "annulled" else lost)]
                with suppress(LudariumError):  # it has ended meanwhile, or cannot be loaded
                    self._matches.change(board.match_id, None, None, _resigned(gone, self._matches.now()))
                    found = True
        return found


def _resigned(people: Sequence[str], now: float) -> Callable[[MatchView], MatchView]:
    def resign(view: MatchView) -> MatchView:
        for seat, assignment in enumerate(view.seats):
            if assignment.person in people and not view.match.over:
                return view.without(seat, RESIGNATION, now)
        return view

    return resign
