#!/usr/bin/env bash
# wgo 3.0.0-alpha.10 (npm): of a rectangle of stones, AB[aa:cc], only the first corner is read, and a file that is
# written again has lost the others.
#
# Guess: In FF[4], the present version of SGF, a list of points may have rectangles: AB[aa:cc] is nine stones. A reader
# of SGF places them or keeps the text.
# What it does: One stone, without an error or warning, whether in AB, AW, AE or TR. sgfmill 1.1.1 (PyPI) places nine.
# Seen:
#     wgo: (;GM[1]FF[4]SZ[9]AB[aa][ba]AW[gg]) written again: (;GM[1]FF[4]SZ[9]AB[aa][ba]AW[gg])
#     wgo: (;GM[1]FF[4]SZ[9]AB[aa:cc]AW[gg:gi]TR[aa:ca]) written again: (;GM[1]FF[4]SZ[9]AB[aa]AW[gg]TR[aa])
#     sgfmill: 9 black and 3 white stones
# Why it matters: Large positions are shorter with such lists, and any program that follows the standard may write them.
# The position that is shown is another one, and saving a comment on it destroys the file.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'wgo@3.0.0-alpha.10' >&2
cat > "$folder/look.js" <<'EOF'
const { KifuNode } = require("wgo");
for (const text of ["(;GM[1]FF[4]SZ[9]AB[aa][ba]AW[gg])", "(;GM[1]FF[4]SZ[9]AB[aa:cc]AW[gg:gi]TR[aa:ca])"]) {
  console.log("wgo:", text, "written again:", KifuNode.fromSGF(text).toSGF());
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'sgfmill==1.1.1' >&2
cat > "$folder/look.py" <<'EOF'
from sgfmill import sgf

game = sgf.Sgf_game.from_string("(;GM[1]FF[4]SZ[9]AB[aa:cc]AW[gg:gi])")
black, white, _ = game.get_root().get_setup_stones()
print("sgfmill:", len(black), "black and", len(white), "white stones")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
wgo: (;GM[1]FF[4]SZ[9]AB[aa][ba]AW[gg]) written again: (;GM[1]FF[4]SZ[9]AB[aa][ba]AW[gg])
wgo: (;GM[1]FF[4]SZ[9]AB[aa:cc]AW[gg:gi]TR[aa:ca]) written again: (;GM[1]FF[4]SZ[9]AB[aa]AW[gg]TR[aa])
sgfmill: 9 black and 3 white stones
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
