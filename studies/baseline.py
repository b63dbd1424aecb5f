"""Compare `ludarium learn` with a learner in PyTorch that has the same processor time, on a game of two seats.

`python -m studies.baseline "hex(size=7,swap=off)" --minutes 10 --seconds 0.02 --games 200` lets both learn by self-play
for so many processor minutes each, on one thread. The baseline is proximal policy optimisation (Schulman and others,
2017) in the vector environment, with a convolutional network of policy and value. Then Ludarium's learnt player in its
search meets the baseline in Ludarium's search with policy and value (PUCT), both with as many simulations a move as
take them so much processor time. They change seats from game to game, and begin after two random steps of each seat,
the same for each of them: from the start alone both play nearly the same game again and again. Nothing else in Ludarium
needs `torch`; the study was made with `pip install torch==2.13.0`.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium.vector import AutoresetMode

import ludarium
from ludarium.adapters.vector import GameVectorEnv
from ludarium.core.game import Game
from ludarium.core.rng import derive
from ludarium.learn.learner import Learner
from ludarium.learn.meeting import play_game
from ludarium.learn.method import Method
from ludarium.search.batched import EvaluationBatch
from ludarium.search.bot import Bot
from ludarium.search.learned import Learned, read_player
from ludarium.search.mcts import Mcts
from ludarium.search.player import make_bot
from ludarium.tournament.series import Score
from studies.learned import HEADING, Timed, opening, positions, row, simulations, with_simulations

GAMES, STEPS, EPOCHS, MINIBATCH = 128, 32, 2, 512
TRACE, CLIP, ENTROPY, RATE = 0.9, 0.2, 0.01, 1e-3
CHANNELS = 32


class Network(torch.nn.Module):  # type: ignore[misc]  # PyTorch is not installed where types are checked
    """Logits of all actions, and what the seat to move can expect, from -1 to 1."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        planes, *board = game.observation.shape
        layers, size = list[torch.nn.Module](), planes
        for _ in range(3 if len(board) == 2 else 0):  # without rows and columns there is nothing to convolve
            layers += [torch.nn.Conv2d(size, CHANNELS, 3, padding=1), torch.nn.ReLU()]
            size = CHANNELS
        flat = size * int(np.prod(board))
        self.body = torch.nn.Sequential(*layers, torch.nn.Flatten(), torch.nn.Linear(flat, 128), torch.nn.ReLU())
        self.policy, self.value = torch.nn.Linear(128, game.num_actions), torch.nn.Linear(128, 1)

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logarithms of the probabilities of the legal actions, and the value."""
        hidden = self.body(seen)
        logits = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return torch.log_softmax(logits, -1), torch.tanh(self.value(hidden)).squeeze(-1)


def collect(envs: Any, network: Network, seen: Any, infos: Any) -> tuple[dict[str, torch.Tensor], Any, Any, int]:
    """Play some steps of all games; return what there is to learn, where they stand, and how many games ended."""
    kept: dict[str, list[Any]] = {name: [] for name in ("seen", "masks", "actions", "before", "values", "paid", "over")}
    movers = [infos["to_move"]]
    for _ in range(STEPS):
        views, masks = torch.as_tensor(seen), torch.as_tensor(infos["action_mask"])
        with torch.no_grad():
            logs, values = network(views, masks)
        actions = torch.multinomial(logs.exp(), 1).squeeze(1)
        seen, paid, over, _, infos = envs.step(actions.numpy())
        before = logs.gather(1, actions[:, None]).squeeze(1)
        found = (views, masks, actions, before, values, torch.as_tensor(paid).float(), torch.as_tensor(over))
        for name, tensor in zip(kept, found, strict=True):
            kept[name].append(tensor)
        movers.append(infos["to_move"])
    with torch.no_grad():
        following = network(torch.as_tensor(seen), torch.as_tensor(infos["action_mask"]))[1]
    target, targets = following, list[torch.Tensor]()
    for step in range(STEPS - 1, -1, -1):
        sign = torch.as_tensor(np.where(movers[step] == movers[step + 1], 1.0, -1.0)).float()
        ahead = sign * ((1 - TRACE) * following + TRACE * target)
        target = torch.where(kept["over"][step], kept["paid"][step], ahead)
        following = kept["values"][step]
        targets.append(target)
    tensors = {name: torch.cat(parts) for name, parts in kept.items()} | {"targets": torch.cat(targets[::-1])}
    return tensors, seen, infos, int(tensors["over"].sum())


def train(network: Network, optimiser: torch.optim.Optimizer, found: dict[str, torch.Tensor]) -> None:
    """Fit the network to what was played."""
    gains = found["targets"] - found["values"]
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(gains)).split(MINIBATCH):
            logs, values = network(found["seen"][part], found["masks"][part])
            chosen = logs.gather(1, found["actions"][part, None]).squeeze(1)
            ratio = (chosen - found["before"][part]).exp()
            gained = torch.min(ratio * gains[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gains[part]).mean()
            entropy = -(logs.exp() * logs.clamp(min=-30)).sum(1).mean()
            loss = ((values - found["targets"][part]) ** 2).mean() - gained - ENTROPY * entropy
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()


def learn_with_torch(game: Game, seconds: float, seed: int) -> tuple[Network, int]:
    """Return the baseline after so many seconds of processor time, and the games that it has played."""
    torch.manual_seed(seed)
    network, played, started = Network(game), 0, time.process_time()
    optimiser = torch.optim.Adam(network.parameters(), RATE)
    options: dict[str, Any] = game.options
    envs = GameVectorEnv(game.name, GAMES, seat="all", autoreset_mode=AutoresetMode.SAME_STEP, **options)
    seen, infos = envs.reset(seed=seed)
    while time.process_time() - started < seconds:
        found, seen, infos, ended = collect(envs, network, seen, infos)
        train(network, optimiser, found)
        played += ended
    return network.eval(), played


def learn_with_ludarium(game: Game, seconds: float, seed: int) -> tuple[Learned, int]:
    """Return Ludarium's player after so many seconds of processor time, and the games that it has played."""
    learner = Learner(game, Method(seed=seed))
    learner.learn()  # which compiles
    started = time.process_time()
    while time.process_time() - started < seconds:
        learner.learn()
    return learner.player(), learner.games


