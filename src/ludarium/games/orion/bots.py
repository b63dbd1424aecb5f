"""Players of Hydra."""

from ludarium.search.player import BotKind

BOTS: dict[str, BotKind] = {}
LEVELS = {"easy": "random"}
