#!/usr/bin/env bash
# OpenSpiel 2.0.2, Pgx 2.6.0, PettingZoo 1.27.0 (PyPI): a move that restores an earlier position of Go draws, loses,
# or is nothing.
#
# Guess: The move is not legal, by positional superko, which computer Go has used for decades; at least packages for
# learning agree.
# What it does: It is legal in all three. In OpenSpiel the game is over and a draw, in Pgx it is over and lost for who
# moved, in PettingZoo it goes on.
# Seen:
#     OpenSpiel: over True, Black and White get [0.0, 0.0]
#     Pgx: legal True, over True, White, who moved, gets -1.0
#     PettingZoo: legal True, over False
# Why it matters: A policy that is trained in one and tested in another loses, or wins, games by a rule that it has
# never met; a cycle of three kos is worth half a point, nothing or for ever.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'open-spiel==2.0.2' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import pyspiel

MOVES = "d3 d5 a3 d1 c4 a4 b1 b5 e3 a1 e1 b4 b2 e5 c5 d2 c2 b3 d4 a2 a3 a1".split()
state = pyspiel.load_game("go(board_size=5,komi=7.5)").new_initial_state()
for move in MOVES:
    player = state.current_player()
    state.apply_action(next(a for a in state.legal_actions() if state.action_to_string(player, a).endswith(" " + move)))
print(f"OpenSpiel: over {state.is_terminal()}, Black and White get {state.returns()}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pgx==2.6.0' 'jax==0.10.2' 'jaxlib==0.10.2' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import jax
from pgx.go import Go

MOVES = "d3 d5 a3 d1 c4 a4 b1 b5 e3 a1 e1 b4 b2 e5 c5 d2 c2 b3 d4 a2 a3 a1".split()
game = Go(size=5, komi=7.5)
state, step = game.init(jax.random.PRNGKey(0)), jax.jit(game.step)
for move in MOVES:
    action, mover = "abcde".index(move[0]) + 5 * (5 - int(move[1])), int(state.current_player)
    legal, state = bool(state.legal_action_mask[action]), step(state, action)
print(f"Pgx: legal {legal}, over {bool(state.terminated)}, White, who moved, gets {float(state.rewards[mover])}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pettingzoo==1.27.0' 'pygame-ce==2.5.8' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
from pettingzoo.classic import go_v5

MOVES = "d3 d5 a3 d1 c4 a4 b1 b5 e3 a1 e1 b4 b2 e5 c5 d2 c2 b3 d4 a2 a3 a1".split()
env = go_v5.env(board_size=5, komi=7.5)
env.reset()
for move in MOVES:
    action = "abcde".index(move[0]) + 5 * (5 - int(move[1]))
    legal = bool(env.observe(env.agent_selection)["action_mask"][action])
    env.step(action)
print(f"PettingZoo: legal {legal}, over {any(env.terminations.values())}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
OpenSpiel: over True, Black and White get [0.0, 0.0]
Pgx: legal True, over True, White, who moved, gets -1.0
PettingZoo: legal True, over False
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
