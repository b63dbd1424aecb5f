"""`ludarium skill`: what each player's decisions gave away in recorded matches, by a table of exact values."""

from __future__ import annotations

import csv
import io
import math
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
from rich.table import Table as Shown

from ludarium.cli._options import EXECUTOR, FILE, WORKERS
from ludarium.cli.terminal.output import (
    listed_records,
    name_file_in_errors,
    progress,
    read_record,
    say,
    show_table,
    write_file,
)
from ludarium.core.errors import LudariumError
from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.core.text import counted
from ludarium.match.match import Match
from ludarium.match.progress import all_states
from ludarium.review.skill import Skill, decisions
from ludarium.tournament.executors import PROCESSES, open_workers
from ludarium.tournament.side_by_side import in_batches

if TYPE_CHECKING:
    from ludarium.core.game import Game
    from ludarium.solve.table import Table


class Job(NamedTuple):
    """A record as text, with its number and the name of its file, and the file of a table if one was named."""

    number: int
    name: str
    text: str
    table: Path | None
    kinds: bool


Losses = dict[str, dict[str, list[float]]]
"""What the decisions of a match gave away, by player and kind."""


@click.command()
@click.argument("files", nargs=-1, required=True, type=FILE, help="Records of one game, or folders of them.")
@click.option(
    "--table", type=FILE,
    help="The table of exact values, as `ludarium solve` writes it; by default an installed one, or for a small dice "
    "race its values are computed.",
)  # fmt: skip
@click.option("--kinds/--no-kinds", default=True, show_default=True, help="Whether decisions are split into kinds.")
@click.option(
    "--out",
    type=FILE,
    help="Write a row for each player and kind to this .csv file; its means are parts of the range, of which 1 is all.",
)
@EXECUTOR
@WORKERS
def skill(
    files: Sequence[Path], table: Path | None, kinds: bool, out: Path | None, executor: str | None, workers: int | None
) -> None:
    """Say how well the players of recorded matches decided, by a table of exact values.

    What a decision gives away is a part of the range of payoffs: of a game that is won or lost, so many games in a
    hundred. Who sat opposite and what was rolled make no difference to it. Decisions are split by what the best turn
    does. Intervals are of 95 %.
    """
    records = [(path, read_record(path)) for path in listed_records(files)]
    games = sorted({load(record.game).spec for _, record in records})
    if len(games) > 1:
        raise LudariumError(f"the records are of {' and '.join(games[:3])}: expected records of one game")
    _open(load(games[0]), table)  # before many processes find that there is none
    jobs = [
        Job(number, str(path), str(record), table and table.resolve(), kinds)
        for number, (path, record) in enumerate(records)
    ]
    matches = dict[int, Losses]()
    with open_workers(executor or PROCESSES, workers) as pool, progress() as bar:
        task = bar.add_task("records", total=len(jobs))
        for batch in in_batches(losses_of, jobs, pool.executor, pool.number):
            matches |= batch
            bar.advance(task, len(batch))
    rows = _rows([matches[job.number] for job in jobs])
    if not rows:
        raise LudariumError(f"the records have no decision that a table of {games[0]} tells")
    if out:
        write_file(out, _csv(rows))
    say(f"{games[0]}: {counted(len(jobs), 'record')}; what a decision gave away, in per cent of the range of payoffs")
    show_table(_shown(rows, kinds=kinds))


def losses_of(job: Job) -> tuple[int, Losses]:
    """Return the number of a job, and what the decisions of its match gave away.

    Raises a `LudariumError` that begins with the file's name.
    """
    with name_file_in_errors(Path(job.name)):
        match = Match.from_record(Record.parse(job.text))
        exact = _open(match.game, job.table)
    found: Losses = defaultdict(lambda: defaultdict(list))
    for made in decisions(exact, all_states(match), kinds=job.kinds):
        for kind in {"", made.kind}:
            found[match.players[made.seat]][kind].append(made.loss)
    return job.number, {player: dict(by_kind) for player, by_kind in found.items()}


def _open(game: Game, path: Path | None) -> Table:
    from ludarium.puzzles.tables import exact_table
    from ludarium.solve.installed import open_table

    return open_table(path, game) if path else exact_table(game)


class _Row(NamedTuple):
    """What a player's decisions of a kind gave away; of all kinds if it is empty."""

    player: str
    kind: str
    skill: Skill


def _rows(matches: Sequence[Losses]) -> list[_Row]:
    """Return a row for each player and kind: who gave away least first, then the commonest kinds."""
    games: dict[str, dict[str, list[list[float]]]] = defaultdict(lambda: defaultdict(list))
    for losses in matches:
        for player, by_kind in losses.items():
            for kind, parts in by_kind.items():
                games[player][kind].append(parts)
    rows = [_Row(player, kind, Skill.of(parts)) for player, kinds in games.items() for kind, parts in kinds.items()]
    means = {row.player: row.skill.mean for row in rows if not row.kind}
    return sorted(rows, key=lambda row: (means[row.player], row.player, -row.skill.decisions, row.kind))


def _csv(rows: Sequence[_Row]) -> str:
    """Return the rows as CSV; what is not known is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["player", "kind", "games", "decisions", "mean", "half"])
    for row in rows:
        means = ("" if math.isnan(part) else repr(part) for part in (row.skill.mean, row.skill.half))
        writer.writerow([row.player, row.kind or "all", row.skill.games, row.skill.decisions, *means])
    return text.getvalue()


def _shown(rows: Sequence[_Row], *, kinds: bool) -> Shown:
    """Return the rows as a table."""
    columns = ["player", *["decisions that are best by"] * kinds, "games", "decisions", "gave away", "±"]
    shown = Shown(*columns, box=None, header_style="bold", padding=(0, 2, 0, 0))
    for row in rows:
        if row.kind and not kinds:
            continue
        half = "" if math.isnan(row.skill.half) else f"{100 * row.skill.half:.3f}"
        name = [row.player if not row.kind else "", *[row.kind or "all"] * kinds]
        shown.add_row(*name, str(row.skill.games), str(row.skill.decisions), f"{100 * row.skill.mean:.3f}", half)
    return shown
