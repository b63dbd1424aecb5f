"""`ludarium laws`: check that games obey the laws that every game must obey."""

from collections.abc import Sequence
from traceback import format_exception

import click
from rich.text import Text

from ludarium.cli._options import SEED
from ludarium.cli.terminal.output import console, print_error
from ludarium.core.registry import game_names, load
from ludarium.core.text import counted
from ludarium.laws import LAWS, LawBroken, Sample


def _report(found: LawBroken, *, whole: bool, known: bool = False) -> None:
    """Print a law that is broken; of a cause that is `known` from another law only that it is the same."""
    console.print(Text(f"broken  {found.law}", style="red"))
    if known:
        print_error(f"{found.law}: as above, {found.found.partition(':')[0]}")
        return
    print_error(str(found))
    if whole and found.__cause__:
        print_error("".join(format_exception(found.__cause__)).rstrip())


@click.command()
@click.argument("games", nargs=-1, help="Games, as in orion or orion(clicks=2); by default all installed ones.")
@SEED
@click.option(
    "--games",
    "count",
    type=click.IntRange(1, 10_000),
    default=10,
    show_default=True,
    help="How many random games to test.",
)
@click.option("--traceback", "whole", is_flag=True, help="Print the whole traceback of what a game has raised.")
def laws(games: Sequence[str], seed: int, count: int, *, whole: bool) -> None:
    """Check that games obey the laws that every game must obey.

    The laws are about the rules, the notation, the kernel and the picture; they are tested on random games.
    Where a game raises an exception, the last line of its own files is named, and what the function there got.
    The exit code is 1 if a law is broken.
    """
    broken = held = 0
    for game in [load(spec) for spec in games or game_names()]:
        console.print(Text(f"{game.spec}, {counted(count, 'random game')}", style="bold"))
        try:
            sample = Sample.draw(game, seed, count)
        except LawBroken as found:
            broken += 1
            _report(found, whole=whole)
            continue
        causes = set[str]()
        for law in LAWS:
            try:
                law.test(sample)
            except LawBroken as found:
                broken += 1
                _report(found, whole=whole, known=found.found in causes)
                causes.add(found.found)
            else:
                held += 1
                console.print(Text(f"holds   {law.name}"))
    if broken:
        console.print(Text(f"{counted(held, 'law')} held, and {broken:,} did not"))
        raise click.exceptions.Exit(1)
