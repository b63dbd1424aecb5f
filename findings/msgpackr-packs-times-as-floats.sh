#!/usr/bin/env bash
# msgpackr 2.1.4 and cbor-x 1.6.9 (npm): a whole number of more than 32 bits is packed as a float, and arrives in Python
# as one.
#
# Guess: MessagePack and CBOR have whole numbers of 64 bits, so a time in milliseconds is one, as @msgpack/msgpack 3.1.3
# and cbor 10.0.12 (npm) pack it.
# What it does: What is 2**32 or more is packed as a float of 64 bits. msgpack 1.2.4 and cbor2 6.3.0 (PyPI) give a
# float; msgspec 0.23.0 (PyPI), asked for an int, refuses it. cbor-x has the limit for negative numbers at 2**32 too,
# msgpackr at 2**31.
# Seen:
#     4294967295: msgpackr int, @msgpack/msgpack int, cbor-x int, cbor int; msgspec takes that of msgpackr
#     4294967296: msgpackr float, @msgpack/msgpack int, cbor-x float, cbor int; msgspec refuses that of msgpackr
#     1700000000000: msgpackr float, @msgpack/msgpack int, cbor-x float, cbor int; msgspec refuses that of msgpackr
#     -3000000000: msgpackr float, @msgpack/msgpack int, cbor-x int, cbor int; msgspec refuses that of msgpackr
# Why it matters: Games with small numbers, as in a test, pass; a clock in milliseconds or a seed is refused or becomes
# a float, which is written otherwise and cannot be shifted or used as an index.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'msgpack==1.2.4' 'cbor2==6.3.0' 'msgspec==0.23.0' >&2
npm install --prefix "$folder" --silent --no-audit --no-fund 'msgpackr@2.1.4' '@msgpack/msgpack@3.1.3' 'cbor-x@1.6.9' 'cbor@10.0.12' >&2
cat > "$folder/pack.js" <<'EOF'
const writers = {
  msgpackr: require("msgpackr").pack,
  "@msgpack/msgpack": require("@msgpack/msgpack").encode,
  "cbor-x": require("cbor-x").encode,
  cbor: require("cbor").encode,
};
for (const number of [2 ** 32 - 1, 2 ** 32, 1700000000000, -3000000000]) {
  for (const [name, write] of Object.entries(writers)) console.log(number, name, Buffer.from(write(number)).toString("hex"));
}
EOF
cat > "$folder/read.py" <<'EOF'
import itertools
import sys

import cbor2
import msgpack
import msgspec

for number, group in itertools.groupby(map(str.split, sys.stdin), key=lambda line: line[0]):
    kinds = []
    for _, name, packed in group:
        data = bytes.fromhex(packed)
        value = cbor2.loads(data) if name.startswith("cbor") else msgpack.unpackb(data)
        assert value == int(number)
        kinds.append(f"{name} {type(value).__name__}")
        if name == "msgpackr":
            try:
                msgspec.msgpack.decode(data, type=int)
                answer = "takes"
            except msgspec.ValidationError:
                answer = "refuses"
    print(f"{number}:", ", ".join(kinds) + f"; msgspec {answer} that of msgpackr")
EOF
{
  node "$folder/pack.js" > "$folder/packed"
  "$folder/venv/bin/python" "$folder/read.py" < "$folder/packed"
} 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
4294967295: msgpackr int, @msgpack/msgpack int, cbor-x int, cbor int; msgspec takes that of msgpackr
4294967296: msgpackr float, @msgpack/msgpack int, cbor-x float, cbor int; msgspec refuses that of msgpackr
1700000000000: msgpackr float, @msgpack/msgpack int, cbor-x float, cbor int; msgspec refuses that of msgpackr
-3000000000: msgpackr float, @msgpack/msgpack int, cbor-x int, cbor int; msgspec refuses that of msgpackr
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
