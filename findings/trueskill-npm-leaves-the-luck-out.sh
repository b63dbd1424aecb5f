#!/usr/bin/env bash
# trueskill 0.0.2 (npm): ChanceOfWinning says 100 % where its own model and ts-trueskill 5.1.0 (npm) say 80 %.
#
# Guess: The model gives each player in each game a performance that scatters round the skill, with the parameter beta;
# the chance of winning is that of the better performance, as ts-trueskill's winProbability has it.
# What it does: The chance is that of the greater skill, as if the better player always won: beta, with which
# AdjustPlayers of the same package learns from the games, is left out.
# Seen:
#     25±8.3 against 25±8.3: ChanceOfWinning 50.0 %, winProbability 50.0 %
#     27±1 against 25±1: ChanceOfWinning 92.1 %, winProbability 62.9 %
#     30±1 against 25±1: ChanceOfWinning 100.0 %, winProbability 79.5 %
#     30±0.5 against 25±0.5: ChanceOfWinning 100.0 %, winProbability 80.0 %
# Why it matters: The more is known of two players, the surer the forecast: who should win four of five games is said
# to win all of them, and a pairing that looks for even games finds hardly any.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'trueskill@0.0.2' 'ts-trueskill@5.1.0' >&2
cat > "$folder/look.js" <<'EOF'
const { ChanceOfWinning } = require("trueskill");
const { TrueSkill } = require("ts-trueskill");

const env = new TrueSkill();
const percent = (chance) => `${(100 * chance).toFixed(1)} %`;
for (const [first, second] of [
  [[25, 25 / 3], [25, 25 / 3]],
  [[27, 1], [25, 1]],
  [[30, 1], [25, 1]],
  [[30, 0.5], [25, 0.5]],
]) {
  const name = ([mu, sigma]) => `${mu}±${+sigma.toFixed(1)}`;
  const other = env.winProbability([env.createRating(...first)], [env.createRating(...second)]);
  console.log(
    `${name(first)} against ${name(second)}: ChanceOfWinning ${percent(ChanceOfWinning(first, second))}, winProbability ${percent(other)}`,
  );
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
25±8.3 against 25±8.3: ChanceOfWinning 50.0 %, winProbability 50.0 %
27±1 against 25±1: ChanceOfWinning 92.1 %, winProbability 62.9 %
30±1 against 25±1: ChanceOfWinning 100.0 %, winProbability 79.5 %
30±0.5 against 25±0.5: ChanceOfWinning 100.0 %, winProbability 80.0 %
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
