"""Takebacks, draws and hints that a match never allows: no door offers them, and who asks hears why.

They are named by the words of commands.
"""

from collections.abc import Callable, Mapping

from ludarium.site.match.live import NO_OFFERS
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView

WHERE_HINTS = "there are hints in matches against bots alone, but in no live match and no tournament"


def refused_words(matches: Transactions, view: MatchView) -> frozenset[str]:
    """Return the words of what is never allowed in a match."""
    found = frozenset(word for word in _REFUSALS if refusal_of_view(view, word))
    as_tournament = frozenset({"takeback", "hint"})
    return found | as_tournament if not as_tournament <= found and _is_in_tournament(matches, view) else found


def refusal(matches: Transactions, view: MatchView, word: str) -> str:
    """Return why a match never allows something, as a sentence without its end; empty if it may at some time."""
    if why := refusal_of_view(view, word):
        return why
    if word == "draw" or not _is_in_tournament(matches, view):
        return ""
    if word == "hint":
        return "there are no hints in the matches of tournaments"
    return "nothing is taken back in a match of a tournament against a bot"


def refusal_of_view(view: MatchView, word: str) -> str:
    """Return what `refusal` does, as far as the match itself tells it: not whether it is one of a tournament."""
    return _REFUSALS[word](view)


def _takeback(view: MatchView) -> str:
    if view.live:
        return NO_OFFERS
    why = "in a rated match" if view.rated else "where all have the same dice" if view.dice_id else ""
    return why and f"nothing is taken back {why}"


def _draw(view: MatchView) -> str:
    if view.live:
        return NO_OFFERS
    alone = "where nobody could accept it" if len(view.seats) == 1 else ""
    why = "where all have the same dice" if view.dice_id else alone
    return why and f"no draw is offered {why}"


def _hint(view: MatchView) -> str:
    if view.dice_id:
        return "there are no hints in the matches of tournaments"
    if view.live or len(view.people) != 1 or not _has_programs(view):
        return WHERE_HINTS
    return ""


def _is_in_tournament(matches: Transactions, view: MatchView) -> bool:
    """Return whether a match against bots, which would agree to all at once, is one of a tournament."""
    return _has_programs(view) and matches.tournament_of(view) is not None


def _has_programs(view: MatchView) -> bool:
    """Return whether a bot has a seat, or the match has one seat alone."""
    return any(seat.is_bot for seat in view.seats) or len(view.seats) == 1


_REFUSALS: Mapping[str, Callable[[MatchView], str]] = {"takeback": _takeback, "draw": _draw, "hint": _hint}
