#!/usr/bin/env bash
# lets-go 0.3.11 (PyPI): after a pass, the positions from before may come back.
#
# Guess: The program forbids each position that was on the board before ("prohibition of the identical situation"),
# which is superko: a pass puts no stone on the board and takes none away, so it lifts no such ban.
# What it does: Positions are only compared if they have as many stones, and the stones are reckoned as the number of
# moves less the prisoners. A pass is counted as a move, so all positions from before it seem to have another number of
# stones, and are passed over.
# Seen:
#     0 passes: retaking the ko is refused, same position as before: False
#     2 passes: retaking the ko is played, same position as before: True
#     4 passes: retaking the ko is played, same position as before: True
# Why it matters: A cycle that has a pass in it, such as send two, return one, is what superko is for beyond the simple
# ko: with this rule it goes on for ever. Without a pass all repetitions are found, so a test of a ko and of a triple ko
# succeeds.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'lets-go==0.3.11' 'wcwidth==0.2.13' >&2
cat > "$folder/look.py" <<'EOF'
from lets_go.backend import GoBackend

BEFORE = [(1, 0), (2, 0), (0, 1), (3, 1), (1, 2), (2, 2), (4, 4), (1, 1), (2, 1)]
for passes in (0, 2, 4):
    game = GoBackend(5)
    for move in BEFORE:
        assert game.try_move(*move)
    for _ in range(passes):
        game.pass_move()
    before = game._moves[8].grid
    taken = game.try_move(1, 1)
    again = taken is not None and taken.grid == before
    print(f"{passes} passes: retaking the ko is {'played' if taken else 'refused'}, same position as before: {again}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
0 passes: retaking the ko is refused, same position as before: False
2 passes: retaking the ko is played, same position as before: True
4 passes: retaking the ko is played, same position as before: True
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
