"""Leagues: an account organises them, others enter, and season after season begins and ends by itself.

Whatever a person asks for is decided here. Every change first holds the row of the league, so what it then reads stays
true until it is stored. Guests play in no league, and programs only where computers may take part; who is blocked by
the organiser, or has blocked them, cannot enter.
"""

from collections.abc import Callable
from typing import NamedTuple

from ludarium.club.leagues.commands import (
    LEAGUE_ROWS,
    MAKE_LEAGUE,
    EndLeague,
    EnterLeague,
    LeagueCommand,
    LeaveLeague,
    MakeLeague,
    StandIn,
    StandInNoMore,
)
from ludarium.club.leagues.notices import league_notice
from ludarium.club.leagues.reading import new_league
from ludarium.club.leagues.seasons import Seasons
from ludarium.club.leagues.views import LeagueEntry, LeagueView, StoredLeague, divisions_of
from ludarium.club.match.transactions import Transactions
from ludarium.club.people.accounts import has_account, require_account
from ludarium.club.people.people import Person, RequireUsable
from ludarium.club.people.standing import barred
from ludarium.club.quotas import QuotaExceeded
from ludarium.club.tournaments.errors import EntryRefused, NotOrganiser
from ludarium.club.tournaments.views import view_of
from ludarium.core.errors import LudariumError
from ludarium.core.registry import load
from ludarium.core.text import shorten
from ludarium.match.clock import DAY, HOUR
from ludarium.store.leagues.leagues import LeagueState
from ludarium.store.repositories import Repositories, UnitOfWork
from ludarium.store.rows import Act

MOST_ORGANISED, MOST_MADE = 3, 6
"""Leagues of a person that may go on at once, and that a person may make within a day."""
MOST_ENTERED, MOST_PLAYERS = 5, 64
"""Leagues in which a person may be at once, and players of a league."""
_LISTED = 50
_GOING_ON: tuple[LeagueState, ...] = ("open", "running")
_OVER: tuple[LeagueState, ...] = ("over",)


class NoSuchLeague(LudariumError):
    """No league has this id, or not this season."""

    status = 404
    kind = "no-league"


class LeagueDone(NamedTuple):
    """The effect of a command, as a sentence, and the league that it was about."""

    said: str
    league: str


class ListedLeagues(NamedTuple):
    """The leagues that go on and those that are over, and the ids of those that the person has entered."""

    going_on: tuple[StoredLeague, ...]
    over: tuple[StoredLeague, ...]
    mine: frozenset[str]


