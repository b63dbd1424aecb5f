"""A bot that needs only Python: it asks for the legal actions and plays a random one."""

import random
import sys

legal: list[str] = []
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
    else:  # position, turn and state are for bots that know the rules
        continue
    print(answer, flush=True)
