"""The commands about leagues.

Guests play in no league, and programs only where bots may take part; who is blocked by the organiser, or has
blocked them, cannot enter.
"""

import secrets
from dataclasses import replace
from typing import ClassVar, NamedTuple

from ludarium.core.errors import ParseError
from ludarium.core.registry import load
from ludarium.core.text import counted, shorten
from ludarium.match.clock import DAY, Clock
from ludarium.site.act import Command
from ludarium.site.begin.new_match import describe_game
from ludarium.site.begin.rows import USUAL_SLOW, Terms
from ludarium.site.ground.values import Act, Person
from ludarium.site.leagues.rows import LeagueEntry, StoredLeague
from ludarium.site.leagues.seasons import league_notice
from ludarium.site.offers.reading import SLOW
from ludarium.site.people.accounts import has_account
from ludarium.site.people.people import printable
from ludarium.site.people.standing import barred
from ludarium.site.ratings.ratings import check_rated
from ludarium.site.repositories import Repositories
from ludarium.site.tournaments.reading import LONGEST_NAME, check_first_turns, read_number
from ludarium.tournament.kinds.kind import MOST_SEATS

LEAST_SEASON, SEASON, MOST_SEASON = 30, 120, 365
"""Days of a season."""
FIRST, MOST_FIRST = 7, 60
"""Days until the first season may begin."""
MOST_ENTERED, MOST_PLAYERS = 5, 64
"""Leagues in which a person may be at once, and players of a league."""
VACATIONS = ("counts", "no")
_SEEDS = 2**31


class MakeLeague(Command, tag="make"):
    """Make a league; empty fields have their defaults.

    `game` is a spec and `tempo` a clock; `rated` and `computers` are yes or empty, `vacation` is `no` if vacations do
    not stop the clocks; `days` is after how many days the first season may begin, `season` how many days it has. With
    `takes_part`, which is yes or empty, the organiser enters it, too.
    """

    done = "The league waits for players."
    game: str
    tempo: str = ""
    name: str = ""
    season: str = ""
    days: str = ""
    rated: str = ""
    computers: str = ""
    vacation: str = ""
    takes_part: str = ""

    def made_by(self, organiser: Person, now: float) -> StoredLeague:
        """Return the league that a person organises.

        Raises a `LudariumError` for what a league cannot be.
        """
        game = load(self.game)
        if not 2 <= game.seats <= MOST_SEATS:
            seats = counted(game.seats, "seat")
            raise ParseError(f"{game.spec} has {seats}: leagues are for games of two to {MOST_SEATS}")
        check_first_turns(game)
        tempo = " ".join(self.tempo.split()) or USUAL_SLOW
        if tempo not in SLOW:
            raise ParseError(f"{shorten(tempo)} is no tempo of a league: expected one of {', '.join(SLOW)}")
        if self.rated:
            check_rated(Terms(game.spec, clock=tempo))
        if (self.vacation or VACATIONS[0]) not in VACATIONS:
            raise ParseError(f"{shorten(self.vacation)} is no choice: expected one of {', '.join(VACATIONS)}")
        clock = replace(Clock.parse(tempo), vacation=self.vacation != "no")
        season = read_number(self.season, "days of a season", LEAST_SEASON, SEASON, MOST_SEASON)
        days = read_number(self.days, "days until the first season", 1, FIRST, MOST_FIRST)
        name = " ".join(printable(self.name).split())[:LONGEST_NAME]
        return StoredLeague(
            secrets.token_urlsafe(9),
            name or f"{describe_game(game.spec)} league"[:LONGEST_NAME],
            game.spec,
            str(clock),
            organiser.id,
            organiser.name,
            now,
            now + days * DAY,
            rated=bool(self.rated),
            computers=bool(self.computers),
            season_days=season,
            seed=secrets.randbelow(_SEEDS),
            due_at=now + days * DAY,
        )


class AskedOfLeague(NamedTuple):
    """A person, or a stranger, who asks for something in a league; its row is held while a command is carried out."""

    tables: Repositories
    league: StoredLeague
    entries: tuple[LeagueEntry, ...]
    person: Person | None
    now: float

    @property
    def account(self) -> Person:
        """The person, once it is known that they have an account."""
        assert self.person
        return self.person

    @property
    def entry(self) -> LeagueEntry | None:
        """The entry of the person for the next season, or None."""
        return next((entry for entry in self.entries if self.person and entry.person == self.person.id), None)

    @property
    def ends(self) -> bool:
        """Whether no season follows."""
        return self.league.state == "over" or self.league.is_last

    @property
    def organises(self) -> bool:
        """Whether the person is its organiser, or an administrator."""
        return self.person is not None and (self.person.id == self.league.organiser or self.person.administrator)


