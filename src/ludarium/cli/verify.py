"""`ludarium verify`: check that records are correct."""

from collections.abc import Sequence
from pathlib import Path

import click

from ludarium.cli.terminal.ending import format_ending
from ludarium.cli.terminal.output import name_file_in_errors, print_error, read_record, say
from ludarium.core.errors import LudariumError
from ludarium.core.text import counted
from ludarium.match.verify import describe_dice
from ludarium.match.verify import verify as check


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), help="Records.")
def verify(files: Sequence[Path]) -> None:
    """Check that records are correct.

    Replays each record and checks every turn, its clock, the dice, the result
    and the variations.
    Says what the record proves about the dice.
    """
    faulty = 0
    for path in files:
        try:
            record = read_record(path)
            with name_file_in_errors(path):
                match = check(record)
        except LudariumError as error:
            print_error(str(error))
            faulty += 1
            continue
        proved = f". {describe_dice(match)}" if describe_dice(match) else ""
        say(f"{path}: {record.game}, {counted(match.count.number, 'turn')}, {format_ending(match)}: correct{proved}")
    if faulty:
        raise click.exceptions.Exit(2)
