"""A bot of the search as a player: it chooses action by action until its turn is complete."""

from __future__ import annotations

from ludarium.core.errors import IllegalMove
from ludarium.core.game import State
from ludarium.core.text import to_text
from ludarium.match.match import Match
from ludarium.players.player import Limit, Player, PlayResult
from ludarium.search.bot import Bot


class BotPlayer(Player):
    """A bot of the search, `bot`, that plays a seat; `author` is the person who has written it, empty for ours."""

    author = ""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def play(self, match: Match, seat: int, limit: Limit) -> PlayResult:
        """Return the bot's turn, and its report about the turn's last action."""
        self.bot.time_limit = limit.budget
        return PlayResult(choose_turn(self.bot, match.state, seat), self.bot.info)

    def suspend(self, *, suspended: bool) -> None:
        """Let what chooses rest while others have precedence, or go on; a search does so by itself."""


def choose_turn(bot: Bot, state: State, seat: int) -> str:
    """Return the turn that a bot plays, as text; in a simultaneous turn the name of its action.

    Raises `IllegalMove` for a seat that need not act.
    """
    if seat not in state.actors:
        raise IllegalMove(f"seat {to_text(seat)} need not act here")
    if len(state.actors) > 1:
        return state.action_name(bot.choose(state, seat), seat)
    actions: list[int] = []
    now = state
    while now.actors == (seat,) and (now.in_turn or not actions):
        actions.append(bot.choose(now, seat))
        now = now.play(actions[-1])
    return state.format_turn(actions)
