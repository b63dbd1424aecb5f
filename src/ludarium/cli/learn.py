"""`ludarium learn`: make a player that has learnt a game by playing against itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import click
from rich.live import Live
from rich.table import Table

from ludarium.cli._options import EXECUTOR, FILE, GAME, SEED, WORKERS
from ludarium.cli.terminal.output import BadFile, errors, open_folder, say
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.learn.method import Method, Targets, start_positions
from ludarium.learn.session import Session, SessionProgress
from ludarium.learn.trial_score import TrialScore
from ludarium.search.learned import ENDING, Learned
from ludarium.tournament.executors import PROCESSES, open_workers
from ludarium.tournament.series import Score

SECONDS = 60.0
"""How far apart the lines are that a pipe gets, which cannot be drawn again."""
_AHEAD = 16
"""Rounds that are under way on an executor, unless something else is said."""


@click.command()
@GAME
@click.option(
    "--minutes",
    type=click.FloatRange(0, 100_000, min_open=True),
    default=30,
    show_default=True,
    help="Processor time to learn; the match at the end takes about a tenth more.",
)
@click.option("--out", required=True, type=FILE, help="The player's file, as in ada.player.")
@click.option(
    "--games", type=click.IntRange(0), default=0, help="Stop after so many games; then a seed gives the same player."
)
@click.option(
    "--hidden",
    type=click.IntRange(4, 1024),
    default=64,
    show_default=True,
    help="Units of the network's first layer; the second has an eighth of them, and at least 16.",
)
@click.option(
    "--targets",
    type=click.Choice(get_args(Targets)),
    default=None,
    help="What teaches: games played one action ahead, the values that a search finds on the way, or plans for many "
    "simultaneous turns. By default plans where a game needs them, else play.",
)
@click.option(
    "--starts",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of positions, one a line, from which self-play begins; by default the start of the game.",
)
@click.option(
    "--ahead",
    type=click.IntRange(1, 1024),
    help="Rounds of self-play that are under way at once on an executor, at least one for each worker; "
    f"by default {_AHEAD}. It makes another player, the number of workers does not.",
)
@SEED
@EXECUTOR
@WORKERS
def learn(
    game: str,
    minutes: float,
    out: Path,
    games: int,
    hidden: int,
    targets: Targets | None,
    starts: Path | None,
    ahead: int | None,
    seed: int,
    executor: str | None,
    workers: int | None,
) -> None:
    """Make a player that has learnt a game by playing against itself.

    At the end the best of the players on the way meets the usual search, and is written with what it is worth. The
    same command continues what was interrupted, or with more minutes what does not beat that search yet. With
    --executor, --workers or --ahead games are played by many workers; the learner is this process.
    """
    loaded = load(game)
    if out.suffix != ENDING:
        raise ParseError(f"{out} should end in {ENDING}")
    open_folder(out.parent)
    checkpoint = out.with_name(f"{out.name}.part")
    if out.exists() and not checkpoint.exists():
        raise BadFile(f"{out} exists already; name another file")
    positions = _read_starts(starts, loaded) if starts else ()
    ahead = ahead or (_AHEAD if executor or workers else 0)
    method = Method(
        seed=seed, first=hidden, second=max(16, hidden // 8), targets=targets, starts=positions, ahead=ahead
    )
    with (
        open_workers(executor or PROCESSES, workers if ahead else 1) as pool,
        Live(console=errors, transient=True, auto_refresh=False) as live,
    ):
        lines = Minutely(errors.print)

        def show(progress: SessionProgress) -> None:
            if errors.is_terminal:
                live.update(_view(loaded.spec, progress, minutes), refresh=True)
            else:
                lines.show(lambda: _line(progress, minutes))

        session = Session(loaded, method, checkpoint, minutes * 60, games, show, pool.executor)
        try:
            session.run()
            player = session.trial()
        except KeyboardInterrupt:
            raise LudariumError(
                f"stopped; {checkpoint} holds {session.progress.games:,} games, and the same command goes on from there"
            ) from None
    trial = session.progress.trial
    assert trial
    _tell(session, player)
    player.save(out)
    say(f"written to {out}: {session.progress.games:,} games in {session.progress.seconds / 60:.1f} minutes")
    if trial.mean > trial.even:
        checkpoint.unlink(missing_ok=True)
        return
    say(
        f"it does not beat {trial.player} at equal time, where {trial.even:.3g} would be even: "
        f"the same command with more --minutes goes on from {checkpoint}"
    )


def _read_starts(path: Path, game: Game) -> tuple[str, ...]:
    """Return the positions of a file, a line each; empty lines and those that begin with # are left out."""
    try:
        lines = [line.strip() for line in path.read_text("utf-8").splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"{path} cannot be read: {error}") from None
    positions = tuple(line for line in lines if line and not line.startswith("#"))
    if not positions:
        raise BadFile(f"{path} has no positions: expected one a line")
    start_positions(game, Method(starts=positions))
    return positions


