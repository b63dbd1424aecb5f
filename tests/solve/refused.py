"""Games that the searches for proofs refuse, each with the sentence that says why."""

import pytest

import ludarium
from tests.tiny import LUCK, PENNIES, VAULT

REFUSED = pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (ludarium.load("ludo"), "ludo has chance: expected a game without"),
        (LUCK, "has chance|payoffs of its own"),
        (VAULT, "payoffs of its own|not a game of two sides"),
        (PENNIES, "simultaneous turns|not a game of two sides|payoffs of its own"),
    ],
)
