#!/usr/bin/env bash
# dask 2026.8.0 (PyPI): the initial value of Bag.fold counts once for each partition.
#
# Guess: bag.fold(add, initial=10) is sum(numbers, 10), as functools.reduce(add, numbers, 10) is, however many
# partitions there are.
# What it does: Each partition begins with the initial value: with one partition the sum is as in Python, with four it
# has 40 on top. Bag.accumulate takes its initial value once, and Bag.foldby has the same surprise as fold, for each
# key of a partition.
# Seen:
#     sum(points, 10): 28
#     1 partitions: fold 28, accumulate 28, foldby [('ann', 23), ('bob', 15)]
#     2 partitions: fold 38, accumulate 28, foldby [('ann', 33), ('bob', 15)]
#     4 partitions: fold 58, accumulate 28, foldby [('ann', 43), ('bob', 15)]
# Why it matters: A table of points that begins with what was won before, or a rating that begins at 1500 and to which
# changes are added, depends on how many pieces the games came in; a test with one file is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'dask==2026.8.0' >&2
cat > "$folder/look.py" <<'EOF'
from operator import add

import dask
import dask.bag as bag

dask.config.set(scheduler="sync")
points = [3, 5, 2, 8]
games = [("ann", 3), ("bob", 5), ("ann", 2), ("ann", 8)]
print(f"sum(points, 10): {sum(points, 10)}")
for parts in (1, 2, 4):
    numbers = bag.from_sequence(points, npartitions=parts)
    by_name = bag.from_sequence(games, npartitions=parts).foldby(
        lambda game: game[0], lambda total, game: total + game[1], 10, add, 0
    )
    print(
        f"{numbers.npartitions} partitions: fold {numbers.fold(add, initial=10).compute()}, "
        f"accumulate {numbers.accumulate(add, initial=10).compute()[-1]}, foldby {sorted(by_name.compute())}"
    )
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
sum(points, 10): 28
1 partitions: fold 28, accumulate 28, foldby [('ann', 23), ('bob', 15)]
2 partitions: fold 38, accumulate 28, foldby [('ann', 33), ('bob', 15)]
4 partitions: fold 58, accumulate 28, foldby [('ann', 43), ('bob', 15)]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
