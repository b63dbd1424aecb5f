"""Knock-outs: who loses an encounter is out, or who loses two; a bracket says who meets whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ludarium.tournament.elimination import double_elimination, single_elimination
from ludarium.tournament.kinds.kind import SEEDS, Kind, Players, Waves
from ludarium.tournament.pairing import Pairing, PairingSystem
from ludarium.tournament.table import RankedPlayer
from ludarium.tournament.tie_breaks import Tie
from ludarium.tournament.waves import Format, Wave, WaveGame

REPLAYS = 1
"""How often a drawn encounter is played again, a game from each seat."""


class KnockOut(Kind):
    """In each round the winner of an encounter goes on, and the loser is out."""

    name = "knock-out"
    words = "knock-out"
    brief = "who loses is out"
    preset = ("Knock-out", {"most": "16"})
    is_bracket = True
    correcting = "The organiser may correct a result from which no later round was paired; the page then says so."
    ties: ClassVar[tuple[Tie, ...]] = ()
    how = "In each round the winner of a match goes on, and the loser is out"
    own_rules: ClassVar[Sequence[str]] = (
        SEEDS,
        "A drawn encounter is played again, with one match from each seat.",
        "If it is drawn once more, the better seed goes on.",
        "A player who leaves loses the match that goes on.",
    )
    order = "The table is ordered by the round in which a player went out, and then by seed number."

    def pair(self, form: Format, waves: Waves, absent: Players, resting: Players) -> list[Pairing]:
        """Return the games and byes of the next wave after waves that are over."""
        return self.seated(form, waves, self.run_again(form, waves)[1])

    def run_again(self, form: Format, waves: Sequence[Wave]) -> tuple[list[int], list[Pairing]]:
        """Run the system over the waves; return its ranking once it is over, or else what it pairs next."""
        system = self.system(form)
        try:
            paired = next(system)
            for wave in waves:
                paired = system.send([_payoffs(pairing, board) for pairing, board in zip(paired, wave, strict=True)])
        except StopIteration as end:
            return end.value, []
        return [], paired

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


class DoubleKnockOut(KnockOut):
    """Who loses two encounters is out."""

    name = "double-knock-out"
    words = "double elimination"
    fewest, most = 4, 32
    brief = "who loses twice is out"
    preset = ("Double elimination", {"most": "16"})
    how = "Who loses one match plays on among those who have lost one; who loses two is out"
    own_rules = (
        SEEDS,
        "In the final the player without a defeat needs one victory, and the other two.",
        *KnockOut.own_rules[1:],
    )
    order = KnockOut.order.replace("ordered by", "ordered by the number of defeats, then by")

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


def _payoffs(pairing: Pairing, board: WaveGame) -> tuple[float, ...]:
    """Return the payoffs of a game in the seating of the system, which is not that of the table."""
    points = dict(zip(board.pairing.seating, board.points, strict=True))
    return tuple(points[player] for player in pairing.seating)
