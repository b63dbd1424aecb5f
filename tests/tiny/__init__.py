"""Tiny games for tests: simultaneous turns, dice, turns of several steps; and games with payoffs of their own.

They are not installed, so no spec names them: the tests hold the `Game` itself.
"""

from tests.tiny import bids, gammon, luck, pairs, pennies, race, stones, vault

BIDS = bids.game()
PENNIES = pennies.game()
RACE = race.game()
STONES = stones.game()
LUCK = luck.game()
LUCK_TO_WIN = luck.game(paid="win")
VAULT = vault.game()
PAIRS = pairs.game()
GAMMON = gammon.game()
PLAIN_GAMMON = gammon.game(gammon=1)
TINY = (PENNIES, RACE, STONES, LUCK, VAULT, PAIRS, GAMMON)
