"""Ladders in words, and how the bots of the site choose their turns."""

from ludarium.core.spec import parse_spec
from ludarium.core.text import counted
from ludarium.search.personas import bot_name
from ludarium.site.ladder.rows import LadderPlayer
from ludarium.site.ladder.views import LadderView, PlayedMatch
from ludarium.tournament.ranking import RANKED, SETTLED

_HALF = 0.5


def player_name(player: LadderPlayer) -> str:
    """Return the name of a player of a ladder: of a level that of its bot, and the level."""
    if not player.level:
        return player.name
    name = bot_name(player.game, player.level)
    return name if name == player.level else f"{name}, {player.level}"


def explain(view: LadderView) -> list[str]:
    """Return what happens next on a ladder, as sentences."""
    if not view.is_on:
        return ["This site plays no matches of ladders at the moment; the table stays as it is."]
    pace = f"until all have played {SETTLED}, and then two an hour"
    begun = f"Matches are played in spare time, one after another, {pace}."
    if view.written:
        return [begun]
    none = "No bot of a person is on this ladder yet, so the levels of this site play each other."
    return [none, f"The first bot that somebody publishes has a place after {counted(RANKED, 'match')}.", begun]


def describe_result(played: PlayedMatch) -> str:
    """Return how a match ended, as a sentence."""
    match, first, second = played.match, player_name(played.first), player_name(played.second)
    if match.score is None:
        return f"{first} against {second} does not count: {match.ending}."
    if match.score == _HALF:
        return f"{first} and {second} drew."
    won, lost = (first, second) if match.score else (second, first)
    cause = match.ending.partition(": ")[2] if match.failed_seat is not None else ""
    return f"{won} won against {lost}{f', which forfeited: {cause}' if cause else ''}."


def got(score: float | None) -> str:
    """Return what a player got in a match, in a word."""
    return "does not count" if score is None else "drawn" if score == _HALF else "won" if score else "lost"


_JUDGES = "judges a position by a small learnt network, made by playing against itself"


def describe_choice(spec: str) -> str:
    """Return how a bot with this specification chooses a turn, as a sentence.

    >>> describe_choice("mcts(simulations=4000,explore=0.2)")
    'For each turn it tries 4,000 ways in which the game may go on, most often those that have gone well so far.'
    >>> describe_choice("expectimax(depth=1)")
    'It looks 1 move ahead, and weighs every roll by its chance.'
    >>> describe_choice("sampler(turns=25)")
    'For each turn it tries 25 turns at random, and plays the one that looks best.'
    >>> describe_choice("counter")
    'By a rule of its own, which the page of the rules describes.'
    """
    name, options = parse_spec(spec)
    learned = f"; it {_JUDGES}" if options.get("evaluate") == "learned" else ""
    tries = f"{int(options['simulations']):,}" if options.get("simulations", "").isdigit() else "many"
    if name == "mcts":
        most = "most often those that have gone well so far"
        text = f"For each turn it tries {tries} ways in which the game may go on, {most}"
    elif name == "expectimax" and options.get("depth", "").isdigit():
        text = f"It looks {counted(int(options['depth']), 'move')} ahead, and weighs every roll by its chance"
    elif name == "rolling":
        ahead = f", each {options['horizon']} turns long" if "horizon" in options else ""
        text = f"For each turn it tries {tries} plans{ahead}, and the best answers to them"
    elif name == "sampler":
        text = (
            f"For each turn it tries {options.get('turns', 'some')} turns at random, and plays the one that looks best"
        )
    else:
        text = "By a rule of its own, which the page of the rules describes"
    return f"{text}{learned}."
