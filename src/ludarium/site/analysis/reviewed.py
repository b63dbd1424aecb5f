"""A match as a study: how it has ended, and of its review what was better, the turning points and the luck of rolls."""

from ludarium.core.errors import LudariumError
from ludarium.match.data import CALLED_OFF
from ludarium.match.match import Match
from ludarium.match.study import Study
from ludarium.match.verdict import describe_result
from ludarium.review.advice import of_100
from ludarium.review.review import Review

_MOST = 8
"""Turns, and rolls, that are commented on."""
_LEAST = 0.01
"""The luck of a roll that is worth a comment, as a part of the payoffs."""


def with_ending(study: Study, match: Match) -> Study:
    """Return the study of a match, which at its last turn says how it has ended outside the rules, as by resignation.

    What has ended by the rules is seen on the board.
    """
    if not match.over or not match.state.actors or match.ending == CALLED_OFF:
        return study
    return _say(study, study.tree.main[-1], describe_result(match))


def with_review(study: Study, first: int, review: Review) -> Study:
    """Return the study of a match, which begins after `first` turns, with what its review says of mistakes.

    The main line keeps its turns; what a bot or a table would have played is a variation beside each. Turns that
    changed most, and the luckiest and the unluckiest rolls, have a comment.
    """
    study = _with_turning_points(study, first, review)
    rolls = [roll for roll in review.rolls if abs(roll.luck) >= _LEAST]
    for roll in sorted(rolls, key=lambda roll: -abs(roll.luck))[:_MOST]:
        line = study.tree.main
        if 0 <= (before := roll.played - first) < len(line) - 1:
            study = _say(study, line[before + 1], f"Luck: {roll.share} of 100 games.")
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
        study = _say(_say(changed, better, best), line[before + 1], f"This gave away {said.given} of 100 games.")
    return study


def _with_turning_points(study: Study, first: int, review: Review) -> Study:
    """Return the study with a comment on each turn that changed most without being one that gave away most."""
    names, errors = study.game.setup.seat_names, {played for played, _ in review.errors(_MOST)}
    line = study.tree.main
    for swing in review.turning_points():
        if swing.played not in errors and 0 <= swing.played - first < len(line) - 1:
            before, after = (of_100(value, None) for value in (swing.before, swing.after))
            said = f"Turning point: {names[swing.seat]} could expect {before} of 100 games before, {after} after."
            study = _say(study, line[swing.played - first + 1], said)
    return study


def _say(study: Study, at: int, text: str) -> Study:
    """Return the study with a sentence more in the comment on a position."""
    known = study.tree.nodes[at].comment
    return study.with_tree(study.tree.comment(at, f"{known}\n{text}" if known else text))
