#!/usr/bin/env bash
# janggi 1.0.5 (PyPI): the record of the second game of a process begins with the moves of the first.
#
# Guess: JanggiGame(...) is a new game, with a log of its own that has no move yet; two games at the same time keep two
# logs.
# What it does: The list of moves is the default value of a parameter, which Python makes once. All games of a process
# append to it, so each log has the moves of all games so far, and of those that are going on beside it. The board of
# each game is its own and is right.
# Seen:
#     first game, one move: ['(6,0)-(5,0)']
#     second game, no move: ['(6,0)-(5,0)']
#     second game, one move: ['(6,0)-(5,0)', '(6,4)-(5,4)']
#     first game, no further move: ['(6,0)-(5,0)', '(6,4)-(5,4)']
#     pieces of the second game at (5, 0) and (5, 4): False True
# Why it matters: The log is what is saved and shown again: a replay of the second game moves pieces of the first, from
# points that are empty by then, and the number of moves of a game is that of the day. One game a process, as in the
# package's own program, is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'numpy==2.4.6' 'setuptools==80.9.0' 'pygame==2.6.1' 'termcolor==3.3.0' 'protobuf==7.36.2' >&2
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps 'janggi==1.0.5' >&2
cat > "$folder/look.py" <<'EOF'
import os

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

from janggi import Camp, Formation, JanggiGame, Location

FORMATION = next(iter(Formation))


def log(game):
    """Return the moves of the record of a game."""
    return [f"{origin}-{goal}" for origin, goal in game.log.move_log]


first = JanggiGame(Camp.CHO, FORMATION, FORMATION)
first.make_action(Location(6, 0), Location(5, 0))
print("first game, one move:", log(first))
second = JanggiGame(Camp.CHO, FORMATION, FORMATION)
print("second game, no move:", log(second))
second.make_action(Location(6, 4), Location(5, 4))
print("second game, one move:", log(second))
print("first game, no further move:", log(first))
print("pieces of the second game at (5, 0) and (5, 4):", second.board.get(5, 0) is not None, second.board.get(5, 4) is not None)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
first game, one move: ['(6,0)-(5,0)']
second game, no move: ['(6,0)-(5,0)']
second game, one move: ['(6,0)-(5,0)', '(6,4)-(5,4)']
first game, no further move: ['(6,0)-(5,0)', '(6,4)-(5,4)']
pieces of the second game at (5, 0) and (5, 4): False True
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
