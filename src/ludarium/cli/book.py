"""`ludarium book`: an opening book from records, and what it tells of a position."""

from collections.abc import Sequence
from pathlib import Path

import click

from ludarium.cli._options import FILE
from ludarium.cli.terminal.output import (
    BadFile,
    name_file_in_errors,
    print_error,
    progress,
    read_record,
    read_text,
    say,
    write_file,
)
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.core.text import counted
from ludarium.match.book import Book

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
def book(files: Sequence[Path], spec: str, out: Path | None, position: str | None, depth: int) -> None:
    """Make an opening book of records, or look up a position in one.

    It tells how often each turn was played, and what each seat then got on average. Positions that are reached in
    several ways are one. Games without a result are left out.
    """
    game = load(spec)
    state = game.initial() if position is None else game.parse_position(position)
    if out and (out.suffix != _ENDING or out.exists()):
        raise BadFile(f"{out} exists already; name another file" if out.exists() else f"{out} does not end with .book")
    found, used, others = Book(game), 0, 0
    with progress() as bar:
        for path in bar.track(_listed(files), description="records"):
            with name_file_in_errors(path):
                if path.suffix == _ENDING:
                    found.join(_read_book(path, game))
                    continue
                if found.add(read_record(path), depth):
                    used += 1
                else:
                    others += 1
    if others:
        print_error(f"{counted(others, 'record')} of other games or options, or without a result: left out")
    if out:
        write_file(out, f"{found}\n")
        say(f"{out}: {counted(len(found.positions), 'position')} from {counted(used, 'record')}")
        return
    turns = found.turns(state)
    if not turns:
        say(f"nothing is known of this position, of {counted(len(found.positions), 'position')}")
    names = game.setup.seat_names
    for one in turns:
        means = ", ".join(f"{name} {100 * one.mean(seat):.0f} %" for seat, name in enumerate(names))
        say(f"{one.games:>8,}  {one.turn:<20} {means}")


def _listed(files: Sequence[Path]) -> list[Path]:
    """Return the files, and those of folders with their subfolders."""
    found = list[Path]()
    for path in files:
        found += sorted(one for one in path.rglob("*.txt") if one.is_file()) if path.is_dir() else [path]
    return found


def _read_book(path: Path, game: Game) -> Book:
    """Return the book in a file; raise `LudariumError` for one of other options."""
    found = Book.parse(read_text(path, _LARGEST))
    if found.game != game:
        raise LudariumError(f"it is a book of {found.game.spec}, and not of {game.spec}")
    return found
