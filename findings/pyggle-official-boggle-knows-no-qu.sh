#!/usr/bin/env bash
# pyggle 1.2.0 (PyPI): with the official rules of Boggle no word with a Q is found, though the letter stands for "Qu".
#
# Guess: With official=True "the letter 'Q' is now represented as 'Qu'", says the documentation, so a Q beside I and T
# makes "quit". solve() and solve_dfs() are two ways to the same words.
# What it does: solve() keeps the words in a tree with one letter a step, and looks for a step "qu", which no word has:
# at each Q it gives up. solve_dfs(), which nothing else calls, finds the words; get_words(), get_score() and "in" use
# solve().
# Seen:
#     solve_dfs: ['quiet', 'quit', 'tide']
#     solve: ['tide']
#     quit on the board: False - score of all words: 1
# Why it matters: A word with "qu" has five points or more at times. A judge of a game says that it is not on the board,
# for the very letter that has a rule of its own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps 'pyggle==1.2.0' >&2
cat > "$folder/look.py" <<'EOF'
from pyggle import Boggle

words = ["quit", "quiet", "quite", "tide"]
boggle = Boggle("qiet tade nore slin", words, official=True)
print("solve_dfs:", sorted(boggle.solve_dfs()))
print("solve:", sorted(boggle.solve()))
print("quit on the board:", "quit" in boggle, "- score of all words:", sum(boggle.get_score()))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
solve_dfs: ['quiet', 'quit', 'tide']
solve: ['tide']
quit on the board: False - score of all words: 1
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
