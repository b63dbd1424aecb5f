"""Name the themes of shipped puzzles again, after a change of the rules by which a game finds them.

    python -m tools.theme_puzzles src/ludarium/games/ludo/puzzles.jsonl

Nothing else of a file is changed, and nothing is searched.
"""

import sys
from pathlib import Path

from msgspec.structs import replace

from ludarium.puzzles.file import read, write
from ludarium.puzzles.proofs import themes_of
from ludarium.puzzles.puzzle import Puzzle


def with_themes(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with the themes that its game finds now."""
    return replace(puzzle, themes=themes_of(puzzle.state(), puzzle.seat, puzzle.accept[0], puzzle.proof))


def main() -> None:
    """Write the files again that are named as arguments."""
    for path in map(Path, sys.argv[1:]):
        header, puzzles = read(path.read_text("utf-8"))
        path.write_text(write(header.game, header.commands, tuple(map(with_themes, puzzles))), "utf-8")


if __name__ == "__main__":
    main()
