#!/usr/bin/env bash
# PettingZoo 1.27.0 with chess 1.11.2 (PyPI): a game of chess is a draw when a position has been there twice.
#
# Guess: The game goes on until the third time, or until a player claims the draw; OpenSpiel and python-chess both
# count three.
# What it does: It ends after the seventh single move of knights that go out and back: the position is there for the
# second time, no position has been there three times, but the player to move could play a move that makes it so, and
# claim.
# Seen:
#     over after 7 single moves, rewards {'player_0': 0, 'player_1': 0}
#     position there twice: True, three times: False
# Why it matters: A player who would not repeat the position has no chance to play on, so values that were learnt here
# are those of other rules.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pettingzoo==1.27.0' 'chess==1.11.2' 'pygame-ce==2.5.8' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import chess
from pettingzoo.classic import chess_v6
from pettingzoo.classic.chess import chess_utils

env = chess_v6.env()
env.reset()
for number, text in enumerate(["g1f3", "g8f6", "f3g1", "f6g8"] * 3, 1):
    board = env.unwrapped.board
    black = board.turn == chess.BLACK
    move = chess.Move.from_uci(text)
    env.step(next(a for a in chess_utils.legal_moves(board) if chess_utils.action_to_move(board, a, black) == move))
    if all(env.terminations.values()):
        board = env.unwrapped.board
        print(f"over after {number} single moves, rewards {dict(env.rewards)}")
        print(f"position there twice: {board.is_repetition(2)}, three times: {board.is_repetition(3)}")
        break
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
over after 7 single moves, rewards {'player_0': 0, 'player_1': 0}
position there twice: True, three times: False
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
