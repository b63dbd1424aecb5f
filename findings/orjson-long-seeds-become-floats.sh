#!/usr/bin/env bash
# orjson 3.13.0 (PyPI): whole numbers of more than 64 bits are read as floats, without an error.
#
# Guess: A whole number in JSON is an int in Python, as json.loads and msgspec have it; a library that cannot hold it
# raises, as orjson.dumps does for the same number.
# What it does: orjson.loads returns a float that has lost the low digits; up to 2**64 - 1 it returns an int.
# Seen:
#     json: 64 bits: int, the same
#     msgspec: 64 bits: int, the same
#     orjson: 64 bits: int, the same
#     json: 65 bits: int, the same
#     msgspec: 65 bits: int, the same
#     orjson: 65 bits: float, another
#     json: 128 bits: int, the same
#     msgspec: 128 bits: int, the same
#     orjson: 128 bits: float, another
#     orjson.dumps: Integer exceeds 64-bit range
# Why it matters: Seeds of NumPy (SeedSequence.entropy has 128 bits), hashes of positions and bitboards of more than
# 64 cells change on reading, and the game that they stand for is another one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'orjson==3.13.0' 'msgspec==0.22.0' >&2
cat > "$folder/look.py" <<'EOF'
import json

import msgspec
import orjson

for number in (2**64 - 1, 2**64 + 1, 2**127 + 1):
    text = str(number).encode()
    for name, read in (("json", json.loads), ("msgspec", msgspec.json.decode), ("orjson", orjson.loads)):
        found = read(text)
        print(f"{name}: {number.bit_length()} bits: {type(found).__name__}, {'the same' if found == number else 'another'}")
try:
    orjson.dumps(2**64 + 1)
except TypeError as error:
    print("orjson.dumps:", error)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
json: 64 bits: int, the same
msgspec: 64 bits: int, the same
orjson: 64 bits: int, the same
json: 65 bits: int, the same
msgspec: 65 bits: int, the same
orjson: 65 bits: float, another
json: 128 bits: int, the same
msgspec: 128 bits: int, the same
orjson: 128 bits: float, another
orjson.dumps: Integer exceeds 64-bit range
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
