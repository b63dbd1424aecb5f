#!/usr/bin/env bash
# pysgf 1.0.0 and sgfmill 1.1.1 (PyPI): a game of Go whose file has no komi was played with 6.5 points for one and
# with none for the other.
#
# Guess: Two readers agree on what a file does not say, or say that it is not there; in an even game and with handicap
# stones alike.
# What it does: pysgf gives 6.5, also with handicap stones, on a small board and under Chinese rules. sgfmill gives 0.
# Neither can be told from a komi that was written.
# Seen:
#     (;FF[4]GM[1]SZ[19];B[pd]) pysgf 6.5 sgfmill 0.0
#     (;FF[4]GM[1]SZ[9]HA[2]AB[gc][cg]RU[Chinese];W[ee]) pysgf 6.5 sgfmill 0.0
#     (;FF[4]GM[1]SZ[19]KM[0];B[pd]) pysgf 0.0 sgfmill 0.0
#     (;FF[4]GM[1]SZ[19]KM[7.5];B[pd]) pysgf 7.5 sgfmill 7.5
# Why it matters: Points on the board are turned into another winner, and programs that learn from collections, in
# which many old games have no KM, learn another game.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pysgf==1.0.0' 'sgfmill==1.1.1' >&2
cat > "$folder/look.py" <<'EOF'
from pysgf import GoGame
from sgfmill import sgf

for text in ("(;FF[4]GM[1]SZ[19];B[pd])", "(;FF[4]GM[1]SZ[9]HA[2]AB[gc][cg]RU[Chinese];W[ee])", "(;FF[4]GM[1]SZ[19]KM[0];B[pd])", "(;FF[4]GM[1]SZ[19]KM[7.5];B[pd])"):
    print(text, "pysgf", GoGame.parse_sgf(text).komi, "sgfmill", sgf.Sgf_game.from_string(text).get_komi())
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
(;FF[4]GM[1]SZ[19];B[pd]) pysgf 6.5 sgfmill 0.0
(;FF[4]GM[1]SZ[9]HA[2]AB[gc][cg]RU[Chinese];W[ee]) pysgf 6.5 sgfmill 0.0
(;FF[4]GM[1]SZ[19]KM[0];B[pd]) pysgf 0.0 sgfmill 0.0
(;FF[4]GM[1]SZ[19]KM[7.5];B[pd]) pysgf 7.5 sgfmill 7.5
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
