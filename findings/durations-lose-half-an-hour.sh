#!/usr/bin/env bash
# durations 0.3.3, timelength 3.0.4, pytimeparse2 1.7.1 (PyPI), parse-duration 2.1.9, timestring 7.0.0 and duration-js
# 4.0.0 (npm): a time of 1h30 is an hour for four of six, and 5M five minutes or five months.
#
# Guess: 1h30 is an hour and a half, as notices of tournaments have it, or an error. Readers
# that know both 1h and 30m agree on the rest.
# What it does: durations, timelength, timestring and duration-js drop the 30 without a word; pytimeparse2 gives None.
# 1:30 is a minute and a half, a millisecond, or no time at all.
# Seen (seconds):
#     1h30m: durations 5400 timelength 5400 pytimeparse2 5400 parse-duration 5400 timestring 5400 duration-js 5400
#     1h30: durations 3600 timelength 3600 pytimeparse2 None parse-duration 5400 timestring 3600 duration-js 3600
#     1:30: durations 0 timelength 90 pytimeparse2 90 parse-duration 0.001 timestring error duration-js error
#     5M: durations 13176000 timelength 13176000 pytimeparse2 300 parse-duration 300 timestring 300 duration-js error
# Why it matters: A clock is set to an hour where players were told an hour and a half, or to five months where they
# were told five minutes; that it is wrong shows when the first flag falls.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'durations==0.3.3' 'timelength==3.0.4' 'pytimeparse2==1.7.1' >&2
npm install --prefix "$folder" --silent --no-audit --no-fund 'parse-duration@2.1.9' 'timestring@7.0.0' 'duration-js@4.0.0' >&2
cat > "$folder/look.py" <<'EOF'
import json
import sys

import pytimeparse2
from durations import Duration
from timelength import TimeLength


def rounded(seconds):
    return "None" if seconds is None else f"{seconds:g}" if seconds < 1e6 else str(round(seconds))


for text, others in json.load(sys.stdin).items():
    length = TimeLength(text).result
    assert length.success
    own = (Duration(text).to_seconds(), length.seconds, pytimeparse2.parse(text))
    parts = [f"{name} {rounded(seconds)}" for name, seconds in zip(("durations", "timelength", "pytimeparse2"), own)]
    print(f"{text}:", *parts, *(f"{name} {seconds}" for name, seconds in others.items()))
EOF
cat > "$folder/look.mjs" <<'EOF'
import Duration from "duration-js";
import parse from "parse-duration";
import timestring from "timestring";

const readers = {
  "parse-duration": (text) => +(parse(text) / 1000).toFixed(3),
  timestring: (text) => timestring(text),
  "duration-js": (text) => new Duration(text) / 1000,
};
const read = (reader, text) => {
  try {
    return reader(text);
  } catch {
    return "error";
  }
};
const found = {};
for (const text of ["1h30m", "1h30", "1:30", "5M"]) {
  found[text] = Object.fromEntries(Object.entries(readers).map(([name, reader]) => [name, read(reader, text)]));
}
console.log(JSON.stringify(found));
EOF
{
  node "$folder/look.mjs" > "$folder/others"
  "$folder/venv/bin/python" "$folder/look.py" < "$folder/others"
} 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
1h30m: durations 5400 timelength 5400 pytimeparse2 5400 parse-duration 5400 timestring 5400 duration-js 5400
1h30: durations 3600 timelength 3600 pytimeparse2 None parse-duration 5400 timestring 3600 duration-js 3600
1:30: durations 0 timelength 90 pytimeparse2 90 parse-duration 0.001 timestring error duration-js error
5M: durations 13176000 timelength 13176000 pytimeparse2 300 parse-duration 300 timestring 300 duration-js error
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