def _tell(session: Session, player: Learned) -> None:
    """Print the scores of a player, and which is stronger."""
    progress, trial = session.progress, session.progress.trial
    assert trial
    for score in progress.all_scores:
        say(f"{score.points / score.games:.3f} {_interval(score)} against {score.player}, {score.games:,} games")
    if player.about.made["games"] < progress.games:
        say(f"the best player was that after {player.about.made['games']:,} of {progress.games:,} games")
    if trial.dice:
        say("what dice gave is taken out of the last score")
    if not trial.is_weaker and not trial.is_stronger:
        say(
            f"undecided: {trial.games:,} games do not tell whether it is stronger or weaker than {trial.player} "
            f"at equal time, where {trial.even:.3g} would be even"
        )


def _interval(score: Score | TrialScore) -> str:
    """Return the 95 % confidence interval of a score."""
    low, high = score.interval
    return f"({low:.3f} to {high:.3f})"


def _line(progress: SessionProgress, minutes: float) -> str:
    """Return the progress in one line, for a pipe."""
    parts = [
        f"{progress.seconds / 60:.1f} of {minutes:g} min",
        f"{progress.games:,} games",
        f"loss {progress.loss:.4f}",
    ]
    if progress.left > 1 and not progress.trial:
        parts.append(f"choosing among {progress.left} players")
    parts += [f"{score.points / score.games:.3f} against {score.player}" for score in progress.all_scores]
    return ", ".join(parts)


def _view(spec: str, progress: SessionProgress, minutes: float) -> Table:
    """Return the progress as a table."""
    table = Table(title=f"learning {spec}", box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_row("time", f"{progress.seconds / 60:.1f} of {minutes:g} minute{'s' * (minutes != 1)}")
    table.add_row("games", f"{progress.games:,}, {progress.speed:,.0f} a second")
    table.add_row("loss", f"{progress.loss:.4f}")
    if progress.left > 1 and not progress.trial:
        table.add_row("choosing", f"among {progress.left} players")
    for score in progress.all_scores:
        table.add_row(
            f"against {score.player}", f"{score.points / score.games:.3f} {_interval(score)}, {score.games:,} games"
        )
    return table


class Minutely:
    """Prints a line when the last one was a minute ago; `line` makes it, and is called only then.

    >>> clock = iter([0.0, 59.0, 60.0, 119.0, 121.0])
    >>> lines = Minutely(print, lambda: next(clock))
    >>> for number in range(4):
    ...     lines.show(lambda: f"line {number}")
    line 1
    line 3
    """

    def __init__(self, write: Callable[[str], object], clock: Callable[[], float] = time.monotonic) -> None:
        self._write, self._clock = write, clock
        self._written_at = clock()

    def show(self, line: Callable[[], str]) -> None:
        """Print the line if one is due."""
        now = self._clock()
        if now >= self._written_at + SECONDS:
            self._written_at = now
            self._write(line())
