#!/usr/bin/env bash
# sgflib 0.1.0 (PyPI): a property that begins a line of the file is not found by its name.
#
# Guess: In SGF white space between properties means nothing, and most programs write one property or a few on a line.
# "SZ" on a line of its own is "SZ".
# What it does: The white space before a name becomes part of the name: the keys are "\nPB" and "\n SZ", so node["PB"]
# is missing and get("SZ") is None. Written again, the line breaks go with the names, and sort them before the others.
# Seen:
#     '(;FF[4]GM[1]SZ[9]PB[Ann]KM[7];B[ee])'
#         names: ['FF', 'GM', 'SZ', 'PB', 'KM']
#         size: SGFPropertyValue([9]) black: SGFPropertyValue([Ann])
#         written again: ';FF[4]GM[1]KM[7]PB[Ann]SZ[9]'
#     '(;FF[4]GM[1]\n SZ[9]\nPB[Ann]\nKM[7]\n;B[ee])'
#         names: ['FF', 'GM', '\n SZ', '\nPB', '\nKM']
#         size: None black: None
#         written again: ';\n SZ[9]\nKM[7]\nPB[Ann]FF[4]GM[1]'
# Why it matters: A reader asks for the size, the komi or the names of the players, finds none and takes the default: a
# game on 9 by 9 is shown on 19 by 19. Files in one line are read well, so a short test passes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'sgflib==0.1.0' >&2
cat > "$folder/look.py" <<'EOF'
from sgflib import SGFParser

for text in ("(;FF[4]GM[1]SZ[9]PB[Ann]KM[7];B[ee])", "(;FF[4]GM[1]\n SZ[9]\nPB[Ann]\nKM[7]\n;B[ee])"):
    tree = SGFParser(text).parse_collection()[0]
    root = tree.sequence[0] if hasattr(tree, "sequence") else tree[0][0]
    print(repr(text))
    print("    names:", list(root))
    print("    size:", root.get("SZ"), "black:", root.get("PB"))
    print("    written again:", repr(root.sgf))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
'(;FF[4]GM[1]SZ[9]PB[Ann]KM[7];B[ee])'
    names: ['FF', 'GM', 'SZ', 'PB', 'KM']
    size: SGFPropertyValue([9]) black: SGFPropertyValue([Ann])
    written again: ';FF[4]GM[1]KM[7]PB[Ann]SZ[9]'
'(;FF[4]GM[1]\n SZ[9]\nPB[Ann]\nKM[7]\n;B[ee])'
    names: ['FF', 'GM', '\n SZ', '\nPB', '\nKM']
    size: None black: None
    written again: ';\n SZ[9]\nKM[7]\nPB[Ann]FF[4]GM[1]'
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
