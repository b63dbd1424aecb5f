#!/usr/bin/env bash
# pyglicko2 0.0.1a2 and glicko2 2.1.0 (PyPI): the deviation of a player who stays away is the same for years, and jumps
# with the next game.
#
# Guess: In Glicko-2 a period without a game makes a rating less certain; after update() without opponents RD is the
# greater deviation, as glicko2's did_not_compete has it.
# What it does: update() widens the inner value and leaves the attribute RD, which also the player's text shows, as it
# was. The next update with a game reckons with the inner value and overwrites RD.
# Seen:
#     before: pyglicko2 RD 50.0, glicko2 rd 50.0
#     after 100 periods away: pyglicko2 RD 50.0, glicko2 rd 115.6
#     after a draw with a player of the same rating: pyglicko2 RD 110.2, glicko2 rd 110.2
# Why it matters: A list of ratings calls somebody well known who has not played for years, and a player becomes less
# certain by playing. What is stored as rating and RD and read again has forgotten the absence.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pyglicko2==0.0.1a2' 'glicko2==2.1.0' >&2
cat > "$folder/look.py" <<'EOF'
import glicko2
import pyglicko2

mine, other = pyglicko2.Player(1500, 50, 0.06), glicko2.Player(1500, 50, 0.06)


def show(when):
    print(f"{when}: pyglicko2 RD {mine.RD:.1f}, glicko2 rd {other.rd:.1f}")


show("before")
for _ in range(100):
    mine.update()
    other.did_not_compete()
show("after 100 periods away")
with pyglicko2.system(0.5):
    mine.update([pyglicko2.Player(1500, 50)], [pyglicko2.Outcome.DRAW])
other.update_player([1500], [50], [0.5])
show("after a draw with a player of the same rating")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
before: pyglicko2 RD 50.0, glicko2 rd 50.0
after 100 periods away: pyglicko2 RD 50.0, glicko2 rd 115.6
after a draw with a player of the same rating: pyglicko2 RD 110.2, glicko2 rd 110.2
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
