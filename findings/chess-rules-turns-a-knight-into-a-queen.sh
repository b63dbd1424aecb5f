#!/usr/bin/env bash
# chess-rules 1.1.0 (npm): a promotion to a knight that is written and read again is one to a queen.
#
# Guess: pgnToMove reads a8=N, so moveToPgn writes that move as a8=N; the standard of PGN wants the piece in any case.
# What it does: The piece is read and kept in the move, and left out when it is written, also that of a queen. Read
# again, a8 is a queen, as the piece is missing. Check and mate behind the move are those of the right piece.
# Seen:
#     a8=N N7/2k5/8/8/8/8/8/K7 written: a8+ read again: Q7/2k5/8/8/8/8/8/K7
#     a8=R R7/2k5/8/8/8/8/8/K7 written: a8 read again: Q7/2k5/8/8/8/8/8/K7
#     a8=Q Q7/2k5/8/8/8/8/8/K7 written: a8 read again: Q7/2k5/8/8/8/8/8/K7
# Why it matters: Promotions to another piece decide studies and save draws. The stored game goes on with another
# position, without an error; chess 1.11.2 (PyPI) refuses a8. "=" and move.promotionType can be put in by hand, before +
# and #.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'chess-rules@1.1.0' >&2
cat > "$folder/look.js" <<'EOF'
const rules = require("chess-rules");
const position = rules.fenToPosition("8/P1k5/8/8/8/8/8/K7 w - - 0 1");
for (const text of ["a8=N", "a8=R", "a8=Q"]) {
  const move = rules.pgnToMove(position, text);
  const written = rules.moveToPgn(position, move);
  const after = (one) => rules.positionToFen(rules.applyMove(position, one)).split(" ")[0];
  console.log(text, after(move), "written:", written, "read again:", after(rules.pgnToMove(position, written)));
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
a8=N N7/2k5/8/8/8/8/8/K7 written: a8+ read again: Q7/2k5/8/8/8/8/8/K7
a8=R R7/2k5/8/8/8/8/8/K7 written: a8 read again: Q7/2k5/8/8/8/8/8/K7
a8=Q Q7/2k5/8/8/8/8/8/K7 written: a8 read again: Q7/2k5/8/8/8/8/8/K7
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
