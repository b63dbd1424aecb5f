"""The review of a match as a study: what was better at the turns that gave away most, and the luck of rolls."""

from ludarium.core.errors import LudariumError
from ludarium.match.study import Study
from ludarium.review.review import Review

_MOST = 8
"""Turns, and rolls, that are commented on."""
_LEAST = 0.01
"""The luck of a roll that is worth a comment, as a part of the payoffs."""


def with_review(study: Study, first: int, review: Review) -> Study:
    """Return the study of a match, which begins after `first` turns, with what its review says of mistakes.

    The main line keeps its turns; what a bot or a table would have played is a variation beside each. The luckiest and
    the unluckiest rolls have theirs as a comment.
    """
    rolls = [roll for roll in review.rolls if abs(roll.luck) >= _LEAST]
    for roll in sorted(rolls, key=lambda roll: -abs(roll.luck))[:_MOST]:
        line = study.tree.main
        if 0 <= (before := roll.played - first) < len(line) - 1:
            study = study.with_tree(study.tree.comment(line[before + 1], f"Luck: {roll.share} of 100 games."))
    for played, said in review.errors(_MOST):
        before = played - first
        advice = review.at(played)
        line = study.tree.main
        if advice is None or len(advice.seats) > 1 or not 0 <= before < len(line) - 1:
            continue
        try:
            changed, better = study.play(line[before], said.turn)
        except LudariumError:  # the rules of the game have changed since the review
            continue
        best = f"Best{'' if said.exact else ', says the bot'}: {said.share} of 100 games could be won."
        tree = changed.tree.comment(better, best)
        study = changed.with_tree(tree.comment(line[before + 1], f"This gave away {said.given} of 100 games."))
    return study
