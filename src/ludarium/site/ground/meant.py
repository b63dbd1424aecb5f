"""Which matches are meant by lists, counts and results: not those that were called off before they had begun."""

from ludarium.match.data import CALLED_OFF
from ludarium.site.ground.tables import matches

IS_MEANT = matches.c.ending != CALLED_OFF
"""The condition that a match has begun, or waits for its players."""
IS_PLAYED = matches.c.ending.not_in(("", CALLED_OFF))
"""The condition that a match is over and was not called off."""
