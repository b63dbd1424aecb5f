#!/usr/bin/env bash
# icalendar 7.3.0 (PyPI): the time zone that it writes into a calendar begins summer time an hour late.
#
# Guess: In the VTIMEZONE made of zoneinfo's Europe/Berlin, DAYLIGHT begins at DTSTART:20250330T020000: RFC 5545
# counts the onset in the local time before it.
# What it does: It begins at 03:00, the time after it. Winter time begins at 03:00, which is right, and the offsets
# are right.
# Seen:
#     STANDARD ['DTSTART:20250101T000000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100']
#     DAYLIGHT ['DTSTART:20250330T030000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200']
#     STANDARD ['DTSTART:20251026T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100']
# Why it matters: A program that uses the VTIMEZONE of the file, and not a table of its own, shows an appointment in
# the first hour of summer time an hour off, and takes some clock times of that morning for winter.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'icalendar==7.3.0' >&2
cat > "$folder/look.py" <<'EOF'
import datetime
import zoneinfo

import icalendar

first, last = datetime.date(2025, 1, 1), datetime.date(2026, 1, 1)
zone = icalendar.Timezone.from_tzinfo(zoneinfo.ZoneInfo("Europe/Berlin"), first_date=first, last_date=last)
for part in zone.subcomponents:
    lines = part.to_ical().decode().splitlines()
    print(part.name, [line for line in lines if line.startswith(("DTSTART", "TZOFFSET"))])
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
STANDARD ['DTSTART:20250101T000000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100']
DAYLIGHT ['DTSTART:20250330T030000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200']
STANDARD ['DTSTART:20251026T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100']
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
