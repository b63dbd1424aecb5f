"""`ludarium replay`: play the turns of a seat in a record again with a script or a WebAssembly program."""

from pathlib import Path

import click

from ludarium.cli.terminal.output import name_file_in_errors, read_record, say
from ludarium.core.errors import InvalidOption, ParseError
from ludarium.core.rng import derive
from ludarium.core.text import counted
from ludarium.match.match import Match
from ludarium.match.progress import all_states


@click.command()
@click.argument("file", metavar="RECORD", type=click.Path(path_type=Path), help="A record, as the workshop shows it.")
@click.option(
    "--bot", required=True, type=click.Path(path_type=Path), help="A script in JavaScript, or a WebAssembly program."
)
@click.option("--seat", required=True, type=click.IntRange(1), help="The seat that it played, from 1 on.")
@click.option("--seed", type=int, help="The seed of the match; by default the one of the record.")
def replay(file: Path, bot: Path, seat: int, seed: int | None) -> None:
    """Play the turns of a seat in a record again with a bot, and stop where it fails or differs.

    A bot has the seed and the budget that it has in the workshop, so it plays there as here.
    What it prints is displayed turn by turn.
    The command ends with the code 1 if the bot fails or differs.
    """
    from ludarium.players.external.script import Script
    from ludarium.players.external.wasm import WasmFile, is_wasm
    from ludarium.players.sandbox.again import turns_again
    from ludarium.players.sandbox.script import COUNTED

    record = read_record(file)
    with name_file_in_errors(file):
        match = Match.from_record(record)
    if seat > match.game.seats:
        raise InvalidOption(f"{match.game.name} has {counted(match.game.seats, 'seat')}: there is no seat {seat}")
    if seed is None:
        tag = record.tags.get("Seed", "")
        if not (tag.isascii() and tag.isdigit()):
            raise ParseError(f"{file} names no seed: expected --seed")
        seed = int(tag)
    own, count = derive(seed, seat - 1), 0
    player = WasmFile(bot, match.game, own) if is_wasm(str(bot)) else Script(bot, match.game, own, COUNTED)
    for turn in turns_again(player, all_states(match), record, seat - 1):
        count += 1
        if turn.printed:
            say(f"turn {turn.lines}: {turn.printed.rstrip()}")
        if turn.fault:
            say(
                f"turn {turn.lines}: {turn.fault}"
                + (f" (line {turn.line})" if turn.line and "line" not in turn.fault else "")
            )
        elif not turn.agrees:
            say(f"turn {turn.lines}: the bot plays {turn.text}, and the record has {turn.recorded}")
        if turn.fault or not turn.agrees:
            raise click.exceptions.Exit(1)
    say(f"{bot} plays the same {counted(count, 'turn')}")
