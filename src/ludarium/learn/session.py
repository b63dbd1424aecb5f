"""A session of learning: rounds until the time is over, figures and checkpoints on the way, a trial at the end."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from ludarium import __version__
from ludarium.core.arguments import check_number, check_whole
from ludarium.core.game import Game
from ludarium.core.rng import derive
from ludarium.learn.duel import duel
from ludarium.learn.learner import Earlier, Learner
from ludarium.learn.meeting import Meeting
from ludarium.learn.method import Method, has_dice
from ludarium.learn.self_play.plans import duel_by_plans
from ludarium.learn.trial import choose, decide, measure, suited_bot, tune, usual_bot
from ludarium.learn.trial_score import TrialScore
from ludarium.search.learned import Learned, remove_parts
from ludarium.tournament.series import Score

_MEASURE_SHARE = 0.05
"""The part of the time that goes into matches against fixed opponents."""
_CHECKPOINT_SECONDS, _MEASURE_SECONDS = 60.0, 1.0
_CHOSEN, _TUNED, _DECIDED = range(3)
"""The branches of the seed: no game that chose a player, or its search, counts in its trial."""
_TRIAL_SHARE, _LEAST_TRIAL_SECONDS = 0.1, 20.0
"""The match at the end takes such a part of the time, with what comes before it, or at least so many seconds."""
_CHOOSING, _TUNING, _DECIDING = 0.35, 0.15, 0.5
_TRIAL_GAMES = 100
_LEAST_TURN, _MOST_TURN = 0.002, 0.05
"""Seconds of a turn in the trial: less in a game of many turns, so that so many games have time enough."""


@dataclass
class SessionProgress:
    """The progress of a session.

    | field      | meaning                                                              |
    | ---------- | -------------------------------------------------------------------- |
    | `seconds`  | of processor time spent learning, interruptions left out             |
    | `games`    | games of self-play                                                   |
    | `speed`    | games a second, lately                                               |
    | `loss`     | the mean loss, lately                                                |
    | `scores`   | the latest score against each fixed opponent                         |
    | `left`     | players among which is chosen at the end                             |
    | `trial`    | the score of the chosen one against the usual search                 |
    """

    seconds: float = 0.0
    games: int = 0
    speed: float = 0.0
    loss: float = 0.0
    scores: list[Score] = field(default_factory=list)
    left: int = 0
    trial: TrialScore | None = None

    @property
    def all_scores(self) -> list[Score | TrialScore]:
        """The scores against the fixed opponents, and last that of the trial."""
        return [*self.scores, *([self.trial] if self.trial else [])]


class Session:
    """Learning with a limit of time or of games, which goes on where its checkpoint ends.

    `seconds` of processor time, of all processes that the executor uses together, are for learning and the figures on
    the way, so that other work on the machine takes nothing away; the trial at the end takes about a tenth more. With
    `games`
    the same seed gives the same player, since no clock takes part in what is learnt and which player is chosen. `show`
    is called with the progress after every round.

    Raises `InvalidOption` for a number out of range.
    """

    def __init__(
        self, game: Game, method: Method, checkpoint: Path, seconds: float, games: int = 0,
        show: Callable[[SessionProgress], None] = lambda progress: None, executor: Executor | None = None,
    ) -> None:  # fmt: skip
        check_number("seconds", seconds, 0, above=True)
        check_whole("games", games, 0)
        self._game, self._checkpoint, self._limit, self._games, self._show = game, checkpoint, seconds, games, show
        self.progress = SessionProgress()
        remove_parts(checkpoint)
        if checkpoint.exists():
            self.learner, more = Learner.resume(checkpoint, game, method, executor)
            self.progress.seconds = float(more["seconds"])
            self.progress.loss = float(more["loss"])
            self.progress.games = self.learner.games
        else:
            self.learner = Learner(game, method, executor)
        self._saved_at = self._measured_at = self.progress.seconds

    def run(self) -> None:
        """Learn until the limit; save a checkpoint now and then, at the end, and when interrupted.

        Raises `BadPlayer` if no checkpoint can be written.
        """
        progress, learner = self.progress, self.learner
        try:
            while progress.seconds < self._limit and not 0 < self._games <= learner.games:
                started, before = self._spent(), learner.games
                loss = learner.learn()
                spent = max(1e-6, self._spent() - started)  # a coarse clock may not have moved
                lately = min(1.0, spent / 5.0)
                progress.loss += (loss - progress.loss) * (lately if progress.games else 1.0)
                progress.speed += ((learner.games - before) / spent - progress.speed) * (
                    lately if progress.games else 1.0
                )
                progress.games = learner.games
                self._measure_now_and_then()
                if before:  # the first round may compile, which is no learning
                    progress.seconds += self._spent() - started
                if progress.seconds > self._saved_at + _CHECKPOINT_SECONDS:
                    self.save()
                self._show(progress)
        finally:
            learner.stop()
            self.save()

    def _spent(self) -> float:
        """Return the processor seconds of this process, and of those that have played for the learner."""
        return time.process_time() + self.learner.elsewhere

    def save(self) -> None:
        """Write the checkpoint."""
        self.learner.save(self._checkpoint, {"seconds": self.progress.seconds, "loss": self.progress.loss})
        self._saved_at = self.progress.seconds

    def _measure_now_and_then(self) -> None:
        """Play against the fixed opponents, for a small part of the time."""
        since = self.progress.seconds - self._measured_at
        if since < min(30.0, self._limit / 6) and self.progress.scores:
            return
        self._measure(self.learner.player(), max(0.2, since * _MEASURE_SHARE / 2))
        self._measured_at = self.progress.seconds

    def _measure(self, player: Learned, seconds: float) -> None:
        fight = duel_by_plans if self._plans else duel
        self.progress.scores = [*measure(self._game, player, fight, seconds, self.learner.rounds)]

    @property
    def _plans(self) -> bool:
        return self.learner.method.targets == "plans"

    def trial(self) -> Learned:
        """Return the best of the stored players, after its match against the usual search.

        The score of this match is in the progress; its games have not chosen the player.
        """
        game, learner, progress, seed = self._game, self.learner, self.progress, self.learner.method.seed
        dice, plans = has_dice(game), self._plans
        seconds = max(_LEAST_TRIAL_SECONDS, progress.seconds * _TRIAL_SHARE)
        usual, suited = (find(game, dice=dice, plans=plans) for find in (usual_bot, suited_bot))
        earlier, player = self._best((suited, usual), math.inf if self._games else seconds * _CHOOSING)
        tuning = Meeting(game, derive(seed, _TUNED))
        suited = tune(tuning, player, suited, math.inf if self._games else seconds * _TUNING)
        seconds *= _DECIDING
        turn = turn_seconds(learner.length, seconds / _TRIAL_GAMES)
        meeting = Meeting(game, derive(seed, _DECIDED))
        for progress.trial in decide(meeting, player, (suited, usual), turn, seconds):
            self._show(progress)
        made = {
            "version": __version__, "method": asdict(learner.method), "games": earlier.games,
            "positions": earlier.positions, "of_games": learner.games, "minutes": round(progress.seconds / 60, 2),
        }  # fmt: skip
        about = replace(
            player.about,
            bot="rolling" if plans else suited,
            made=made,
            results=[_result(score) for score in progress.all_scores],
        )
        return replace(player, about=about)

    def _best(self, specs: tuple[str, str], seconds: float) -> tuple[Earlier, Learned]:
        """Return the best of the stored players, and when it was stored."""
        candidates, meeting = self.learner.candidates(), Meeting(self._game, derive(self.learner.method.seed, _CHOSEN))
        fight = duel_by_plans if self._plans else None
        for left in choose(meeting, [player for _, player in candidates], specs, fight, seconds):
            self.progress.left = len(left)
            self._show(self.progress)
        earlier, player = candidates[left[0]]
        if earlier.rounds < self.learner.rounds or not self.progress.scores:  # nothing was learnt since a checkpoint
            self._measure(player, _MEASURE_SECONDS)
        return earlier, player


def turn_seconds(choices: float, seconds: float) -> float:
    """Return the seconds for a turn with which a game of so many choices takes about so many.

    >>> turn_seconds(20, 60), turn_seconds(600, 3)
    (0.05, 0.005)
    """
    return min(_MOST_TURN, max(_LEAST_TURN, seconds / max(1.0, choices)))


def _result(score: Score | TrialScore) -> dict[str, Any]:
    """Return a score as it is written into a player's file."""
    low, high = score.interval
    mean = score.points / score.games
    return {"against": score.player, "games": score.games, "score": round(mean, 4), "low": round(low, 4),
            "high": round(high, 4)}  # fmt: skip
