"""Notices to the players of a league: how a season has ended for them, and whether they play in the next one.

That a season begins, with how many matches, and that its end is near, are notices of the division, which is a
tournament.
"""

from ludarium.club.leagues.views import Division
from ludarium.core.text import counted
from ludarium.match.clock import DAY
from ludarium.store.leagues.leagues import StoredLeague
from ludarium.store.notices.notices import TOURNAMENT, Notice
from ludarium.tournament.seasons import FEWEST, Move

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
