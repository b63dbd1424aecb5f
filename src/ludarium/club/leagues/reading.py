"""Reading the form for a league: its fields are parsed, and their values limited."""

import secrets
from dataclasses import replace

from ludarium.club.begin.new_match import describe_game
from ludarium.club.leagues.commands import MakeLeague
from ludarium.club.offers.tempos import SLOW, USUAL_SLOW
from ludarium.club.people.people import Person, printable
from ludarium.club.ratings.ratings import check_rated
from ludarium.club.tournaments.reading import LONGEST_NAME, check_first_turns, read_number
from ludarium.core.errors import ParseError
from ludarium.core.registry import load
from ludarium.core.text import counted, shorten
from ludarium.match.clock import DAY, Clock
from ludarium.store.begin.challenges import Terms
from ludarium.store.leagues.leagues import StoredLeague
from ludarium.tournament.kinds.kind import MOST_SEATS

PAUSE = 7
"""Days between two seasons."""
LEAST_SEASON, SEASON, MOST_SEASON = 30, 120, 365
"""Days of a season."""
FIRST, MOST_FIRST = 7, 60
"""Days until the first season may begin."""
VACATIONS = ("counts", "no")
_SEEDS = 2**31


def new_league(person: Person, command: MakeLeague, now: float) -> StoredLeague:
    """Return the league that a person organises.

    Raises a `LudariumError` for what a league cannot be.
    """
    game = load(command.game)
    if not 2 <= game.seats <= MOST_SEATS:
        raise ParseError(f"{game.spec} has {counted(game.seats, 'seat')}: leagues are for games of two to {MOST_SEATS}")
    check_first_turns(game)
    tempo = " ".join(command.tempo.split()) or USUAL_SLOW
    if tempo not in SLOW:
        raise ParseError(f"{shorten(tempo)} is no tempo of a league: expected one of {', '.join(SLOW)}")
    if command.rated:
        check_rated(Terms(game.spec, clock=tempo))
    if (command.vacation or VACATIONS[0]) not in VACATIONS:
        raise ParseError(f"{shorten(command.vacation)} is no choice: expected one of {', '.join(VACATIONS)}")
    clock = replace(Clock.parse(tempo), vacation=command.vacation != "no")
    season = read_number(command.season, "days of a season", LEAST_SEASON, SEASON, MOST_SEASON)
    days = read_number(command.days, "days until the first season", 1, FIRST, MOST_FIRST)
    name = " ".join(printable(command.name).split())[:LONGEST_NAME]
    return StoredLeague(
        secrets.token_urlsafe(9),
        name or f"{describe_game(game.spec)} league"[:LONGEST_NAME],
        game.spec,
        str(clock),
        person.id,
        person.name,
        now,
        now + days * DAY,
        rated=bool(command.rated),
        computers=bool(command.computers),
        season_days=season,
        seed=secrets.randbelow(_SEEDS),
        due_at=now + days * DAY,
    )
