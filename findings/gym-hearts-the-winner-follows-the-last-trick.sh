#!/usr/bin/env bash
# gym-hearts 0.0.3 (PyPI): who leads a new trick is told to follow the suit of the trick that is over.
#
# Guess: The observation says whose turn it is and which of his cards are valid. Who won the trick leads to the next one
# with any card, but a heart while none has been played.
# What it does: The four cards of the trick stay on the table until the next card is played, and the observation in
# between is made with them: its valid cards are those of the suit that was led to the trick before.
# Seen:
#     trick 1: 2c 7c 4c 9c, won by 1
#         hand of the winner 2d 3h 5c 5h 6h 8h 9d Ac Ah Jh Qd Tc, valid 5c Ac Tc
#     trick 2: 5c Qc Jc 3c, won by 2
#         hand of the winner 5d 6s 7d 8d 8s 9h 9s Ad Kc Qh Td, valid Kc
#     trick 3: Kc Jd 8c Tc, won by 2
#         hand of the winner 5d 6s 7d 8d 8s 9h 9s Ad Qh Td, valid 5d 6s 7d 8d 8s 9h 9s Ad Qh Td
#     trick 4: 7d 3d Kd Qd, won by 0
#         hand of the winner 5s 6c 6d 7h As Kh Ks Qs Ts, valid 6d
# Why it matters: A strategy that plays from the valid cards, like the one in the documentation, leads the same suit
# until it has none left. It is another game that an agent learns here; a card that is not among them is taken all the
# same.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'gym-hearts==0.0.3' 'gym==0.26.2' 'numpy==2.4.6' \
    'treys==0.1.8' 'setuptools==80.9.0' >&2
cat > "$folder/look.py" <<'EOF'
from functools import partial

from gymhearts import env as hearts
from gymhearts.strategy import IStrategy
from treys.card import Card
from treys.deck import Deck

hearts.Deck = partial(Deck, 1)  # deals the same cards each time


class First(IStrategy):
    def move(self, observation):
        return observation["valid_hand_cards"][0]


def told(cards):
    return " ".join(sorted(map(Card.int_to_str, cards))) or "none"


env = hearts.HeartsEnv()
for number in range(4):
    env.add_player(First())
env.start()
for trick in range(1, 5):
    for number in range(4):
        seen, rewards, done, info = env.step(env.move())
    print(f"trick {trick}: {' '.join(map(Card.int_to_str, seen['playing_cards']))}, won by {seen['current_player_id']}")
    print(f"    hand of the winner {told(seen['hand_cards'])}, valid {told(seen['valid_hand_cards'])}")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
trick 1: 2c 7c 4c 9c, won by 1
    hand of the winner 2d 3h 5c 5h 6h 8h 9d Ac Ah Jh Qd Tc, valid 5c Ac Tc
trick 2: 5c Qc Jc 3c, won by 2
    hand of the winner 5d 6s 7d 8d 8s 9h 9s Ad Kc Qh Td, valid Kc
trick 3: Kc Jd 8c Tc, won by 2
    hand of the winner 5d 6s 7d 8d 8s 9h 9s Ad Qh Td, valid 5d 6s 7d 8d 8s 9h 9s Ad Qh Td
trick 4: 7d 3d Kd Qd, won by 0
    hand of the winner 5s 6c 6d 7h As Kh Ks Qs Ts, valid 6d
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
