"""`ludarium board`: a board for paper."""

from pathlib import Path

import click

from ludarium.cli._options import GAME
from ludarium.cli.terminal.output import board as colour
from ludarium.cli.terminal.output import console, write_file
from ludarium.core.registry import load
from ludarium.scenes import svg
from ludarium.scenes.sheet import sheet


@click.command()
@GAME
@click.option("--position", help="Print the board with the pieces of this position; by default the empty board.")
@click.option("--svg", "svg_file", type=click.Path(path_type=Path), help="Also draw the board into this SVG file.")
def board(game: str, position: str | None, svg_file: Path | None) -> None:
    """Print a board, empty or with a position, as it is drawn for paper."""
    loaded = load(game)
    scene = sheet(loaded if position is None else loaded.parse_position(position))
    console.print(colour(scene), soft_wrap=True)
    if svg_file:
        write_file(svg_file, svg.render(scene, standalone=True))
