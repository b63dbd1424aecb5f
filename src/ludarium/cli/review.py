"""`ludarium review`: the expectations of every seat in recorded matches, and what their turns gave away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
from rich.table import Table

from ludarium.cli._options import EXECUTOR, FILE, SEED, WORKERS
from ludarium.cli.terminal.ending import format_ending
from ludarium.cli.terminal.output import name_file_in_errors, progress, read_record, say, show_table
from ludarium.core.kernel import CHANCE
from ludarium.core.record import Record
from ludarium.core.rolls import coming_number, number_turns, turn_of
from ludarium.core.text import counted
from ludarium.match.match import Match
from ludarium.match.progress import all_states
from ludarium.search.personas import bot_name
from ludarium.tournament.executors import PROCESSES, Workers, open_workers
from ludarium.tournament.side_by_side import in_order

if TYPE_CHECKING:
    from ludarium.review.advice import Advice
    from ludarium.review.review import Review


class Job(NamedTuple):
    """A record as text, with the name of its file, and how it is reviewed."""

    name: str
    text: str
    seconds: float
    table: Path | None
    seed: int


@click.command()
@click.argument("files", nargs=-1, required=True, type=FILE, help="Records.")
@click.option(
    "--seconds",
    type=click.FloatRange(0.001, 3600),
    default=0.5,
    show_default=True,
    help="Seconds to think about each position that no table tells, and about what each roll could have been.",
)
@click.option(
    "--table",
    type=FILE,
    help="The table of exact values, as `ludarium solve` writes it; by default an installed one of the game.",
)
@SEED
@EXECUTOR
@WORKERS
def review(
    files: Sequence[Path], seconds: float, table: Path | None, seed: int, executor: str | None, workers: int | None
) -> None:
    """Review recorded matches: what each seat could expect at its turns, and what would have been best.

    By a table of exact values, that of --table or an installed one, where there is one: its values are marked exact,
    and what each turn gave away is exact, too. Otherwise by the strongest bot, and what a turn gave away has its 95 %
    interval. The luck of a roll is what its seat can expect after it less the mean over all rolls. Of several records
    each is reviewed as if it were the only one.
    """
    from ludarium.review.adviser import adviser_spec
    from ludarium.review.review import Review

    jobs, matches = list[Job](), list[Match]()
    for path in files:  # every fault of a file is an error before any is reviewed
        record = read_record(path)
        with name_file_in_errors(path):
            matches.append(Match.from_record(record))
        jobs.append(Job(str(path), str(record), seconds, table and table.resolve(), seed))
    if table:
        _check_table(table, matches)
    with open_workers(executor or PROCESSES, workers) as pool:
        for job, match, advice in zip(jobs, matches, _all_advice(jobs, pool), strict=True):
            if len(jobs) > 1:
                say(f"{job.name}:")
            _print(match, Review.of(match.game, adviser_spec(match.game), advice, match.state), seconds)


def _check_table(table: Path, matches: Sequence[Match]) -> None:
    """Raise an error unless a table is one of the game of every match."""
    from ludarium.solve.installed import open_table

    for game in {match.game.spec: match.game for match in matches}.values():
        open_table(table, game)


def _all_advice(jobs: Sequence[Job], pool: Workers) -> Iterator[list[Advice]]:
    """Yield the advice about every record; one alone is reviewed here, with its progress."""
    if len(jobs) > 1:
        yield from in_order(advise, jobs, pool.executor, pool.number)
        return
    with progress() as bar:
        found = advise(jobs[0], lambda advice, count: bar.track(advice, count, description="turns"))
    yield found


def advise(
    job: Job, track: Callable[[Iterator[Advice], int], Iterable[Advice]] = lambda advice, count: advice
) -> list[Advice]:
    """Return the advice about a record; `track` is given what comes, and how much at most."""
    from ludarium.review.adviser import Adviser
    from ludarium.review.review import review as begin
    from ludarium.solve.installed import open_table

    match = Match.from_record(Record.parse(job.text))
    exact = open_table(job.table, match.game) if job.table else None
    adviser, states = Adviser(match.game, job.seed, lambda: None, exact), all_states(match)
    count = sum(state.actors not in ((), (CHANCE,)) for state in states)
    return list(track(begin(adviser, states, job.seconds), count))


def _print(match: Match, found: Review, seconds: float) -> None:
    """Print a review."""
    from ludarium.review.advice import signed

    say(f"{match.game.spec}: {format_ending(match)}")
    if found.said:
        show_table(_table(match, found))
        say("what a seat can expect, what it gave away and its luck are games of 100; a draw is half a win")
    if found.said and not found.is_exact:
        persona = bot_name(match.game.spec, found.by)
        name = found.by if persona == found.by else f"{persona} ({found.by})"
        say(f"what is not exact is what {name} expects after {seconds:g} seconds for a position")
    for seat, lost in found.lost().items():
        turns = counted(len(found.losses()[seat]), "turn")
        say(f"{match.display_name(seat)} gave away {lost} of 100 games a turn, in {turns}")
    for seat, lucks in found.lucks().items():
        luck = signed(sum(lucks), found.luck_gap)
        say(f"the dice gave {match.display_name(seat)} {luck} of 100 games in {counted(len(lucks), 'roll')}")
    if found.left_out and found.gap is not None:
        say(f"exact values leave out {found.left_out}")
    if found.shown_gap:
        say(f"exact values are wrong by no more than {found.shown_gap} of 100 games")


def _table(match: Match, found: Review) -> Table:
    """Return the review of every turn as a table."""
    numbered = number_turns(all_states(match), (entry.text for entry in match.turns))
    turns = {turn.played - 1: turn for turn in numbered if turn.text}
    best = "best" if found.is_exact else bot_name(match.game.spec, found.by)
    columns = ["turn", "seat", "can expect", "", "played", best]
    lucks = {roll.played: roll.share for roll in found.rolls}
    knows = any(said.loss is not None for said in found.said)
    rolls = bool(found.rolls)
    table = Table(
        *columns, *["gave away"] * knows, *["luck"] * rolls, box=None, header_style="bold", padding=(0, 2, 0, 0)
    )
    rows = list[tuple[int, list[str]]]()
    for advice in found.advice:
        turn = turns.get(advice.played)
        for said in advice.seats:
            row = [str(turn.number if turn else coming_number(numbered)), match.game.setup.seat_names[said.seat]]
            row += [said.share, "exact" if said.exact else ""]
            known = "the same" if turn and turn.text == said.turn else said.turn
            row += [turn.text if turn else "-", "as good" if said.is_as_good else known]
            row += [said.given or "-"] * knows
            rows.append((advice.played, [*row, *[lucks.get(advice.played - 1, "-")] * rolls]))
    for roll in found.forced:
        turn = turn_of(numbered, roll.played)
        row = [str(turn.number), match.game.setup.seat_names[roll.seat], "-", "", turn.roll, "-", *["-"] * knows]
        rows.append((roll.played, [*row, roll.share]))
    for _, row in sorted(rows, key=itemgetter(0)):
        table.add_row(*row)
    return table
