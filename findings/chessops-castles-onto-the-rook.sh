#!/usr/bin/env bash
# chessops 0.15.1 (npm) and chess 1.11.2 (PyPI): in a game of standard chess one writes castling as e1h1, the other as
# e1g1.
#
# Guess: Outside Chess960 UCI has castling as the move of the king, e1g1.
# What it does: parseSan and makeUci of chessops give e1h1 also in standard chess; it accepts both. python-chess lists
# e1g1, and has e1h1 only in its mode for Chess960.
# Seen:
#     python-chess standard e1g1
#     python-chess Chess960 e1h1
#     chessops standard e1h1
# Why it matters: A move that goes from a browser with chessops to a server in Python, or to an engine that is not in
# its mode for Chess960, is another text than the one that is expected, only when somebody castles.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'chess==1.11.2' >&2
cat > "$folder/look.py" <<'EOF'
import chess

FEN = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
for chess960 in (False, True):
    board = chess.Board(FEN, chess960=chess960)
    print("python-chess", "Chess960" if chess960 else "standard", board.uci(board.parse_san("O-O")))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }
npm install --prefix "$folder" --silent --no-audit --no-fund 'chessops@0.15.1' >&2
cat > "$folder/look.js" <<'EOF'
(async () => {
  const { parseFen } = await import("chessops/fen");
  const { Chess } = await import("chessops/chess");
  const { parseSan } = await import("chessops/san");
  const { makeUci } = await import("chessops/util");
  const game = Chess.fromSetup(parseFen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap()).unwrap();
  console.log("chessops standard", makeUci(parseSan(game, "O-O")));
})();
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
python-chess standard e1g1
python-chess Chess960 e1h1
chessops standard e1h1
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
