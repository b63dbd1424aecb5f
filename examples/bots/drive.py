"""Play two of Ludarium's bots against each other through the engine protocol, without importing Ludarium.

This program knows no rules: it passes each turn to the other engine until an engine has no turn to play.
"""

import subprocess
import sys
from subprocess import Popen

ENGINE = [sys.executable, "-m", "ludarium", "engine", "--bot"]


def start(bot: str, seat: int) -> Popen[str]:
    """Start an engine and set up a game."""
    engine = subprocess.Popen([*ENGINE, bot], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    send(engine, f"ludarium 1\ngame orion(clicks=1,turn_limit=20) seat {seat} seed {seat}\nposition")
    return engine


def send(engine: Popen[str], text: str) -> None:
    """Send lines to an engine."""
    assert engine.stdin is not None
    engine.stdin.write(f"{text}\n")


def ask(engine: Popen[str]) -> str | None:
    """Return the turn that the engine plays; None if it has no turn to play."""
    send(engine, "go within 10")
    assert engine.stdout is not None
    for line in engine.stdout:
        word, _, rest = line.strip().partition(" ")
        if word in ("bestturn", "error"):
            return rest if word == "bestturn" else None
    return None


engines = [start("medium", 0), start("easy", 1)]
turns: list[str] = []
while turn := ask(engines[len(turns) % 2]):
    turns.append(turn)
    for engine in engines:
        send(engine, f"turn {turn}")
for engine in engines:
    engine.communicate("quit\n")
print(len(turns), "turns:", *turns)
