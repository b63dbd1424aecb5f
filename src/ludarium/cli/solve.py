"""`ludarium solve`: exact values of a game."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludarium.cli._options import EXECUTOR, FILE, GAME, SEED, WORKERS
from ludarium.cli._solved import (
    needs_of,
    print_check,
    print_needs,
    print_positions,
    print_proved,
    print_race,
    time_of,
    verify,
)
from ludarium.cli.terminal.output import BadFile, open_folder, print_error, progress, say
from ludarium.core.errors import LudariumError
from ludarium.core.registry import load
from ludarium.tournament.executors import PROCESSES, open_workers

if TYPE_CHECKING:
    from ludarium.core.game import Game
    from ludarium.solve.race_solution import RaceSolution
    from ludarium.solve.table import Table

_EXACT = "values of two bits, a win, a draw or a loss, without any error"
_LEAST_GAP = 2e-7
"""The tolerance of a race, whose values are stored in 32 bits."""


@click.command()
@GAME
@click.option("--out", type=FILE, help="Write the values of all positions to this .table file.")
@click.option(
    "--method",
    type=click.Choice(["auto", "positions", "proof", "alphabeta", "race"]),
    default="auto",
    help="Find all positions through the rules, prove no more than the value (without chance), the same by alpha-beta "
    "in less memory, or number the positions of a dice race; by default a race or a proof where a game allows it.",
)
@click.option(
    "--tolerance",
    type=click.FloatRange(1e-12, 0.1),
    default=1e-9,
    show_default=True,
    help="How far apart the proved bounds of a value may be; in a race at least 2e-7.",
)
@click.option("--memory", type=click.FloatRange(0.001), help="Gigabytes to use; by default 3/4 of what is free.")
@click.option(
    "--bits",
    type=click.Choice(["16", "32", "64"]),
    help="Bits of a value, in a race: with 64 both bounds are computed, and values proved; by default what fits.",
)
@click.option(
    "--proof/--no-proof", "proves", default=True,
    help="In a race with one table of values, prove how far they may be wrong, if memory allows; "
    "it takes longer than the values, and --verify does it later.",
)  # fmt: skip
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="Threads, in a race.")
@click.option("--whole", is_flag=True, help="Leave out no rule, such as a limit of turns; more positions, or too many.")
@click.option(
    "--check", "games", type=click.IntRange(0, 1_000_000), default=200, show_default=True,
    help="Games to play by the values, as a check.",
)  # fmt: skip
@click.option(
    "--verify", "made", type=FILE, metavar="FILE",
    help="Solve nothing: prove how far the values of this table of a dice race may be wrong.",
)  # fmt: skip
@SEED
@EXECUTOR
@WORKERS
def solve(
    game: str,
    out: Path | None,
    method: str,
    tolerance: float,
    memory: float | None,
    bits: str | None,
    proves: bool,
    threads: int,
    whole: bool,
    games: int,
    made: Path | None,
    seed: int,
    executor: str | None,
    workers: int | None,
) -> None:
    """Solve a game: prove what every seat can expect if all play perfectly.

    For games with or without chance, of one or two sides. Memory, disk, time, and the width and error of values are
    printed before it begins, after a trial of the speed. With --out, a race keeps each finished layer in a folder
    beside the file; the same command goes on where it was stopped. With --executor or --workers layers of a race that
    do not need each other are solved at once, to the same bits as by one thread.
    """
    from ludarium.solve.check import check
    from ludarium.solve.race.table import race_layout
    from ludarium.solve.race_solution import solve_race
    from ludarium.solve.solution import free_memory

    loaded = load(game)
    if out:
        _check_file(out)
    room = 1e9 * memory if memory else 0.75 * free_memory()
    many = executor or workers
    if many and (made or threads > 1):
        raise LudariumError("a worker has one thread, and verifies nothing: expected an executor alone, or none")
    if made:
        verify(loaded, made, room, threads)
        return
    layout = race_layout(loaded) if method in ("auto", "race") and not whole else None
    if many and not layout:
        raise LudariumError("only the layers of a dice race are solved by many workers: expected no executor")
    if method == "race" and layout is None:
        raise LudariumError(f"{loaded.spec} is no dice race of two seats for the win, or a rule may not be left out")
    table: Table | None
    if layout:
        folder = out.with_name(f"{out.name}.layers") if out else None
        planned = solve_race(
            loaded, layout, folder, memory=room, threads=threads, bits=int(bits) if bits else None, proves=proves
        )
        with open_workers(executor or PROCESSES, workers) if many else nullcontext() as pool:
            table = _run_race(planned, out, max(tolerance, _LEAST_GAP), pool.executor if pool else None)
    elif method == "alphabeta":
        if out:
            raise LudariumError(
                "alpha-beta forgets positions and writes no table: expected no --out, or another method"
            )
        _solve_by_alphabeta(loaded, room, whole)
        table = None
    elif method == "proof" or (
        method == "auto" and not loaded.max_chance_outcomes and len(loaded.initial().actors) < 2
    ):
        _solve_by_proof(loaded, out, room, whole)
        table = None
    else:
        table = _solve_positions(loaded, out, room, whole, tolerance)
    if games and table:
        print_check(check(table, games, seed), table)


def _check_file(out: Path) -> None:
    """Raise an error, before anything is solved, if this file cannot be written."""
    from ludarium.solve.tablefile import ENDING

    if out.suffix != ENDING:
        raise BadFile(f"{out} should end in {ENDING}")
    if out.exists():
        raise BadFile(f"{out} exists already; name another file")
    open_folder(out.parent)


@contextmanager
def _all_or_nothing() -> Iterator[None]:
    """Print, on Ctrl+C, that the work inside is lost."""
    try:
        yield
    except KeyboardInterrupt:
        print_error("stopped: nothing is saved, since only a dice race can be continued")
        raise


def _solve_positions(game: Game, out: Path | None, room: float, whole: bool, tolerance: float) -> Table | None:
    """Solve a game through its rules, print and write the results; return the values if they can be checked."""
    from ludarium.solve.canonical import CanonicalForm
    from ludarium.solve.needs import needs_of_positions
    from ludarium.solve.solution import solve

    needs = needs_of_positions(game, CanonicalForm.of(game, whole=whole))
    print_needs(game, needs, room, out, f"values of 64 bits, both bounds, to be proved within {tolerance:.0e}")
    with _all_or_nothing(), progress() as bar:
        names = {"positions": f"positions, in at most {room / 1e9:,.1f} GB", "values": "values"}
        tasks = {what: bar.add_task(name, total=None) for what, name in names.items()}
        found = solve(
            game,
            tolerance=tolerance,
            whole=whole,
            memory=room,
            progress=lambda what, done, of: bar.update(tasks[what], completed=done, total=of or None),
        )
    print_positions(found)  # first, since the file may not be written
    if out:
        found.write(out)
    return found.table() if len(found.bounds) == 1 else None


def _solve_by_proof(game: Game, out: Path | None, room: float, whole: bool) -> None:
    """Prove the value of a game and of every first action, print and write the results."""
    from ludarium.solve.needs import needs_of_proof
    from ludarium.solve.proof_solution import ProofSolution

    print_needs(game, needs_of_proof(game, whole=whole), room, out, _EXACT)
    start = game.initial()
    with _all_or_nothing(), progress() as bar:
        task = bar.add_task(f"positions, in at most {room / 1e9:,.1f} GB", total=None)
        found = ProofSolution.begin(
            game, room, lambda count: bar.update(task, completed=count), whole=whole, prunes=out is None
        )
        table = found.table()
        value = found.value(start)
        bar.update(task, description="first actions")
        first = {start.action_name(action): found.value(start.play_unchecked(action)) for action in start.legal()}
    count = found.wins.positions.count + found.draws.positions.count
    print_proved(game, value, first, f"proved with {count:,} positions in {found.seconds:,.1f} seconds")
    say(f"a best line: {' '.join(found.line(start))}")
    if out:
        found.write(out)
    assert table.value(start) == value


def _solve_by_alphabeta(game: Game, room: float, whole: bool) -> None:
    """Find the value of a game and of every first action by alpha-beta, and print the results."""
    from ludarium.solve.alphabeta import AlphaBeta
    from ludarium.solve.canonical import CanonicalForm
    from ludarium.solve.needs import needs_of_alphabeta

    form = CanonicalForm.of(game, whole=whole)
    print_needs(game, needs_of_alphabeta(game, form), room, None, _EXACT)
    start, began = game.initial(), time.monotonic()
    with _all_or_nothing(), progress() as bar:
        task = bar.add_task(f"positions, with a table of at most {room / 1e9:,.1f} GB", total=None)
        found = AlphaBeta(game, form, room, lambda searched: bar.update(task, completed=searched))
        value = found.value(start)
        searched, seconds = found.searched, time.monotonic() - began
        bar.update(task, description="first actions")
        first = {start.action_name(action): found.value(start.play_unchecked(action)) for action in start.legal()}
        line = found.line(start)
    print_proved(game, value, first, f"{searched:,} positions searched in {seconds:,.1f} seconds")
    say(f"a best line: {' '.join(line)}")


def _run_race(found: RaceSolution, out: Path | None, tolerance: float, executor: Executor | None) -> Table:
    """Print the cost of solving a race, solve it, print and write the results; return its values."""
    from ludarium.solve.race.certificate import Proof
    from ludarium.solve.race.layers import Sweep
    from ludarium.solve.race.plan import SolveStep
    from ludarium.solve.table import Table

    game, plan = found.game, found.plan
    found.folder.begin(game)
    say(f"{game.spec}: {plan.positions:,} positions, {needs_of(found)}")
    say(time_of(found, tolerance))
    with progress(slow=True) as bar:
        everything = sum(step.work for step in plan.steps)
        task = bar.add_task("layers", total=everything)
        bar.update(task, completed=everything - sum(step.work for step in found.left))

        def report(step: SolveStep, done: Sweep | Proof) -> None:
            what = f"{step.layers[0]}: {step.positions:,} positions, {done}"
            if executor:  # the layers come in any order, finished
                bar.update(task, description=what, completed=everything - sum(step.work for step in found.left))
                return
            before = sum(earlier.work for earlier in plan.steps[: plan.steps.index(step)])
            bar.update(task, description=what, completed=before + step.work_until(done))

        try:
            found.run(tolerance, report, executor)
        except (KeyboardInterrupt, MemoryError):  # lost workers have a sentence of their own
            if out:
                print_error(f"stopped: {_kept(found)}")
            raise
    table = found.table()
    print_race(found, table)
    if out:
        try:
            found.write(out)
        except LudariumError as error:
            raise type(error)(f"{error}; {_kept(found)}") from None
        table = Table.open(out, game)
    return table


def _kept(found: RaceSolution) -> str:
    return f"{found.folder.path} keeps what is finished, and the same command goes on with it"
