#!/usr/bin/env bash
# dask 2026.8.0 (PyPI): the same seed gives other dice when the same array is cut into other chunks.
#
# Guess: Chunks say how the work is divided and not what is computed: default_rng(1) gives the same twelve throws in
# one chunk or in three.
# What it does: Each chunk has a stream of its own, so all but the first chunk change.
# Seen:
#     chunks of 12 [1, 5, 5, 2, 5, 4, 4, 2, 3, 1, 3, 5]
#     chunks of 6 [1, 5, 5, 2, 5, 4, 6, 3, 1, 4, 6, 2]
#     chunks of 4 [1, 5, 5, 2, 6, 3, 1, 4, 3, 2, 1, 1]
# Why it matters: A simulation is repeated with its seed on a machine with more memory, or with chunks="auto" after an
# upgrade, and its results do not come back.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'dask==2026.8.0' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import dask.array as da

for chunks in (12, 6, 4):
    throws = da.random.default_rng(1).integers(1, 7, size=12, chunks=chunks)
    print("chunks of", chunks, throws.compute(scheduler="sync").tolist())
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
chunks of 12 [1, 5, 5, 2, 5, 4, 4, 2, 3, 1, 3, 5]
chunks of 6 [1, 5, 5, 2, 5, 4, 6, 3, 1, 4, 6, 2]
chunks of 4 [1, 5, 5, 2, 6, 3, 1, 4, 3, 2, 1, 1]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