class LeagueCommand(Command):
    """What is asked for in a league that is there; `organiser` says whether for its organiser and administrators."""

    organiser: ClassVar[bool] = False


class EnterLeague(LeagueCommand, tag="enter"):
    """Play from the next season on."""

    done = "You play from the next season on."

    def refusal(self, asked: AskedOfLeague) -> str:
        """Return why a person may not enter a league."""
        tables, league, entries, person, now = asked
        if asked.ends:
            return "no season follows"
        if person is None or not has_account(person):
            return "leagues are for accounts: make one first"
        if asked.entry:
            return "you have entered already"
        if person.is_bot and not league.computers:
            return "bots take no part in this league"
        if league.rated and barred(tables, [person.id], now):
            return "you may not begin rated matches now"
        if len(entries) >= MOST_PLAYERS:
            return f"the league is full: it has {MOST_PLAYERS} players"
        if league.organiser != person.id and tables.blocks.among({person.id, league.organiser}):
            return "this league is not for you"
        if len(tables.leagues.of_person(person.id)) >= MOST_ENTERED:
            return f"you are in {MOST_ENTERED} leagues: leave one first"
        return ""

    def carry_out(self, asked: AskedOfLeague) -> None:
        """Enter, and let the first season begin when it may."""
        asked.tables.league_entries.enter(asked.league.id, asked.account.id, asked.now)
        if asked.league.state == "open":
            asked.tables.leagues.set(asked.league.id, due_at=max(asked.league.begins_at, asked.now))


class LeaveLeague(LeagueCommand, tag="leave"):
    """Play in no season after the one that goes on."""

    done = "You play in no later season."

    def refusal(self, asked: AskedOfLeague) -> str:
        """Return why a person may not leave a league."""
        return "" if asked.entry and asked.league.state != "over" else "you have not entered the next season"

    def carry_out(self, asked: AskedOfLeague) -> None:
        """Remove the entry."""
        asked.tables.league_entries.remove((asked.league.id, asked.account.id))


class StandIn(LeagueCommand, tag="stand-in"):
    """Play for who leaves the season that goes on, if somebody does; for who has entered the next one."""

    done = "You play for the next one who leaves the season."

    def refusal(self, asked: AskedOfLeague) -> str:
        """Return why a person may not stand in."""
        if asked.league.state != "running":
            return "no season goes on in which you could stand in"
        if asked.entry is None:
            return "those stand in who have entered the next season"
        if asked.entry.person in asked.tables.leagues.players(asked.league.id, asked.league.season):
            return "you play in this season, or have played in it"
        return "you have offered that already" if asked.entry.stands_in else ""

    def carry_out(self, asked: AskedOfLeague) -> None:
        """Record it, and let the divisions go on from which somebody may have left before."""
        tables, league = asked.tables, asked.league
        tables.league_entries.offer_to_stand_in(league.id, asked.account.id, stands_in=True)
        for division in tables.tournaments.of_league(league.id, league.season):
            if division.state == "running":
                tables.tournaments.touch(division.id)
                tables.tournaments.set(division.id, due_at=asked.now)


class StandInNoMore(LeagueCommand, tag="no-stand-in"):
    """Stand in for nobody."""

    done = "You stand in for nobody."

    def refusal(self, asked: AskedOfLeague) -> str:
        """Return that a person does not stand in."""
        return "" if asked.entry and asked.entry.stands_in else "you have not offered to stand in"

    def carry_out(self, asked: AskedOfLeague) -> None:
        """Record it."""
        asked.tables.league_entries.offer_to_stand_in(asked.league.id, asked.account.id, stands_in=False)


class EndLeague(LeagueCommand, tag="end"):
    """End one's own league: after the season that goes on, or at once between two."""

    done = "No season follows."
    organiser = True

    def refusal(self, asked: AskedOfLeague) -> str:
        """Return that it ends in any case."""
        return "no season follows in any case" if asked.ends else ""

    def carry_out(self, asked: AskedOfLeague) -> None:
        """End the league; if an administrator does it, that is logged."""
        tables, league, person = asked.tables, asked.league, asked.account
        if league.organiser != person.id:
            tables.acts.add(Act(asked.now, person.id, "end league", league.organiser, league.name))
        if league.state == "running":
            tables.leagues.set(league.id, is_last=True)
            return
        tables.leagues.set(league.id, is_last=True, state="over", ended_at=asked.now, due_at=None)
        for entry in asked.entries:
            if entry.person != person.id and entry.closed_at is None:
                text = f"{person.name} has ended {league.name}: no season follows."
                tables.notices.add(league_notice(league, entry.person, text, asked.now))
