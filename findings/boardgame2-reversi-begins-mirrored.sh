#!/usr/bin/env bash
# boardgame2 0.26.0 (PyPI): in its reversi Black's first two stones stand where White's belong.
#
# Guess: Black begins with e4 and d5, as in OpenSpiel 2.0.2 (PyPI open-spiel), creversi-python 0.1.0 (PyPI) and the
# rules; the first row of the array is the row 1 that is drawn at the top.
# What it does: Black has d4 and e5, however the array is turned; only a mirror makes one position of the other. The
# usual first moves d3, c4, f5 and e6 are illegal.
# Seen:
#     boardgame2: Black d4 e5, first moves c5 d6 e3 f4
#     OpenSpiel: Black d5 e4, first moves c4 d3 e6 f5
#     creversi-python: Black d5 e4, first moves c4 d3 e6 f5
# Why it matters: The environment resigns for who makes an illegal move, so a game that is replayed from a record, or a
# program that has learnt elsewhere, loses with its first move.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'boardgame2==0.26.0' 'creversi-python==0.1.0' 'open-spiel==2.0.2' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import creversi
import numpy as np
import pyspiel
from boardgame2.reversi import ReversiEnv


def name(cells):
    return " ".join(sorted("abcdefgh"[column] + str(row + 1) for row, column in cells))


board, player = ReversiEnv().reset()[0]
valid = ReversiEnv().get_valid((board, player))
print("boardgame2: Black", name(np.argwhere(board == 1)) + ", first moves", name(np.argwhere(valid)))
state = pyspiel.load_game("othello").new_initial_state()
rows = [line.split()[1:9] for line in str(state).splitlines()[2:10]]
cells = [(row, column) for row in range(8) for column in range(8) if rows[row][column] == "x"]
print("OpenSpiel: Black", name(cells) + ", first moves", *sorted(state.action_to_string(move) for move in state.legal_actions()))
third = creversi.Board()
cells = [divmod(square, 8) for square in range(64) if third.piece(square) == 1]
print("creversi-python: Black", name(cells) + ", first moves", *sorted(map(creversi.move_to_str, third.legal_moves)))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
boardgame2: Black d4 e5, first moves c5 d6 e3 f4
OpenSpiel: Black d5 e4, first moves c4 d3 e6 f5
creversi-python: Black d5 e4, first moves c4 d3 e6 f5
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
