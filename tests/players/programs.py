"""Programs of a few lines that speak the protocol, well or badly."""

import shlex
import sys

READY = "if w == 'ludarium': say('ready 1')\nelif w == 'ping': say('pong', r)\n"
LOOP = """
import os, signal, sys, time
def say(*words): print(*words, flush=True)
legal = []
for line in sys.stdin:
    w, _, r = line.strip().partition(' ')
"""


def program(code: str, *, ready: str = READY) -> str:
    """Return the spec of a program that runs this code for each line: `w` is its first word, `r` the rest."""
    body = "".join(f"    {line}\n" for line in f"{ready}{code}".splitlines())
    return f"program:{shlex.join([sys.executable, '-c', LOOP + body])}"


ANY = program("if w == 'legal': legal.append(r)\nelif w == 'go': say('action', legal[0]); legal.clear()\n").replace(
    "ready 1", "ready 1 legal"
)
"""Plays the first legal action, without knowing any rules."""
