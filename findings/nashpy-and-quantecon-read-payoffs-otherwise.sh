#!/usr/bin/env bash
# nashpy 0.0.43 and quantecon 0.11.4 (PyPI): one matrix is a game for zero in one and a symmetric game in the other,
# and the second player's matrix is turned.
#
# Guess: Both build a game of two players from NumPy arrays, so the same arrays are the same game: one matrix for a
# zero-sum game, two for any other, indexed by row and column.
# What it does: From one matrix nashpy makes the opposite payoffs for the second player, quantecon the same ones from
# the other side. In the second player's matrix nashpy has the first player's choice first, as books have it,
# quantecon the owner's.
# Seen:
#     one matrix, nashpy: [[3, -3], [0, 0], [5, -5], [1, -1]]
#     one matrix, quantecon: [[3, 3], [0, 5], [5, 0], [1, 1]]
#     two matrices, nashpy: [[[0, 1], [0, 1]]]
#     two matrices, quantecon: [[[1, 0], [1, 0]]]
#     the second one turned, quantecon: [[[0, 1], [0, 1]]]
# Why it matters: All of these calls succeed, on square matrices without a warning, and find other equilibria: who
# checks one library by the other finds a difference, and who moves over solves another game.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'nashpy==0.0.43' 'quantecon==0.11.4' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
import nashpy
import numpy as np
from quantecon.game_theory import NormalFormGame, Player, support_enumeration

one, two = np.array([[3, 0], [5, 1]]), np.array([[1, 3], [0, 2]])


def payoffs(game, pure):
    return [[int(number) for number in game[pure[row], pure[column]]] for row in (0, 1) for column in (0, 1)]


def shown(equilibria):
    return [[[int(share) for share in strategy] for strategy in pair] for pair in equilibria]


print("one matrix, nashpy:", payoffs(nashpy.Game(one), ((1, 0), (0, 1))))
print("one matrix, quantecon:", payoffs(NormalFormGame(one), (0, 1)))
first = np.array([[2, 0], [0, 1]])
print("two matrices, nashpy:", shown(nashpy.Game(first, two).support_enumeration()))
print("two matrices, quantecon:", shown(support_enumeration(NormalFormGame((Player(first), Player(two))))))
print("the second one turned, quantecon:", shown(support_enumeration(NormalFormGame((Player(first), Player(two.T.copy()))))))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
one matrix, nashpy: [[3, -3], [0, 0], [5, -5], [1, -1]]
one matrix, quantecon: [[3, 3], [0, 5], [5, 0], [1, 1]]
two matrices, nashpy: [[[0, 1], [0, 1]]]
two matrices, quantecon: [[[1, 0], [1, 0]]]
the second one turned, quantecon: [[[0, 1], [0, 1]]]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
