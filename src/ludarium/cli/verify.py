"""`ludarium verify`: whether records are true."""

from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli._match import result
from ludarium.cli._terminal import complain, naming, read_record, say
from ludarium.core.errors import LudariumError
from ludarium.core.text import counted
from ludarium.match.verify import verify as check


def verify(files: Annotated[list[Path], typer.Argument(help="Records.")]) -> None:
    """Replay records and check every turn, its clock and the result."""
    faulty = 0
    for path in files:
        try:
            record = read_record(path)
            with naming(path):
                match = check(record)
        except LudariumError as error:
            complain(str(error))
            faulty += 1
            continue
        say(f"{path}: {record.game}, {counted(len(match.turns), 'turn')}, {result(match)}: correct")
    if faulty:
        raise typer.Exit(2)
