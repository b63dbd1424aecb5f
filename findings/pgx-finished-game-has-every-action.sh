#!/usr/bin/env bash
# Pgx 2.6.0 (PyPI): in a finished game every action is legal.
#
# Guess: The mask of legal actions of a finished game is empty.
# What it does: It is all true, occupied cells included; a step then gives rewards of 0 and leaves the game finished.
# Seen:
#     after 0: over False, legal 8 of 9
#     after 3: over False, legal 7 of 9
#     after 1: over False, legal 6 of 9
#     after 4: over False, legal 5 of 9
#     after 2: over True, legal 9 of 9
#     action 0 once more: over True, rewards [0.0, 0.0]
# Why it matters: A loop that goes on while there are legal actions never ends, counts of legal actions (branching
# factor, mobility) are too large by whole boards, and a search that does not ask for the end expands it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pgx==2.6.0' 'jax==0.10.2' 'jaxlib==0.10.2' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import jax
import pgx

game = pgx.make("tic_tac_toe")
state = game.init(jax.random.PRNGKey(0))
for action in (0, 3, 1, 4, 2):
    state = game.step(state, action)
    print(f"after {action}: over {bool(state.terminated)}, legal {int(state.legal_action_mask.sum())} of 9")
again = game.step(state, 0)
print(f"action 0 once more: over {bool(again.terminated)}, rewards {again.rewards.tolist()}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
after 0: over False, legal 8 of 9
after 3: over False, legal 7 of 9
after 1: over False, legal 6 of 9
after 4: over False, legal 5 of 9
after 2: over True, legal 9 of 9
action 0 once more: over True, rewards [0.0, 0.0]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
