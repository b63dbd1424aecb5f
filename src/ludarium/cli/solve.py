"""`ludarium solve`: exact values of a game."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludarium.cli._options import GAME, SEED
from ludarium.cli._terminal import BadFile, open_folder, progress, say
from ludarium.core.errors import LudariumError
from ludarium.core.registry import load

if TYPE_CHECKING:
    from ludarium.solve.check import Check
    from ludarium.solve.solution import Solution


@click.command()
@GAME
@click.option("--out", type=click.Path(path_type=Path), help="Write the values of all positions to this .table file.")
@click.option(
    "--tolerance",
    type=click.FloatRange(1e-12, 0.1),
    default=1e-9,
    show_default=True,
    help="How far apart the proved bounds of a value may be.",
)
@click.option("--memory", type=click.FloatRange(0.01), help="Gigabytes to use at most; by default 3/4 of what is free.")
@click.option("--whole", is_flag=True, help="Leave out no rule, such as a limit of turns; more positions, or too many.")
@click.option(
    "--check", "games", type=click.IntRange(0, 1_000_000), default=200, show_default=True,
    help="Games to play by the values, as a check.",
)  # fmt: skip
@SEED
def solve(
    game: str, out: Path | None, tolerance: float, memory: float | None, whole: bool, games: int, seed: int
) -> None:
    """Solve a game: prove what every seat can expect if all play perfectly.

    For games with or without chance, of one or two sides. All positions are found through the rules, in memory.
    """
    from ludarium.solve.check import check
    from ludarium.solve.solution import free_memory, solve
    from ludarium.solve.tablefile import ENDING

    loaded = load(game)
    if out:
        if out.suffix != ENDING:
            raise BadFile(f"{out} should end in {ENDING}")
        if out.exists():
            raise BadFile(f"{out} exists already; name another file")
        open_folder(out.parent)
    room = 1e9 * memory if memory else 0.75 * free_memory()
    with progress() as bar:
        names = {"positions": f"positions, in at most {room / 1e9:,.1f} GB", "values": "values"}
        tasks = {what: bar.add_task(name, total=None) for what, name in names.items()}
        found = solve(
            loaded,
            tolerance=tolerance,
            whole=whole,
            memory=room,
            progress=lambda what, done, of: bar.update(tasks[what], completed=done, total=of or None),
        )
    if out:
        found.write(out)
    _print(found)
    if games and math.isfinite(found.value[-1]):
        _print_check(check(found.table(), games, seed))


def _print(found: Solution) -> None:
    """Print what was proved, by how many positions, and the values after each first action."""
    names, game = found.game.setup.seat_names, found.game
    options = f", without {found.left_out}" if found.left_out else ""
    parts, digits = found.bounds[0], max(1, min(12, -math.floor(math.log10(max(found.gap, 1e-12)))))
    say(f"{game.spec}{options}: {found.positions.count:,} positions, {parts.components:,} layers")
    say(f"the largest layer has {parts.largest:,} positions; {found.seconds:,.1f} seconds, gap {found.gap:.1e}")
    for name, low, high in zip(names, found.lower, found.upper, strict=True):
        say(f"{name}: {low:.{digits}f}" + (f" to {high:.{digits}f}" if high - low > 10**-digits else ""))
    if len(found.bounds) > 1:
        return
    table, start = found.table(), game.initial()
    for action in start.legal():
        if payoffs := table.payoffs(start.play_unchecked(action)):
            values = ", ".join(f"{name} {value:.{digits}f}" for name, value in zip(names, payoffs, strict=True))
            say(f"after {start.action_name(action)}: {values}")


def _print_check(found: Check) -> None:
    """Print what the check found; raise an error if it failed."""
    say(
        f"checked: {found.positions:,} positions of games agree within {found.residual:.1e} with those that follow; "
        f"{found.games:,} perfect games gave {found.mean:+.4f} ± {found.error:.4f} more than the value"
    )
    if not found.passed:
        raise LudariumError("the check failed: expected values that agree with each other and with the games")
