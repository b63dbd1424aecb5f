"""`ludarium laws`: whether games obey what every game must."""

from typing import Annotated

import typer
from rich.text import Text

from ludarium.cli._terminal import complain, console
from ludarium.core.registry import game_names, load
from ludarium.core.text import counted
from ludarium.laws import LAWS, LawBroken, Sample


def laws(
    games: Annotated[list[str] | None, typer.Argument(help="Games, as orion or orion(clicks=2); else all.")] = None,
    seed: Annotated[int, typer.Option(help="The random games are the same for the same seed.")] = 0,
    count: Annotated[int, typer.Option("--games", min=1, max=10_000, help="How many random games to look at.")] = 10,
) -> None:
    """Try every law on games: the rules, the notation, the kernel and the picture."""
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
                complain(str(found))
            else:
                console.print(Text(f"holds   {law.name}"))
    if broken:
        raise typer.Exit(1)
