#!/usr/bin/env bash
# python-shogi 1.1.1 (PyPI): a CSA record that ends with %TSUMI or %KACHI is read as a draw, a KIF record of the same
# game as won.
#
# Guess: Of the ends that the CSA format has, mate (%TSUMI: the player to move is mated) and a declared win (%KACHI: the
# player to move has won) have a winner, as resigning (%TORYO) has; an end that the reader does not know is None or an
# error.
# What it does: Whatever is not resigning, lost on time or illegal gets "-", which is also what it gives for a
# repetition. Its reader of KIF names the winner after a mate.
# Seen:
#     CSA %TORYO w
#     CSA %TIME_UP w
#     CSA %TSUMI -
#     CSA %KACHI -
#     CSA %SENNICHITE -
#     KIF resigned w
#     KIF mated w
# Why it matters: Records of the floodgate server and of computer tournaments are in CSA, and declared wins are nothing
# rare among programs. Ratings and training data made from them count wins as draws.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'python-shogi==1.1.1' >&2
cat > "$folder/look.py" <<'EOF'
import shogi.CSA
import shogi.KIF

CSA = "V2.2\nPI\n+\n+7776FU\n-3334FU\n"  # Black is to move
KIF = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n"
for end in ("%TORYO", "%TIME_UP", "%TSUMI", "%KACHI", "%SENNICHITE"):
    print("CSA", end, shogi.CSA.Parser.parse_str(CSA + end + "\n")[0]["win"])
for end, meaning in (("投了", "resigned"), ("詰み", "mated")):
    print("KIF", meaning, shogi.KIF.Parser.parse_str(KIF + f"3 {end}\n")[0]["win"])
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
CSA %TORYO w
CSA %TIME_UP w
CSA %TSUMI -
CSA %KACHI -
CSA %SENNICHITE -
KIF resigned w
KIF mated w
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
