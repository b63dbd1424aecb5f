#!/usr/bin/env bash
# tourneyket 1.0.1 (PyPI): after a bracket has been printed, it has neither players nor a winner, and playing it anew
# ends with an error.
#
# Guess: print_bracket shows the bracket. The winner is bracket.bracket[-1][0] before and after, and it may be printed
# twice.
# What it does: The list of rounds is copied and the rounds themselves are not; while the lines are made, each player is
# taken out of them. What is left are empty lists.
# Seen:
#     before: [['Ann', 'Dan', 'Bob', 'Cyd'], ['Ann', 'Bob'], ['Ann']] first round of 4
#
#     Ann
#      |--- Ann
#     Dan
#            |--- Ann
#     Bob
#      |--- Bob
#     Cyd
#
#     after: [[], [], []]
#     printed again: IndexError
# Why it matters: A tournament is printed first and its result saved next: what is saved is an empty bracket, and no
# error says so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'tourneyket==1.0.1' >&2
cat > "$folder/look.py" <<'EOF'
from tourneyket import Bracket

bracket = Bracket(["Ann", "Dan", "Bob", "Cyd"])
bracket.play_out_bracket(min)
print("before:", bracket.bracket, "first round of", bracket.first_round_size)
bracket.print_bracket(spaces=6)
print("after:", bracket.bracket)
try:
    bracket.print_bracket(spaces=6)
except IndexError as error:
    print("printed again:", type(error).__name__)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
before: [['Ann', 'Dan', 'Bob', 'Cyd'], ['Ann', 'Bob'], ['Ann']] first round of 4

Ann
 |--- Ann
Dan
       |--- Ann
Bob
 |--- Bob
Cyd

after: [[], [], []]
printed again: IndexError
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
