"""The output of `ludarium solve`: the cost, the proved values, the result of a check; and the proof of a table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from shutil import disk_usage
from typing import TYPE_CHECKING

from rich.filesize import decimal

from ludarium.cli.terminal.output import progress, say
from ludarium.core.errors import LudariumError

if TYPE_CHECKING:
    from ludarium.core.game import Game
    from ludarium.solve.check import Check
    from ludarium.solve.needs import Needs
    from ludarium.solve.race_solution import RaceSolution
    from ludarium.solve.solution import Solution
    from ludarium.solve.table import Table


def print_needs(game: Game, needs: Needs, memory: float, out: Path | None, values: str) -> None:
    """Print what solving takes, before it begins: memory, disk, time, and in `values` their width and error."""
    room, most = decimal(int(memory)), needs.most(memory)
    parts = [f"at most {room} of memory"]
    if math.isfinite(most):
        parts.append(f"room for {most:,.0f} positions of {needs.each:,.0f} bytes")
    if out:
        free = disk_usage(out.parent).free
        count = needs.found if needs.all_found else most
        needed = count * needs.file_each
        short = f", of which only {decimal(int(free))} are free" if free < needed else ""
        parts.append(f"at most {decimal(int(needed))} of disk{short}")
    else:
        parts.append("no disk")
    say(f"{game.spec}: {', '.join(parts)}")
    say(f"{_time_of_needs(needs, most)}; {values}")


def _time_of_needs(needs: Needs, most: float) -> str:
    speed = f"{needs.speed:,.0f} positions a second, as measured"
    if needs.all_found:
        return f"about a second or less: {needs.found:,} positions{f' at {speed}' if needs.speed else ''}"
    if math.isfinite(most):
        return f"{_duration(most / needs.speed)} until memory is full, at {speed}"
    return f"a time that is not known before, at {speed}"


def print_proved(game: Game, value: float, first: Mapping[str, float], how: str) -> None:
    """Print the value of every first action, and that of the game."""
    names = game.setup.seat_names
    for payoff, names_ in _by_value(first).items():
        say(f"{_outcome(payoff, names)} after {', '.join(names_)}")
    say(f"{game.spec}: {_outcome(value, names)}; {how}")


def _by_value(first: Mapping[str, float]) -> dict[float, list[str]]:
    """Return the names of the first actions by their values, the best for seat 0 first."""
    return {
        value: [name for name in first if first[name] == value] for value in sorted({*first.values()}, reverse=True)
    }


def _outcome(value: float, names: Sequence[str]) -> str:
    """Return who wins, as a phrase."""
    return f"{names[0] if value == 1 else names[1]} wins" if value in (0, 1) else "a draw"


def needs_of(found: RaceSolution) -> str:
    """Return the memory and disk that solving takes, and the free space of the disk if that is less, as a phrase."""
    memory, needed, free = decimal(int(found.plan.memory)), found.plan.disk, found.folder.free
    if free is None:
        return f"{memory} of memory"
    short = f", of which only {decimal(int(free))} are free" if free < needed else ""
    return f"{memory} of memory, {decimal(int(needed))} of disk{short}"


def time_of(found: RaceSolution, tolerance: float) -> str:
    """Return the rest of the work, its time, and the width and error of values, as a sentence."""
    plan, left = found.plan, found.left
    seconds = plan.seconds(left)
    threads = f"{found.solver.threads} thread{'s' * (found.solver.threads > 1)}"
    finished = plan.positions - sum(step.positions for step in left)
    unproved = sum(step.positions for step in left if not step.proof)
    notes = [f"{finished:,} positions are finished"] if finished else []
    notes += [f"{unproved:,} are computed without a proof"] if unproved else []
    speed = f"{plan.rate / 1e6:,.1f} million values a second, as measured"
    return "; ".join([f"{_duration(seconds)} with {threads}, at {speed}", *notes, *_errors_of(found, tolerance)])


def _errors_of(found: RaceSolution, tolerance: float) -> Iterator[str]:
    """Yield the width of values and what they are wrong by, each with its part of the positions if there are more."""
    from ludarium.solve.race.words import ROUNDED, Encoding

    steps = found.plan.steps
    for bits in sorted({step.bits for step in steps}, reverse=True):
        some = [step for step in steps if step.bits == bits]
        share = f" for {sum(step.positions for step in some):,}" if len(some) < len(steps) else ""
        if bits == 64:
            yield f"values of 64 bits{share}, to be proved within {tolerance:.0e} in each layer"
        else:
            end = "; the proof tells" if all(step.proof for step in some) else ", and no proof"
            rounded = max(ROUNDED, 0.5 / Encoding.of(bits).one)
            yield f"values of {bits} bits{share}, rounded by {rounded:.0e} or more{end}"


def _duration(seconds: float) -> str:
    """Return a time that was estimated."""
    if seconds < 1.5:
        return "about a second or less"
    for unit, name, most in ((1, "seconds", 100), (60, "minutes", 100)):
        if seconds < unit * most:
            return f"about {seconds / unit:,.0f} {name}"
    return f"about {seconds / 3600:,.1f} hours"


def print_positions(found: Solution) -> None:
    """Print the proved value, the number of positions, and the values after each first action."""
    names, game = found.game.setup.seat_names, found.game
    options = f", without {found.left_out}" if found.left_out else ""
    parts, digits = found.bounds[0], _digits(found.gap)
    say(f"{game.spec}{options}: {found.positions.count:,} positions, {parts.components:,} components")
    say(f"the largest component has {parts.largest:,} positions; {found.seconds:,.1f} seconds, gap {found.gap:.1e}")
    for name, low, high in zip(names, found.lower, found.upper, strict=True):
        say(f"{name}: {low:.{digits}f}" + (f" to {high:.{digits}f}" if high - low > 10**-digits else ""))
    if len(found.bounds) == 1:
        _print_first(found.table(), digits)


def print_race(found: RaceSolution, table: Table) -> None:
    """Print the proved values of a race, or the last change of its values, and who gains by beginning."""
    left_out = found.game.definition.module("exact").LEFT_OUT
    said = f"proved within {found.gap:.1e}" if found.gap is not None else "computed, not proved"
    still = f"; the last sweep changed no value by more than {max(found.changes.values()):.1e}"
    say(f"{found.game.spec}, without {left_out}: values of {found.plan.positions:,} positions are {said}"
        + (still if found.gap is None else ""))  # fmt: skip
    sets = len(found.plan.steps)
    say(f"{sets} set{'s' * (sets > 1)} of layers, at most {found.sweeps} sweeps; {found.seconds:,.1f} seconds")
    _print_first(table, _digits(2 * table.gap))


def _print_first(table: Table, digits: int) -> None:
    """Print what every seat can expect after each first action."""
    start = table.game.initial()
    for action in start.legal():
        if payoffs := table.payoffs(start.play_unchecked(action)):
            values = zip(table.game.setup.seat_names, payoffs, strict=True)
            words = ", ".join(f"{name} {value:.{digits}f}" for name, value in values)
            say(f"after {start.action_name(action)}: {words}")


def _digits(gap: float) -> int:
    """Return the digits of a value that bounds with this gap leave certain."""
    return max(1, min(12, -math.floor(math.log10(max(gap, 1e-12)))))


def print_check(found: Check, table: Table) -> None:
    """Print the result of the check; raise an error if it failed."""
    say(
        f"checked: {found.positions:,} positions of games agree within {found.residual:.1e} with those that follow; "
        f"in {found.games:,} perfect games {table.game.setup.seat_names[0]} got "
        f"{abs(found.mean):.4f} {'less' if found.mean < 0 else 'more'} than the value, where chance alone makes "
        f"± {1.96 * found.error:.4f} (95 %)"
    )
    if not found.passed(table.gap):
        raise LudariumError("the check failed: expected values that agree with each other and with the games")


def verify(game: Game, path: Path, room: float, threads: int) -> None:
    """Prove a table anew, and print its error bound; raise an error if that is more than the table states."""
    from ludarium.solve.race.certificate import Proof
    from ludarium.solve.race.groups import Layer
    from ludarium.solve.race_verify import verify_race

    with progress() as bar:
        task = bar.add_task("layers", total=None)

        def report(layers: Sequence[Layer], done: Proof) -> None:
            bar.update(task, description=f"{layers[0]}: {done}")

        found = verify_race(game, path, memory=room, threads=threads, report=report)
    if not found.passed:
        proved = "nothing is proved" if found.error is None else f"no more than {found.error:.1e} is proved"
        raise LudariumError(
            f"{path} says that no value is wrong by more than {found.claimed:.1e}: {proved}, and a value differs by "
            f"{found.residual:.1e} from those that may follow"
        )
    short = "" if found.is_borne_out else ", which this proof is not sharp enough to show"
    say(
        f"{path}: {found.positions:,} values; none is wrong by more than {found.error:.1e}, "
        f"or differs by more than {found.residual:.1e} from those that may follow; "
        f"it says {found.claimed:.1e}{short}"
    )
