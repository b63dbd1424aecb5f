#!/usr/bin/env bash
# @dice-roller/rpg-dice-roller 5.5.1 and dice-roller-parser 0.1.8 (npm): in 6d6>4 a 4 is a success for one and none for
# the other.
#
# Guess: Two readers of dice notation in JavaScript agree on a pool of dice: ">4" is above 4 in both; or what ">=4" says
# is understood by both.
# What it does: rpg-dice-roller counts 5 and 6, and has ">=". dice-roller-parser follows Roll20, where ">4" is "4 or
# more" and "<2" is "2 or less"; it reads 6d6>=4 without an error and returns the sum of the dice.
# Seen:
#     6d6 of 1, 2, 3, 4, 5, 6: rpg-dice-roller 21, dice-roller-parser 21
#     6d6>4 of 1, 2, 3, 4, 5, 6: rpg-dice-roller 2, dice-roller-parser 3
#     6d6<2 of 1, 2, 3, 4, 5, 6: rpg-dice-roller 1, dice-roller-parser 2
#     6d6=4 of 1, 2, 3, 4, 5, 6: rpg-dice-roller 1, dice-roller-parser 1
#     6d6>=4 of 1, 2, 3, 4, 5, 6: rpg-dice-roller 3, dice-roller-parser 21
# Why it matters: A third of the chances of a pool changes when a formula goes from one program to the other; and the
# form that looks safe in both gives a sum in place of a count.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund '@dice-roller/rpg-dice-roller@5.5.1' 'dice-roller-parser@0.1.8' >&2
cat > "$folder/look.mjs" <<'EOF'
import { DiceRoll, NumberGenerator } from "@dice-roller/rpg-dice-roller";
import parser from "dice-roller-parser";

const faces = [1, 2, 3, 4, 5, 6];
for (const formula of ["6d6", "6d6>4", "6d6<2", "6d6=4", "6d6>=4"]) {
  let next = 0;
  const face = () => faces[next++ % 6];
  NumberGenerator.generator.integer = face;
  const first = new DiceRoll(formula).total;
  next = 0;
  const second = new parser.DiceRoller(() => (face() - 0.5) / 6).roll(formula).value;
  console.log(`${formula} of 1, 2, 3, 4, 5, 6: rpg-dice-roller ${first}, dice-roller-parser ${second}`);
}
EOF
node "$folder/look.mjs" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
6d6 of 1, 2, 3, 4, 5, 6: rpg-dice-roller 21, dice-roller-parser 21
6d6>4 of 1, 2, 3, 4, 5, 6: rpg-dice-roller 2, dice-roller-parser 3
6d6<2 of 1, 2, 3, 4, 5, 6: rpg-dice-roller 1, dice-roller-parser 2
6d6=4 of 1, 2, 3, 4, 5, 6: rpg-dice-roller 1, dice-roller-parser 1
6d6>=4 of 1, 2, 3, 4, 5, 6: rpg-dice-roller 3, dice-roller-parser 21
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
