#!/usr/bin/env bash
# dateparser 1.5.0 (PyPI): "1. e4" is the first of April, "a1" the first of the month, and "12. d4" is 12 days ago.
#
# Guess: A text that is no date in any language gives None, above all in English: a letter and a digit, or a move with
# its number, is no date.
# What it does: Some language or other is found in which a letter may stand before or between numbers, and the numbers
# are a day, a month or a year. Of the twenty first moves of chess, written as "1. e4", seventeen are dates. With
# languages=["en"] these are gone, and "12. d4" is still 12 days ago and "h7h8" eight o'clock.
# Seen:
#     1. e4: any language 2026-04-01 00:00, English None
#     1. Nf3: any language None, English None
#     1... e5: any language 2026-05-01 00:00, English None
#     e2-e4: any language 2026-04-02 00:00, English None
#     a1: any language 2026-03-01 00:00, English None
#     12. d4: any language 2026-03-02 15:00, English 2026-03-02 15:00
#     h7h8: any language 2026-03-14 08:00, English 2026-03-14 08:00
#     first moves that are dates: a3 a4 b3 b4 c3 c4 d3 d4 e3 e4 f3 f4 g3 g4 h3 h4 Na3
# Why it matters: A program that asks of a line of a mail whether it is a deadline or a move gets a date for moves, and
# a test with Nf3 does not show it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'dateparser==1.5.0' >&2
cat > "$folder/look.py" <<'EOF'
import datetime

import dateparser

SETTINGS = {"RELATIVE_BASE": datetime.datetime(2026, 3, 14, 15, 0)}


def day(text, languages=None):
    found = dateparser.parse(text, languages=languages, settings=SETTINGS)
    return found and found.strftime("%Y-%m-%d %H:%M")


for text in ("1. e4", "1. Nf3", "1... e5", "e2-e4", "a1", "12. d4", "h7h8"):
    print(f"{text}: any language {day(text)}, English {day(text, ['en'])}")
moves = [f"1. {file}{rank}" for file in "abcdefgh" for rank in "34"] + ["1. Na3", "1. Nc3", "1. Nf3", "1. Nh3"]
print("first moves that are dates:", " ".join(move[3:] for move in moves if day(move)))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
1. e4: any language 2026-04-01 00:00, English None
1. Nf3: any language None, English None
1... e5: any language 2026-05-01 00:00, English None
e2-e4: any language 2026-04-02 00:00, English None
a1: any language 2026-03-01 00:00, English None
12. d4: any language 2026-03-02 15:00, English 2026-03-02 15:00
h7h8: any language 2026-03-14 08:00, English 2026-03-14 08:00
first moves that are dates: a3 a4 b3 b4 c3 c4 d3 d4 e3 e4 f3 f4 g3 g4 h3 h4 Na3
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
