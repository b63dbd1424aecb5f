#!/usr/bin/env bash
# @colyseus/schema 5.0.34 (npm): a field of type "number" arrives with the precision of 32 bits.
#
# Guess: JavaScript has one kind of number, so a field "number" arrives as it was sent; only types such as "float32"
# are narrow.
# What it does: A fraction that 32 bits can hold roughly is sent so: 0.1 arrives as 0.10000000149011612, and a rating
# of 1500.1 as 1500.0999755859375. Whole numbers arrive whole. Ratings sent as "float64" are exact.
# Seen:
#     0.5 arrives as number 0.5, as float64 0.5
#     0.1 arrives as number 0.10000000149011612, as float64 0.1
#     1500.1 arrives as number 1500.0999755859375, as float64 1500.1
#     16777217 arrives as number 16777217, as float64 16777217
#     9007199254740992 arrives as number 9007199254740992, as float64 9007199254740992
# Why it matters: Server and client compare unequal on ratings, clocks and probabilities, and a client that computes
# on from what arrived drifts away from the server.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund '@colyseus/schema@5.0.34' >&2
cat > "$folder/look.js" <<'EOF'
const { Schema, defineTypes, Encoder, Decoder } = require("@colyseus/schema");
class State extends Schema {}
defineTypes(State, { number: "number", wide: "float64" });
for (const value of [0.5, 0.1, 1500.1, 16777217, 2 ** 53]) {
  const sent = new State();
  sent.number = sent.wide = value;
  const got = new State();
  new Decoder(got).decode(new Encoder(sent).encodeAll());
  console.log(`${value} arrives as number ${got.number}, as float64 ${got.wide}`);
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
0.5 arrives as number 0.5, as float64 0.5
0.1 arrives as number 0.10000000149011612, as float64 0.1
1500.1 arrives as number 1500.0999755859375, as float64 1500.1
16777217 arrives as number 16777217, as float64 16777217
9007199254740992 arrives as number 9007199254740992, as float64 9007199254740992
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
