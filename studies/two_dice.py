"""What a first sitting of five minutes makes of a game with two dice: `python -m studies.two_dice --minutes 5`.

The game is a small Backgammon (`studies/small_backgammon.py`), which has no evaluation of its own. What has learnt it
for so many minutes of processor time meets `mcts` with the same time for each turn (the trial of every `learn`), then
random play and `mcts` with a fixed number of simulations, one action ahead and in `expectimax`.
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from ludarium.core.rng import derive
from ludarium.learn.meeting import Side, play_game
from ludarium.learn.method import Method
from ludarium.learn.session import Session
from ludarium.search.learned import Learned
from ludarium.tournament.series import Score
from studies import small_backgammon

HEADING = "| player | against | games | score | 95 % interval |\n| --- | --- | --- | --- | --- |"
_MEETINGS = (
    ("greedy", "random"),
    ("greedy", "mcts(simulations=400)"),
    ("expectimax(depth=2)", "mcts(simulations=400)"),
)


def learn(minutes: float, seed: int, folder: Path) -> Session:
    """Return a session that has learnt so many minutes of processor time; its trial is still to come."""
    session = Session(small_backgammon.game(), Method(seed=seed), folder / "two-dice.player.part", 60 * minutes)
    session.run()
    return session


def meet(player: Learned, spec: str, rival: str, games: int, seed: int = 1) -> Score:
    """Return the score of a search with a learnt player against another bot; they change seats from game to game."""
    game, score = small_backgammon.game(), Score(rival)
    for number in range(games):
        mine = number % 2
        sides = [Side(spec, player), Side(rival)] if mine == 0 else [Side(rival), Side(spec, player)]
        bots = [side.make(game, derive(seed, number, seat)) for seat, side in enumerate(sides)]
        payoffs = play_game(game.initial(), bots, derive(seed, number))
        score = score.add(game.payoff_range.parts(payoffs)[mine])
    return score


def row(name: str, score: Score) -> str:
    """Return a line of the table."""
    low, high = score.interval
    mean = score.points / score.games
    return f"| {name} | {score.player} | {score.games:,} | {mean:.3f} | {low:.3f} to {high:.3f} |"


def main() -> None:
    """Learn, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with TemporaryDirectory() as folder:
        session = learn(chosen.minutes, chosen.seed, Path(folder))
        player, progress = session.trial(), session.progress
        assert progress.trial
        print(f"{progress.games:,} games of self-play in {progress.seconds / 60:.1f} minutes of processor time\n")
        trial, (low, high) = progress.trial, progress.trial.interval
        print(HEADING)
        print(
            f"| the trial, equal time | {trial.player} | {trial.games} | {trial.mean:.3f} | {low:.3f} to {high:.3f} |"
        )
        for spec, rival in _MEETINGS:
            print(row(spec, meet(player, spec, rival, chosen.games)), flush=True)


if __name__ == "__main__":
    main()
