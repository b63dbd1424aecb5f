#!/usr/bin/env bash
# creversi-python 0.1.0 (PyPI): in a game of reversi that it writes and reads itself an evaluation of White's move
# becomes that of Black's.
#
# Guess: The list of evaluations goes with the list of moves, one for each, with nothing or NaN where a move has none.
# GGF, the format of the Generic Game Server, lets a move have one or not: B[F5] or W[D6/-1.5].
# What it does: Only a move with a slash adds to the evaluations. Where one side is a person, or the first moves come
# from a book, the list is shorter and starts at the first move. An evaluation that is empty between slashes is NaN and
# keeps its place. A game with a tag that the reader does not know, such as the type 8r18 of openings by lot, is left
# out without a word.
# Seen:
#     written: B[F5]W[D6/-1.5]B[C3]W[D3/2.0];)
#     given:   [('f5', None), ('d6', -1.5), ('c3', None), ('d3', 2.0)]
#     read: 1 game(s), [[('f5', -1.5), ('d6', 2.0)]]
#     read, 'B[F5//1.0]': 1 game(s), [[('f5', nan), ('d6', -1.5), ('c3', 2.0)]]
#     read, TY[8r18]: 0 game(s), []
# Why it matters: zip(moves, evaluations) is what one writes, and trains or draws with. Here the engine's -1.5 of the
# second move stands at the first one, made by the other side, and the last moves have none. The lengths of both lists
# tell.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'creversi-python==0.1.0' >&2
cat > "$folder/look.py" <<'EOF'
import pathlib
import sys

import creversi
from creversi import GGF

file = pathlib.Path(sys.argv[1]) / "game.ggf"
exporter = GGF.Exporter(str(file))
exporter.newgame(["Ann", "Program"])
given = [("f5", None), ("d6", -1.5), ("c3", None), ("d3", 2.0)]
for move, evaluation in given:
    exporter.move(creversi.move_from_str(move), evaluation)
exporter.endgame(0)
exporter.close()
text = file.read_text()
print("written:", text.split("*]")[1].strip())
print("given:  ", given)
for name, tags in (("", text), (", 'B[F5//1.0]'", text.replace("B[F5]", "B[F5//1.0]")), (", TY[8r18]", text.replace("TY[8]", "TY[8r18]"))):
    reader = GGF.Parser()
    reader.parse_str(tags)
    games = [list(zip(map(creversi.move_to_str, moves), values)) for moves, values in zip(reader.moves, reader.evaluations)]
    print(f"read{name}: {reader.game_num()} game(s), {games}")
EOF
"$folder/venv/bin/python" "$folder/look.py" "$folder" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
written: B[F5]W[D6/-1.5]B[C3]W[D3/2.0];)
given:   [('f5', None), ('d6', -1.5), ('c3', None), ('d3', 2.0)]
read: 1 game(s), [[('f5', -1.5), ('d6', 2.0)]]
read, 'B[F5//1.0]': 1 game(s), [[('f5', nan), ('d6', -1.5), ('c3', 2.0)]]
read, TY[8r18]: 0 game(s), []
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
