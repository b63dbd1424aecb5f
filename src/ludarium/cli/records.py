"""`ludarium show`, `verify` and `replay`: recorded matches."""

from collections.abc import Sequence
from pathlib import Path

import click
from rich.text import Text

from ludarium.cli._options import FILE
from ludarium.cli.terminal.ending import CarriedPicture, format_ending, list_turns
from ludarium.cli.terminal.output import (
    BadFile,
    board,
    console,
    listed_records,
    name_file_in_errors,
    print_error,
    read_record,
    say,
    write_file,
)
from ludarium.core.errors import IllegalMove, InvalidOption, LudariumError, ParseError
from ludarium.core.rng import derive
from ludarium.core.text import counted, plain
from ludarium.match.match import Match
from ludarium.match.numbers import played_after
from ludarium.match.progress import all_states
from ludarium.match.verify import describe_dice
from ludarium.match.verify import verify as verified
from ludarium.scenes import replay as replaying
from ludarium.scenes import svg
from ludarium.scenes.picture import draw


@click.command()
@click.argument("file", type=FILE, help="A record.")
@click.option("--at", type=int, help="Show the position after this many turns; by default the last one.")
@click.option("--svg", "svg_file", type=FILE, help="Also draw the match into this SVG file, for paper.")
@click.option("--replay", "replay_file", type=FILE, help="Also write an HTML page that replays the match.")
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
        write_file(replay_file, replaying.page(record))
    for written in filter(None, (svg_file, replay_file)):
        say(f"{written} is written")


@click.command()
@click.argument("files", nargs=-1, required=True, type=FILE, help="Records, or folders of them.")
def verify(files: Sequence[Path]) -> None:
    """Check that records are correct.

    Replays each record and checks every turn, its clock, the dice, the result
    and the variations.
    Says what the record proves about the dice.
    """
    faulty = 0
    for path in listed_records(files):
        try:
            record = read_record(path)
            with name_file_in_errors(path):
                match = verified(record)
        except LudariumError as error:
            print_error(str(error))
            faulty += 1
            continue
        proved = f". {describe_dice(match)}" if describe_dice(match) else ""
        say(f"{path}: {record.game}, {counted(match.count.number, 'turn')}, {format_ending(match)}: correct{proved}")
    if faulty:
        raise click.exceptions.Exit(2)


@click.command()
@click.argument("file", metavar="RECORD", type=FILE, help="A record, as the workshop shows it.")
@click.option("--bot", required=True, type=FILE, help="A script in JavaScript, or a WebAssembly program.")
@click.option("--seat", required=True, type=click.IntRange(1), help="The seat that it played, from 1 on.")
@click.option("--seed", type=int, help="The seed of the match; by default the one of the record.")
def replay(file: Path, bot: Path, seat: int, seed: int | None) -> None:
    """Play the turns of a seat in a record again with a bot, and stop where it fails or differs.

    A bot has the seed and the budget that it has in the workshop, so it plays there as here.
    What it prints is displayed turn by turn.
    The command ends with the code 1 if the bot fails or differs.
    """
    from ludarium.players.external.sandboxed import Script, WasmFile, is_wasm
    from ludarium.players.sandbox.again import turns_again
    from ludarium.players.sandbox.script import COUNTED

    if bot.suffix == ".py" or not bot.is_file():
        raise BadFile(f"{bot} is no file of a bot: expected a script in JavaScript, or a WebAssembly program")
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
