"""A session of learning: rounds until the time is over, figures and checkpoints on the way, a trial at the end."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from ludarium import __version__
from ludarium.core.game import Game
from ludarium.learn.duel import duel
from ludarium.learn.learner import Learner
from ludarium.learn.method import Method, has_dice
from ludarium.learn.together import duel_by_plans
from ludarium.learn.trial import decide, measure, suited_bot, tune, usual_bot
from ludarium.search.learned import Learned, remove_parts
from ludarium.tournament.series import Score

_MEASURE_SHARE = 0.05
"""The part of the time that goes into matches against fixed opponents."""
_CHECKPOINT_SECONDS = 60.0
_TRIAL_SHARE, _TUNING_SHARE = 0.1, 0.5
_TRIAL_GAMES = 400
_LEAST_TRIAL, _LEAST_TRIAL_SECONDS = 40, 20.0
_LEAST_TURN, _MOST_TURN = 0.002, 0.05
"""Seconds of a turn in the trial: less in a game of many turns, so that the least number of games has time enough."""


@dataclass
class Progress:
    """How far a session has come.

    | field      | meaning                                                              |
    | ---------- | -------------------------------------------------------------------- |
    | `seconds`  | spent learning, interruptions left out                               |
    | `games`    | games of self-play                                                   |
    | `speed`    | games a second, lately                                               |
    | `loss`     | the mean loss, lately                                                |
    | `scores`   | the latest score against each fixed opponent                         |
    | `trial`    | the score against the usual search, at the end                       |
    """

    seconds: float = 0.0
    games: int = 0
    speed: float = 0.0
    loss: float = 0.0
    scores: list[Score] = field(default_factory=list)
    trial: Score | None = None


class Session:
    """Learning with a limit of time or of games, which goes on where its checkpoint ends.

    `seconds` is for learning and the figures on the way; the trial at the end takes about a tenth more. With `games`
    the same seed gives the same player. `show` is called with the progress after every round.
    """

    def __init__(
        self, game: Game, method: Method, checkpoint: Path, seconds: float, games: int = 0,
        show: Callable[[Progress], None] = lambda progress: None,
    ) -> None:  # fmt: skip
        self._game, self._checkpoint, self._limit, self._games, self._show = game, checkpoint, seconds, games, show
        self.progress = Progress()
        remove_parts(checkpoint)
        if checkpoint.exists():
            self.learner, more = Learner.resume(checkpoint, game, method)
            self.progress.seconds = float(more["seconds"])
            self.progress.loss = float(more["loss"])
            self.progress.games = self.learner.games
        else:
            self.learner = Learner(game, method)
        self._saved_at = self._measured_at = self.progress.seconds

    def run(self) -> None:
        """Learn until the limit; save a checkpoint now and then, at the end, and when interrupted.

        Raises `BadPlayer` if no checkpoint can be written.
        """
        progress, learner = self.progress, self.learner
        try:
            while progress.seconds < self._limit and not 0 < self._games <= learner.games:
                started, before = time.perf_counter(), learner.games
                loss = learner.learn()
                spent = time.perf_counter() - started
                lately = min(1.0, spent / 5.0)
                progress.loss += (loss - progress.loss) * (lately if progress.games else 1.0)
                progress.speed += ((learner.games - before) / spent - progress.speed) * (
                    lately if progress.games else 1.0
                )
                progress.games = learner.games
                self._measure_now_and_then()
                progress.seconds += time.perf_counter() - started
                if progress.seconds > self._saved_at + _CHECKPOINT_SECONDS:
                    self.save()
                self._show(progress)
        except BaseException:
            self.save()
            raise
        self.save()

    def save(self) -> None:
        """Write the checkpoint."""
        self.learner.save(self._checkpoint, {"seconds": self.progress.seconds, "loss": self.progress.loss})
        self._saved_at = self.progress.seconds

    def _measure_now_and_then(self) -> None:
        """Play against the fixed opponents, for a small part of the time."""
        since = self.progress.seconds - self._measured_at
        if since < min(30.0, self._limit / 6) and self.progress.scores:
            return
        seconds = max(0.2, since * _MEASURE_SHARE / 2)
        fight = duel_by_plans if self.learner.method.targets == "plans" else duel
        self.progress.scores = [*measure(self._game, self.learner.player(), fight, seconds, self.learner.rounds)]
        self._measured_at = self.progress.seconds

    def trial(self, games: int = _TRIAL_GAMES) -> Learned:
        """Return the player after its match against the usual search, whose score is in the progress.

        The match has `games` games, or fewer when a tenth of the limit is over.
        """
        game, learner, progress = self._game, self.learner, self.progress
        dice, plans = has_dice(game), learner.method.targets == "plans"
        seconds = max(_LEAST_TRIAL_SECONDS, self._limit * _TRIAL_SHARE)
        player, suited = learner.player(), suited_bot(game, dice=dice, plans=plans)
        suited = tune(game, player, suited, seconds * _TUNING_SHARE, learner.method.seed)
        specs = (suited, usual_bot(game, dice=dice, plans=plans))
        deadline, turn = time.perf_counter() + seconds, turn_seconds(learner.length, seconds / _LEAST_TRIAL)
        for number, score in enumerate(decide(game, player, specs, games, turn, learner.method.seed), 1):
            progress.trial = score
            self._show(progress)
            if number >= _LEAST_TRIAL and number % game.seats == 0 and time.perf_counter() > deadline:
                break
        made = {
            "version": __version__, "method": asdict(learner.method), "games": learner.games,
            "positions": learner.positions, "minutes": round(progress.seconds / 60, 2),
        }  # fmt: skip
        scores = [*progress.scores, *([progress.trial] if progress.trial else [])]
        about = replace(
            player.about, bot="rolling" if plans else specs[0], made=made, results=[_result(score) for score in scores]
        )
        return replace(player, about=about)


def turn_seconds(choices: float, seconds: float) -> float:
    """Return the seconds for a turn with which a game of so many choices takes about so many.

    >>> turn_seconds(20, 60), turn_seconds(600, 3)
    (0.05, 0.005)
    """
    return min(_MOST_TURN, max(_LEAST_TURN, seconds / max(1.0, choices)))


def _result(score: Score) -> dict[str, Any]:
    """Return a score as it is written into a player's file."""
    low, high = score.interval
    mean = score.points / score.games
    return {"against": score.player, "games": score.games, "score": round(mean, 4), "low": round(low, 4),
            "high": round(high, 4)}  # fmt: skip
