"""Queries about matches; they change nothing."""

from dataclasses import replace
from typing import Literal, NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.core.record import Record, parse_result
from ludarium.core.registry import load, load_recorded
from ludarium.core.spec import name_in_spec
from ludarium.match.data import FORFEIT, TIME
from ludarium.search.personas import describe_bot
from ludarium.search.player import levels
from ludarium.site.ground.changes import MatchChange
from ludarium.site.ground.failures import DatabaseBusy, DatabaseUnavailable
from ludarium.site.ground.values import HighScore, MatchSummary
from ludarium.site.match.clocks import Pauses, pauses_of
from ludarium.site.match.closed import open_matches
from ludarium.site.match.transactions import NoSuchMatch, Transactions
from ludarium.site.match.turn_clocks import seconds_left, vacation_until
from ludarium.site.match.views import MatchView, shown_name
from ludarium.site.ttl_cache import TtlCache


class PersonMatches(NamedTuple):
    """The matches of a person: `my_turn` by the time left, `waiting` for others and `finished`, the newest first.

    One with ticks that waits until the person is ready is in `my_turn`, too; no seat of it is awaited.
    """

    my_turn: tuple[MatchSummary, ...]
    waiting: tuple[MatchSummary, ...]
    finished: tuple[MatchSummary, ...]

    def seen_by(self, person_id: str | None) -> "PersonMatches":
        """Return the matches that somebody else may find: those that are public, and their own."""

        def visible(matches: tuple[MatchSummary, ...]) -> tuple[MatchSummary, ...]:
            found = open_matches(matches, person_id)
            own = ((match, [seat.person for seat in match.seats if seat.person]) for match in found)
            return tuple(match for match, people in own if not match.private or person_id in people)

        return PersonMatches(*map(visible, self))


def outcome(match: MatchSummary, person_id: str) -> Literal["won", "lost", "drawn", ""]:
    """Return how a match ended for a person; empty if it goes on, was broken off, or was not played against others."""
    payoffs = _payoffs(match)
    mine = {pay for seat, pay in zip(match.seats, payoffs, strict=False) if seat.person == person_id}
    others = {pay for seat, pay in zip(match.seats, payoffs, strict=False) if seat.person != person_id}
    if not (mine and others):
        return ""
    if mine == others:
        return "drawn"
    return "won" if max(mine) > max(others) else "lost" if max(mine) < max(others) else "drawn"


def winners(match: MatchSummary) -> tuple[str, ...]:
    """Return the names of those who have won a match that is over; all names in a draw, none if nobody has."""
    payoffs = _payoffs(match)
    return tuple(
        shown_name(seat, match.game) for seat, pay in zip(match.seats, payoffs, strict=False) if pay == max(payoffs)
    )


def has_winner(match: MatchSummary) -> bool | None:
    """Return whether a match that is over was won by some and not by others; None if it was broken off."""
    payoffs = {*_payoffs(match)}
    return len(payoffs) > 1 if payoffs else None


def _waits_for_turn(match: MatchSummary, person_id: str) -> bool:
    return any(match.seats[seat].person == person_id for seat in match.awaited)


def _payoffs(match: MatchSummary) -> tuple[float, ...]:
    """Return what every seat is paid; empty if the match goes on or was broken off, or if that is not known."""
    if match.broken_off:
        return ()
    try:
        return parse_result(match.result, load_recorded(match.game)) or ()
    except LudariumError:  # a game that is not installed any more
        return ()


