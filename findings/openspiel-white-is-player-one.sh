#!/usr/bin/env bash
# OpenSpiel 2.0.2 (PyPI open-spiel): in its games of the chess family Black is player 0, and player 1 begins.
#
# Guess: Player 0 begins, as in its other games of two: breakthrough, go, hex, checkers.
# What it does: current_player() of a new game is 1 in chess, antichess, crazyhouse, dark chess, Kriegspiel and
# reconnaissance blind chess, and returns()[1] is the result of White.
# Seen:
#     chess 1
#     antichess 1
#     crazyhouse 1
#     dark_chess 1
#     kriegspiel 1
#     rbc 1
#     breakthrough 0
#     go 0
#     checkers 0
#     White mates: [-1.0, 1.0]
# Why it matters: Tables of results by seat give White's wins to the second player, and a loop over [first, second]
# lets the bot named first play Black.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'open-spiel==2.0.2' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import pyspiel

for name in ("chess", "antichess", "crazyhouse", "dark_chess", "kriegspiel", "rbc", "breakthrough", "go", "checkers"):
    print(name, pyspiel.load_game(name).new_initial_state().current_player())
state = pyspiel.load_game("chess").new_initial_state()
for move in ("e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"):
    player = state.current_player()
    state.apply_action(next(a for a in state.legal_actions() if state.action_to_string(player, a) == move))
print("White mates:", state.returns())
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
chess 1
antichess 1
crazyhouse 1
dark_chess 1
kriegspiel 1
rbc 1
breakthrough 0
go 0
checkers 0
White mates: [-1.0, 1.0]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
