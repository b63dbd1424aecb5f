"""Three tiny games for tests: one with simultaneous turns, one with dice, one with turns of several steps.

They are not installed, so no spec names them: the tests hold the `Game` itself.
"""

from tests.tiny import pennies, race, stones

PENNIES = pennies.game()
RACE = race.game()
STONES = stones.game()
TINY = (PENNIES, RACE, STONES)
