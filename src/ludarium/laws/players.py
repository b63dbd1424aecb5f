"""Laws of the players that come with a game."""

from ludarium.core.registry import load
from ludarium.laws.law import Law, LawBroken, must
from ludarium.laws.sample import Sample
from ludarium.search.bot import hook
from ludarium.search.learned import BadPlayer, shipped_players
from ludarium.search.player import DEFAULT_LEVELS


def learnt_players_have_learnt_this_game(sample: Sample) -> None:
    """Every file in the folder `players` is a player that has learnt the game, with options and an observation it has.

    The levels that are played by it, in `LEARNED_LEVELS`, are levels of the game.
    """
    game = sample.game
    try:
        for name, player in shipped_players(game):
            learned = load(player.about.game)
            must(learned.name == game.name, f"{name} has learnt {learned.spec}")
            player.check(learned)
    except BadPlayer as error:
        raise LawBroken(str(error)) from error
    known, changed = hook(game, "LEVELS") or DEFAULT_LEVELS, hook(game, "LEARNED_LEVELS") or {}
    unknown = ", ".join(changed.keys() - known.keys())
    must(not unknown, f"LEARNED_LEVELS names {unknown}, and the levels are {', '.join(known)}")


LAWS = (Law(learnt_players_have_learnt_this_game, installed=True),)
"""The law of learnt players."""
