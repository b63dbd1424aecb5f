#!/usr/bin/env bash
# ics 3.12.0 (npm): the round that is to be left out of a weekly series stays, unless the server keeps UTC.
#
# Guess: startInputType: "utc" says how the numbers of an event are meant, so exclusionDates with the time of the start
# leave out that round.
# What it does: It is true of start (and endInputType of end) alone. The times to leave out are always local times of
# the machine, and are written as other times in UTC. Nothing begins at these, so nothing is left out.
# recurring-ical-events 3.8.2 (PyPI) counts three rounds.
# Seen:
#     UTC DTSTART:20260105T180000Z EXDATE:20260112T180000Z
#     America/New_York DTSTART:20260105T180000Z EXDATE:20260112T230000Z
#     UTC rounds on 05.01. 18:00 19.01. 18:00
#     New_York rounds on 05.01. 18:00 12.01. 18:00 19.01. 18:00
# Why it matters: On a server that keeps UTC, as most do, and in CI it is right. On a laptop, or a server with a local
# zone, the calendar invites to a round that was cancelled. Times as local ones for both, or TZ=UTC for the process,
# agree.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'ics@3.12.0' >&2
cat > "$folder/look.js" <<'EOF'
const { createEvent } = require("ics");
const { error, value } = createEvent({
  title: "Round",
  start: [2026, 1, 5, 18, 0],
  startInputType: "utc",
  duration: { hours: 2 },
  recurrenceRule: "FREQ=WEEKLY;COUNT=3",
  exclusionDates: [[2026, 1, 12, 18, 0]],
});
if (error) throw error;
console.log(process.env.TZ, ...value.split("\r\n").filter((line) => /^(DTSTART|EXDATE)/.test(line)));
require("fs").writeFileSync(`${__dirname}/${process.env.TZ.split("/").pop()}.ics`, value);
EOF
TZ=UTC node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }
TZ=America/New_York node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'recurring-ical-events==3.8.2' 'icalendar==7.3.0' >&2
cat > "$folder/look.py" <<'EOF'
from pathlib import Path

import icalendar
import recurring_ical_events

for zone in ("UTC", "New_York"):
    calendar = icalendar.Calendar.from_ical(Path(__file__).with_name(f"{zone}.ics").read_bytes())
    events = recurring_ical_events.of(calendar).between((2026, 1, 1), (2026, 2, 1))
    print(zone, "rounds on", *sorted(f"{event.start:%d.%m. %H:%M}" for event in events))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
UTC DTSTART:20260105T180000Z EXDATE:20260112T180000Z
America/New_York DTSTART:20260105T180000Z EXDATE:20260112T230000Z
UTC rounds on 05.01. 18:00 19.01. 18:00
New_York rounds on 05.01. 18:00 12.01. 18:00 19.01. 18:00
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
