#!/usr/bin/env bash
# sgfmill 1.1.1 (PyPI) and @sabaki/sgf 3.4.7 (npm): a pass that one writes is a point beside the board for the other.
#
# Guess: In FF[4], the format that sgfmill says it writes, a pass is an empty value, B[]; and a reader of SGF reads
# the older "tt" as a pass on boards up to 19.
# What it does: sgfmill writes a pass as B[tt] on boards up to 19 lines (and B[] above), with FF[4] in the same node.
# parseVertex of @sabaki/sgf makes (19, 19) of it, and (-1, -1) of the empty value; (19, 19) is not on a board of 9
# lines.
# Seen:
#     sgfmill (;FF[4]CA[UTF-8]GM[1]SZ[9];B[tt])
#     sgfmill (;FF[4]CA[UTF-8]GM[1]SZ[19];B[tt])
#     sgfmill (;FF[4]CA[UTF-8]GM[1]SZ[21];B[])
#     sabaki (;FF[4]GM[1]SZ[9];B[tt]) [19,19]
#     sabaki (;FF[4]GM[1]SZ[9];B[]) [-1,-1]
# Why it matters: Games of Go that go from a server in Python to a board in the browser end with two stones in
# nowhere, or with an error, in place of two passes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'sgfmill==1.1.1' >&2
cat > "$folder/look.py" <<'EOF'
from sgfmill import sgf

for size in (9, 19, 21):
    game = sgf.Sgf_game(size=size)
    game.extend_main_sequence().set_move("b", None)
    print("sgfmill", game.serialise().decode().strip())
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }
npm install --prefix "$folder" --silent --no-audit --no-fund '@sabaki/sgf@3.4.7' >&2
cat > "$folder/look.js" <<'EOF'
const { parse, parseVertex } = require("@sabaki/sgf");
for (const text of ["(;FF[4]GM[1]SZ[9];B[tt])", "(;FF[4]GM[1]SZ[9];B[])"]) {
  const move = parse(text)[0].children[0].data.B[0];
  console.log("sabaki", text, JSON.stringify(parseVertex(move)));
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
sgfmill (;FF[4]CA[UTF-8]GM[1]SZ[9];B[tt])
sgfmill (;FF[4]CA[UTF-8]GM[1]SZ[19];B[tt])
sgfmill (;FF[4]CA[UTF-8]GM[1]SZ[21];B[])
sabaki (;FF[4]GM[1]SZ[9];B[tt]) [19,19]
sabaki (;FF[4]GM[1]SZ[9];B[]) [-1,-1]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
