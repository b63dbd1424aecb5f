#!/usr/bin/env bash
# deepdraughts 1.2.0 (PyPI): in Russian draughts a king may not take one piece when another king can take two.
#
# Guess: The rules of Russian draughts leave the choice between several captures free; only a king that has begun one
# has to go on, and so has to land where it can. pydraughts 0.6.7 (PyPI) has it so in the variant "russian".
# What it does: The landing squares of all kings are put into one list; if one of them leads to a second capture, all
# others are struck off, those of another king as well. A man's captures stay in the list.
# Seen:
#     W:WKa1,Kh8:Bc3 - deepdraughts: a1 takes c3, h8 takes c3
#                    - pydraughts: a1 takes c3, h8 takes c3
#     W:WKa1,Kh8:Bc3,f4 - deepdraughts: a1 takes c3
#                       - pydraughts: a1 takes c3 and f4, h8 takes c3
#     W:WKh8,a3:Bc3,b4,f4 - deepdraughts: a3 takes b4, h8 takes c3
#                         - pydraughts: a3 takes b4, h8 takes c3
# Why it matters: The saving or winning move, often the shorter capture, cannot be played against the program, and its
# search does not see it either.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps 'deepdraughts==1.2.0' 'numpy==2.4.6' 'pydraughts==0.6.7' 'msl-loadlib==0.10.0' >&2
cat > "$folder/look.py" <<'EOF'
import contextlib
import io

with contextlib.redirect_stdout(io.StringIO()):  # The package prints its settings.
    from deepdraughts.env import Game
    from deepdraughts.env.py_env.env_utils import to_readable_pos
import draughts


def name(square):
    """Return the name of a square, which pydraughts counts from a1 to h8."""
    row, column = divmod(square - 1, 4)
    return "abcdefgh"[2 * column + row % 2] + str(row + 1)


for fen in ("W:WKa1,Kh8:Bc3", "W:WKa1,Kh8:Bc3,f4", "W:WKh8,a3:Bc3,b4,f4"):
    moves = Game.load_fen(fen + ".").get_all_available_moves()
    begins = {f"{to_readable_pos(move.pos[0])} takes {to_readable_pos(move.taken_pos)}".lower() for move in moves}
    print(fen, "- deepdraughts:", ", ".join(sorted(begins)))
    board = draughts.Board(variant="russian", fen=fen)
    begins = {f"{name(move.board_move[0][0])} takes {' and '.join(map(name, move.captures))}" for move in board.legal_moves()}
    print(" " * len(fen), "- pydraughts:", ", ".join(sorted(begins)))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
W:WKa1,Kh8:Bc3 - deepdraughts: a1 takes c3, h8 takes c3
               - pydraughts: a1 takes c3, h8 takes c3
W:WKa1,Kh8:Bc3,f4 - deepdraughts: a1 takes c3
                  - pydraughts: a1 takes c3 and f4, h8 takes c3
W:WKh8,a3:Bc3,b4,f4 - deepdraughts: a3 takes b4, h8 takes c3
                    - pydraughts: a3 takes b4, h8 takes c3
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
