"""The simultaneous exhibition: one player meets everybody else, all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, get_args

from ludarium.tournament.kinds.kind import Data, Details, Kind
from ludarium.tournament.pairing import Pairing, encounters
from ludarium.tournament.table import RankedPlayer
from ludarium.tournament.waves import Format, Wave

FirstTurn = Literal["exhibitor", "alternates"]
FIRST_TURNS: tuple[FirstTurn, ...] = get_args(FirstTurn)
"""Who has the first turn in the games of an exhibition: the exhibitor in all of them, or in every other one."""
EXHIBITOR = 0
"""The seed number of who plays everybody else."""


class Exhibition(Kind):
    """One player meets everybody else."""

    name = "exhibition"
    words = "one against all"
    most, usual_most = 31, 21
    brief = "one player meets everybody else at once"
    preset: ClassVar[tuple[str, Mapping[str, str]]] = ("One against all", {})
    takes = ("games", "first_turn")
    live = "never"
    not_live = (
        "one against all is by correspondence: live, the clocks of all matches would run at once against one player"
    )
    at_once = True
    has_exhibitor = True
    first_rank = 0  # of who plays everybody
    how = "{details.exhibitor} plays everybody who enters, all matches at once"
    own_rules = (
        (
            "It begins if {details.exhibitor} has accepted. The others are numbered by their ratings; lots, which "
            "everybody can check, decide among equals."
        ),
        "A player who leaves loses the matches that go on.",
    )
    order = "{exhibitor} stands before the table of the others. {ties}"

    def all_games(self, form: Format) -> list[Pairing]:
        """Return the games of the first player with everybody else, in the order of their numbers.

        >>> [pairing.seating for pairing in Exhibition().all_games(Format("exhibition", 3, 1))]
        [(0, 1), (0, 2)]
        """
        return encounters(0, {other - 1: (EXHIBITOR, other) for other in range(1, form.players)}, form.games)

    def is_turned(self, form: Format, pairing: Pairing, lead: Mapping[int, int]) -> bool:
        """Return whether the second player of a pairing has the first seat, as was said before."""
        return form.first_turn == "alternates" and pairing.encounter % 2 == 1

    def ordered(self, form: Format, waves: Sequence[Wave], rows: Sequence[RankedPlayer]) -> list[RankedPlayer]:
        """Return the rows of the others as usual, behind that of who has played all their games."""
        return sorted(super().ordered(form, waves, rows), key=lambda row: row.player != EXHIBITOR)

    def numbered(self, data: Data) -> Sequence[Data]:
        """Return the players in the data of a tournament whom ratings and lots have put in order."""
        return [*data["players"]][1:]

    def first_turn_words(self, details: Details) -> str:
        """Return who has the first turn."""
        if details.form.games > 1:
            return super().first_turn_words(details)
        begins = {"exhibitor": f"{details.exhibitor} has it in all matches"}
        return begins.get(details.form.first_turn, "each side has it in every other match")
