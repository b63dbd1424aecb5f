#!/usr/bin/env bash
# html2text 2025.4.15 (PyPI): the plain text of a mailed move has backslashes that nobody wrote.
#
# Guess: The text of <p>1. e4</p> is "1. e4", and "+" at the beginning of a line stays as it is.
# What it does: The result is Markdown, so what would begin a list is escaped: "1\. e4", "\+ a1", "\- b2". Only at the
# beginning of a line: "1... e5" and "a+b-" pass.
# Seen:
#     <p>1. e4 e5</p> -> 1\. e4 e5
#     <p>1... e5</p> -> 1... e5
#     <p>+ a1</p> -> \+ a1
#     <p>- b2</p> -> \- b2
#     <p>a+b-</p> -> a+b-
# Why it matters: A reader of moves by mail that turns HTML into text this way refuses the first move of many mails,
# and takes others.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'html2text==2025.4.15' >&2
cat > "$folder/look.py" <<'EOF'
import html2text

for html in ("<p>1. e4 e5</p>", "<p>1... e5</p>", "<p>+ a1</p>", "<p>- b2</p>", "<p>a+b-</p>"):
    print(html, "->", html2text.html2text(html).strip())
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
<p>1. e4 e5</p> -> 1\. e4 e5
<p>1... e5</p> -> 1... e5
<p>+ a1</p> -> \+ a1
<p>- b2</p> -> \- b2
<p>a+b-</p> -> a+b-
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
