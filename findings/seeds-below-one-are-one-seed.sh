#!/usr/bin/env bash
# prando 6.0.1 and chance 1.1.13 (npm): all seeds between 0 and 1 are one seed, and with prando every throw is the same.
#
# Guess: A generator that takes any number as its seed gives different dice for Math.random() drawn twice; seedrandom
# 3.0.5 (npm) does, and so does Python's random.
# What it does: The part behind the point is cut away, so all of these are the seed 0, and 1.2 is 1.9. prando replaces a
# seed of 0, as its algorithm stays at 0 for ever, but only before the cut.
# Seen:
#     prando, seed 0.25: 4 4 4 4 4 4 4 4 4 4 4 4
#     prando, seed 0.75: 4 4 4 4 4 4 4 4 4 4 4 4
#     prando, seed 1.25: 4 4 6 2 1 6 3 3 3 4 6 4
#     chance, seed 0.25: 4 4 5 6 4 6 4 6 3 4 4 3
#     chance, seed 0.75: 4 4 5 6 4 6 4 6 3 4 4 3
#     chance, seed 1.25: 3 6 5 6 1 1 2 6 1 2 1 3
#     seedrandom, seed 0.25: 4 4 6 4 3 6 1 3 2 4 3 3
#     seedrandom, seed 0.75: 3 2 2 6 1 6 2 1 3 1 4 3
#     seedrandom, seed 1.25: 4 2 4 1 2 4 3 1 2 1 5 1
# Why it matters: Math.random() is the seed that one draws in JavaScript to write it down beside a game. All such games
# have the same dice, or a die that shows a 4 for ever. A whole number, such as Math.floor(Math.random() * 2 ** 31) + 1,
# is safe in both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'prando@6.0.1' 'chance@1.1.13' 'seedrandom@3.0.5' >&2
cat > "$folder/look.js" <<'EOF'
const Prando = require("prando");
const Chance = require("chance");
const seedrandom = require("seedrandom");

const makers = {
  prando: (seed) => { const random = new Prando(seed); return () => random.nextInt(1, 6); },
  chance: (seed) => { const random = new Chance(seed); return () => random.d6(); },
  seedrandom: (seed) => { const random = seedrandom(seed); return () => Math.floor(random() * 6) + 1; },
};
for (const [name, maker] of Object.entries(makers)) {
  for (const seed of [0.25, 0.75, 1.25]) {
    console.log(`${name}, seed ${seed}:`, Array.from({ length: 12 }, maker(seed)).join(" "));
  }
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
prando, seed 0.25: 4 4 4 4 4 4 4 4 4 4 4 4
prando, seed 0.75: 4 4 4 4 4 4 4 4 4 4 4 4
prando, seed 1.25: 4 4 6 2 1 6 3 3 3 4 6 4
chance, seed 0.25: 4 4 5 6 4 6 4 6 3 4 4 3
chance, seed 0.75: 4 4 5 6 4 6 4 6 3 4 4 3
chance, seed 1.25: 3 6 5 6 1 1 2 6 1 2 1 3
seedrandom, seed 0.25: 4 4 6 4 3 6 1 3 2 4 3 3
seedrandom, seed 0.75: 3 2 2 6 1 6 2 1 3 1 4 3
seedrandom, seed 1.25: 4 2 4 1 2 4 3 1 2 1 5 1
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
