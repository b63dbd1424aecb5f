#!/usr/bin/env bash
# quickjs-ng 0.17.0.2 (PyPI): a BigInt of 2**31 and more comes back as a Python integer, a smaller one raises.
#
# Guess: Whatever BigInt a script returns is a Python int; if one of them works, 1n does.
# What it does: 2147483648n and 2n ** 70n are returned right, 1n and -1n raise TypeError.
# Seen:
#     2n ** 70n -> 1180591620717411303424
#     2147483648n -> 2147483648
#     2147483647n -> TypeError: Unknown quickjs tag: 7
#     1n -> TypeError: Unknown quickjs tag: 7
#     -1n -> TypeError: Unknown quickjs tag: 7
# Why it matters: A script that counts with BigInt works in a test with large numbers and fails with the first small
# one, or the other way round.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'quickjs-ng==0.17.0.2' >&2
cat > "$folder/look.py" <<'EOF'
import quickjs

context = quickjs.Context()
for code in ("2n ** 70n", "2147483648n", "2147483647n", "1n", "-1n"):
    try:
        print(code, "->", repr(context.eval(code)))
    except TypeError as error:
        print(code, "-> TypeError:", error)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
2n ** 70n -> 1180591620717411303424
2147483648n -> 2147483648
2147483647n -> TypeError: Unknown quickjs tag: 7
1n -> TypeError: Unknown quickjs tag: 7
-1n -> TypeError: Unknown quickjs tag: 7
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
