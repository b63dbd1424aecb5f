"""`ludarium show`: a recorded match."""

from pathlib import Path

import click
from rich.text import Text

from ludarium.cli.terminal.ending import CarriedPicture, format_ending, list_turns
from ludarium.cli.terminal.output import board, console, name_file_in_errors, read_record, say, write_file
from ludarium.core.errors import IllegalMove
from ludarium.core.text import counted, plain
from ludarium.match.match import Match
from ludarium.match.numbers import played_after
from ludarium.scenes import replay, svg
from ludarium.scenes.picture import draw


@click.command()
@click.argument("file", type=click.Path(path_type=Path), help="A record.")
@click.option("--at", type=int, help="Show the position after this many turns; by default the last one.")
@click.option(
    "--svg",
    "svg_file",
    type=click.Path(path_type=Path),
    help="Also draw the match into this SVG file, for paper.",
)
@click.option(
    "--replay", "replay_file", type=click.Path(path_type=Path), help="Also write an HTML page that replays the match."
)
def show(file: Path, at: int | None, svg_file: Path | None, replay_file: Path | None) -> None:
    """Show a recorded match: its players, turns and position."""
    record = read_record(file)
    with name_file_in_errors(file):
        match = Match.from_record(record)
    count = match.count.number
    if at is not None and not 0 <= at <= count:
        raise IllegalMove(f"{file} has {counted(count, 'turn')}, so --at takes a number from 0 to {count}, not {at}")
    at = len(match.turns) if at is None else played_after(match, at)
    seats = zip(match.game.setup.seat_names, match.players, strict=True)
    players, turns = ", ".join(f"{player} ({seat})" for seat, player in seats), plain(list_turns(match, at))
    say(f"{record.game}: {players}")
    say(f"{counted(count, 'turn')}, {format_ending(match)}")
    console.print(Text(turns), end="\n\n")
    scene = draw(CarriedPicture().after(match, at))
    console.print(board(scene), "", Text(plain(scene.caption)), sep="\n", soft_wrap=True)
    if svg_file:
        heading = plain(f"{players}: {format_ending(match)}")
        write_file(svg_file, svg.paper(scene, match.game.definition.title, heading, turns))
    if replay_file:
        write_file(replay_file, replay.page(record))
