"""Learn Vortex with MaskablePPO of sb3-contrib, in some seconds: `python maskable_ppo.py`."""

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from ludarium.adapters.stable_baselines3 import GameVecEnv

torch.set_num_threads(1)  # more threads wait for each other, and so small a network gains nothing from them


def learn(steps: int, seed: int = 1) -> MaskablePPO:
    """Return a model that has played so many steps against random play."""
    envs = GameVecEnv("vortex", num_envs=64)
    model = MaskablePPO(
        "MlpPolicy", envs, n_steps=64, batch_size=512, n_epochs=4, learning_rate=2e-3, gamma=1, seed=seed, device="cpu"
    )
    return model.learn(steps)


def score(model: MaskablePPO, games: int, seed: int = 2) -> float:
    """Return the mean reward of the model's best actions against random play; each game is played once."""
    envs = GameVecEnv("vortex", games, seat="random")
    envs.seed(seed)
    seen, won, over = envs.reset(), np.zeros(games), np.zeros(games, np.bool_)
    while not over.all():
        chosen, _ = model.predict(seen, action_masks=envs.games.action_masks(), deterministic=True)
        seen, earned, ended, _ = envs.step(chosen)
        won[~over] += earned[~over]
        over |= ended
    return float(won.mean())


if __name__ == "__main__":
    print(f"before: {score(learn(0), 1000):+.2f}, a win is worth 1 and a loss -1")
    print(f"after:  {score(learn(40_000), 1000):+.2f}")
