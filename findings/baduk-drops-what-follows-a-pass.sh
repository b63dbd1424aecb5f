#!/usr/bin/env bash
# baduk 1.0.4 (PyPI): of a list of moves those behind a pass are not played, and a pass of a file of SGF counts as none.
#
# Guess: move(*moves) plays all moves of the list, and "pass" is one of them, as its code has it. replay_sgf plays the
# moves of the file and returns their number; a pass in it, B[], is a turn.
# What it does: At "pass" the function returns, and the rest of the list is forgotten without a word. Of a file only
# points of two letters are read: B[] is skipped, so the next stone has the wrong colour.
# Seen:
#     list 3C 7G pass 3G 7C: 3C x, 7G o, 3G ., 7C . - log: ['3C', '7G', 'pass']
#     one by one: 3C x, 7G o, 3G o, 7C x - log: ['3C', '7G', 'pass', '3G', '7C']
#     file with B[]: 4 moves, 3C x, 7G o, 3G x, 7C o
# Why it matters: A record with a pass in the middle, as handicap games and teaching games have them, is shown with the
# stones of the first part only, or with the colours changed over from the pass on.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps 'baduk==1.0.4' >&2
cat > "$folder/look.py" <<'EOF'
import os
import tempfile

from baduk.game.game import Game


def stones(game, *points):
    """Return what stands on points: x is Black, o White, a dot nothing."""
    return ", ".join(f"{point} {game.get_position(point)}" for point in points)


game = Game(9)
game.move("3C", "7G", "pass", "3G", "7C")
print("list 3C 7G pass 3G 7C:", stones(game, "3C", "7G", "3G", "7C"), "- log:", game.move_log.moves)
game = Game(9)
for move in ("3C", "7G", "pass", "3G", "7C"):
    game.move(move)
print("one by one:", stones(game, "3C", "7G", "3G", "7C"), "- log:", game.move_log.moves)
name = os.path.join(tempfile.mkdtemp(), "game.sgf")
with open(name, "w") as file:
    file.write("(;GM[1]FF[4]SZ[9];B[cc];W[gg];B[];W[gc];B[cg])")
game = Game(9)
print("file with B[]:", game.replay_sgf(name), "moves,", stones(game, "3C", "7G", "3G", "7C"))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
list 3C 7G pass 3G 7C: 3C x, 7G o, 3G ., 7C . - log: ['3C', '7G', 'pass']
one by one: 3C x, 7G o, 3G o, 7C x - log: ['3C', '7G', 'pass', '3G', '7C']
file with B[]: 4 moves, 3C x, 7G o, 3G x, 7C o
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
