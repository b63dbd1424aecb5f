#!/usr/bin/env bash
# card-deck 1.0.1 (npm): two decks that are made from the same list are one deck.
#
# Guess: new Deck(cards) takes the cards over: each deck has its own order, and the list of all cards stays as it is.
# What it does: The list itself is the deck. Shuffling and drawing change it, so a card that is drawn from one deck is
# missing in the other and in the list from which the next game would be dealt.
# Seen:
#     first draws A K and second Q J
#     left: 2 2 of the list: 10 9
#     a new deck has 2
#     copies draw A K and A K left: 4
# Why it matters: The list of cards is a constant of the program. The first game is right; the second, or the one that
# is played beside it, has fewer cards, and in the end none. new Deck([...cards]) keeps them apart.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'card-deck@1.0.1' >&2
cat > "$folder/look.js" <<'EOF'
const Deck = require("card-deck");
const CARDS = ["A", "K", "Q", "J", "10", "9"];
const first = new Deck(CARDS);
const second = new Deck(CARDS);
console.log("first draws", first.draw(2).join(" "), "and second", second.draw(2).join(" "));
console.log("left:", first.remaining(), second.remaining(), "of the list:", CARDS.join(" "));
console.log("a new deck has", new Deck(CARDS).remaining());
const all = ["A", "K", "Q", "J", "10", "9"];
const copies = [new Deck([...all]), new Deck([...all])];
console.log("copies draw", copies.map((deck) => deck.draw(2).join(" ")).join(" and "), "left:", copies[0].remaining());
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
first draws A K and second Q J
left: 2 2 of the list: 10 9
a new deck has 2
copies draw A K and A K left: 4
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
