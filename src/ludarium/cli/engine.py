"""`ludarium engine`: Ludarium's bots, controlled by another program."""

import sys
from contextlib import closing

import click

from ludarium.players.engine import Engine
from ludarium.players.sandbox.line_process import LONGEST


@click.command()
@click.option(
    "--bot",
    default="hard",
    show_default=True,
    help="The player: a level, a kind of bot as in mcts(seconds=1), or a file as in bot.py:choose.",
)
def engine(bot: str) -> None:
    """Let another program control Ludarium's bots, by the engine protocol.

    Commands are read from standard input and answered on standard output; docs/reference/protocol.md describes them.
    """
    read_line = sys.stdin.buffer.readline
    with closing(Engine(bot)) as player:
        while not player.over and (line := read_line(LONGEST + 1)):
            if len(line) > LONGEST:
                click.echo(f"error a line has at most {LONGEST:,} bytes, and this one has more")
                while line and not line.endswith(b"\n"):
                    line = read_line(LONGEST)
                continue
            for answer in player.answer(line.decode(errors="replace")):
                click.echo(answer)
