#!/usr/bin/env bash
# english-checkers 0.0.2 (PyPI): a game is a tie after its first move, and a move that is taken back leaves the turn
# with the other side.
#
# Guess: Game() is a game on eight by eight squares that ends without moves or after many moves without a capture.
# undo() gives the board and the turn as they were.
# What it does: The moves without a capture that make a tie are half of `size` squared, and the size that is not given
# is 0 there, though the board then has eight rows. undo() puts the men back and leaves `turn` alone: Black's first
# move is taken back, and White moves first.
# Seen:
#     Game(): 8 rows, 12 men a side, tie after 0 moves
#         to move BLACK, UNFINISHED
#         after a move: to move WHITE, TIE
#         taken back: to move WHITE, UNFINISHED, first from row 5
#     Game(8): 8 rows, 12 men a side, tie after 32 moves
#         to move BLACK, UNFINISHED
#         after a move: to move WHITE, UNFINISHED
#         taken back: to move WHITE, UNFINISHED, first from row 5
# Why it matters: A loop that runs while the state is UNFINISHED plays one move a game, and every result of a bot is a
# tie. A search that plays and takes back thinks for the wrong side from its second node on. Game(8) and a copy for
# each node avoid both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'english-checkers==0.0.2' >&2
cat > "$folder/look.py" <<'EOF'
from checkers.game import Game

for made, game in (("Game()", Game()), ("Game(8)", Game(8))):
    print(f"{made}: {game.board.size} rows, {game.black_count} men a side, tie after {game.tie_max} moves")
    print(f"    to move {game.turn.name}, {game.state.name}")
    game.make_move(game.get_all_moves()[0])
    print(f"    after a move: to move {game.turn.name}, {game.state.name}")
    game.undo()
    first = game.get_all_moves()[0]
    print(f"    taken back: to move {game.turn.name}, {game.state.name}, first from row {first.start[0]}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
Game(): 8 rows, 12 men a side, tie after 0 moves
    to move BLACK, UNFINISHED
    after a move: to move WHITE, TIE
    taken back: to move WHITE, UNFINISHED, first from row 5
Game(8): 8 rows, 12 men a side, tie after 32 moves
    to move BLACK, UNFINISHED
    after a move: to move WHITE, UNFINISHED
    taken back: to move WHITE, UNFINISHED, first from row 5
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
