"""`ludarium show`: look at a record."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from ludarium.cli._match import draw_match, result
from ludarium.cli._terminal import board, console, naming, read_record, say, write_file
from ludarium.core.errors import IllegalMove
from ludarium.core.text import counted
from ludarium.match.match import Match
from ludarium.scenes import replay, svg


def show(
    file: Annotated[Path, typer.Argument(help="A record.")],
    at: Annotated[int | None, typer.Option(help="Show the position after so many turns.")] = None,
    picture: Annotated[Path | None, typer.Option("--svg", help="Draw the position into this file, too.")] = None,
    page: Annotated[Path | None, typer.Option("--film", help="Write a page that plays the record, too.")] = None,
) -> None:
    """Show the players, the turns and the position of a record."""
    record = read_record(file)
    with naming(file):
        match = Match.from_record(record)
    count = len(match.turns)
    at = count if at is None else at
    if not 0 <= at <= count:
        raise IllegalMove(f"{file} has {counted(count, 'turn')}, so --at takes a number from 0 to {count}, not {at}")
    seats = zip(match.game.setup.seat_names, match.players, strict=True)
    say(f"{record.game}: {', '.join(f'{player} ({seat})' for seat, player in seats)}")
    say(result(match))
    listed = (f"{number}. {entry.text}" for number, entry in enumerate(match.turns[:at], 1))
    console.print(Text("  ".join(listed) or "no turn is played yet"), end="\n\n")
    scene = draw_match(match, at)
    console.print(board(scene), "", Text(scene.caption), sep="\n", soft_wrap=True)
    if picture:
        write_file(picture, svg.render(scene, standalone=True))
    if page:
        write_file(page, replay.page(record))
