#!/usr/bin/env bash
# segno 1.6.6 (PyPI): a short text becomes a Micro QR code.
#
# Guess: segno.make makes a QR code, smaller or larger with the text.
# What it does: Up to some twenty characters (fewer letters, more digits) it makes a Micro QR code, M1 to M4, which
# has one corner mark in place of three; longer texts become QR codes. make_qr never does.
# Seen:
#     1234 make: M1 make_qr: 1-H
#     TABLE 7 make: M3-M make_qr: 1-H
#     e4 e5 make: M3-M make_qr: 1-H
#     club.example/7 make: M4-L make_qr: 1-M
#     https://club.example/tables/7 make: 2-L make_qr: 2-L
# Why it matters: The number of a table or the code of a tournament, printed as such a code, is not found by readers
# that know QR codes alone, while the links with which one tries the printer are.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'segno==1.6.6' >&2
cat > "$folder/look.py" <<'EOF'
import segno

for text in ("1234", "TABLE 7", "e4 e5", "club.example/7", "https://club.example/tables/7"):
    print(text, "make:", segno.make(text).designator, "make_qr:", segno.make_qr(text).designator)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
1234 make: M1 make_qr: 1-H
TABLE 7 make: M3-M make_qr: 1-H
e4 e5 make: M3-M make_qr: 1-H
club.example/7 make: M4-L make_qr: 1-M
https://club.example/tables/7 make: 2-L make_qr: 2-L
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
