"""The seasons of leagues begin and end by themselves: what is due is found in the database, by any process.

A step reads a league, decides, and writes all that follows in one transaction, which first raises the revision that was
read: of two processes that decide the same, one writes. A season begins as its divisions, which are tournaments that
run; their matches then begin as those of all tournaments do.

Notices say how a season has ended for its players, and whether they play in the next one; that it begins, and that its
end is near, are notices of the division, which is a tournament.
"""

import logging
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ludarium.core.errors import LudariumError
from ludarium.core.registry import load
from ludarium.core.rng import derive
from ludarium.core.text import counted, plain
from ludarium.match.clock import DAY
from ludarium.match.data import TIME
from ludarium.site.leagues.rows import LeagueEntry, StoredLeague
from ludarium.site.leagues.views import Division, divisions_of
from ludarium.site.match.transactions import Transactions
from ludarium.site.notices.rows.notices import TOURNAMENT, Notice
from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament, TournamentEntry
from ludarium.site.tournaments.running.steps import numbered
from ludarium.site.tournaments.table_games import fewest_players
from ludarium.site.tournaments.views import TournamentView, view_of
from ludarium.site.worker import AT_ONCE, carry_out
from ludarium.tournament.seasons import FEWEST, Move, next_divisions

_MOVES: dict[Move, str] = {
    "": "",
    "up": ", a place from which one goes up",
    "down": ", a place from which one goes down",
}


def league_path(league_id: str) -> str:
    """Return the page of the site that shows a league."""
    return f"/leagues/{league_id}"


def league_notice(league: StoredLeague, person: str, text: str, now: float) -> Notice:
    """Return the notice of a sentence about a league."""
    return Notice(person, TOURNAMENT, league_path(league.id), now, data={"title": "League", "text": text})


def division_name(league: StoredLeague, season: int, division: int, divisions: int) -> str:
    """Return the name of a division of a season."""
    part = f", division {division + 1}" if divisions > 1 else ""
    return f"{league.name}, season {season}{part}"


def result_notice(
    league: StoredLeague, division: Division, number: int, divisions: int, follows: str, now: float
) -> Notice:
    """Return the notice to the player of a row of a table at the end of a season; `follows` is about the next one."""
    line, move, *_ = division.rows[number]
    where = f" in division {division.number + 1}" if divisions > 1 else ""
    title = ", for the division and not for the title, as you stood in" if line.entry.former else ""
    text = (
        f"Season {league.season} of {league.name} is over: you are number {line.row.rank} of "
        f"{len(division.rows)}{where}{_MOVES[move]}{title}. {follows}"
    )
    return league_notice(league, line.entry.person, text, now)


def plays_on(season: int, begins_at: float, now: float) -> str:
    """Return the notice to a player who stays for the next season, without having to enter again."""
    days = counted(max(1, round((begins_at - now) / DAY)), "day")
    return (
        f"You play in season {season}, too, which begins in {days} if at least {FEWEST} have entered; "
        "if you do not want to, leave on the page of the league before."
    )


def plays_no_more(reason: str) -> str:
    """Return the notice to a player who does not play in the next season, with the reason."""
    return f"You do not play in the next season, {reason}; enter on the page of the league if you want to."


PAUSE = 7
"""Days between two seasons."""
SILENCE, PATIENCE = 30, 60
"""Days without a visit after which who lost on time does not play on; and for which a league waits for players."""
_SEEDS = 2**31
_log = logging.getLogger(__name__)
NewDivision = tuple[StoredTournament, tuple[TournamentEntry, ...]]


@dataclass
class LeagueStep:
    """A step of a league, written in one transaction: changed columns, players who leave, divisions that begin."""

    values: dict[str, Any] = field(default_factory=dict)  # Any: columns
    removed: list[str] = field(default_factory=list)
    divisions: list[NewDivision] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)


