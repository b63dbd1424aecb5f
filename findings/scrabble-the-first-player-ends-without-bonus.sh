#!/usr/bin/env bash
# scrabble 1.3 (PyPI): the first player who plays his last tile gets nothing for it, and the others lose nothing.
#
# Guess: Whoever plays his last tile with an empty bag ends the game: each of the others loses the points of his tiles,
# and the one who ended it gets them. So does the documentation have it for an empty rack.
# What it does: The one with the empty rack is asked for as true or false, and the first player has the number 0, which
# is false. For him the game ends without these points, for all the others with them.
# Seen:
#     player 1 plays his last tile, scores before [[], [10]]
#     Game Over! Player 2 wins with a score of 10
#     racks [[], [Q, B]], scores [[4], [10]]
#     player 2 plays his last tile, scores before [[10], []]
#     Game Over! Player 2 wins with a score of 17
#     racks [[Q, B], []], scores [[10, -13], [4, 13]]
# Why it matters: These points are worth twice the tiles that are left, and in a game of two about half of the ends are
# the first player's. Here he has lost 2 to 10 with the very tiles and scores with which the second player wins, and the
# winner is printed so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'scrabble==1.3' >&2
cat > "$folder/look.py" <<'EOF'
from scrabble.main import ScrabbleGame, ScrabbleTile

for player in (0, 1):
    game = ScrabbleGame(num_players=2)
    game.tile_bag, game.move_number = [], 2 + player
    game.board[("h", 8)] = ScrabbleTile("A")
    game.player_rack_list[player] = [ScrabbleTile("T")]
    game.player_rack_list[1 - player] = [ScrabbleTile("Q"), ScrabbleTile("B")]
    game.player_score_list_list[1 - player] = [10]
    print(f"player {player + 1} plays his last tile, scores before {game.player_score_list_list}")
    game.next_player_move({("T", ("i", 8))}, False)
    print(f"racks {game.player_rack_list}, scores {game.player_score_list_list}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
player 1 plays his last tile, scores before [[], [10]]
Game Over! Player 2 wins with a score of 10
racks [[], [Q, B]], scores [[4], [10]]
player 2 plays his last tile, scores before [[10], []]
Game Over! Player 2 wins with a score of 17
racks [[Q, B], []], scores [[10, -13], [4, 13]]
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
