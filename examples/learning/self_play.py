"""Learn Vortex by self-play, in some seconds: `python self_play.py`.

One learner plays all seats of many games. Its policy is linear in what the seat to act observes, and after every game
each seat's choices become more likely if it won, and less likely if it lost (REINFORCE).
"""

import gymnasium
import numpy as np
import numpy.typing as npt

import ludarium.adapters.gymnasium  # noqa: F401  which registers the games

NAME = "ludarium/Vortex-v0"

Floats = npt.NDArray[np.float64]


def prefer(weights: Floats, seen: npt.NDArray[np.float32], masks: npt.NDArray[np.int8]) -> Floats:
    """Return how likely every action is in proportion, a row for each game; 0 for actions that are not legal."""
    likely: Floats = np.where(masks, np.exp(seen @ weights), 0.0)
    return likely


def learn(steps: int, games: int, rate: float = 3.0, seed: int = 1) -> Floats:
    """Return the weights of the policy after some steps in each of many games."""
    envs = gymnasium.make_vec(NAME, num_envs=games, seat="all", autoreset_mode="SameStep")
    seen, infos = envs.reset(seed=seed)
    dice, every, seats = np.random.default_rng(seed), np.arange(games), infos["rewards"].shape[1]
    actions = infos["action_mask"].shape[1]
    weights = np.zeros((seen.shape[1], actions))
    slopes = np.zeros((games, seats, *weights.shape))  # of the logarithm of a seat's choices in a game
    for _ in range(steps):
        chances = prefer(weights, seen, infos["action_mask"])
        chances /= chances.sum(axis=1, keepdims=True)
        chosen = (chances.cumsum(axis=1) > dice.random((games, 1))).argmax(axis=1)
        slopes[every, infos["to_move"]] += seen[:, :, None] * (np.eye(actions)[chosen] - chances)[:, None, :]
        seen, _, over, _, infos = envs.step(chosen)
        weights += rate / games * np.einsum("gs,gsoa->oa", infos["rewards"][over], slopes[over])
        slopes[over] = 0
    return weights


def score(weights: Floats, games: int, seed: int = 2) -> float:
    """Return the mean reward of the most likely actions against random play; each game is played once."""
    envs = gymnasium.make_vec(NAME, num_envs=games, seat="random")
    (seen, infos), won, over = envs.reset(seed=seed), np.zeros(games), np.zeros(games, np.bool_)
    while not over.all():
        chosen = prefer(weights, seen, infos["action_mask"]).argmax(axis=1)
        seen, earned, ended, _, infos = envs.step(chosen)
        won[~over] += earned[~over]
        over |= ended
    return float(won.mean())


if __name__ == "__main__":
    print(f"before: {score(learn(0, 1), 1000):+.2f}, a win is worth 1 and a loss -1")
    print(f"after:  {score(learn(400, 100), 1000):+.2f}")
