#!/usr/bin/env bash
# hnefatafl 0.1.1 (PyPI): a move that wins for the attackers returns what a win of the defenders should, and of the
# eight like positions three are there twice.
#
# Guess: move_piece returns 1 if the defenders win, -1 if the attackers win and 0 otherwise, as the comment above it
# says; game_over is true then. get_similar_states gives the eight rotations and reflections of a position.
# What it does: Both wins and every draw return True, which is 1, and game_over stays False; who has won is in
# game_over_cause. The turned positions are reflected in both directions at once, which is half a turn: there are five
# positions instead of eight.
# Seen:
#     king surrounded: returned True, game_over False, game_over_cause -1
#     king in the corner: returned True, game_over False, game_over_cause 1
#     move 75: returned True, game_over False, game_over_cause 0
#     similar states: 8 different: 5
# Why it matters: A learner that takes the returned number as the reward learns to defend for both sides, as each game
# that it loses counts as won by the defenders, and a loop on game_over goes on after the king has fled.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'hnefatafl==0.1.1' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import numpy as np
from hnefatafl.tafl_board import TaflBoard

ATTACKER, DEFENDER, KING = 1, 2, 3


def board_of(turn, **squares):
    board = TaflBoard()
    board.pieces[:] = 0
    board.turn = turn
    for name, piece in squares.items():
        board.pieces[int(name[1]), int(name[2:])] = piece
    return board


beset = board_of(-1, _54=ATTACKER, _45=ATTACKER, _56=ATTACKER, _85=ATTACKER, _55=KING, _11=DEFENDER)
fleeing = board_of(1, _33=ATTACKER, _05=KING)
last = board_of(-1, _33=ATTACKER, _55=KING)
last.moves = last.max_game_length - 1
for what, board, start, end in (
    ("king surrounded", beset, (8, 5), (6, 5)), ("king in the corner", fleeing, (0, 5), (0, 10)),
    ("move 75", last, (3, 3), (3, 4)),
):
    returned = board.move_piece(start, end)
    print(f"{what}: returned {returned}, game_over {board.game_over}, game_over_cause {board.game_over_cause}")

states = board_of(-1, _02=ATTACKER, _36=DEFENDER, _55=KING).get_similar_states().reshape(8, -1)
print("similar states:", len(states), "different:", len(np.unique(states, axis=0)))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
king surrounded: returned True, game_over False, game_over_cause -1
king in the corner: returned True, game_over False, game_over_cause 1
move 75: returned True, game_over False, game_over_cause 0
similar states: 8 different: 5
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
