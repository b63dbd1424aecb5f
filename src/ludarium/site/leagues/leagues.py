"""Leagues: an account organises them, others enter, and season after season begins and ends by itself.

Whatever a person asks for is decided here. Every change first holds the row of the league, so what it then reads stays
true until it is stored. Guests play in no league, and programs only where bots may take part; who is blocked by
the organiser, or has blocked them, cannot enter.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.core.registry import load
from ludarium.core.text import shorten
from ludarium.match.clock import DAY, HOUR
from ludarium.site.act import Done, NotOrganiser, Refusal, act, commands_of
from ludarium.site.ground.values import Person
from ludarium.site.leagues.commands import AskedOfLeague, EnterLeague, LeagueCommand, MakeLeague
from ludarium.site.leagues.rows import LeagueState, StoredLeague
from ludarium.site.leagues.seasons import Seasons
from ludarium.site.leagues.views import LeagueView, divisions_of
from ludarium.site.match.transactions import Transactions
from ludarium.site.people.accounts import require_account
from ludarium.site.people.people import RequireUsable
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.repositories import Repositories
from ludarium.site.tournaments.views import view_of

MOST_ORGANISED, MOST_MADE = 3, 6
"""Leagues of a person that may go on at once, and that a person may make within a day."""
_LISTED = 50
_GOING_ON: tuple[LeagueState, ...] = ("open", "running")
_OVER: tuple[LeagueState, ...] = ("over",)


class NoSuchLeague(LudariumError):
    """No league has this id, or not this season."""

    status = 404
    kind = "no-league"


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

    def make(self, person: Person | None, command: MakeLeague) -> Done:
        """Make a league, of which the person is the organiser.

        Raises `NeedsAccount`, `Sanctioned`, `QuotaExceeded`, or another `LudariumError` for what a league cannot be.
        """
        organiser = self._account(person)
        now = self._matches.now()
        made = command.made_by(organiser, now)
        load(made.game).initial()  # before anybody waits for the transaction
        with self._store.write() as tx:
            tx.leagues.lock(organiser.id)
            if tx.leagues.organised_by(organiser.id) >= MOST_ORGANISED:
                raise QuotaExceeded(f"{MOST_ORGANISED} leagues of yours go on: end one first", DAY)
            if tx.leagues.organised_by(organiser.id, now - DAY) >= MOST_MADE:
                raise QuotaExceeded(f"you have made {MOST_MADE} leagues within a day", HOUR)
            tx.leagues.add(made)
            if command.takes_part:
                with suppress(Refusal):  # such as that of somebody who is in too many
                    act(EnterLeague(), self._asked(tx, made, organiser))
        return Done(command.done, made.id)

    def act(self, person: Person | None, league_id: str, command: LeagueCommand) -> Done:
        """Carry out a person's command in a league.

        Raises `NoSuchLeague`, `NeedsAccount`, `Sanctioned`, `NotOrganiser`, and `Refusal` for what cannot be now.
        """
        self._load(league_id)
        account = self._account(person)
        with self._store.write() as tx:
            tx.leagues.lock(account.id)
            tx.leagues.touch(league_id)
            asked = self._asked(tx, self._load(league_id, tx), account)
            if command.organiser and not asked.organises:
                raise NotOrganiser("this is for the organiser of the league to do")
            act(command, asked)
        return Done(command.done, league_id)

    def view(self, person: Person | None, league_id: str, season: int | None = None) -> LeagueView:
        """Return a league as a person sees it, with the divisions of a season, usually the latest.

        Raises `NoSuchLeague`.
        """
        league = self._load(league_id)
        number = league.season if season is None else season
        if season is not None and not 1 <= number <= league.season:
            raise NoSuchLeague(f"{league.name} has had no such season")
        tables, asked = self._store, self._asked(self._store, league, person)
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
        may = [kind() for kind in commands_of(LeagueCommand).values() if asked.organises or not kind.organiser]
        refusals = {type(command).word: command.refusal(asked) for command in may}
        do = [word for word, refusal in refusals.items() if not refusal]
        divided = divisions_of(divisions)
        return LeagueView(league, asked.entries, number, divided, asked.entry, do, refusals[EnterLeague.word])

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

    def _load(self, league_id: str, tables: Repositories | None = None) -> StoredLeague:
        league = (tables or self._store).leagues.load(league_id)
        if league is None:
            raise NoSuchLeague(f"there is no league {shorten(league_id)}")
        return league

    def _asked(self, tables: Repositories, league: StoredLeague, person: Person | None) -> AskedOfLeague:
        return AskedOfLeague(
            tables, league, tables.league_entries.find(league_id=league.id), person, self._matches.now()
        )
