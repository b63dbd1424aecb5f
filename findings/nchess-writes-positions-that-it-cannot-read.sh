#!/usr/bin/env bash
# nchess 1.3.1 (PyPI): after a double step of a pawn it writes a position that it cannot read itself, and it counts
# repetitions otherwise than the rules.
#
# Guess: fen() writes a FEN that Board() and other programs read. is_threefold is true when the position is there for
# the third time, with the same rights to castle, the first position of the game included.
# What it does: The square behind the pawn is written as the number of its file from h on, 3 for e3, and Board()
# raises ValueError for that. The beginning of the game is not counted, nor are some positions after a pawn's move;
# two positions with other rights to castle are one.
# Seen:
#     after e2e4: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq 3 0 1
#         nchess: ValueError
#         python-chess: ValueError
#     after g8f6: rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2
#         nchess reads it
#         python-chess reads it
#     beginning, third time: python-chess True, nchess False, playing
#     after 2. g3, third time: python-chess True, nchess False, playing
#     right to castle lost between: python-chess False, nchess True, threefold
# Why it matters: A game cannot be saved as a FEN after 1. e4. get_game_state follows the count, so games go on that
# are over, and one ends in a draw that is not.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'nchess==1.3.1' 'chess==1.11.2' >&2
cat > "$folder/look.py" <<'EOF'
import chess
import nchess

board = nchess.Board()
for move in ("e2e4", "g8f6"):
    board.step(move)
    written = board.fen()
    print(f"after {move}: {written}")
    for name, read in (("nchess", nchess.Board), ("python-chess", chess.Board)):
        try:
            read(written)
            print(f"    {name} reads it")
        except ValueError:
            print(f"    {name}: ValueError")

LINES = {
    "beginning, third time": "g1h3 g8h6 h3g1 h6g8 g1h3 g8h6 h3g1 h6g8",
    "after 2. g3, third time": "c2c4 g7g6 g2g3 b8a6 d1b3 a6b8 b3d1 b8a6 d1b3 a6b8 b3d1",
    "right to castle lost between": "a2a4 g8f6 a1a2 f6g8 a2a1 g8f6 a1a2 f6g8 a2a1",
}
for name, line in LINES.items():
    ours, theirs = nchess.Board(), chess.Board()
    for move in line.split():
        ours.step(move)
        theirs.push_uci(move)
    state = nchess.const.STATE_NAMES[ours.get_game_state()]
    print(f"{name}: python-chess {theirs.is_repetition(3)}, nchess {ours.is_threefold}, {state}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
after e2e4: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq 3 0 1
    nchess: ValueError
    python-chess: ValueError
after g8f6: rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2
    nchess reads it
    python-chess reads it
beginning, third time: python-chess True, nchess False, playing
after 2. g3, third time: python-chess True, nchess False, playing
right to castle lost between: python-chess False, nchess True, threefold
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
