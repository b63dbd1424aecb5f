"""Play a bot of Grid Game against every published strategy whose games were recorded.

`python -m studies.published published_pairs.jsonl.gz rolling --player grid.player --games 20` reads what each strategy
did in its longest recorded game, as green sees it, and lets it do that again, the end repeated by its period. The
recorded games are beside the checkout on the build server, not part of it (`tests/recorded`). The strategies never look
at the board. The four openings of this package are played, too. The bot changes seats from game to game.
"""

import argparse
import gzip
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import ludarium
from ludarium.core.rng import derive
from ludarium.games.grid.bots import FixedOpening
from ludarium.games.grid.openings import OPENINGS, Opening, mirrored
from ludarium.learn.meeting import play_game
from ludarium.search.learned import Learned, read_player
from ludarium.search.player import make_bot
from ludarium.tournament.series import Score

HEADING = "| strategy | games | score | 95 % interval |\n| --- | --- | --- | --- |"


def period(letters: str) -> int:
    """Return after how many letters the end of a text repeats itself.

    >>> period("nnneseses")
    2
    """
    best, found = 0, 1
    for back in range(1, len(letters) // 2):
        same = 0
        while same + back < len(letters) and letters[-1 - same] == letters[-1 - same - back]:
            same += 1
        if same > best + back // 2:
            best, found = same, back
    return found


def strategies(records: Path) -> dict[str, Opening]:
    """Return the openings of this package, and the recorded strategies, by name."""
    longest = dict[str, str]()
    with gzip.open(records, "rt", encoding="utf-8") as lines:
        for game in map(json.loads, lines):
            for player, letters in zip(game["players"], game["dirs"], strict=True):
                as_green = letters if player["name"] == "green" else mirrored(letters, 1)
                longest[player["bot"]] = max(longest.get(player["bot"], ""), as_green, key=len)
    found = {name: Opening(letters, letters[-period(letters) :]) for name, letters in sorted(longest.items())}
    return found | {f"this package's {name}": opening for name, (opening, _) in OPENINGS.items()}


def play(spec: str, learned: Learned | None, opening: Opening, games: int, seed: int) -> Score:
    """Return a bot's score against a strategy."""
    game, score = ludarium.load("grid"), Score(spec)
    for number in range(games):
        mine = number % 2
        bots = [make_bot(spec, game, derive(seed, number), learned=learned), FixedOpening(game, 0, opening=opening)]
        score = score.add(play_game(game.initial(), bots if mine == 0 else bots[::-1], derive(seed, number))[mine])
    return score


def main(words: Sequence[str] | None = None) -> None:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("records", type=Path)
    parser.add_argument("bot")
    parser.add_argument("--player", type=Path, help="the learnt player that the bot plays with")
    parser.add_argument("--games", type=int, default=20, help="against each strategy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only strategies with this in their names")
    given = parser.parse_args(words)
    learned, means = read_player(given.player) if given.player else None, list[float]()
    print(HEADING)
    for name, opening in strategies(given.records).items():
        if given.only in name:
            score = play(given.bot, learned, opening, given.games, given.seed)
            means.append(score.points / score.games)
            low, high = score.interval
            print(f"| {name} | {score.games} | {means[-1]:.3f} | {low:.3f} to {high:.3f} |", flush=True)
    print(f"\nLeast {min(means):.3f}, mean {np.mean(means):.3f}.")


if __name__ == "__main__":
    main()
