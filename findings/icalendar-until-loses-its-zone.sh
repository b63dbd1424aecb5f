#!/usr/bin/env bash
# icalendar 7.3.0 (PyPI): the end of a repetition loses its time zone.
#
# Guess: UNTIL with a time in New York is written in UTC, as RFC 5545 wants it beside a DTSTART with a zone, or is
# refused.
# What it does: The clock time is written without any zone: 20:00 in New York, which is 01:00 of the next day in UTC,
# becomes UNTIL=20260301T200000, floating. DTSTART of the same event keeps its zone, and a time in UTC keeps its Z.
# Seen:
#     DTSTART;TZID=America/New_York:20260201T200000 RRULE:FREQ=WEEKLY;UNTIL=20260301T200000
#     DTSTART:20260201T200000Z RRULE:FREQ=WEEKLY;UNTIL=20260301T200000Z
# Why it matters: Readers take it for the local time of the reader or for UTC, so a weekly club night ends a week
# early for some of those who have subscribed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'icalendar==7.3.0' >&2
cat > "$folder/look.py" <<'EOF'
import datetime
import zoneinfo

import icalendar

for name in ("America/New_York", "UTC"):
    end = datetime.datetime(2026, 3, 1, 20, tzinfo=zoneinfo.ZoneInfo(name))
    event = icalendar.Event()
    event.add("dtstart", end - datetime.timedelta(weeks=4))
    event.add("rrule", {"freq": "weekly", "until": end})
    print(*event.to_ical().decode().splitlines()[1:3])
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
DTSTART;TZID=America/New_York:20260201T200000 RRULE:FREQ=WEEKLY;UNTIL=20260301T200000
DTSTART:20260201T200000Z RRULE:FREQ=WEEKLY;UNTIL=20260301T200000Z
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
