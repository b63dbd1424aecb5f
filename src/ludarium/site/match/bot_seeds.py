"""The bot of a seat, whose seed cannot be predicted."""

import secrets

from ludarium.match.commitment import SECRET_BYTES, bot_seed
from ludarium.players.bot_player import BotPlayer
from ludarium.search.player import make_bot
from ludarium.site.match.views import MatchView


def new_bot(view: MatchView, seat: int) -> BotPlayer:
    """Return a bot for a seat; its seed follows from the match's secret and the number of turns.

    So nobody can run the same bot beside the match to foretell its turns.
    """
    seed = bot_seed(view.secret or secrets.token_bytes(SECRET_BYTES), len(view.match.turns), seat)
    return BotPlayer(make_bot(view.seats[seat].name, view.match.game, seed))
