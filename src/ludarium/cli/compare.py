"""`ludarium compare`: who of two players is stronger."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import click
from rich.text import Text

from ludarium.cli._options import EXECUTOR, FILE, GAME, SEED, WORKERS
from ludarium.cli.terminal.output import errors, resumable, say
from ludarium.core.errors import LudariumError
from ludarium.core.text import counted
from ludarium.learn.comparison import Comparison, ComparisonJournal
from ludarium.learn.meeting import OPENING
from ludarium.learn.sprt import Verdict
from ludarium.tournament.executors import PROCESSES, Workers, open_workers

EXIT = {"stronger": 0, "equal": 3, "weaker": 4, "": 5}
"""The exit code of each answer; 2 is an error."""
_Z = 1.96


@click.command()
@GAME
@click.argument("player", help="A player: a level, or a kind of bot as in mcts(seconds=1).")
@click.argument("rival", help="The player that it is compared with.")
@click.option(
    "--margin", type=float, default=0.02, show_default=True, help="How far from an even score still counts as equal."
)
@click.option(
    "--alpha", type=float, default=0.05, show_default=True, help="How often equal players may be called unequal."
)
@click.option(
    "--beta", type=float, default=0.05, show_default=True, help="How often a difference of the margin may be missed."
)
@click.option(
    "--most", type=click.IntRange(1, 10_000_000), default=20_000, show_default=True, help="Rounds before it gives up."
)
@click.option(
    "--seconds", type=float, default=0.0, help="Processor seconds for a turn of both, in place of what they search."
)
@click.option(
    "--handicap", type=float, default=1.0, show_default=True, help="How many times longer the rival may search."
)
@click.option(
    "--opening",
    type=click.IntRange(0, 1000),
    default=OPENING,
    show_default=True,
    help="Random steps of each seat with which a round begins; 0 for players that know openings.",
)
@click.option("--luck/--no-luck", default=True, show_default=True, help="Whether the luck of dice is subtracted.")
@click.option("--table", default="", help="A table of exact values, by which luck is subtracted, not by a network.")
@SEED
@click.option("--out", type=FILE, help="A folder of which the same command continues.")
@EXECUTOR
@WORKERS
def compare(
    game: str,
    player: str,
    rival: str,
    margin: float,
    alpha: float,
    beta: float,
    most: int,
    seconds: float,
    handicap: float,
    opening: int,
    luck: bool,
    table: str,
    seed: int,
    out: Path | None,
    executor: str | None,
    workers: int | None,
) -> None:
    """Play two players against each other until it is clear who is stronger.

    The exit code is 0 if it is stronger, 3 if both are equal within the margin, 4 if it is weaker, and 5 if that is
    not clear after the most rounds.
    """
    comparison = Comparison.of(
        game, (player, rival), margin=margin, alpha=alpha, beta=beta, most=most, seed=seed, luck=luck,
        table=table, opening=opening, seconds=(seconds, seconds * handicap),
    )  # fmt: skip
    with _journal(out, comparison) as journal, open_workers(executor or PROCESSES, workers) as found:
        verdict = _run(comparison, found, journal)
    said = {
        "stronger": f"{player} is stronger than {rival}",
        "weaker": f"{player} is weaker than {rival}",
        "equal": f"{player} and {rival} are equal within {margin:g}",
        "": f"it is not clear who is stronger of {player} and {rival}",
    }
    stronger, weaker = comparison.test.ratios(comparison.counts)
    say(f"{said[verdict]}, after {comparison.used:,} rounds")
    say(f"{_score(comparison)}, where {comparison.test.even:g} is even; error rates {alpha:g} and {beta:g}")
    low, high = comparison.test.bounds
    say(f"log likelihood ratios: stronger {stronger:.2f}, weaker {weaker:.2f}; bounds {low:.2f} and {high:.2f}")
    raise click.exceptions.Exit(EXIT[verdict])


def _run(comparison: Comparison, workers: Workers, journal: ComparisonJournal | None) -> Verdict:
    """Play the rounds; a terminal shows meanwhile how many were played, and what they say.

    Raises `LudariumError` if it is interrupted and has no folder to go on from.
    """
    with errors.status("comparing") if errors.is_terminal else nullcontext() as status:

        def tell() -> None:
            if status:
                status.update(Text(f"comparing: {_so_far(comparison)}"))

        try:
            return comparison.run(workers.executor, workers.number, journal, tell)
        except KeyboardInterrupt:
            if journal is not None:
                raise
            raise LudariumError(f"stopped: {_so_far(comparison)}; with --out they would be kept") from None


def _so_far(comparison: Comparison) -> str:
    """Return how many rounds were played, and the score of those that count by now."""
    score = f", {_score(comparison)}" if comparison.used > 1 else ""
    return f"{counted(len(comparison.rounds), 'round')}{score}"


def _score(comparison: Comparison) -> str:
    return f"score {comparison.mean:.4f} ± {_Z * comparison.error:.4f}"


@contextmanager
def _journal(out: Path | None, comparison: Comparison) -> Iterator[ComparisonJournal | None]:
    """Open the journal of a folder, if there is one."""
    if out is None:
        yield None
        return
    with ComparisonJournal(out, comparison.header) as journal, resumable(out, journal.rounds):
        yield journal