class Seasons:
    """Begins and ends the seasons of the leagues of a store."""

    def __init__(self, matches: Transactions) -> None:
        self._matches = matches
        self._store = matches.store

    def work(self) -> int:
        """Carry out all that is due; return the number of steps that this process has made."""
        table = self._store.leagues
        return carry_out(lambda: table.due(self._matches.now(), AT_ONCE), self.step, _log, "league")

    def step(self, league_id: str) -> bool:
        """Carry out the next step of a league; return whether this process has changed something."""
        league = self._store.leagues.load(league_id)
        if league is None or league.state == "over":
            return False
        entries = self._store.league_entries.find(league_id=league_id)
        step = self._begin(league, entries) if league.state == "open" else self._end(league, entries)
        return step is not None and self._write(league, step)

    def season(self, league: StoredLeague, number: int) -> tuple[Division, ...]:
        """Return the divisions of a season as everybody sees them."""
        return divisions_of([self._view(one) for one in self._store.tournaments.of_league(league.id, number)])

    def _view(self, tournament: StoredTournament) -> TournamentView:
        entries, boards = (
            self._store.tournament_entries.of(tournament.id),
            self._store.tournament_boards.of(tournament.id),
        )
        return view_of(tournament, entries, boards, None, "")

    def _begin(self, league: StoredLeague, entries: Sequence[LeagueEntry]) -> LeagueStep | None:
        """Begin a season with the players who are there; if they are too few, wait, and in the end close the league."""
        now = self._matches.now()
        gone = [entry.person for entry in entries if entry.closed_at is not None]
        there = {
            entry.place: entry.person
            for entry in entries
            if entry.closed_at is None and (entry.suspended_until or 0.0) <= now
        }
        if now < league.begins_at:
            return None
        if len(there) < FEWEST:
            return self._wait(league, entries, gone, now)
        try:
            load(league.game)
        except LudariumError as error:
            return _rest(league, gone, error, now)
        values = {"state": "running", "season": league.season + 1, "due_at": None, "failing_since": None}
        step = LeagueStep(values, gone)
        order = dict(numbered(self._store, league.game, league.tempo, there, league.seed))
        last = [[row.line.entry.person for row in one.rows] for one in self.season(league, league.season)]
        known = {person for division in last for person in division}
        made = next_divisions(last, order, [person for person in order if person not in known])
        step.divisions = [self._division(league, number, len(made), people, now) for number, people in enumerate(made)]
        return step

    def _wait(self, league: StoredLeague, entries: Sequence[LeagueEntry], gone: list[str], now: float) -> LeagueStep:
        ends_at = league.begins_at + PATIENCE * DAY
        if now < ends_at:
            return LeagueStep({"due_at": ends_at}, gone)
        text = f"{league.name} has ended: for {PATIENCE} days fewer than {FEWEST} had entered its next season."
        people = sorted({league.organiser, *(entry.person for entry in entries)} - {*gone})
        notices = [league_notice(league, person, text, now) for person in people]
        return LeagueStep({"state": "over", "ended_at": now, "due_at": None}, gone, notices=notices)

    def _division(
        self, league: StoredLeague, number: int, divisions: int, people: Sequence[str], now: float
    ) -> NewDivision:
        """Return a division of the next season, and its players, who are given in the order of the line."""
        season, game = league.season + 1, load(league.game)
        made = StoredTournament(
            secrets.token_urlsafe(9),
            division_name(league, season, number, divisions),
            league.game,
            league.tempo,
            "round-robin",
            league.organiser,
            league.organiser_name,
            now,
            now,
            rated=league.rated,
            computers=league.computers,
            most=len(people),
            seed=derive(league.seed, season, number) % _SEEDS,
            state="running",
            begun_at=now,
            due_at=now,
            league_id=league.id,
            season=season,
            division=number,
            ends_at=now + league.season_days * DAY,
            seats=game.seats,
            fewest=fewest_players(game),
        )
        places = dict(enumerate(people))
        order = numbered(self._store, league.game, league.tempo, places, made.seed)
        by_person = {person: place for place, person in places.items()}
        return made, tuple(
            TournamentEntry(person, "", by_person[person], now, seed_number, rating)
            for seed_number, (person, rating) in enumerate(order)
        )

    def _end(self, league: StoredLeague, entries: Sequence[LeagueEntry]) -> LeagueStep | None:
        """End a season whose divisions are all over, and notify the players who is in the next one."""
        now, divisions = self._matches.now(), self.season(league, league.season)
        if any(division.view.tournament.state == "running" for division in divisions):
            return None
        begins_at = now + PAUSE * DAY
        silent = self._silent(divisions, now)
        step = LeagueStep({"state": "over" if league.is_last else "open", "begins_at": begins_at, "due_at": begins_at})
        if league.is_last:
            step.values |= {"ended_at": now, "due_at": None}
        step.removed = [entry.person for entry in entries if entry.closed_at is not None or entry.person in silent]
        entered = {entry.person for entry in entries} - {*step.removed}
        for division in divisions:
            for number, row in enumerate(division.rows):
                person = row.line.entry.person
                follows = _follows(league, begins_at, person, entered, silent, now)
                if row.line.entry.closed_at is None:
                    step.notices.append(result_notice(league, division, number, len(divisions), follows, now))
        return step

    def _silent(self, divisions: Sequence[Division], now: float) -> frozenset[str]:
        """Return the players who have lost a match of a season on time, and were not seen for a month."""
        late = set[str]()
        for division in divisions:
            for board in division.boards:
                late |= self._left_on_time(board) if len(board.seating) > 2 else _lost_on_time(division, board)
        seen: Mapping[str, float] = self._store.leagues.seen_at(late) if late else {}
        return frozenset(person for person in late if seen.get(person, 0.0) <= now - SILENCE * DAY)

    def _left_on_time(self, board: StoredBoard) -> set[str]:
        """Return who has left a match of several seats on time, without who stood in and played on."""
        with suppress(LudariumError):  # a match that cannot be loaded keeps nobody out
            view = self._matches.look(board.match_id or "")
            left = zip(view.match.leavers, view.departures, strict=False)
            return {departure.person for leaver, departure in left if leaver.reason == TIME and departure.person}
        return set()

    def _write(self, league: StoredLeague, step: LeagueStep) -> bool:
        """Write a step, unless the league has changed since it was read; return whether it was written."""
        with self._store.write() as tx:
            if not tx.leagues.save(league.id, league.revision, **step.values):
                return False
            tx.league_entries.remove(league_id=league.id, person=step.removed)
            if step.divisions:
                tx.league_entries.clear_stand_ins(league.id)
            for tournament, players in step.divisions:
                tx.tournaments.add(tournament)
                tx.tournament_entries.enter_all(tournament.id, players)
            for notice in step.notices:
                tx.notices.add(notice)
        return True


