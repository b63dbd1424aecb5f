#!/usr/bin/env bash
# confusable-homoglyphs 3.3.1 (PyPI): Japanese names in kanji with kana, and Korean ones with Latin, are dangerous.
#
# Guess: is_dangerous finds names that mix alphabets to deceive, such as a Cyrillic letter in a Latin word. Han with
# Hiragana and Katakana is how Japanese is written, and UTS 39 has it among what is highly restrictive, that is,
# harmless.
# What it does: Each script counts by itself, so every such name is dangerous, as the deceptive one is.
# Seen:
#     '\u5c71\u7530\u592a\u90ce' False
#     '\u5c71\u7530\u305f\u308d\u3046' True
#     '\u4f50\u3005\u6728\u30a2\u30ad\u30e9' True
#     '\uae40Tom' True
#     'Paul' False
#     'P\u0430ul' True
# Why it matters: A site that asks it before it accepts a name refuses most Japanese names.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'confusable-homoglyphs==3.3.1' >&2
cat > "$folder/look.py" <<'EOF'
from confusable_homoglyphs import confusables

for name in ("山田太郎", "山田たろう", "佐々木アキラ", "김Tom", "Paul", "P\u0430ul"):
    print(ascii(name), bool(confusables.is_dangerous(name)))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
'\u5c71\u7530\u592a\u90ce' False
'\u5c71\u7530\u305f\u308d\u3046' True
'\u4f50\u3005\u6728\u30a2\u30ad\u30e9' True
'\uae40Tom' True
'Paul' False
'P\u0430ul' True
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
