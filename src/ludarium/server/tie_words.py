"""Tie-breaks in words: what they are, and how those of a player were computed."""

from collections.abc import Mapping, Sequence

from ludarium.club.tournaments.views import StoredTournament, TableRow, TournamentView
from ludarium.core.text import fraction
from ludarium.tournament.kinds.round_robin import RoundRobin
from ludarium.tournament.table import points_of
from ludarium.tournament.tie_breaks import TABLE_TIES, Tie, TiePart, cut_parts

HEADS: Mapping[Tie, str] = {
    "direct": "Direct encounter", "buchholz": "Buchholz", "cut": "Buchholz cut 1", "berger": "Sonneborn-Berger",
    "wins": "Won", "second": "Without the first turn",
}  # fmt: skip
"""The heads of the columns."""
CHOICES: Mapping[str, str] = {
    "": "the usual ones of its kind",
    "wins direct berger": "matches won, direct encounter, Sonneborn-Berger",
    "berger wins": "Sonneborn-Berger, matches won",
    "direct wins second": "direct encounter, matches won, matches without the first turn",
    "buchholz berger": "Buchholz, Sonneborn-Berger (Swiss only)",
    "cut buchholz wins second": "Buchholz cut 1, Buchholz, matches won, matches without the first turn (Swiss only)",
}
"""Lists of tie-breaks that a form offers; programs may name any others."""
_WHAT: Mapping[Tie, str] = {
    "direct": "direct encounter (points against those who are tied, if all of them have met)",
    "buchholz": "the Buchholz score (the points of all opponents)",
    "cut": "the Buchholz score cut 1 (the points of all opponents without the lowest)",
    "berger": "the Sonneborn-Berger score (the points of each opponent times what was got against them)",
    "wins": "matches won",
    "second": "matches played without the first turn",
}
_AT_TABLES = "All others at a table are opponents, and matches won are those with the first place alone."


def order_words(ties: Sequence[Tie]) -> str:
    """Return how a table with tie-breaks is ordered, as a sentence.

    >>> order_words(["wins"])
    'Equal points are ordered by matches won, then by seed number.'
    """
    return f"Equal points are ordered by {', then by '.join([*(_WHAT[tie] for tie in ties), 'seed number'])}."


def tie_break_words(tournament: StoredTournament, ties: Sequence[Tie]) -> str:
    """Return how the table of a tournament is ordered, as sentences."""
    if tournament.seats > 2:
        return f"{order_words(ties)} {_AT_TABLES}"
    return tournament.of_kind.order.format(ties=order_words(ties), exhibitor=tournament.exhibitor_name)


ROUND_ROBIN_TIES = order_words(RoundRobin.ties)
TABLES_TIES = f"{order_words(TABLE_TIES)} {_AT_TABLES}"


def columns(view: TournamentView) -> list[tuple[str, str]]:
    """Return the heads of the columns of tie-breaks, each with the field of its row; games won stand apart."""
    if view.tournament.of_kind.is_bracket:
        return []
    return [(HEADS[tie], tie) for tie in view.tournament.of_kind.ties_of(view.form) if tie != "wins"]


def computed(view: TournamentView) -> list[tuple[TableRow, list[str]]]:
    """Return how the tie-breaks of each player were computed, in the order of the table."""
    if view.tournament.of_kind.is_bracket:
        return []
    parts = view.tournament.of_kind.parts(view.form, view.waves, points_of(view.form, view.waves))
    ties = view.tournament.of_kind.ties_of(view.form)
    return [(line, _sentences(view, line, parts[line.row.player], ties)) for line in view.table]


def _sentences(view: TournamentView, line: TableRow, parts: Sequence[TiePart], ties: Sequence[Tie]) -> list[str]:
    row, found = line.row, list[str]()
    if "direct" in ties and row.direct is not None:
        found.append(f"Direct encounter: {fraction(row.direct)} against those who were tied.")
    if {"buchholz", "cut"} & {*ties}:
        terms = " + ".join(f"{fraction(part.points)} ({_whom(view, part)})" for part in parts) or "0"
        found.append(f"Buchholz: {terms} = {fraction(row.buchholz)}.")
    if "cut" in ties and parts:
        left = cut_parts(parts)
        cut = next(part.round for part in parts if part not in left) if len(left) < len(parts) else 0
        found.append(f"Buchholz cut 1: without round {cut + 1}, {fraction(row.cut)}.")
    if "berger" in ties:
        won = [part for part in parts if part.got and part.points]
        terms = " + ".join(f"{fraction(part.got)} × {fraction(part.points)} ({_whom(view, part)})" for part in won)
        found.append(f"Sonneborn-Berger: {terms or '0'} = {fraction(row.berger)}.")
    return found


def _whom(view: TournamentView, part: TiePart) -> str:
    """Return whose points a part counts."""
    if part.opponent is None:
        return f"own points, no match in round {part.round + 1}"
    return view.players[part.opponent].name
