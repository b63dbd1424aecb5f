"""A worker process of trials that is none: it starts faster, and the real one is tested by itself."""

from collections.abc import Callable, Mapping, Sequence

from ludarium.players.sandbox.trial import Trial, TrialSeat, play_trial, with_replay
from ludarium.players.sandbox.trial_process import TrialFailed, TrialProcess

Change = Callable[[TrialSeat], TrialSeat]
After = Callable[[Trial], Trial]


class Here(TrialProcess):
    """Plays in this process; each seat may be changed before, and the trial `after` it was played.

    A replay takes longer than its match: only where a test reads it, is it `drawn`. Options of the game, as in
    `(turn_limit=10)`, may end matches early; among several games, they are those `of` one.
    """

    def __init__(
        self,
        change: Change = lambda seat: seat,
        after: After = lambda trial: trial,
        *,
        options: str = "",
        of: str = "",
        drawn: bool = False,
    ) -> None:
        super().__init__()
        self._change, self._after, self._drawn = change, after, drawn
        self._options, self._of = options, of

    def play(
        self,
        game: str,
        seats: Sequence[TrialSeat],
        seed: int,
        seconds: float,
        modules: Mapping[str, bytes] | None = None,
        *,
        drawn: bool = False,
    ) -> Trial:
        """Return a trial."""
        options = self._options if self._of in ("", game) else ""
        played = play_trial(f"{game}{options}", [*map(self._change, seats)], seed, seconds, modules)
        return self._after(with_replay(played) if drawn and self._drawn else played)


def fail(_: object) -> TrialSeat:
    """Fail, as a worker process does that is killed or knows no such game."""
    raise TrialFailed("its process was killed")
