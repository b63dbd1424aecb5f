#!/usr/bin/env bash
# glicko2 2.1.0 (PyPI): the same series of surprising wins raises the volatility of a player at 1500 and leaves it as
# it was at 2000.
#
# Guess: Only differences of ratings count in Glicko-2: with 500 points more for everybody, changes, deviations and
# volatilities are the same. The example of Glickman's paper comes out, so the formula is right.
# What it does: Step 5 of the algorithm uses the square of the rating, counted from 1500, where the paper has that of
# the deviation. In the paper's example, of a player at 1500, the volatility is 0.05999 either way. Here six periods
# of ten wins over opponents 400 points above are counted at two levels, with glicko2 1.2.2 (npm) beside it.
# Seen:
#     PyPI, from 1500: gained 398.7, volatility 0.06191
#     PyPI, from 2000: gained 396.2, volatility 0.06002
#     npm, from 1500: gained 399.8, volatility 0.06414
#     npm, from 2000: gained 399.8, volatility 0.06414
# Why it matters: Volatility is what Glicko-2 adds to Glicko: it says whose results surprise. Away from 1500 it is a
# constant, so the deviation of somebody who suddenly plays much better shrinks as that of anybody, and the rating
# depends on where the scale begins. Packages that build on this one, such as skelo, have it too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'glicko2==2.1.0' >&2
npm install --prefix "$folder" --silent --no-audit --no-fund 'glicko2@1.2.2' >&2
cat > "$folder/look.py" <<'EOF'
import glicko2

for level in (1500, 2000):
    player = glicko2.Player(level, 40, 0.06)
    for period in range(6):
        player.update_player([level + 400] * 10, [50] * 10, [1] * 10)
    print(f"PyPI, from {level}: gained {player.rating - level:.1f}, volatility {player.vol:.5f}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }
cat > "$folder/look.js" <<'EOF'
const { Glicko2 } = require("glicko2");
for (const level of [1500, 2000]) {
  const system = new Glicko2({ tau: 0.5, rating: 1500, rd: 350, vol: 0.06 });
  const player = system.makePlayer(level, 40, 0.06);
  for (let period = 0; period < 6; period++) {
    system.updateRatings(Array.from({ length: 10 }, () => [player, system.makePlayer(level + 400, 50, 0.06), 1]));
  }
  console.log(`npm, from ${level}: gained ${(player.getRating() - level).toFixed(1)}, volatility ${player.getVol().toFixed(5)}`);
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
PyPI, from 1500: gained 398.7, volatility 0.06191
PyPI, from 2000: gained 396.2, volatility 0.06002
npm, from 1500: gained 399.8, volatility 0.06414
npm, from 2000: gained 399.8, volatility 0.06414
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
