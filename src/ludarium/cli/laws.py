"""`ludarium laws`: check that games obey the laws that every game must obey."""

from collections.abc import Sequence

import click
from rich.text import Text

from ludarium.cli._options import SEED
from ludarium.cli.terminal.output import console, print_error
from ludarium.core.registry import game_names, load
from ludarium.core.text import counted
from ludarium.laws import LAWS, LawBroken, Sample


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
def laws(games: Sequence[str], seed: int, count: int) -> None:
    """Check that games obey the laws that every game must obey.

    The laws are about the rules, the notation, the kernel and the picture; they are tested on random games.
    The exit code is 1 if a law is broken.
    """
    broken = 0
    for game in [load(spec) for spec in games or game_names()]:
        console.print(Text(f"{game.spec}, {counted(count, 'random game')}", style="bold"))
        sample = Sample.draw(game, seed, count)
        for law in LAWS:
            try:
                law.test(sample)
            except LawBroken as found:
                broken += 1
                console.print(Text(f"broken  {law.name}", style="red"))
                print_error(str(found))
            else:
                console.print(Text(f"holds   {law.name}"))
    if broken:
        raise click.exceptions.Exit(1)
