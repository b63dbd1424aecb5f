"""`ludarium engine`: our players, spoken to by other programs."""

import sys
from contextlib import closing
from typing import Annotated

import typer

from ludarium.players.engine import Engine
from ludarium.players.external.line_process import LONGEST


def engine(
    bot: Annotated[str, typer.Option(help="The player: a level, a kind as in mcts(seconds=1), or a file.")] = "hard",
) -> None:
    """Speak the protocol of docs/reference/protocol.md on standard input and output, so that a program can drive us."""
    hear = sys.stdin.buffer.readline
    with closing(Engine(bot)) as player:
        while not player.over and (said := hear(LONGEST + 1)):
            if len(said) > LONGEST:
                typer.echo(f"error a line has at most {LONGEST:,} bytes, and this one has more")
                while said and not said.endswith(b"\n"):
                    said = hear(LONGEST)
                continue
            for line in player.answer(said.decode(errors="replace")):
                typer.echo(line)
