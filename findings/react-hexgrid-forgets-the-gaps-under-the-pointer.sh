#!/usr/bin/env bash
# react-hexgrid 2.0.1 (npm): with gaps between the hexagons the middle of a hexagon belongs to another one.
#
# Guess: pixelToHex is the way back from hexToPixel: with the same layout the centre of a cell gives that cell.
# What it does: hexToPixel multiplies by the layout's spacing, and pixelToHex does not divide by it. With the 1.1 of the
# first example in its documentation all is right up to four cells from the middle.
# Seen:
#     spacing 1: 271 of 271 cells are found from their centres
#     spacing 1.1: 101 of 271 cells are found from their centres, (9,0) as (10,0)
# Why it matters: On a board of radius 9 a click plays beside where it was made, and only far from the middle, where
# nobody tries it first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'react-hexgrid@2.0.1' 'react@18.2.0' 'react-dom@18.2.0' 'esbuild@0.28.2' >&2
cat > "$folder/look.js" <<'EOF'
import { GridGenerator, HexUtils } from "react-hexgrid";

const orientation = { f0: 1.5, f1: 0, f2: Math.sqrt(3) / 2, f3: Math.sqrt(3), b0: 2 / 3, b1: 0, b2: -1 / 3, b3: Math.sqrt(3) / 3 };
for (const spacing of [1, 1.1]) {
  const layout = { size: { x: 10, y: 10 }, origin: { x: 0, y: 0 }, spacing, orientation };
  const cells = GridGenerator.hexagon(9);
  const back = (cell) => HexUtils.pixelToHex(HexUtils.hexToPixel(cell, layout), layout);
  const found = cells.filter((cell) => HexUtils.equals(cell, back(cell)));
  const corner = cells.find(({ q, r }) => q === 9 && r === 0);
  const other = HexUtils.equals(corner, back(corner)) ? "" : `, (9,0) as (${back(corner).q},${back(corner).r + 0})`;
  console.log(`spacing ${spacing}: ${found.length} of ${cells.length} cells are found from their centres${other}`);
}
EOF
(cd "$folder" && node_modules/.bin/esbuild look.js --bundle --platform=node --outfile=bundle.js --log-level=error >&2)
node "$folder/bundle.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
spacing 1: 271 of 271 cells are found from their centres
spacing 1.1: 101 of 271 cells are found from their centres, (9,0) as (10,0)
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