class Queries:
    """Records, lists and clocks."""

    def __init__(self, matches: Transactions) -> None:
        self._matches = matches
        self._recent = TtlCache[tuple[MatchSummary, ...]](matches.store.notifier.counter())
        self._high_scores = TtlCache[tuple[HighScore, ...]](matches.store.notifier.counter(MatchChange))

    def by_number(self, number: int, person_id: str | None = None) -> str:
        """Return the id of the match that people call by a number; that of a private one for its host and players.

        Raises `NoSuchMatch`.
        """
        found = self._matches.store.by_number(number)
        if found is None or not self._may_find(found, person_id):
            raise NoSuchMatch(f"there is no game {number}")
        return found

    def _may_find(self, match_id: str, person_id: str | None) -> bool:
        """Return whether a person finds a match without its link."""
        view = self._matches.current(match_id)
        return not view.private or (person_id is not None and person_id in {view.host, *view.took_part})

    def record(self, match_id: str) -> Record:
        """Return the record of a match, complete or not; the tag `Bots` has the names and exact specs of its bots.

        Raises `NoSuchMatch`.
        """
        view = self._matches.current(match_id)
        names, game = view.match.game.setup.seat_names, view.match.game
        bots = [
            f"{name} {describe_bot(game, assignment.name)}"
            for name, assignment in zip(names, view.seats, strict=True)
            if assignment.is_bot
        ]
        record = view.without_secret().record()
        return replace(record, tags={**record.tags, "Bots": "; ".join(bots)}) if bots else record

    def recent(self, limit: int = 20) -> tuple[MatchSummary, ...]:
        """Return the matches that changed most recently, newest first."""
        return self._recent.get(limit, lambda: self._matches.store.recent(limit))

    def of_person(self, person_id: str, limit: int = 500) -> PersonMatches:
        """Return the matches in which a person has a seat, at most `limit`, those that go on before finished ones."""
        found = self._matches.store.of_person(person_id, limit)
        going_on = [match for match in found if not match.ending]
        mine = [match for match in going_on if _waits_for_turn(match, person_id) or self._is_to_start(match, person_id)]
        mine.sort(key=lambda match: (match.deadline is None, match.deadline or match.updated_at))
        waiting = tuple(match for match in going_on if match not in mine)
        return PersonMatches(tuple(mine), waiting, tuple(match for match in found if match.ending))

    def _is_to_start(self, match: MatchSummary, person_id: str) -> bool:
        """Return whether a match with ticks has not begun, as a person is not ready."""
        if not match.ticks or match.turn_count:
            return False
        try:
            view = self._matches.look(match.id)
        except LudariumError:  # one that cannot be loaded is shown nowhere
            return False
        unready = [seat for seat in view.people if view.live and seat not in view.live.ready]
        return any(view.seats[seat].person == person_id for seat in unready)

    def of_game(self, game: str, limit: int, *, over: bool | None = None) -> tuple[MatchSummary, ...]:
        """Return the matches of a game, with any options, that changed last, the latest first, without private ones.

        With `over` they are those that have ended, or that go on. An empty name stands for all games.
        """
        return self._matches.store.of_game(game, limit, over=over)

    def level_for(self, person_id: str | None, game: str) -> str:
        """Return the level of bots that suits a person: the one above the highest that the person has beaten.

        A bot that has failed or run out of time was not beaten.
        """
        names = [*levels(load(game))]
        finished = self.of_person(person_id).finished if person_id else ()
        beaten = (
            names.index(seat.name)
            for match in finished
            if name_in_spec(match.game) == game and outcome(match, person_id or "") == "won"
            if match.ending.partition(":")[0] not in (TIME, FORFEIT)
            for seat in match.seats
            if seat.is_bot and seat.name in names
        )
        return names[min(max(beaten, default=-1) + 1, len(names) - 1)]

    def high_scores(self, game: str, limit: int = 10) -> tuple[HighScore, ...]:
        """Return at most `limit` high scores of each configuration of a game, the most points first.

        Matches that began from a position that was set up do not count.
        """
        return self._high_scores.get((game, limit), lambda: self._matches.store.high_scores(game, limit))

    def is_running(self, view: MatchView) -> bool:
        """Return whether a live match is running now."""
        return view.is_running(self._matches.now())

    def problem(self) -> str:
        """Return why the site cannot serve now, as its database cannot be read or written; empty if it can."""
        try:
            self.recent(1)
        except DatabaseUnavailable as error:
            return error.reason
        except DatabaseBusy:
            return "the database does not answer"
        return self._matches.store.database.problem

    def pauses(self, view: MatchView) -> Pauses | None:
        """Return the pauses of a rated live match now; None of any other match."""
        return pauses_of(view, self._matches.now())

    def time_left(self, view: MatchView) -> dict[int, float]:
        """Return the seconds now left on the clock of every seat; empty if the match has no clock."""
        now = self._matches.now()
        return {seat: seconds_left(view, seat, now) for seat in range(len(view.match.left))}

    def away(self, view: MatchView) -> dict[int, float]:
        """Return until when the clocks wait for the vacations of their people, by seat."""
        ends = ((seat, vacation_until(view.turn_clock, seat, self._matches.now())) for seat in view.deadlines)
        return {seat: end for seat, end in ends if end is not None}
