#!/usr/bin/env bash
# pypgn 0.5.1 (PyPI): of a game whose moves are wrapped at 80 columns the first line is read, and move_range leaves out
# the last move of what is left.
#
# Guess: Game(path) has all moves of the file. PGN wants the moves of an export wrapped at 80 columns, and nearly every
# archive has them so. move_range() with its defaults gives all moves that the game has.
# What it does: The line that begins with "1. " is the game; the lines after it are passed over. chess 1.11.2 (PyPI)
# reads eleven moves of each side in the same file. The default end of move_range is a Python index of -1, so the last
# move is missing. In a file whose moves are on one line, as Lichess writes them, only the second shows.
# Seen:
#     wrapped: pypgn 7 moves, the last one ['7.', 'Bb3', 'd6'], result 0-1
#     wrapped: pypgn, move_range(): the last one ['6.', 'Re1', 'b5']
#     wrapped: chess 11 moves
#     one line: pypgn 11 moves, the last one ['11.', 'Nbd2', 'Bb7'], result 0-1
#     one line: pypgn, move_range(): the last one ['10.', 'd4', 'Nbd7']
#     one line: chess 11 moves
# Why it matters: A table of the length of games says that all end after seven or eight moves, and the result of the
# tags, which is right, stands beside a game in which nothing has happened. Nothing is raised as long as a line ends
# with a move of Black.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pypgn==0.5.1' 'chess==1.11.2' >&2
cat > "$folder/look.py" <<'EOF'
import pathlib
import sys

import chess.pgn
from pypgn import Game

TAGS = '[Event "Club"]\n[White "Ann"]\n[Black "Bob"]\n[Result "0-1"]\n\n'
LINES = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6",
    "8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 0-1",
]
for name, text in (("wrapped", "\n".join(LINES)), ("one line", " ".join(LINES))):
    file = pathlib.Path(sys.argv[1]) / "game.pgn"
    file.write_text(f"{TAGS}{text}\n")
    game = Game(str(file))
    print(f"{name}: pypgn {game.move_count()} moves, the last one {game.moves[-1]}, result {game.result()}")
    print(f"{name}: pypgn, move_range(): the last one {game.move_range()[-1]}")
    with file.open() as handle:
        print(f"{name}: chess {chess.pgn.read_game(handle).end().board().fullmove_number - 1} moves")
EOF
"$folder/venv/bin/python" "$folder/look.py" "$folder" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
wrapped: pypgn 7 moves, the last one ['7.', 'Bb3', 'd6'], result 0-1
wrapped: pypgn, move_range(): the last one ['6.', 'Re1', 'b5']
wrapped: chess 11 moves
one line: pypgn 11 moves, the last one ['11.', 'Nbd2', 'Bb7'], result 0-1
one line: pypgn, move_range(): the last one ['10.', 'd4', 'Nbd7']
one line: chess 11 moves
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
