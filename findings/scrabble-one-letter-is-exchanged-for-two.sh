#!/usr/bin/env bash
# scrabble 1.3 (PyPI): to exchange one E takes two of them off the rack, and one tile comes back.
#
# Guess: exchange takes the letters of the list, each as often as it is listed, and gives as many new tiles. The rack
# has seven tiles before and after.
# What it does: For each letter all tiles of the rack that are equal are taken, while the rack is gone through, so that
# of two that lie side by side one stays. New tiles come for the letters of the list only.
# Seen:
#     ABCDEFG, exchange E: keeps ABCDFG, has 7 tiles, the bag +0 tiles
#     EABCDEF, exchange E: keeps ABCDF, has 6 tiles, the bag +1 tiles
#     ABCDEEF, exchange E: keeps ABCDEF, has 7 tiles, the bag +0 tiles
#     EABCDEF, exchange EE: keeps ABCDF, has 7 tiles, the bag +0 tiles
#     EAEBECE, exchange E: keeps ABC, has 4 tiles, the bag +3 tiles
# Why it matters: The player has too few tiles and the bag too many, until his next move fills the rack. Whether it
# happens depends on the order of the tiles; on a rack of different letters it never does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'scrabble==1.3' >&2
cat > "$folder/look.py" <<'EOF'
from scrabble.main import ScrabbleGame, ScrabbleTile

for rack, letters in (("ABCDEFG", "E"), ("EABCDEF", "E"), ("ABCDEEF", "E"), ("EABCDEF", "EE"), ("EAEBECE", "E")):
    game = ScrabbleGame(num_players=1)
    game.player_rack_list = [[ScrabbleTile(letter) for letter in rack]]
    bag = len(game.tile_bag)
    game.exchange(list(letters))
    kept = "".join(map(str, game.player_rack_list[0][: -len(letters)]))
    size = len(game.player_rack_list[0])
    print(f"{rack}, exchange {letters}: keeps {kept}, has {size} tiles, the bag {len(game.tile_bag) - bag:+} tiles")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
ABCDEFG, exchange E: keeps ABCDFG, has 7 tiles, the bag +0 tiles
EABCDEF, exchange E: keeps ABCDF, has 6 tiles, the bag +1 tiles
ABCDEEF, exchange E: keeps ABCDEF, has 7 tiles, the bag +0 tiles
EABCDEF, exchange EE: keeps ABCDF, has 7 tiles, the bag +0 tiles
EAEBECE, exchange E: keeps ABC, has 4 tiles, the bag +3 tiles
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