class Leagues:
    """The leagues of a site."""

    def __init__(self, matches: Transactions, require_usable: RequireUsable) -> None:
        self._matches, self._store = matches, matches.store
        self._require_usable = require_usable
        self._seasons = Seasons(matches)
        self.work: Callable[[], int] = self._seasons.work

    def make(self, person: Person | None, command: MakeLeague) -> LeagueDone:
        """Make a league, of which the person is the organiser.

        Raises `NeedsAccount`, `Sanctioned`, `QuotaExceeded`, or another `LudariumError` for what a league cannot be.
        """
        organiser = self._account(person)
        now = self._matches.now()
        made = new_league(organiser, command, now)
        load(made.game).initial()  # before anybody waits for the transaction
        with self._store.write() as tx:
            tx.leagues.hold_person(organiser.id)
            if tx.leagues.organised_by(organiser.id) >= MOST_ORGANISED:
                raise QuotaExceeded(f"{MOST_ORGANISED} leagues of yours go on: end one first", DAY)
            if tx.leagues.organised_by(organiser.id, now - DAY) >= MOST_MADE:
                raise QuotaExceeded(f"you have made {MOST_MADE} leagues within a day", HOUR)
            tx.leagues.insert(made)
        return LeagueDone(MAKE_LEAGUE.done, made.id)

    def act(self, person: Person | None, league_id: str, command: LeagueCommand) -> LeagueDone:
        """Carry out a person's command in a league.

        Raises `NoSuchLeague`, `NeedsAccount`, `Sanctioned`, `NotOrganiser`, and `EntryRefused` for what cannot be now.
        """
        if self._store.leagues.load(league_id) is None:
            raise _none(league_id)
        account = self._account(person)
        with self._store.write() as tx:
            tx.leagues.hold_person(account.id)
            tx.leagues.touch(league_id)
            league, entries = tx.leagues.load(league_id), tx.leagues.entries(league_id)
            assert league
            match command:
                case EnterLeague():
                    if refusal := self._refusal(tx, league, entries, account):
                        raise EntryRefused(refusal)
                    tx.leagues.enter(league_id, account.id, self._matches.now())
                    if league.state == "open":
                        tx.leagues.set(league_id, due_at=max(league.begins_at, self._matches.now()))
                case LeaveLeague():
                    if account.id not in {entry.person for entry in entries} or league.state == "over":
                        raise EntryRefused("you have not entered the next season")
                    tx.leagues.remove(league_id, [account.id])
                case StandIn() | StandInNoMore():
                    self._stand_in(tx, league, entries, account, stands_in=isinstance(command, StandIn))
                case EndLeague():
                    self._end(tx, league, entries, account)
        return LeagueDone(LEAGUE_ROWS[type(command)].done, league_id)

    def view(self, person: Person | None, league_id: str, season: int | None = None) -> LeagueView:
        """Return a league as a person sees it, with the divisions of a season, usually the latest.

        Raises `NoSuchLeague`.
        """
        league = self._store.leagues.load(league_id)
        if league is None:
            raise _none(league_id)
        number = league.season if season is None else season
        if season is not None and not 1 <= number <= league.season:
            raise NoSuchLeague(f"{league.name} has had no such season")
        tables, entries = self._store, self._store.leagues.entries(league_id)
        divisions = [
            view_of(
                one,
                tables.tournament_entries.of(one.id),
                tables.tournament_boards.of(one.id),
                person,
                "a division cannot be entered",
            )
            for one in tables.tournaments.of_league(league_id, number)
        ]
        entered = person is not None and person.id in {entry.person for entry in entries}
        organises = person is not None and person.id == league.organiser
        refusal = self._refusal(self._store, league, entries, person)
        may_end = self._may_end(league, person)
        may_stand_in = not self._stand_in_refusal(self._store, league, entries, person)
        return LeagueView(
            league, entries, number, divisions_of(divisions), entered, organises, may_end, refusal, may_stand_in,
            any(entry.stands_in for entry in entries if person and entry.person == person.id),
        )  # fmt: skip

    def listed(self, person: Person | None, game: str = "") -> ListedLeagues:
        """Return the leagues, or those of a game given by its name."""
        table = self._store.leagues
        mine = table.of_person(person.id) if person else ()
        return ListedLeagues(
            table.in_state(_GOING_ON, _LISTED, game),
            table.in_state(_OVER, _LISTED, game),
            frozenset(one.id for one in mine),
        )

    def of_person(self, person: Person) -> tuple[StoredLeague, ...]:
        """Return the leagues whose next season a person has entered."""
        return self._store.leagues.of_person(person.id)

    def _account(self, person: Person | None) -> Person:
        account = require_account(person, "leagues are for accounts: make one, or sign in first")
        self._require_usable(account)
        return account

    def _refusal(
        self, tables: Repositories, league: StoredLeague, entries: tuple[LeagueEntry, ...], person: Person | None
    ) -> str:
        """Return why a person may not enter a league, as a sentence without its end; empty if they may."""
        if league.state == "over" or league.is_last:
            return "no season follows"
        if person is None or not has_account(person):
            return "leagues are for accounts: make one first"
        if person.id in {entry.person for entry in entries}:
            return "you have entered already"
        if person.is_bot and not league.computers:
            return "computers take no part in this league"
        if league.rated and barred(tables, [person.id], self._matches.now()):
            return "you may not begin rated matches now"
        if len(entries) >= MOST_PLAYERS:
            return f"the league is full: it has {MOST_PLAYERS} players"
        if league.organiser != person.id and tables.blocks.among({person.id, league.organiser}):
            return "this league is not for you"
        if len(tables.leagues.of_person(person.id)) >= MOST_ENTERED:
            return f"you are in {MOST_ENTERED} leagues: leave one first"
        return ""

    def _stand_in(
        self, tx: UnitOfWork, league: StoredLeague, entries: tuple[LeagueEntry, ...], person: Person, *, stands_in: bool
    ) -> None:
        if stands_in and (refusal := self._stand_in_refusal(tx, league, entries, person)):
            raise EntryRefused(refusal)
        if not tx.leagues.offer_to_stand_in(league.id, person.id, stands_in):
            raise EntryRefused("you have offered that already" if stands_in else "you have not offered to stand in")
        if stands_in:  # somebody may have left before
            for division in tx.tournaments.of_league(league.id, league.season):
                if division.state == "running":
                    tx.tournaments.touch(division.id)
                    tx.tournaments.set_due(division.id, self._matches.now())

    def _stand_in_refusal(
        self, tables: Repositories, league: StoredLeague, entries: tuple[LeagueEntry, ...], person: Person | None
    ) -> str:
        """Return why a person may not stand in, as a sentence without its end; empty if they may."""
        if league.state != "running":
            return "no season goes on in which you could stand in"
        if person is None or person.id not in {entry.person for entry in entries}:
            return "those stand in who have entered the next season"
        if person.id in tables.leagues.players(league.id, league.season):
            return "you play in this season, or have played in it"
        return ""

    def _may_end(self, league: StoredLeague, person: Person | None) -> bool:
        if person is None or league.state == "over" or league.is_last:
            return False
        return person.id == league.organiser or person.administrator

    def _end(self, tx: UnitOfWork, league: StoredLeague, entries: tuple[LeagueEntry, ...], person: Person) -> None:
        """End a league; if an administrator does it, that is logged."""
        if league.organiser != person.id and not person.administrator:
            raise NotOrganiser("this is for the organiser of the league to do")
        if not self._may_end(league, person):
            raise EntryRefused("no season follows in any case")
        now = self._matches.now()
        if league.organiser != person.id:
            tx.acts.add(Act(now, person.id, "end league", league.organiser, league.name))
        if league.state == "running":
            tx.leagues.set(league.id, is_last=True)
            return
        tx.leagues.set(league.id, is_last=True, state="over", ended_at=now, due_at=None)
        for entry in entries:
            if entry.person != person.id and entry.closed_at is None:
                text = f"{person.name} has ended {league.name}: no season follows."
                tx.notices.add(league_notice(league, entry.person, text, now))


def _none(league_id: str) -> NoSuchLeague:
    return NoSuchLeague(f"there is no league {shorten(league_id)}")
