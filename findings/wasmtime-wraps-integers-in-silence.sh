#!/usr/bin/env bash
# wasmtime 50.0.1 (PyPI): a Python integer that does not fit a parameter of a WebAssembly function arrives as another
# one.
#
# Guess: A number that does not fit in i32 raises, as 1.7 does.
# What it does: All but the low 32 (or 64) bits are dropped: 2**32 arrives as 0, 2**32 + 5 as 5. Results are signed,
# so an address of 2 GB or more, or any u32 of the module, comes back negative. A float that is too large for f32
# becomes infinite.
# Seen:
#     i32 2147483648 -> -2147483648
#     i32 4294967296 -> 0
#     i32 4294967301 -> 5
#     i64 18446744073709551623 -> 7
#     f32 1e+300 -> inf
#     i32 1.7 -> TypeError
# Why it matters: A number of nodes or milliseconds that a host passes to a bot becomes 0 or negative, and the bot
# thinks for no time, or for ever; nothing points to the call.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'wasmtime==50.0.1' >&2
cat > "$folder/look.py" <<'EOF'
import wasmtime

store = wasmtime.Store()
text = "".join(f'(func (export "{kind}") (param {kind}) (result {kind}) local.get 0)' for kind in ("i32", "i64", "f32"))
same = wasmtime.Instance(store, wasmtime.Module(store.engine, f"(module {text})"), []).exports(store)
for kind, value in (("i32", 2**31), ("i32", 2**32), ("i32", 2**32 + 5), ("i64", 2**64 + 7), ("f32", 1e300), ("i32", 1.7)):
    try:
        print(kind, value, "->", same[kind](store, value))
    except TypeError:
        print(kind, value, "-> TypeError")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
i32 2147483648 -> -2147483648
i32 4294967296 -> 0
i32 4294967301 -> 5
i64 18446744073709551623 -> 7
f32 1e+300 -> inf
i32 1.7 -> TypeError
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
