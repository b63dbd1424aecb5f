#!/usr/bin/env bash
# @3d-dice/dice-roller-parser 0.2.6 (npm): a die of six sides shows a 7, and 1 and 7 half as often as the others.
#
# Guess: It is a copy of dice-roller-parser 0.1.8 (npm) with a few notations more, so d6 is one of 1 to 6, each as often
# as another.
# What it does: The random number is rounded, not cut, before 1 is added. Of 1,200 equally spaced numbers from 0 to 1
# the lowest twelfth makes a 1 and the highest a 7. The same happens with Math.random.
# Seen:
#     dice-roller-parser 1d6: 1 200 times, 2 200 times, 3 200 times, 4 200 times, 5 200 times, 6 200 times
#     dice-roller-parser 1d20: 1 60 times, 2 60 times, 19 60 times, 20 60 times
#     @3d-dice/dice-roller-parser 1d6: 1 100 times, 2 200 times, 3 200 times, 4 200 times, 5 200 times, 6 200 times, 7 100 times
#     @3d-dice/dice-roller-parser 1d20: 1 30 times, 2 60 times, 20 60 times, 21 30 times
# Why it matters: The mean of a d6 is 4 in place of 3.5, 6 or more comes in a quarter of all rolls in place of a sixth,
# a d20 can show 21, and whoever picks a face from a list by its number finds none for the 7.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund '@3d-dice/dice-roller-parser@0.2.6' 'dice-roller-parser@0.1.8' >&2
cat > "$folder/look.js" <<'EOF'
for (const name of ["dice-roller-parser", "@3d-dice/dice-roller-parser"]) {
  const { DiceRoller } = require(name);
  for (const die of ["1d6", "1d20"]) {
    const counts = {};
    for (let i = 0; i < 1200; i += 1) {
      const face = new DiceRoller(() => (i + 0.5) / 1200).roll(die).value;
      counts[face] = (counts[face] ?? 0) + 1;
    }
    const faces = Object.entries(counts);
    const shown = die === "1d6" ? faces : [faces[0], faces[1], ...faces.slice(-2)];
    console.log(`${name} ${die}:`, shown.map(([face, count]) => `${face} ${count} times`).join(", "));
  }
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
dice-roller-parser 1d6: 1 200 times, 2 200 times, 3 200 times, 4 200 times, 5 200 times, 6 200 times
dice-roller-parser 1d20: 1 60 times, 2 60 times, 19 60 times, 20 60 times
@3d-dice/dice-roller-parser 1d6: 1 100 times, 2 200 times, 3 200 times, 4 200 times, 5 200 times, 6 200 times, 7 100 times
@3d-dice/dice-roller-parser 1d20: 1 30 times, 2 60 times, 20 60 times, 21 30 times
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