def _rest(league: StoredLeague, gone: list[str], error: LudariumError, now: float) -> LeagueStep:
    """Return the step of a league whose game is not there any more: it is looked at once a day, and says so once."""
    step = LeagueStep({"due_at": now + DAY, "failing_since": league.failing_since or now}, gone)
    if league.failing_since is None:
        why = plain(str(error))
        text = f"The next season of {league.name} cannot begin, and is tried again once a day: {why}"
        step.notices = [league_notice(league, league.organiser, text, now)]
    return step


def _follows(
    league: StoredLeague, begins_at: float, person: str, entered: set[str], silent: frozenset[str], now: float
) -> str:
    """Return the sentence of a notice about the next season."""
    if league.is_last:
        return "It was the last season of this league."
    if person in entered:
        return plays_on(league.season + 1, begins_at, now)
    if person in silent:
        return plays_no_more(f"as you lost a match on time and were not here for {SILENCE} days")
    return plays_no_more("as you have left")


def _lost_on_time(division: Division, board: StoredBoard) -> set[str]:
    """Return who has lost a match of two seats on time."""
    if board.how != "played" or board.ending != TIME or board.second is None:
        return set()
    lost = board.first if (board.first_points or 0) < (board.second_points or 0) else board.second
    player = division.view.players[lost]
    return set() if player.former else {player.person}  # else it may have been lost by who has left
