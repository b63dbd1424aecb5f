"""`ludarium games`, `rules` and `board`: what is installed, how it is played, and a board for paper."""

from collections.abc import Sequence
from pathlib import Path

import click
from rich.table import Table

from ludarium.cli._options import FILE, GAME
from ludarium.cli.terminal.output import board as colour
from ludarium.cli.terminal.output import console, say, write_file
from ludarium.core.game import Game
from ludarium.core.registry import game_names, load


@click.command()
@click.argument("games", nargs=-1, help="Games whose levels and bots are to be listed, too.")
def games(games: Sequence[str]) -> None:
    """List the installed games.

    Without a game: all games with their titles, seats and options.
    With games: for each of them also the levels and the kinds of bots.
    """
    loaded = [load(spec) for spec in games or game_names()]
    console.print(_table(loaded))
    if not games:
        say("\nludarium games GAME also lists the levels and bots of a game.")
    for game in loaded if games else ():
        console.print()
        console.print(_bots_table(game))


def _table(games: Sequence[Game]) -> Table:
    """Return a table with a line for each game."""
    table = Table("game", "title", "seats", "options", box=None, header_style="bold", padding=(0, 2, 0, 0))
    for game in games:
        options = "\n".join(
            f"{option.name}={option.default}: {option.expected()}" for option in game.definition.options
        )
        table.add_row(game.name, game.definition.title, str(game.seats), options)
    return table


def _bots_table(game: Game) -> Table:
    """Return a table of the levels and the kinds of bots that play a game."""
    from ludarium.search.personas import bot_personas  # here, so that the list of games loads no search
    from ludarium.search.player import bot_kinds, levels

    table = Table(f"{game.name}: bot", box=None, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("what it is", overflow="fold")  # a bot's spec is one long word
    for level, bot in bot_personas(game).items():
        who = f"{bot.name} {bot.sentence}".rstrip()
        table.add_row(level, f"{who}\n{levels(game)[level]}")
    for name, kind in bot_kinds(game).items():
        table.add_row(name, kind.help)
    return table


@click.command()
@click.argument("game", help="A game, as in orion.")
def rules(game: str) -> None:
    """Print the rules of a game."""
    from rich.markdown import Markdown  # here, so that the list of games loads no picture

    from ludarium.scenes.rules_page import rules_page

    page = rules_page(load(game).definition)
    if console.is_terminal:
        console.print(Markdown(page))
    else:
        click.echo(page)


@click.command()
@GAME
@click.option("--position", help="Print the board with the pieces of this position; by default the empty board.")
@click.option("--svg", "svg_file", type=FILE, help="Also draw the board into this SVG file.")
def board(game: str, position: str | None, svg_file: Path | None) -> None:
    """Print a board, empty or with a position, as it is drawn for paper."""
    from ludarium.scenes import svg
    from ludarium.scenes.sheet import sheet

    loaded = load(game)
    scene = sheet(loaded if position is None else loaded.parse_position(position))
    console.print(colour(scene), soft_wrap=True)
    if svg_file:
        write_file(svg_file, svg.render(scene, standalone=True))
