"""How many ways the first steps of Throngs can go, counted by the reference implementation and the kernel."""

import re
from collections.abc import Mapping

import pytest

import ludarium
from ludarium.search.survey import playouts
from tests.games.test_counts import NAMES, cases, check_reference
from tests.games.throngs.pictures import Point, first_stones, sites
from tests.games.throngs.reference import Reference

PROGRAM = {63: [8, 80, 1035, 15934], 93: [6, 46, 513, 6736], 87: [8, 80, 1043, 16368], 153: [8, 80, 1053, 16518]}
"""What the program counts from the start on each board; its rule shows at the fourth step, which is tested on one."""


@pytest.mark.parametrize(NAMES, cases("throngs"))
def test_the_reference_counts_as_committed(spec: str, position: str, counts: list[int]) -> None:
    reference = read(ludarium.load(spec).options, position)
    check_reference(reference, counts)


def read(options: Mapping[str, object], position: str) -> Reference:
    rows, *fields = position.split()
    board, pie = int(str(options["board"])), options["setup"] == "pie"
    cells = re.sub(r"[0-9]+", lambda empty: "." * int(empty[0]), rows).replace("/", "")
    stones = {point: cell for point, cell in zip(sites(board), cells, strict=True) if cell != "."}
    if fields == ["pie"]:
        reference = Reference(board, pie, options["rules"] == "page", stones=stones, placed=len(stones))
        reference.replied = False
        return reference
    mover, moment, counters, passes = fields
    turn, move = moment.split(".")
    reference = Reference(board, pie, options["rules"] == "page", 500, stones, mover, int(turn), move == "2")
    reference.counters = {
        player: int(n.replace("-", "-1")) for player, n in zip("bw", counters.split(":"), strict=True)
    }
    reference.passes = int(passes)
    return reference


class Program(Reference):
    """The game as the program ends it: when the first moves of both players' last turns were passes."""

    idle: tuple[str, ...] = ()

    def play(self, what: Point | str) -> None:
        if not self.second and self.hand is None:
            others = tuple(player for player in self.idle if player != self.mover)
            self.idle = (*others, self.mover) if what == "pass" else others
        super().play(what)

    def end(self) -> str:
        return super().end() or "passes" * (len(self.idle) == 2)


@pytest.mark.parametrize("board", PROGRAM)
def test_with_the_program_s_rule_of_passes_the_counts_are_the_program_s(board: int) -> None:
    reference = Program(board, stones=first_stones(board))
    check_reference(reference, PROGRAM[board])


@pytest.mark.parametrize(("board", "steps", "black"), [(63, 207, 0.35), (93, 297, 0.48)])
def test_random_games_resemble_those_of_the_program(board: int, steps: int, black: float) -> None:
    """Ours run a little longer, since the program's own rule of passes ends many of its games sooner."""
    made = playouts(ludarium.load(f"throngs(board={board})").initial(), games=1000, seed=1)
    assert steps * 0.97 < made.steps / made.games < steps * 1.1
    assert made.payoffs[0] / made.games == pytest.approx(black, abs=0.08)
