"""The round robin: everybody meets everybody else, all at once, or live round by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludarium.core.errors import ParseError
from ludarium.tournament.balanced_tables import balanced_rounds, rounds_of_all, with_idle
from ludarium.tournament.kinds.kind import MOST_SEATS, SEEDS, Kind, Players, Waves
from ludarium.tournament.pairing import Pairing, circle, encounters, round_robin
from ludarium.tournament.waves import Format

LEAVING = (
    "When somebody leaves who has finished more than half of their matches, the others are lost; otherwise all of "
    "their matches are annulled for the table."
)


class RoundRobin(Kind):
    """Everybody meets everybody else; at tables everybody meets everybody about equally often."""

    name = "round-robin"
    words = "round robin"
    most, usual_most = 12, 8
    brief = "everybody meets everybody"
    preset = ("Round robin over days", {"most": "8"})
    takes = ("games", "ties")
    most_seats = MOST_SEATS
    in_rounds = True
    at_once = True
    annuls = True
    ties = ("direct", "berger", "wins")
    cross = "opponents"
    how = "Everybody plays everybody else, {details.every}"
    whom = "everybody about equally often, {details.every}"
    own_rules = (SEEDS, LEAVING)

    def check_ties(self, ties: Sequence[str], seats: int) -> None:
        """Raise `ParseError` for the points of opponents where all have the same ones."""
        if seats == 2 and {"buchholz", "cut"} & {*ties}:
            raise ParseError(
                "the Buchholz score is a tie-break of Swiss tournaments: in a round robin it is that of points"
            )

    def pair(self, form: Format, waves: Waves, absent: Players, resting: Players) -> list[Pairing]:
        """Return all games, or those of a round; at tables that cannot be filled some have a bye in it."""
        if form.seats > 2:
            return _tables(form, len(waves))
        return (
            self.seated(form, waves, _round(form, len(waves)))
            if form.in_rounds
            else super().pair(form, waves, absent, resting)
        )

    def all_games(self, form: Format) -> list[Pairing]:
        """Return the games of all pairs; `is_turned` decides who has the first seat."""
        return next(round_robin(form.players, 2, form.games, even=False))

    def is_turned(self, form: Format, pairing: Pairing, lead: Mapping[int, int]) -> bool:
        """Return whether the second player of a pairing has the first seat, as the numbers decide."""
        first, second = pairing.seating
        return (second - first) % 2 == 0


def _tables(form: Format, begun: int) -> list[Pairing]:
    """Return the tables of a round, or those of all rounds if they begin at once."""
    count = rounds_of_all(form.players, form.seats) * form.games
    rounds = [*enumerate(balanced_rounds(form.players, form.seats, form.fewest, count, even=form.pairing > 1))]
    begin = rounds[begun : begun + 1] if form.in_rounds else [] if begun else rounds
    everybody = range(form.players)
    return [pairing for number, tables in begin for pairing in with_idle(number, [tables], everybody, 1)]


def _round(form: Format, number: int) -> list[Pairing]:
    """Pair a round that is played live; there is none after the last."""
    rounds = circle(form.players)
    return encounters(number, dict(enumerate(rounds[number])), form.games) if number < len(rounds) else []
