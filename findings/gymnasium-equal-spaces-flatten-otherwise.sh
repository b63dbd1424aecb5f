#!/usr/bin/env bash
# gymnasium 1.4.0 (PyPI): two spaces of the same parts are equal, and the same observation is another vector in each.
#
# Guess: Dict({'turn': ..., 'board': ...}) and Dict(turn=..., board=...) are two ways to write one space; they compare
# equal, so what is made for one fits the other.
# What it does: The first sorts its names, the second leaves them as they are, and == does not look at the order.
# flatten, flatten_space, unflatten and FlattenObservation follow it, so the numbers of board and turn change places.
# Seen:
#     equal: True and flattened: True
#     braces ['board', 'turn'] [1, 0, 0, 0, 1]
#     names ['turn', 'board'] [0, 1, 1, 0, 0]
#     written by the first, read by the second: {'turn': 0, 'board': 2} in the space: True
# Why it matters: A network that was trained with one spelling reads the observation of the other, of the same length
# and within the same bounds, as nonsense. A check that the spaces are equal, which is what libraries do before they
# load a model, passes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'gymnasium==1.4.0' 'numpy==2.4.6' >&2
cat > "$folder/look.py" <<'EOF'
from gymnasium.spaces import Dict, Discrete, flatten, flatten_space, unflatten

braces, names = Dict({"turn": Discrete(2), "board": Discrete(3)}), Dict(turn=Discrete(2), board=Discrete(3))
observation = {"turn": 1, "board": 0}
print("equal:", braces == names, "and flattened:", flatten_space(braces) == flatten_space(names))
for name, space in (("braces", braces), ("names", names)):
    print(name, list(space), flatten(space, observation).tolist())
back = unflatten(names, flatten(braces, observation))
print("written by the first, read by the second:", {key: int(value) for key, value in back.items()}, "in the space:", names.contains(back))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
equal: True and flattened: True
braces ['board', 'turn'] [1, 0, 0, 0, 1]
names ['turn', 'board'] [0, 1, 1, 0, 0]
written by the first, read by the second: {'turn': 0, 'board': 2} in the space: True
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
