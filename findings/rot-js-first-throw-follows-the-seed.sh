#!/usr/bin/env bash
# rot-js 2.2.1 (npm): the first random number grows with the seed, so the first die is the same for a month of dates.
#
# Guess: Seeds that lie close together, such as game 1, 2, 3 or the date of a daily puzzle, give unrelated numbers from
# the first one on, as with seedrandom 3.0.5 (npm).
# What it does: The first number of setSeed(n) is a multiple of n without its whole part, which rises by 0.0005 from one
# seed to the next. The first throw is 1 for each of the seeds from 1 to 342, and 4 for all days of January 2026. The
# second number is spread well.
# Seen:
#     rot-js, seeds 1 to 300: first throws 1; second throws 1 2 3 4 5 6
#     rot-js, seeds 20260101 to 20260131: first throws 4; second throws 1 2 3 4 5 6
#     seedrandom, seeds 1 to 300: first throws 1 2 3 4 5 6; second throws 1 2 3 4 5 6
#     seedrandom, seeds 20260101 to 20260131: first throws 1 2 3 4 5 6; second throws 1 2 3 4 5 6
# Why it matters: The first thing that is drawn is often who begins, the start position or the first piece. It is the
# same in every game of a series, and in every daily puzzle of a month.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'rot-js@2.2.1' 'seedrandom@3.0.5' >&2
cat > "$folder/look.mjs" <<'EOF'
import { RNG } from "rot-js";
import seedrandom from "seedrandom";

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const libraries = {
  "rot-js": (seed) => {
    RNG.setSeed(seed);
    return () => RNG.getUniformInt(1, 6);
  },
  seedrandom: (seed) => {
    const next = seedrandom(seed);
    return () => 1 + Math.floor(6 * next());
  },
};
for (const [name, start] of Object.entries(libraries)) {
  for (const [first, last] of [[1, 300], [20260101, 20260131]]) {
    const faces = [new Set(), new Set()];
    for (const seed of range(first, last)) {
      const next = start(seed);
      faces.forEach((seen) => seen.add(next()));
    }
    const [one, two] = faces.map((seen) => [...seen].sort().join(" "));
    console.log(`${name}, seeds ${first} to ${last}: first throws ${one}; second throws ${two}`);
  }
}
EOF
node "$folder/look.mjs" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
rot-js, seeds 1 to 300: first throws 1; second throws 1 2 3 4 5 6
rot-js, seeds 20260101 to 20260131: first throws 4; second throws 1 2 3 4 5 6
seedrandom, seeds 1 to 300: first throws 1 2 3 4 5 6; second throws 1 2 3 4 5 6
seedrandom, seeds 20260101 to 20260131: first throws 1 2 3 4 5 6; second throws 1 2 3 4 5 6
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
