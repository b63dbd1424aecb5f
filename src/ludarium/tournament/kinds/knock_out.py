"""Knock-outs: who loses an encounter is out, or who loses two; a bracket says who meets whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ludarium.tournament.elimination import double_elimination, single_elimination
from ludarium.tournament.kinds.kind import SEEDS, Kind, Told
from ludarium.tournament.pairing import PairingSystem
from ludarium.tournament.table import RankedPlayer
from ludarium.tournament.tie_breaks import Tie
from ludarium.tournament.waves import Format, Wave, WaveGame

REPLAYS = 1
"""How often a drawn encounter is played again, a game from each seat."""


class KnockOut(Kind):
    """In each round the winner of an encounter goes on, and the loser is out."""

    name = "knock-out"
    words = "knock-out"
    preset = ("Knock-out", {"most": "16"})
    is_bracket = True
    correcting = "The organiser may correct a result from which no later round was paired; the page then says so."
    ties: ClassVar[tuple[Tie, ...]] = ()

    def system(self, form: Format) -> PairingSystem:
        """Return the system that is run again over what was played."""
        return single_elimination(form.players, 2, form.games, replays=REPLAYS, even=False)

    def ordered(self, form: Format, waves: Sequence[Wave], rows: Sequence[RankedPlayer]) -> list[RankedPlayer]:
        """Return the rows by the ranking of a bracket that is over, before by the last round of each player."""
        is_over = all(board.how for wave in waves for board in wave)
        ranking, paired = self.run_again(form, waves) if is_over else ([], [])
        if ranking and not paired:
            return [rows[player] for player in ranking]
        return self.unfinished(form, waves, rows)

    def unfinished(self, form: Format, waves: Sequence[Wave], rows: Sequence[RankedPlayer]) -> list[RankedPlayer]:
        """Return the rows of a bracket that goes on."""
        last = [0] * form.players
        for board in (board for wave in waves for board in wave):
            for player in board.pairing.seating:
                last[player] = board.pairing.round
        return sorted(rows, key=lambda row: (-last[row.player], -row.points, row.player))

    def how(self, told: Told) -> str:
        """Return what is played in a tournament of two seats, as a sentence without its end."""
        return "In each round the winner of a match goes on, and the loser is out"

    def own_rules(self, told: Told) -> list[str]:
        """Return the rules of a tournament of two seats in which it differs from others."""
        return [
            SEEDS,
            "A drawn encounter is played again, with one match from each seat.",
            "If it is drawn once more, the better seed goes on.",
            "A player who leaves loses the match that goes on.",
        ]

    def order_words(self, by_ties: str, exhibitor: str) -> str:
        """Return how the table is ordered; a bracket has no tie-breaks."""
        return "The table is ordered by the round in which a player went out, and then by seed number."


class DoubleKnockOut(KnockOut):
    """Who loses two encounters is out."""

    name = "double-knock-out"
    words = "double elimination"
    fewest, most = 4, 32
    preset = ("Double elimination", {"most": "16"})

    def system(self, form: Format) -> PairingSystem:
        """Return the system that is run again over what was played."""
        return double_elimination(form.players, 2, form.games, replays=REPLAYS, even=False)

    def unfinished(self, form: Format, waves: Sequence[Wave], rows: Sequence[RankedPlayer]) -> list[RankedPlayer]:
        """Return the rows of a bracket that goes on; who has lost less comes first."""
        defeats, last = _defeats(form, waves), [0] * form.players
        for number, wave in enumerate(waves):
            for player in (player for board in wave for player in board.pairing.seating):
                last[player] = number
        return sorted(rows, key=lambda row: (defeats[row.player], -last[row.player], -row.points, row.player))

    def how(self, told: Told) -> str:
        """Return what is played in a tournament of two seats, as a sentence without its end."""
        return "Who loses one match plays on among those who have lost one; who loses two is out"

    def own_rules(self, told: Told) -> list[str]:
        """Return the rules of a tournament of two seats in which it differs from others."""
        first, *others = super().own_rules(told)
        return [first, "In the final the player without a defeat needs one victory, and the other two.", *others]

    def order_words(self, by_ties: str, exhibitor: str) -> str:
        """Return how the table is ordered; a bracket has no tie-breaks."""
        return (
            "The table is ordered by the number of defeats, then by the round in which a player went out, and then by "
            "seed number."
        )


def _defeats(form: Format, waves: Sequence[Wave]) -> list[int]:
    """Return how many encounters each player has lost; the better seed wins one that stays drawn."""
    encounters: dict[tuple[str, int, int], list[WaveGame]] = {}
    for board in (board for wave in waves for board in wave if not board.pairing.bye):
        pairing = board.pairing
        encounters.setdefault((pairing.section, pairing.round, pairing.encounter), []).append(board)
    found = [0] * form.players
    for boards in encounters.values():
        if all(board.how for board in boards):
            got = {player: sum(board.got(player) for board in boards) for player in boards[0].pairing.seating}
            found[max(got, key=lambda player: (-got[player], player))] += 1
    return found
