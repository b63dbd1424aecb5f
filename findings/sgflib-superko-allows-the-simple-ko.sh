#!/usr/bin/env bash
# sgflib 0.1.0 (PyPI): with superko forbidden, a simple ko may be taken back at once.
#
# Guess: SGFBoard(shape, player, allow_super_ko=False) is the stricter rule: no position may come back, neither after
# two moves nor after more. What the laxer rule forbids, it forbids too.
# What it does: The stricter check begins three positions back, and the one two moves ago, which is the simple ko, is
# compared with nothing. So with allow_super_ko=False the recapture is legal, and may be repeated: it is refused only
# from the third position on.
# Seen:
#     allow_super_ko=True (default): ['Illegal move: Ko.']
#     allow_super_ko=False: ['played', 'played', 'Illegal move: Super-Ko.']
# Why it matters: Who turns on the stricter rule, as Chinese, AGA and New Zealand rules ask, loses the rule that every
# game of Go needs. Games are accepted that no player would, and a bot may retake a ko for nothing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'sgflib==0.1.0' >&2
cat > "$folder/look.py" <<'EOF'
from sgflib import SGFBoard
from sgflib.exceptions import SGFBoardError

BEFORE = [(1, 0), (2, 0), (0, 1), (3, 1), (1, 2), (2, 2), (4, 4), (1, 1), (2, 1)]


def retake(**rules):
    """Return what becomes of each move that takes a ko back at once, four times."""
    board, answers = SGFBoard((5, 5), "B", **rules), []
    for move in BEFORE:
        board.move(move)
    for move in ((1, 1), (2, 1), (1, 1), (2, 1)):
        try:
            board.move(move)
            answers.append("played")
        except SGFBoardError as error:
            answers.append(str(error))
            break
    return answers


print("allow_super_ko=True (default):", retake())
print("allow_super_ko=False:", retake(allow_super_ko=False))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
allow_super_ko=True (default): ['Illegal move: Ko.']
allow_super_ko=False: ['played', 'played', 'Illegal move: Super-Ko.']
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
