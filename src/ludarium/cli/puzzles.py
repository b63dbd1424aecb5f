"""`ludarium puzzles`: puzzles that are right by proof."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from ludarium.cli._options import EXECUTOR, FILE, SEED, WORKERS
from ludarium.cli.terminal.output import (
    BadFile,
    name_file_in_errors,
    open_folder,
    print_error,
    progress,
    read_record,
    read_text,
    say,
    write_file,
)
from ludarium.core.errors import LudariumError
from ludarium.core.registry import load
from ludarium.core.text import counted, shorten
from ludarium.search.player import make_bot
from ludarium.tournament.executors import PROCESSES, Workers, open_workers
from ludarium.tournament.side_by_side import in_order

if TYPE_CHECKING:
    from ludarium.core.game import Game
    from ludarium.core.record import Record
    from ludarium.puzzles.journal import Journal
    from ludarium.puzzles.positions import Played
    from ludarium.puzzles.puzzle import Puzzle

_LARGEST = 50_000_000
_NOT_WORDS = {"out", "executor", "workers"}
"""Options that make no difference to the puzzles,"""
_HOW_MANY = {"--count", "--games"}
"""and those that make a difference only to where the command ends."""


@click.command()
@click.argument("games", nargs=-1, required=True, help="A game, with several sets of options if it is named again.")
@click.option("--out", type=FILE, help="Write the puzzles to this file.")
@click.option("--count", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Puzzles to make.")
@SEED
@click.option(
    "--records", "files", multiple=True, type=FILE,
    help="Take positions from this record, in place of self-play; may be given again.",
)  # fmt: skip
@click.option(
    "--player", "players", multiple=True,
    help="A bot of the self-play; the first plays every game, the others, if any, are drawn against it.",
)  # fmt: skip
@click.option(
    "--games", "most", type=click.IntRange(1, 1_000_000), default=1000, show_default=True,
    help="Games of self-play at most, for each set of options.",
)  # fmt: skip
@click.option(
    "--turns", type=click.IntRange(2, 3), default=3, show_default=True,
    help="In how many turns the game ends, in proved wins: with 3 the solver, the other side, and the solver again.",
)  # fmt: skip
@click.option(
    "--per-game", type=click.IntRange(1, 100), default=2, show_default=True, help="Puzzles of a game at most."
)
@click.option("--inside", is_flag=True, help="Take positions within a turn, too, in proved wins.")
@click.option("--missed", is_flag=True, help="Leave out puzzles that all three solvers find.")
@click.option("--greedy-misses", is_flag=True, help="Leave out proved wins that the greedy bot finds, rare ones, too.")
@click.option(
    "--missed-by", "missed_by", multiple=True,
    help="Leave out proved wins that this bot finds with one of three seeds; may be given again.",
)  # fmt: skip
@click.option("--first", type=click.IntRange(0, 10_000), default=0,
              help="Take only positions before this turn of a game, in proved wins.")  # fmt: skip
@click.option("--right", type=click.IntRange(1, 24), default=24, show_default=True,
              help="Leave out proved wins with more right turns than these.")  # fmt: skip
@click.option(
    "--effort", type=click.IntRange(100, 100_000_000), default=20_000, show_default=True,
    help="Positions that the proof of a value may search, in proved wins.",
)  # fmt: skip
@click.option("--verify", "made", type=FILE, metavar="FILE",
              help="Make nothing: prove the puzzles of this file again.")  # fmt: skip
@EXECUTOR
@WORKERS
def puzzles(
    games: Sequence[str],
    out: Path | None,
    count: int,
    seed: int,
    files: Sequence[Path],
    players: Sequence[str],
    most: int,
    turns: int,
    per_game: int,
    inside: bool,
    missed: bool,
    greedy_misses: bool,
    missed_by: Sequence[str],
    first: int,
    right: int,
    effort: int,
    made: Path | None,
    executor: str | None,
    workers: int | None,
) -> None:
    """Make puzzles from records or self-play, each with its proof, or prove those of a file again.

    By a table of exact values, if one is installed or the game is a small dice race: the best turn leads by 0.02, and
    the bot hard misses it. Without chance: a win is proved, and does not come at once. With simultaneous turns: beat a
    bot within some turns. The same command makes the same puzzles on any number of machines, unless a player looks at
    the time. If it is stopped, it goes on from OUT.part, also with another count or more games.
    """
    from ludarium.puzzles import file
    from ludarium.puzzles.making import Limits, look_through

    loaded = [load(game) for game in games]
    if len({game.name for game in loaded}) > 1:
        raise LudariumError(f"{', '.join(games)} are several games: expected one, with other options at most")
    if made:
        with open_workers(executor or PROCESSES, workers) as pool:
            _verify(loaded[0], made, pool)
        return
    if out is None:
        raise LudariumError("--out is missing: expected the file to be written")
    if out.exists():
        raise BadFile(f"{out} exists already; name another file")
    for game in loaded:
        for player in (*players, *missed_by):
            make_bot(player, game, 0)
    found: list[Puzzle] = []
    limits = Limits(turns, effort, inside, per_game, missed, greedy_misses, tuple(missed_by), right, first)
    words = list(_words(click.get_current_context()))
    with _journal(out, words) as journal, open_workers(executor or PROCESSES, workers) as pool, progress() as bar:
        task = bar.add_task("puzzles", total=count)
        for number, game in enumerate(loaded, 1):
            source = _records(game, files) if files else _self_play(game, players, seed, most)
            looked = look_through(
                game, source, limits, seed, before=journal.before(number), executor=pool.executor, workers=pool.number
            )
            wanted = count * number // len(loaded) - len(found)
            for puzzle in islice(journal.puzzles(number, looked), wanted):
                found.append(puzzle)
                bar.update(task, completed=len(found))
        if not found:
            raise LudariumError(
                f"no puzzle in {counted(len(journal), 'game')}, so {out} is not written; "
                f"the same command with more games or wider limits may find one"
            )
        write_file(out, file.write(loaded[0].name, (_command(words),), tuple(found)))
    fewer = f", {count - len(found)} fewer than {count}: more games may have them" if len(found) < count else ""
    say(f"{out}: {counted(len(found), 'puzzle')} of {loaded[0].name}{fewer}")


@contextmanager
def _journal(out: Path, words: Sequence[tuple[str, ...]]) -> Iterator[Journal]:
    """Open the journal beside the file to be made; remove it when that is written, and say where it is if stopped."""
    from ludarium.puzzles.journal import Journal

    path = out.with_name(f"{out.name}.part")
    open_folder(path.parent)
    journal, is_made = Journal(path, _command(word for word in words if word[0] not in _HOW_MANY)), False
    try:
        with journal:
            yield journal
        is_made = True
    except KeyboardInterrupt:
        raise LudariumError(
            f"stopped; {path} holds {counted(len(journal), 'game')}, and the same command goes on from there"
        ) from None
    finally:
        if is_made or len(journal) == 0:  # then nothing is lost, and no other command is refused
            path.unlink(missing_ok=True)


def _command(words: Iterable[tuple[str, ...]]) -> str:
    """Return a command line of these words."""
    return shlex.join(["ludarium", "puzzles", *chain.from_iterable(words)])


def _words(ctx: click.Context) -> Iterator[tuple[str, ...]]:
    """Yield the arguments and options that make the puzzles what they are, without the folders of records."""
    for option in ctx.command.params:
        value = ctx.params[option.name or ""]
        if ctx.get_parameter_source(option.name or "") == ParameterSource.DEFAULT or option.name in _NOT_WORDS:
            continue
        for one in value if isinstance(value, tuple) else (value,):
            named = () if isinstance(option, click.Argument) else option.opts[:1]
            yield (*named, *([] if one is True else [one.name if isinstance(one, Path) else str(one)]))


def _self_play(game: Game, players: Sequence[str], seed: int, most: int) -> Iterator[Callable[[], Played]]:
    from ludarium.puzzles.making import PLAYERS
    from ludarium.puzzles.positions import self_play
    from ludarium.puzzles.proofs import kind_of

    chosen = players or PLAYERS[kind_of(game)]
    return (partial(self_play, game, chosen, seed, number) for number in range(most))


def _records(game: Game, files: Sequence[Path]) -> Iterator[Callable[[], Played]]:
    """Yield the games of records with exactly these options; raise an error for a record of another game."""
    for path in files:
        record = read_record(path)
        with name_file_in_errors(path):
            if load(record.game).name != game.name:
                raise LudariumError(f"it is a record of {record.game}, and not of {game.name}")
        if load(record.game) == game:
            yield partial(_played, record, path)


def _played(record: Record, path: Path) -> Played:
    from ludarium.puzzles.positions import from_record

    with name_file_in_errors(path):
        return from_record(record, path.name)


def _verify(game: Game, path: Path, pool: Workers) -> None:
    """Print what is wrong with the puzzles of a file; exit with the code 1 if anything is."""
    from ludarium.puzzles import file
    from ludarium.puzzles.check import faults

    with name_file_in_errors(path):
        found = file.read(read_text(path, _LARGEST))
        if found.header.game != game.name:
            raise LudariumError(f"it has puzzles of {shorten(found.header.game)}, and not of {game.name}")
    wrong = 0
    with progress() as bar:
        proved = in_order(faults, found.puzzles, pool.executor, pool.number)
        for number, sentences in enumerate(bar.track(proved, len(found.puzzles), description="puzzles"), 1):
            wrong += bool(sentences)
            for sentence in sentences:
                print_error(f"{path}, puzzle {number}: {sentence}")
    say(f"{path}: {counted(len(found.puzzles), 'puzzle')}, {wrong or 'none'} wrong")
    if wrong:
        raise click.exceptions.Exit(1)
