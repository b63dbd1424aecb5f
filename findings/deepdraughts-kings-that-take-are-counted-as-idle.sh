#!/usr/bin/env bash
# deepdraughts 1.2.0 (PyPI): a game is drawn by the rule of fifteen moves at the very move that takes a piece.
#
# Guess: The rule that the code states in its words: fifteen moves of kings by each side "without captures or moving
# men" are a draw. So a capture begins the count anew, whoever takes.
# What it does: Each move of a king is counted, captures too; only a move or capture by a man sets the count to 0. In an
# endgame of kings every capture brings the draw nearer, and the thirtieth move in a row ends the game, though it takes
# a piece and would win.
# Seen:
#     after 4 moves of kings: c1-e3: 5 counted, the game goes on; a7xg1: 6 counted, the game goes on; W:WKH2,A1:BKH8,KG1.
#     after 28 moves of kings: c1-e3: 29 counted, the game goes on; a7xg1: 30 counted, Game Draw; W:WKH2,A1:BKH8,KG1.
# Why it matters: Endgames of three kings against one are won by giving up a king or two and taking the last one. They
# end as draws, and a program that learns from such games learns not to try.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps 'deepdraughts==1.2.0' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import contextlib
import io

with contextlib.redirect_stdout(io.StringIO()):  # The package prints its settings.
    from deepdraughts.env import Game, game_status_to_str
    from deepdraughts.env.py_env.env_utils import to_readable_pos


def play(game, start, end):
    """Return what the package says of a game after a move."""
    for move in game.get_all_available_moves():
        if (to_readable_pos(move.pos[0]), to_readable_pos(move.pos[-1])) == (start.upper(), end.upper()):
            status = game.do_move(move)
            return f"{start}{'x' if move.take_piece else '-'}{end}: {game.n_king_move} counted, {game_status_to_str(status) or 'the game goes on'}"
    raise ValueError(f"{start}-{end} is no move")


for idle in (4, 28):
    game = Game.load_fen("W:WKc1,Kh2,a1:BKa7,Kh8.")
    moves = (("h2", "g1"), ("a7", "b8"), ("g1", "h2"), ("b8", "a7"))
    for number in range(idle):
        play(game, *moves[number % 4])
    print(f"after {idle} moves of kings: {play(game, 'c1', 'e3')}; {play(game, 'a7', 'g1')}; {game.to_fen()}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
after 4 moves of kings: c1-e3: 5 counted, the game goes on; a7xg1: 6 counted, the game goes on; W:WKH2,A1:BKH8,KG1.
after 28 moves of kings: c1-e3: 29 counted, the game goes on; a7xg1: 30 counted, Game Draw; W:WKH2,A1:BKH8,KG1.
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
