#!/usr/bin/env bash
# kokopu 4.13.4 and chess.js 1.4.0 (npm): a game of chess that kokopu reads and writes has lost its time control, and
# a position its count of moves towards fifty.
#
# Guess: A reader and writer of PGN hands on tags that it does not use, as chess.js does; the standard lets everybody
# add tags.
# What it does: Some twenty tags are read into properties, all others are skipped without a warning: TimeControl,
# UTCDate, UTCTime, PlyCount, the FideIds, and whatever a program adds. Of the position after "FEN" the number of moves
# without a capture is set back to 0.
# Seen:
#     kokopu keeps WhiteElo, FEN; loses TimeControl, UTCDate, WhiteFideId, GameId
#     kokopu FEN: 8/8/4k3/8/8/3QK3/8/8 w - - 0 60
#     chess.js keeps WhiteElo, FEN, TimeControl, UTCDate, WhiteFideId, GameId; loses nothing
#     chess.js FEN: 8/8/4k3/8/8/3QK3/8/8 w - - 37 60
# Why it matters: After one pass a collection cannot be sorted into blitz and slow games any more, games cannot be
# matched with where they came from, and an ending that was near its draw by fifty moves begins anew.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'kokopu@4.13.4' 'chess.js@1.4.0' >&2
cat > "$folder/look.js" <<'EOF'
const { pgnRead, pgnWrite } = require("kokopu");
const { Chess } = require("chess.js");

const tags = {
  WhiteElo: "2000",
  FEN: "8/8/4k3/8/8/3QK3/8/8 w - - 37 60",
  TimeControl: "300+3",
  UTCDate: "2025.01.02",
  WhiteFideId: "12345",
  GameId: "x7",
};
const text = `[Event "?"]\n[SetUp "1"]\n${Object.entries(tags).map(([key, value]) => `[${key} "${value}"]\n`).join("")}\n60. Qd4 *\n`;
const second = new Chess();
second.loadPgn(text);
for (const [name, written] of [["kokopu", pgnWrite(pgnRead(text).game(0))], ["chess.js", second.pgn()]]) {
  const kept = Object.keys(tags).filter((key) => written.includes(`[${key} "`));
  const lost = Object.keys(tags).filter((key) => !kept.includes(key));
  console.log(`${name} keeps ${kept.join(", ")}; loses ${lost.join(", ") || "nothing"}`);
  console.log(`${name} FEN: ${/\[FEN "(.*?)"\]/.exec(written)[1]}`);
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
kokopu keeps WhiteElo, FEN; loses TimeControl, UTCDate, WhiteFideId, GameId
kokopu FEN: 8/8/4k3/8/8/3QK3/8/8 w - - 0 60
chess.js keeps WhiteElo, FEN, TimeControl, UTCDate, WhiteFideId, GameId; loses nothing
chess.js FEN: 8/8/4k3/8/8/3QK3/8/8 w - - 37 60
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
