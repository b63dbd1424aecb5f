"""Laws of the players that come with a game."""

from ludarium.core.errors import LudariumError
from ludarium.core.registry import load
from ludarium.core.spec import parse_spec
from ludarium.laws.broken import LawBroken
from ludarium.laws.law import Law, must
from ludarium.laws.sample import Sample
from ludarium.search.bot import hook
from ludarium.search.learned import BadPlayer, shipped_players
from ludarium.search.player import DEFAULT_LEVELS, levels, make_bot


def learnt_players_have_learnt_this_game(sample: Sample) -> None:
    """Every file in the folder `players` is a player that has learnt the game, with options and an observation it has.

    The levels that are played by it, in `LEARNED_LEVELS`, are levels of the game.
    """
    game = sample.game
    try:
        players = [*shipped_players(game)]
    except BadPlayer as error:
        raise LawBroken(str(error)) from error
    for name, player in players:
        spec = player.about.game
        try:
            must(parse_spec(spec)[0] == game.name, f"{name} has learnt {spec}")
            player.check(load(spec))
        except LudariumError as error:  # options that the game has no more, or another observation
            raise LawBroken(f"{name}: {error}") from error
    known, changed = hook(game, "LEVELS") or DEFAULT_LEVELS, hook(game, "LEARNED_LEVELS") or {}
    unknown = ", ".join(sorted(changed.keys() - known.keys()))
    must(not unknown, f"LEARNED_LEVELS names {unknown}, and the levels are {', '.join(known)}")


def every_level_can_play(sample: Sample) -> None:
    """Every level is a bot of the game."""
    for level, spec in levels(sample.game).items():
        try:
            make_bot(spec, sample.game, 0)
        except LudariumError as error:
            raise LawBroken(f"the level {level} is {spec!r}: {error}") from error


LAWS = (Law(learnt_players_have_learnt_this_game, installed=True), Law(every_level_can_play, installed=True))
"""The laws of learnt players, and of levels."""
