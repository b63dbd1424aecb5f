#!/usr/bin/env bash
# Pgx 2.6.0 (PyPI): who has White at chess is drawn by lot, so player 0 is White in some games and Black in others.
#
# Guess: Player 0 begins, or in chess is White, in every game.
# What it does: init draws from its key whether player 0 or player 1 begins, in every game of two players; rewards are
# in the order of the players, not of the colours.
# Seen:
#     chess: begun by player 0 and 1: both often True, together 1000
#     tic_tac_toe: begun by player 0 and 1: both often True, together 1000
#     connect_four: begun by player 0 and 1: both often True, together 1000
# Why it matters: rewards[0] summed over games is not the score of White, and an evaluation in which "our" network is
# player 0 plays both colours in numbers that nobody chose.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pgx==2.6.0' 'jax==0.10.2' 'jaxlib==0.10.2' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import jax
import pgx

for name in ("chess", "tic_tac_toe", "connect_four"):
    game = pgx.make(name)
    states = jax.vmap(game.init)(jax.random.split(jax.random.PRNGKey(0), 1000))
    counts = [int((states.current_player == player).sum()) for player in (0, 1)]
    print(f"{name}: begun by player 0 and 1: both often {min(counts) > 400}, together {sum(counts)}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
chess: begun by player 0 and 1: both often True, together 1000
tic_tac_toe: begun by player 0 and 1: both often True, together 1000
connect_four: begun by player 0 and 1: both often True, together 1000
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
