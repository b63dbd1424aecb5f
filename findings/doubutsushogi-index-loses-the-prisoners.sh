#!/usr/bin/env bash
# doubutsushogi 0.0.5 (PyPI): a position that is read from its number has no prisoners.
#
# Guess: State.from_index(state.state_index) is the same state: the number has a place for each of the twelve squares
# and for each of the six counts of prisoners.
# What it does: All eighteen places are read as squares first, which uses the number up; the counts are then read from
# what is left, which is nothing. With the second player to move, from_index(..., turn=2) also leaves the board as the
# mover sees it, turned round. No error is raised.
# Seen:
#     given .lz.H..k.ZLK1100011, by number .lz.H..k.ZLK0000001, same number False
#     given .lz.H..k.ZLK1100011, by text   .lz.H..k.ZLK1100011
#     given .lz.H..k.ZLK1100012, by number klz.K..h.ZL.0000002, same number False
#     given .lz.H..k.ZLK1100012, by text   .lz.H..k.ZLK1100012
# Why it matters: The number is the key of the table of all positions, and a program that keeps positions by it
# evaluates other ones: nearly every position of this game after the opening has prisoners. The text of a state comes
# back whole.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'doubutsushogi==0.0.5' >&2
cat > "$folder/look.py" <<'EOF'
from doubutsushogi.game import State

for turn in (1, 2):
    state = State.from_text(f".lz.H..k.ZLK110001{turn}")
    again = State.from_index(state.state_index, turn)
    print(f"given {state.text}, by number {again.text}, same number {again.state_index == state.state_index}")
    print(f"given {state.text}, by text   {State.from_text(state.text).text}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
given .lz.H..k.ZLK1100011, by number .lz.H..k.ZLK0000001, same number False
given .lz.H..k.ZLK1100011, by text   .lz.H..k.ZLK1100011
given .lz.H..k.ZLK1100012, by number klz.K..h.ZL.0000002, same number False
given .lz.H..k.ZLK1100012, by text   .lz.H..k.ZLK1100012
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
