#!/usr/bin/env bash
# dask 2026.8.0 (PyPI): percentiles of an array in chunks are not only approximate, they are too high, the more so the
# more chunks there are.
#
# Guess: da.percentile approximates: the errors are small beside the spread, fall to either side, and shrink with more
# numbers. The median of a hundred thousand ratings is right within a point or two.
# What it does: Each chunk gives only the percentiles that were asked for and its two ends, and the lookup in what is
# joined from them leans upwards. Every value below is right or too high: in a hundred chunks the median by a tenth of
# the standard deviation, in a thousand by almost half of it. Asking for twenty percentiles at once makes the same
# three better.
# Seen:
#     NumPy: [1116.0, 1499.0, 1883.0]
#     chunks of 100000: [1116.0, 1499.0, 1883.0], with others [1116.0, 1499.0, 1883.0]
#     chunks of 10000: [1122.0, 1502.0, 1891.0], with others [1122.0, 1502.0, 1891.0]
#     chunks of 1000: [1162.0, 1529.0, 1916.0], with others [1152.0, 1518.0, 1916.0]
#     chunks of 100: [1293.0, 1634.0, 2011.0], with others [1161.0, 1518.0, 1920.0]
# Why it matters: Rating bands, quantiles of the length of games and cut-offs move with the size of the chunks, and
# all in one direction, which looks like a result. Numbers that fit in memory are better put into one chunk first:
# x.rechunk(-1).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'dask==2026.8.0' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import dask.array as da
import numpy as np

ratings = np.random.default_rng(0).normal(1500, 300, 100_000).round()
print("NumPy:", np.percentile(ratings, [10, 50, 90]).round().tolist())
for size in (100_000, 10_000, 1_000, 100):
    cut = da.from_array(ratings, chunks=size)
    three = da.percentile(cut, [10, 50, 90]).compute(scheduler="sync").round().tolist()
    twenty = da.percentile(cut, range(0, 101, 5)).compute(scheduler="sync")[[2, 10, 18]].round().tolist()
    print(f"chunks of {size}: {three}, with others {twenty}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
NumPy: [1116.0, 1499.0, 1883.0]
chunks of 100000: [1116.0, 1499.0, 1883.0], with others [1116.0, 1499.0, 1883.0]
chunks of 10000: [1122.0, 1502.0, 1891.0], with others [1122.0, 1502.0, 1891.0]
chunks of 1000: [1162.0, 1529.0, 1916.0], with others [1152.0, 1518.0, 1916.0]
chunks of 100: [1293.0, 1634.0, 2011.0], with others [1161.0, 1518.0, 1920.0]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
