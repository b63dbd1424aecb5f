"""The sides of exhibitions and team matches: who plays against everybody, and the teams of those who enter."""

from collections import Counter
from collections.abc import Collection, Sequence

from ludarium.core.errors import ParseError
from ludarium.core.text import counted, shorten
from ludarium.site.tournaments.reading import fewest_of
from ludarium.site.tournaments.rows.values import StoredTournament, TournamentEntry

FEWEST_OF_TEAM = 2
"""Players without whom a team does not begin."""


def missing(tournament: StoredTournament, there: Collection[TournamentEntry]) -> str:
    """Return what a tournament lacks to begin with those who are there, as a clause; empty for nothing."""
    if tournament.of_kind.at_any_time and there and all(entry.bot for entry in there):
        return "nobody had entered"
    if len(there) < (fewest := fewest_of(tournament)):
        return f"{counted(len(there), 'player')} had entered, and it needs {fewest}"
    if tournament.of_kind.has_exhibitor and tournament.exhibitor not in {entry.person for entry in there}:
        return f"{tournament.exhibitor_name} has not accepted to play against everybody"
    sizes = Counter(entry.team for entry in there)
    if tournament.of_kind.has_teams and min(sizes[0], sizes[1]) < FEWEST_OF_TEAM:
        return f"each team needs {FEWEST_OF_TEAM} players"
    return ""


def team_for(tournament: StoredTournament, text: str, entries: Collection[TournamentEntry]) -> int | None:
    """Return the team of who enters: the one that is named, or that of which fewer have entered; None without teams.

    Raises `ParseError`.
    """
    if not tournament.of_kind.has_teams:
        return None
    if text:
        return read_team(tournament, text)
    sizes = Counter(entry.team for entry in entries)
    return int(sizes[1] < sizes[0])


def read_team(tournament: StoredTournament, text: str) -> int:
    """Return a team of a team match, given by its name.

    Raises `ParseError`.
    """
    names = [name.casefold() for name in tournament.team_names]
    if text.strip().casefold() not in names:
        raise ParseError(f"{shorten(text)} is no team of it: expected {' or '.join(tournament.team_names)}")
    return names.index(text.strip().casefold())


def exhibitor_first(numbered: Sequence[tuple[str, int]], exhibitor: str | None) -> list[tuple[str, int]]:
    """Return people in the order of their seed numbers; who plays against everybody is the first."""
    return sorted(numbered, key=lambda one: exhibitor is not None and one[0] != exhibitor)
