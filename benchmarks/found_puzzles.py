"""Count which puzzles of a file some bots find.

`python -m benchmarks.found_puzzles src/ludarium/games/throngs/puzzles.jsonl hard greedy` asks every bot with the seeds
0, 1 and 2, and prints in how many puzzles each seed found a right turn, and in how many any of them did.
"""

import argparse
from pathlib import Path

from ludarium.puzzles.file import read
from ludarium.puzzles.making import solves
from ludarium.puzzles.wins import SEEDS


def main() -> None:
    """Print a line for each bot."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("bots", nargs="+", metavar="BOT")
    asked = parser.parse_args()
    puzzles = read(asked.file.read_text("utf-8")).puzzles
    for bot in asked.bots:
        found = [[solves(puzzle, bot, seed) for seed in SEEDS] for puzzle in puzzles]
        each = ", ".join(str(sum(one[place] for one in found)) for place in range(len(SEEDS)))
        print(f"{bot}: {sum(map(any, found))} of {len(puzzles)} ({each} with the seeds 0, 1 and 2)")


if __name__ == "__main__":
    main()
