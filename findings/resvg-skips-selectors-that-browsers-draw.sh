#!/usr/bin/env bash
# resvg 0.2.0 (PyPI): rules of a style sheet with :is(), :not() or :nth-child() are skipped, and so are nested ones
# and those in @media all.
#
# Guess: An SVG with such rules looks as in a browser, or is refused; :first-child and attribute selectors do work.
# What it does: The rule is left out without a word, and the shape has its other colour.
# Seen:
#     .a { fill: #0f0 } -> green
#     rect:first-child { fill: #0f0 } -> green
#     rect[width] { fill: #0f0 } -> green
#     :is(rect) { fill: #0f0 } -> red
#     rect:not(.b) { fill: #0f0 } -> red
#     rect:nth-child(1) { fill: #0f0 } -> red
#     g { .a { fill: #0f0 } } -> red
#     @media all { .a { fill: #0f0 } } -> red
# Why it matters: A board whose lines and coordinates are coloured by such rules is complete on the page and has no
# lines in the picture of a mail.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'resvg==0.2.0' 'pillow==13.0.0' >&2
cat > "$folder/look.py" <<'EOF'
import io

import PIL.Image
from resvg import render, usvg

RULES = (
    ".a { fill: #0f0 }", "rect:first-child { fill: #0f0 }", "rect[width] { fill: #0f0 }", ":is(rect) { fill: #0f0 }",
    "rect:not(.b) { fill: #0f0 }", "rect:nth-child(1) { fill: #0f0 }", "g { .a { fill: #0f0 } }",
    "@media all { .a { fill: #0f0 } }",
)
for rule in RULES:
    picture = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
        f'<style>{rule}</style><g><rect class="a" width="9" height="9" fill="#f00"/></g></svg>'
    )
    tree = usvg.Tree.from_str(picture, usvg.Options.default())
    pixels = PIL.Image.open(io.BytesIO(render(tree, (1, 0, 0, 0, 1, 0)))).convert("RGB")
    print(rule, "->", {(0, 255, 0): "green", (255, 0, 0): "red"}[pixels.getpixel((4, 4))])
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
.a { fill: #0f0 } -> green
rect:first-child { fill: #0f0 } -> green
rect[width] { fill: #0f0 } -> green
:is(rect) { fill: #0f0 } -> red
rect:not(.b) { fill: #0f0 } -> red
rect:nth-child(1) { fill: #0f0 } -> red
g { .a { fill: #0f0 } } -> red
@media all { .a { fill: #0f0 } } -> red
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
