"""A bot that needs nothing but Python: it asks to be told what is legal, and takes any of it."""

import random
import sys

legal = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "ludarium":
        answer = "ready 1 legal"
    elif word == "game":
        random.seed(rest)
        continue
    elif word == "ping":
        answer = f"pong {rest}"
    elif word == "legal":
        legal.append(rest)
        continue
    elif word == "go":
        answer = f"action {random.choice(legal)}"
        legal = []
    elif word == "quit":
        break
    else:  # position, turn and state are for those who know the rules
        continue
    print(answer, flush=True)
