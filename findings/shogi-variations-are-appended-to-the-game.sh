#!/usr/bin/env bash
# python-shogi 1.1.1 and cshogi 1.1.0 (PyPI): the moves of a variation in a KIF record are appended to the moves of the
# game.
#
# Guess: A reader that returns one list of moves returns the moves that were played; it keeps the variations elsewhere
# or skips them, as tsshogi 2.2.0 (npm) does in its list of moves in USI.
# What it does: The line that begins a variation ("from move 2") is skipped, and the moves under it follow the last move
# of the game, as if they had been played after it. python-shogi also leaves out the move that is marked with "+"
# because a variation begins there.
# Seen:
#     python-shogi:            ['7g7f', '2g2f', '8c8d', '2g2f']
#       without the mark:        ['7g7f', '3c3d', '2g2f', '8c8d', '2g2f']
#       legal:                   [True, True, True, True, False]
#     cshogi:                  ['7g7f', '3c3d', '2g2f', '8c8d', '2g2f']
#     tsshogi:                 position startpos moves 7g7f 3c3d 2g2f
# Why it matters: Annotated games have variations. Played on a board the list stops at an illegal move, or worse, goes
# on; results, openings and training data made from it have moves that nobody played.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'python-shogi==1.1.1' 'cshogi==1.1.0' >&2
cat > "$folder/game.kif" <<'EOF'
手合割：平手
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:01/00:00:01)
   2 ３四歩(33)   ( 0:01/00:00:01)+
   3 ２六歩(27)   ( 0:01/00:00:02)
   4 投了         ( 0:01/00:00:02)

変化：2手
   2 ８四歩(83)   ( 0:01/00:00:01)
   3 ２六歩(27)   ( 0:01/00:00:02)
EOF
cat > "$folder/look.py" <<'EOF'
import pathlib
import sys

import cshogi
import cshogi.KIF
import shogi
import shogi.KIF

TEXT = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
print("python-shogi:           ", shogi.KIF.Parser.parse_str(TEXT)[0]["moves"])
moves = shogi.KIF.Parser.parse_str(TEXT.replace(")+", ")"))[0]["moves"]
print("  without the mark:       ", moves)
board = shogi.Board()
legal = []
for usi in moves:
    legal.append(shogi.Move.from_usi(usi) in board.legal_moves)
    board.push_usi(usi)
print("  legal:                  ", legal)
print("cshogi:                 ", [cshogi.move_to_usi(move) for move in cshogi.KIF.Parser.parse_str(TEXT).moves])
EOF
"$folder/venv/bin/python" "$folder/look.py" "$folder/game.kif" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }
npm install --prefix "$folder" --silent --no-audit --no-fund 'tsshogi@2.2.0' >&2
cat > "$folder/look.mjs" <<'EOF'
import { readFileSync } from "node:fs";
import { importKIF } from "tsshogi";

const record = importKIF(readFileSync(process.argv[2], "utf8"));
record.goto(3);
console.log("tsshogi:                ", record.getUSI({ startpos: true, allMoves: true }));
EOF
node "$folder/look.mjs" "$folder/game.kif" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
python-shogi:            ['7g7f', '2g2f', '8c8d', '2g2f']
  without the mark:        ['7g7f', '3c3d', '2g2f', '8c8d', '2g2f']
  legal:                   [True, True, True, True, False]
cshogi:                  ['7g7f', '3c3d', '2g2f', '8c8d', '2g2f']
tsshogi:                 position startpos moves 7g7f 3c3d 2g2f
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
