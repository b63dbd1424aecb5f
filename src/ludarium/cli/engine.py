"""`ludarium engine`: our players, spoken to by other programs."""

import sys
from contextlib import closing
from typing import Annotated

import typer

from ludarium.core.errors import Unreadable
from ludarium.play.child import LONGEST
from ludarium.play.engine import Engine


def engine(
    bot: Annotated[str, typer.Option(help="The player: a level, a kind as in mcts(seconds=1), or a file.")] = "hard",
) -> None:
    """Speak the protocol of docs/reference/protocol.md on standard input and output, so that a program can drive us."""
    with closing(Engine(bot)) as player:
        while not player.over and (said := sys.stdin.buffer.readline(LONGEST + 1)):
            if len(said) > LONGEST:
                raise Unreadable(f"a line of the protocol has at most {LONGEST:,} bytes, and this one has more")
            for line in player.answer(said.decode(errors="replace")):
                typer.echo(line)
