#!/usr/bin/env bash
# python-shogi 1.1.1 (PyPI): in a KIF record of a handicap game the player who resigns is read as the winner.
#
# Guess: In a handicap game White moves first, as the position that the reader returns says ("w"), so after two moves
# White is to move, and if the game ends with resigning there, Black has won.
# What it does: The reader counts the turns from Black whatever the handicap is, so "win" is the wrong player. The
# writer of the same module writes that winner, in a game without handicap, and refuses the right one.
# Seen:
#     lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
#       resigns: b wins: w
#       with winner w written, without a handicap: True
#     lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1
#       resigns: w wins: w
#       with winner b refused: Invalid win
#       with winner w written, without a handicap: True
# Why it matters: Lessons and club games are often played with a handicap. Their results are turned round in every table
# that is made from such files, unless the last line of the file names the winner in words.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'python-shogi==1.1.1' >&2
cat > "$folder/look.py" <<'EOF'
import shogi
import shogi.KIF

for handicap, moves in (("平手", ("７六歩(77)", "３四歩(33)")), ("香落ち", ("３四歩(33)", "７六歩(77)"))):
    text = f"手合割：{handicap}\n1 {moves[0]}\n2 {moves[1]}\n3 投了\n"
    game = shogi.KIF.Parser.parse_str(text)[0]
    board = shogi.Board(game["sfen"])
    for move in game["moves"]:
        board.push_usi(move)
    print(game["sfen"])
    print("  resigns:", "bw"[board.turn], "wins:", game["win"])
    right = "bw"[1 - board.turn]
    for winner in sorted({game["win"], right}):
        try:
            again = shogi.KIF.Exporter.kif({**game, "win": winner})
            print(f"  with winner {winner} written, without a handicap:", "平手" in again)
        except shogi.KIF.ExporterException as error:
            print(f"  with winner {winner} refused:", error)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
  resigns: b wins: w
  with winner w written, without a handicap: True
lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1
  resigns: w wins: w
  with winner b refused: Invalid win
  with winner w written, without a handicap: True
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
