#!/usr/bin/env bash
# chess 1.5.1 (npm): a position counts as repeated when the other player is to move, and the first position of a game
# does not count.
#
# Guess: "3-fold repetition" is that of the rules of chess, which chess.js 1.4.0 (npm) has: the same position with the
# same player to move and the same rights, from the first position on.
# What it does: Only the pieces after each move are compared. A rook that goes to and fro in two moves while the other
# king walks round in three is a draw after 13 single moves, and by the rules after 24. Knights that go out and back
# from the start are a draw after 8 single moves, and here after 9.
# Seen:
#     rook and triangle: third time by chess after 13, by chess.js after 24 single moves
#     knights: third time by chess after 9, by chess.js after 8 single moves
# Why it matters: Losing a move by a triangle is a usual way to win an ending, and a program with this test calls it a
# draw; in openings it goes on for a move when a player could have claimed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'chess@1.5.1' 'chess.js@1.4.0' >&2
cat > "$folder/look.js" <<'EOF'
const chess = require("chess");
const { Chess } = require("chess.js");

const repeat = (moves, count) => Array.from({ length: count }, (_, i) => moves[i % moves.length]);
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const games = {
  "rook and triangle": ["k7/8/8/8/8/8/3R4/K7 w - - 0 1", repeat(["Rd3", "Rd2"], 20), repeat(["Kb8", "Kb7", "Ka8"], 20)],
  knights: [START, repeat(["Nf3", "Ng1"], 20), repeat(["Nf6", "Ng8"], 20)],
};
for (const [name, [fen, white, black]] of Object.entries(games)) {
  const first = chess.fromFEN(fen);
  const second = new Chess(fen);
  const found = {};
  white.flatMap((move, i) => [move, black[i]]).forEach((move, i) => {
    first.move(move);
    second.move(move);
    if (first.getStatus().isRepetition) found.chess ??= i + 1;
    if (second.isThreefoldRepetition()) found["chess.js"] ??= i + 1;
  });
  console.log(`${name}: third time by chess after ${found.chess}, by chess.js after ${found["chess.js"]} single moves`);
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
rook and triangle: third time by chess after 13, by chess.js after 24 single moves
knights: third time by chess after 9, by chess.js after 8 single moves
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
