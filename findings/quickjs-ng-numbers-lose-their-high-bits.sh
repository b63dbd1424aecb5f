#!/usr/bin/env bash
# quickjs-ng 0.17.0.2 (PyPI): a Python integer from 2**31 to 2**63 arrives in JavaScript without its high bits.
#
# Guess: JavaScript numbers hold every integer up to 2**53, so 2**31 and a time in milliseconds arrive as they are.
# What it does: They are cut to 32 bits with a sign: 2**31 becomes -2**31, 2**53 becomes 0. From 2**63 on they arrive
# right again, as floats; a float of the same value always does.
# Seen:
#     2147483647 -> 2147483647 as a float -> 2147483647
#     2147483648 -> -2147483648 as a float -> 2147483648
#     4294967301 -> 5 as a float -> 4294967301
#     1700000000000 -> -807049216 as a float -> 1700000000000
#     9007199254740992 -> 0 as a float -> 9007199254740992
#     9223372036854775808 -> 9223372036854776000 as a float -> 9223372036854776000
# Why it matters: Times in milliseconds, seeds and ids that a host passes to a script change in silence; small test
# values, and huge ones, do not show it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'quickjs-ng==0.17.0.2' >&2
cat > "$folder/look.py" <<'EOF'
import quickjs

text = quickjs.Context().eval("(number) => String(number)")
for number in (2**31 - 1, 2**31, 2**32 + 5, 1_700_000_000_000, 2**53, 2**63):
    print(number, "->", text(number), "as a float ->", text(float(number)))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
2147483647 -> 2147483647 as a float -> 2147483647
2147483648 -> -2147483648 as a float -> 2147483648
4294967301 -> 5 as a float -> 4294967301
1700000000000 -> -807049216 as a float -> 1700000000000
9007199254740992 -> 0 as a float -> 9007199254740992
9223372036854775808 -> 9223372036854776000 as a float -> 9223372036854776000
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
