#!/usr/bin/env bash
# Pgx 2.6.0 (PyPI): at backgammon a player may move so that the second die cannot be played, although both could be.
#
# Guess: The rule that both dice must be played where some order of moves allows it is in the mask of legal actions.
# What it does: The mask has moves after which nothing is left for the other die, beside moves after which it can be
# played. In random play 23 of 4,481 turns of two different dice were such; here they are counted to five.
# Seen:
#     turns in which one first move leaves a die and another plays both: 5 found
# Why it matters: A player trained here learns to keep a checker back where the rules forbid it, and loses that habit
# as an illegal move on any server. OpenSpiel offers pairs of moves, in which this cannot happen.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pgx==2.6.0' 'jax==0.10.2' 'jaxlib==0.10.2' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import jax
import jax.numpy as jnp
import numpy as np
import pgx

game = pgx.make("backgammon")
init, step = jax.jit(game.init), jax.jit(game.step)
step_all = jax.jit(jax.vmap(game.step, in_axes=(None, 0, None)))
random, key = np.random.default_rng(0), jax.random.PRNGKey(0)
every, found = jnp.arange(game.num_actions), 0
FIRST_OF_A_PLAY = 6  # actions below pass
while found < 5:
    key, part = jax.random.split(key)
    state = init(part)
    while not state.terminated and found < 5:
        legal = np.flatnonzero(state.legal_action_mask)
        mover = int(state.current_player)
        if len(set(np.asarray(state._dice).tolist())) == 2 and (np.asarray(state._playable_dice) >= 0).sum() == 2:
            after = step_all(state, every, part)
            goes_on = {}
            for action in legal[legal >= FIRST_OF_A_PLAY].tolist():
                same = int(after.current_player[action]) == mover
                plays = bool(after.legal_action_mask[action][FIRST_OF_A_PLAY:].any())
                goes_on[action] = bool(after.terminated[action]) or (same and plays)
            found += len(set(goes_on.values())) == 2
        key, part = jax.random.split(key)
        state = step(state, int(random.choice(legal)), part)
print(f"turns in which one first move leaves a die and another plays both: {found} found")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
turns in which one first move leaves a die and another plays both: 5 found
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
