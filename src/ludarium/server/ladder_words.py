"""Ladders in words, for pages."""

from ludarium.club.ladder.views import LadderPlayer, LadderView, PlayedMatch
from ludarium.core.text import counted
from ludarium.search.personas import bot_name
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
