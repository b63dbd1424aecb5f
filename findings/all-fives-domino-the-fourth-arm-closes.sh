#!/usr/bin/env bash
# all-fives-domino 1.0.23 (PyPI): the first double takes three arms, not four.
#
# Guess: A domino can be laid at all four sides of the first double, the spinner, once both of its long sides are taken:
# is_crossing says so, by its description of pieces that take others on four sides.
# What it does: With the third piece the board notes that it has a crossing. The next thing that it does for that very
# piece is what is meant for later doubles: it is no crossing any more. Its fourth side is not open, and its value no
# longer counts among the ends.
# Seen:
#     0 arms: crossing False, takes 5-0 True
#     1 arms: crossing False, takes 5-1 True
#     2 arms: crossing True, takes 5-2 True
#     3 arms: crossing False, takes 5-3 False
#     3 arms: open ends [0, 1, 2], counted 3
# Why it matters: valid_options() does not offer the move, so a player draws or passes with a piece that fits. In the
# score, the open side that the rule of the package counts with three arms is never there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'all-fives-domino==1.0.23' >&2
cat > "$folder/look.py" <<'EOF'
from src.main.game.Board import Board
from src.main.game.Piece import Piece
from src.main.game.Scorer import AllFivesScorer

board = Board()
board.play(Piece(5, 5))
for other in (0, 1, 2, 3):
    spinner, piece = board.origin, Piece(5, other)
    print(f"{len(spinner.linked)} arms: crossing {spinner.is_crossing}, takes 5-{other} {spinner.can_append(piece)}")
    if spinner.can_append(piece):
        board.play(piece, spinner)
ends = [side for piece, side in board.open_ends()]
print(f"{len(board.origin.linked)} arms: open ends {ends}, counted {AllFivesScorer.count(board.origin)}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
0 arms: crossing False, takes 5-0 True
1 arms: crossing False, takes 5-1 True
2 arms: crossing True, takes 5-2 True
3 arms: crossing False, takes 5-3 False
3 arms: open ends [0, 1, 2], counted 3
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
