#!/usr/bin/env bash
# js-go 0.1.4 (PyPI): a move onto a stone of the other side turns it, and a ko that has been taken back goes on
# barring its point.
#
# Guess: play_move returns the board as it was where the point is taken, as it does for a suicide, a ko and a point
# off the board. After go_to_previous_move every move of that position can be played.
# What it does: The stone is set wherever the point is on the board, so the other side's stone changes its colour and
# counts as a move; only one's own stone is left alone, since nothing changes. The point of the ko belongs to the game
# and not to the position: it stays when the moves that made it are taken back.
# Seen:
#     Black on 1,1: .... .b.. .... ...., to move w
#     White on 1,1: .... .w.. .... ...., to move b
#     Black took the ko: .bw. b.bw .bw. ...b, to move w
#     two moves back: .bw. b..w .bw. ...b, to move w
#     White on 1,1 as before: .bw. b..w .bw. ...b, to move w
#     White on 3,0 instead: .bw. b..w .bw. w..b, to move b
# Why it matters: A double click, or a click beside the point that was meant, robs the other side of a stone. In a
# record that is gone through backwards, the move that was played there is refused.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'js-go==0.1.4' >&2
cat > "$folder/look.py" <<'EOF'
from js_go import Go_game


def told(what, game):
    print(f"{what}: {' '.join(''.join(row) for row in game.board)}, to move {game.color}")


game = Go_game(4)
game.play_move(1, 1)
told("Black on 1,1", game)
game.play_move(1, 1)
told("White on 1,1", game)

game = Go_game(4)
for move in ((0, 1), (0, 2), (1, 0), (1, 3), (2, 1), (2, 2), (3, 3), (1, 1), (1, 2)):
    game.play_move(*move)
told("Black took the ko", game)
game.go_to_previous_move()
game.go_to_previous_move()
told("two moves back", game)
game.play_move(1, 1)
told("White on 1,1 as before", game)
game.play_move(3, 0)
told("White on 3,0 instead", game)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
Black on 1,1: .... .b.. .... ...., to move w
White on 1,1: .... .w.. .... ...., to move b
Black took the ko: .bw. b.bw .bw. ...b, to move w
two moves back: .bw. b..w .bw. ...b, to move w
White on 1,1 as before: .bw. b..w .bw. ...b, to move w
White on 3,0 instead: .bw. b..w .bw. w..b, to move b
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
