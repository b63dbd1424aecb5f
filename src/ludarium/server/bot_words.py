"""How the bots of the site choose their turns, in words."""

from ludarium.core.spec import parse_spec
from ludarium.core.text import counted

_JUDGES = "judges a position by a small learnt network, made by playing against itself"


def describe_choice(spec: str) -> str:
    """Return how a bot with this specification chooses a turn, as a sentence.

    >>> describe_choice("mcts(simulations=4000,explore=0.2)")
    'For each turn it tries 4,000 ways in which the game may go on, most often those that have gone well so far.'
    >>> describe_choice("expectimax(depth=1)")
    'It looks 1 move ahead, and weighs every roll by its chance.'
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
    else:
        text = "By a rule of its own, which the page of the rules describes"
    return f"{text}{learned}."
