#!/usr/bin/env bash
# pydraughts 0.6.7 (PyPI): a position of the variant "american" has its colours changed over and its squares turned
# round; the same of the variant "english" has not.
#
# Guess: "English/American" is one of its variants, with two names; a position that is read and written again is itself.
# What it does: The first position and the rules are the same under both names, but a FEN is read and written as if in
# "american" White began and the squares were counted from the other side.
# Seen:
#     english W:W22:B9,18 becomes W:W22:B9,18 moves 22x15
#     american W:W22:B9,18 becomes B:W15,24:B11 moves 11x18
#     english B:WK5:B1,9 becomes B:WK5:B1,9 moves 1-6, 9-13, 9-14
#     american B:WK5:B1,9 becomes W:W24,32:BK28 moves 24-19, 24-20, 32-27
# Why it matters: A problem with White to play and win is shown with Black to play; the answer that is written beside
# it is not among the legal moves. A game from the start, as in a first test, is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pydraughts==0.6.7' >&2
cat > "$folder/look.py" <<'EOF'
from draughts import Board

for fen in ("W:W22:B9,18", "B:WK5:B1,9"):
    for variant in ("english", "american"):
        board = Board(variant=variant, fen=fen)
        turn, *sides = board.fen.split(":")
        sides = [side[0] + ",".join(sorted(side[1:].split(","), key=lambda text: int(text.strip("K")))) for side in sides]
        moves = sorted(move.pdn_move for move in board.legal_moves())
        print(variant, fen, "becomes", ":".join([turn, *sides]), "moves", ", ".join(moves))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
english W:W22:B9,18 becomes W:W22:B9,18 moves 22x15
american W:W22:B9,18 becomes B:W15,24:B11 moves 11x18
english B:WK5:B1,9 becomes B:WK5:B1,9 moves 1-6, 9-13, 9-14
american B:WK5:B1,9 becomes W:W24,32:BK28 moves 24-19, 24-20, 32-27
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