class Evaluation:
    """The baseline's network as an evaluation of a search: payoffs from 0 to 1 of both seats, and priors."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def __call__(self, batch: EvaluationBatch) -> tuple[Any, Any]:
        """Return the values and the priors of a batch."""
        with torch.no_grad():
            logs, values = self._network(torch.as_tensor(batch.observations), torch.as_tensor(batch.masks))
        mine = (values.numpy() + 1) / 2
        found = np.empty((len(batch), 2))
        every = np.arange(len(batch))
        found[every, batch.to_move], found[every, 1 - batch.to_move] = mine, 1 - mine
        return found, logs.exp().numpy()


def their_simulations(game: Game, network: Network, seconds: float) -> int:
    """Return how many simulations of the search with the baseline's network take so much processor time."""
    speeds, count = [], 400
    for state in positions(game):
        bot = Mcts(game, 1, simulations=count, evaluate=Evaluation(network))
        started = time.process_time()
        bot.choose(state, state.actors[0])
        assert bot.info is not None
        speeds.append(bot.info.visits / (time.process_time() - started))
    return max(1, int(sorted(speeds)[len(speeds) // 2] * seconds))


def compare(game: Game, make: Any, games: int, seed: int, limit: float) -> tuple[Score, float]:
    """Return the score of Ludarium's player, and its processor time for each second of the baseline's.

    `make` returns the bot of Ludarium (0) or of the baseline (1) from a seed.
    """
    score, spent, began = Score("baseline"), [0.0, 1e-9], time.monotonic()
    for number in range(games):
        mine, bots = number % 2, list[Bot]()
        for seat in range(2):
            other = int(seat != mine)
            bots.append(Timed(make(other, derive(seed, number, seat)), spent, other))
        start = opening(game, number, seed)
        score = score.add(game.payoff_range.parts(play_game(start, bots, derive(seed, number)))[mine])
        if time.monotonic() - began > limit:
            break
    return score, spent[0] / spent[1]


def main(words: Sequence[str] | None = None) -> None:
    """Learn twice, play the games, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=10.0, help="processor time for each learner")
    parser.add_argument("--search", default="mcts(explore=0.2,widen=1)", help="that of Ludarium's player")
    parser.add_argument("--seconds", type=float, default=0.02, help="processor time a move")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=float("inf"), help="end each match after so many seconds")
    parser.add_argument("--out", type=Path, help="keep both players as OUT.player and OUT.pt, or use those there")
    given = parser.parse_args(words)
    torch.set_num_threads(1)
    game, seconds = ludarium.load(given.game), given.minutes * 60
    files = [given.out.with_suffix(ending) for ending in (".player", ".pt")] if given.out else []
    if files and all(file.exists() for file in files):
        learned, network = read_player(files[0]), Network(game)
        network.load_state_dict(torch.load(files[1], weights_only=True))
    else:
        network, theirs = learn_with_torch(game, seconds, given.seed)
        learned, ours = learn_with_ludarium(game, seconds, given.seed)
        print(f"{given.minutes:g} processor minutes: {ours:,} games with Ludarium, {theirs:,} with PyTorch", flush=True)
        if files:
            learned.save(files[0])
            torch.save(network.state_dict(), files[1])
    mine = simulations(game, given.search, learned, given.seconds)
    spec, count = with_simulations(given.search, mine), their_simulations(game, network, given.seconds)

    def make(other: int, seed: int) -> Bot:
        if other:
            return Mcts(game, seed, simulations=count, evaluate=Evaluation(network))
        return make_bot(spec, game, seed, learned=learned)

    specs = spec, f"the baseline in PUCT with {count} simulations"
    print(HEADING)
    print(row(game, specs, *compare(game, make, given.games, given.seed, given.limit)), flush=True)


if __name__ == "__main__":
    main()
