#!/usr/bin/env bash
# py-draughts 1.10.1 (PyPI): in American checkers nobody has to capture, and White begins.
#
# Guess: AmericanBoard plays American checkers, where a piece that can capture must, and where Black begins; so say the
# rules of the game, pydraughts 0.6.7 (PyPI, imported as draughts as well) and OpenSpiel 2.0.2 (PyPI open-spiel).
# What it does: Other moves are legal beside the capture, and the first move is White's. Its table of variants says that
# the largest capture is not required, which is right; that none is, is a comment in the source.
# Seen:
#     py-draughts: White begins; W:W22:B9,18 22-17, 22x15
#     pydraughts: Black begins; W:W22:B9,18 22x15
#     OpenSpiel: of 2000 random positions with a capture, 0 have another move
# Why it matters: Being forced to capture is the game: every combination begins with a piece that must be taken. What is
# learnt with it is another game, and whoever writes the moves of a real game into it has the colours changed over.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in 'py-draughts==1.10.1' 'pydraughts==0.6.7'; do
  python3 -m venv "$folder/${package%%=*}"
  "$folder/${package%%=*}/bin/pip" install --quiet --disable-pip-version-check "$package" 'numpy==2.4.6' >&2
done
"$folder/pydraughts/bin/pip" install --quiet --disable-pip-version-check 'open-spiel==2.0.2' >&2
cat > "$folder/first.py" <<'EOF'
from draughts import AmericanBoard, Color

board = AmericanBoard.from_fen("W:W22:B9,18")
moves = sorted(str(move).removeprefix("Move: ").replace("->", "-") for move in board.legal_moves)
print("py-draughts:", "White" if AmericanBoard().turn is Color.WHITE else "Black", "begins; W:W22:B9,18", ", ".join(moves))
EOF
cat > "$folder/second.py" <<'EOF'
import random

import pyspiel
from draughts import Board

board = Board(variant="english", fen="W:W22:B9,18")
begins = "White" if Board(variant="english", fen="startpos").fen.startswith("W") else "Black"
print("pydraughts:", begins, "begins; W:W22:B9,18", ", ".join(sorted(move.pdn_move for move in board.legal_moves())))

chance, captures, mixed = random.Random(1), 0, 0
while captures < 2000:
    state = pyspiel.load_game("checkers").new_initial_state()
    while not state.is_terminal() and captures < 2000:
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        jumps = [abs(ord(text[0]) - ord(text[2])) == 2 for text in texts]
        captures += any(jumps)
        mixed += any(jumps) and not all(jumps)
        state.apply_action(chance.choice(state.legal_actions()))
print(f"OpenSpiel: of {captures} random positions with a capture, {mixed} have another move")
EOF
{
  "$folder/py-draughts/bin/python" "$folder/first.py"
  "$folder/pydraughts/bin/python" "$folder/second.py"
} 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
py-draughts: White begins; W:W22:B9,18 22-17, 22x15
pydraughts: Black begins; W:W22:B9,18 22x15
OpenSpiel: of 2000 random positions with a capture, 0 have another move
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
