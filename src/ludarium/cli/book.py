"""`ludarium book`: an opening book from records, and what it tells of a position."""

from collections.abc import Sequence
from pathlib import Path

import click

from ludarium.cli._options import EXECUTOR, FILE, SEED, WORKERS
from ludarium.cli.terminal.output import (
    BadFile,
    listed_records,
    name_file_in_errors,
    print_error,
    progress,
    read_record,
    read_text,
    say,
    write_file,
)
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.registry import load
from ludarium.core.text import counted
from ludarium.match.book import Book, position_key
from ludarium.review.valued import value_turns, valuings
from ludarium.search.player import make_bot
from ludarium.tournament.executors import PROCESSES, Workers, open_workers
from ludarium.tournament.side_by_side import in_order

_LARGEST = 200_000_000
_ENDING = ".book"


@click.command()
@click.argument("files", nargs=-1, required=True, type=FILE, help="Records, folders of them, or a .book file.")
@click.option("--game", "spec", required=True, help="The game, as in orion(clicks=2); others are left out.")
@click.option("--out", type=FILE, help="Write the book to this file, which ends with .book.")
@click.option("--position", help="Print what was played in this position; the first one by default.")
@click.option(
    "--depth", type=click.IntRange(1, 1000), default=30, show_default=True, help="Turns of a game that it tells of."
)
@click.option(
    "--value", "most", type=click.IntRange(0, 100_000), default=0, show_default=True,
    help="Positions, those that were played most, whose turns a bot values.",
)  # fmt: skip
@click.option("--bot", default="champion", show_default=True, help="The bot that values turns.")
@SEED
@EXECUTOR
@WORKERS
def book(
    files: Sequence[Path],
    spec: str,
    out: Path | None,
    position: str | None,
    depth: int,
    most: int,
    bot: str,
    seed: int,
    executor: str | None,
    workers: int | None,
) -> None:
    """Make an opening book of records, or look up a position in one.

    It tells how often each turn was played, and what each seat then got on average. Positions that are reached in
    several ways are one. Games without a result are left out. Where a bot has valued a turn, what its seat can expect
    is said, too: the same on any number of machines, unless the bot looks at the time.
    """
    game = load(spec)
    state = game.initial() if position is None else game.parse_position(position)
    if out and (out.suffix != _ENDING or out.exists()):
        raise BadFile(f"{out} exists already; name another file" if out.exists() else f"{out} does not end with .book")
    if most:
        make_bot(bot, game, 0)
    found, used = _read(files, game, depth)
    if most:
        with open_workers(executor or PROCESSES, workers) as pool:
            _value(found, most, bot, seed, pool)
    if out:
        write_file(out, f"{found}\n")
        say(f"{out}: {counted(len(found.positions), 'position')} from {counted(used, 'record')}")
    else:
        _look_up(found, state)


def _read(files: Sequence[Path], game: Game, depth: int) -> tuple[Book, int]:
    """Return the book of records and books, and how many records it tells of; say how many were left out."""
    found, used, others = Book(game), 0, 0
    with progress() as bar:
        for path in bar.track(listed_records(files), description="records"):
            if path.suffix == _ENDING:
                with name_file_in_errors(path):
                    found.join(_read_book(path, game))
                continue
            record = read_record(path)
            with name_file_in_errors(path):
                added = found.add(record, depth)
            used, others = used + added, others + (not added)
    if others:
        print_error(f"{counted(others, 'record')} of other games or options, or without a result: left out")
    if not found.positions:
        raise LudariumError(f"no position is known: expected a record of {game.spec} with a result, or a book of it")
    return found, used


def _value(found: Book, most: int, bot: str, seed: int, pool: Workers) -> None:
    """Let a bot value the turns of the positions of a book that were played most."""
    jobs = [*valuings(found, most, bot, seed)]
    with progress() as bar:
        worths = in_order(value_turns, (job for _, job in jobs), pool.executor, pool.number)
        for (key, _), one in zip(jobs, bar.track(worths, len(jobs), description="positions"), strict=True):
            found.worths[key] = found.worths.get(key, {}) | one


def _look_up(found: Book, state: State) -> None:
    """Print what was played in a position."""
    turns, worths = found.turns(state), found.worths.get(position_key(state), {})
    if not turns:
        say(f"nothing is known of this position, of {counted(len(found.positions), 'position')}")
    else:
        say(f"{'games':>8}  {'turn':<20} what each seat got on average")
    names = state.game.setup.seat_names
    for one in turns:
        said = ", ".join(f"{name} {100 * one.mean(seat):.0f} %" for seat, name in enumerate(names))
        if len(state.actors) == 1 and (worth := worths.get(one.turn)):
            said += f"; {names[state.actors[0]]} can expect {100 * worth.value:.0f} %, by {worth.by}"
        say(f"{one.games:>8,}  {one.turn:<20} {said}")


def _read_book(path: Path, game: Game) -> Book:
    """Return the book in a file; raise `LudariumError` for one of other options."""
    found = Book.parse(read_text(path, _LARGEST))
    if found.game != game:
        raise LudariumError(f"it is a book of {found.game.spec}, and not of {game.spec}")
    return found
