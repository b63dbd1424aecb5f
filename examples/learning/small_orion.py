"""Learn Orion on a small board with MaskablePPO of sb3-contrib, and play with it: `python small_orion.py`.

The policy is written to `small_orion.zip` beside this file; as a player it is `small_orion.py:think`.
"""

from functools import cache
from pathlib import Path

import torch
from sb3_contrib import MaskablePPO

from ludarium import State, play_match
from ludarium.adapters.policy import PolicyPlayer
from ludarium.adapters.stable_baselines3 import GameVecEnv

GAME = "orion(rows=3,columns=3)"
FILE = Path(__file__).with_suffix(".zip")
torch.set_num_threads(1)  # more threads wait for each other, and so small a network gains nothing from them


def learn(steps: int, seed: int = 1) -> MaskablePPO:
    """Return a model that has played so many steps in both seats against random play."""
    envs = GameVecEnv(GAME, num_envs=64, seat="random")
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=64,
        batch_size=512,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=0.99,
        seed=seed,
        device="cpu",
    )
    return model.learn(steps)


def score(model: MaskablePPO, opponent: str, games: int) -> float:
    """Return the mean payoff of the model against a bot, in both seats in turn."""
    player, total = PolicyPlayer(model, name="ppo"), 0.0
    for game in range(games):
        seat = game % 2
        record = play_match(GAME, [player, opponent] if seat == 0 else [opponent, player], seed=game)
        total += (record.final().payoffs or (0, 0))[seat]
    return total / games


@cache
def player() -> PolicyPlayer:
    """Return the player that has been learnt; read its file once."""
    return PolicyPlayer(MaskablePPO.load(FILE, device="cpu"))


def think(state: State, seat: int) -> int:
    """Return the action of the policy in the file."""
    return player()(state, seat)


if __name__ == "__main__":
    learnt = learn(200_000)
    learnt.save(FILE)
    for bot in ("random", "easy"):
        print(f"against {bot}: {score(learnt, bot, 200):.2f} of a point a game")
