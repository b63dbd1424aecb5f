"""Two of Ludarium's own players against each other, driven from outside: this file imports nothing of Ludarium.

It knows no rules either: it passes on what each of them plays, until one of them says that nothing is left to do.
"""

import subprocess
import sys

ENGINE = [sys.executable, "-m", "ludarium", "engine", "--bot"]


def start(bot, seat: int):
    """An engine that is ready for a game."""
    engine = subprocess.Popen([*ENGINE, bot], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    engine.stdin.write(f"ludarium 1\ngame orion(clicks=1,turn_limit=20) seat {seat} seed {seat}\nposition\n")
    return engine


def ask(engine):
    """The turn that the engine plays, None where it has none."""
    engine.stdin.write("go within 10\n")
    for line in engine.stdout:
        word, _, rest = line.strip().partition(" ")
        if word in ("bestturn", "error"):
            return rest if word == "bestturn" else None
    return None


engines = [start("medium", 0), start("easy", 1)]
turns = []
while turn := ask(engines[len(turns) % 2]):
    turns.append(turn)
    for engine in engines:
        engine.stdin.write(f"turn {turn}\n")
for engine in engines:
    engine.communicate("quit\n")
print(len(turns), "turns:", *turns)
