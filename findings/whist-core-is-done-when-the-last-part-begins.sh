#!/usr/bin/env bash
# whist-core 0.9.2 (PyPI): a hand is done when its last trick begins, and a rubber when its third game begins, but not
# when one side has won two.
#
# Guess: Hand.done() is "True if the hand is done", after the last card of the thirteenth trick. A rubber is the best of
# three games: it is done when one side has won two of them.
# What it does: Hand.done() asks whether there are thirteen tricks and returns the last of them, which is true as such;
# it would be the trick's own "done" that says whether cards are missing. Rubber.done counts the games that have begun,
# too, so it is done before the third is played, and goes on after two games of the same side.
# Seen:
#     hand: trick 13, cards left to play: 44, done: True
#     rubber, games won by ['a', 'a']: done False; the third begins: done True
#     rubber, games won by ['a', 'b']: done False; the third begins: done True
# Why it matters: A server that shows the score when done() says so asks for the winner of a trick that nobody has
# played to, which raises; and it sends the players of a rubber home before the game that decides it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'whist-core==0.9.2' 'pydantic==2.12.5' >&2
cat > "$folder/look.py" <<'EOF'
from whist_core.cards.card_container import UnorderedCardContainer
from whist_core.game.hand import Hand
from whist_core.game.play_order import PlayOrder
from whist_core.game.rubber import Rubber
from whist_core.game.warnings import ServSuitFirstWarning
from whist_core.scoring.score import Score
from whist_core.scoring.team import Team
from whist_core.user.player import Player

teams = [Team(players=[Player(username=f"{side}{n}", rating=1500) for n in "12"]) for side in "ab"]
order = PlayOrder.from_team_list(teams)
hand = Hand.deal(order)
while True:
    trick = hand.current_trick
    if hand.done():
        break
    while not trick.done:
        player = trick.play_order[len(trick.stack)]
        for card in list(player.hand):
            try:
                trick.play_card(player, card)
                break
            except ServSuitFirstWarning:
                pass
    hand.next_trick(order)
left = sum(len(player.hand) for player in order)
print(f"hand: trick {len(hand.tricks)}, cards left to play: {left}, done: {bool(hand.done())}")

for winners in (["a", "a"], ["a", "b"]):
    rubber = Rubber(teams=teams)
    for winner in winners:
        game = rubber.next_game()
        while not game.done:
            game.score_card.add_score(Score(teams=teams, scores=[1, 0] if winner == "a" else [0, 1]))
    print(f"rubber, games won by {winners}: done {rubber.done}", end="; ")
    rubber.next_game()
    print(f"the third begins: done {rubber.done}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
hand: trick 13, cards left to play: 44, done: True
rubber, games won by ['a', 'a']: done False; the third begins: done True
rubber, games won by ['a', 'b']: done False; the third begins: done True
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
