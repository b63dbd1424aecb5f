"""Tests of the random games on which the laws are tested."""

import subprocess
import sys


def test_the_rules_of_random_games_are_compiled() -> None:
    """As plain Python they would be compared with themselves."""
    play = "from ludarium.laws.sample import Sample; from ludarium import load; Sample.draw(load('ludo'), games=1)"
    code = f"import sys; {play}; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
