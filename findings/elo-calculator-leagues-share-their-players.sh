#!/usr/bin/env bash
# elo-calculator 1.0.1 (npm): the players of one league are in the table of every other one.
#
# Guess: Its description has the players in a property of the instance, so new Elo() is a league with players of its
# own, as it has options of its own.
# What it does: The list is made once, on the prototype, and all instances add to it. A new league begins with the
# players of those before it; nothing is ever taken out.
# Seen:
#     chess: 1520 1480 1000
#     go: 1520 1480 1000
#     new: 1520 1480 1000
#     own list: 1200
# Why it matters: Tables show people who do not play in them, and a server that makes a calculator for each request or
# test keeps all players until it is restarted. elo.players = [] after new Elo() gives an instance its own list.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'elo-calculator@1.0.1' >&2
cat > "$folder/look.js" <<'EOF'
const Elo = require("elo-calculator");
const show = (name, { players }) => console.log(`${name}:`, players.map(({ rating }) => Math.round(rating)).join(" "));

const chess = new Elo({ rating: 1500 });
const ann = chess.createPlayer();
const bob = chess.createPlayer();
const go = new Elo({ rating: 1000 });
go.createPlayer();
chess.updateRatings([[ann, bob, 1]]);
show("chess", chess);
show("go", go);
show("new", new Elo());
const own = new Elo();
own.players = [];
own.createPlayer();
show("own list", own);
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
chess: 1520 1480 1000
go: 1520 1480 1000
new: 1520 1480 1000
own list: 1200
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
