"""Notices in words, for the page that lists them and for mails."""

from collections.abc import Callable, Mapping
from datetime import UTC, tzinfo

from ludarium.core.errors import LudariumError
from ludarium.core.registry import definition
from ludarium.core.spec import name_in_spec
from ludarium.core.text import counted, format_moment, say_times
from ludarium.match.clock import DAY
from ludarium.match.data import CALLED_OFF
from ludarium.match.verdict import BROKEN_OFF, describe_ending
from ludarium.site.begin.rows import Terms
from ludarium.site.ground.values import MatchSummary
from ludarium.site.match.queries import outcome, winners
from ludarium.site.match.views import shown_name
from ludarium.site.notices.notices import AT, Listed
from ludarium.site.notices.rows.notices import (
    BEGUN,
    JOINED,
    LEFT,
    OFFER,
    OFFER_ENDED,
    OFFER_WORDS,
    REMINDER,
    RESULT,
    SHORT,
    TALK,
    TERMS,
    TURN,
    Notice,
)
from ludarium.site.words import describe_tempo, sentence

_SAID = {TURN: "It is your turn.", BEGUN: "The match has begun."}
_OUTCOMES = {"won": "you won", "lost": "you lost", "drawn": "a draw", "": "the match is over"}


def title_of(listed: Listed, person_id: str) -> str:
    """Return the title of a notice: the game with its number, and the other players."""
    match = listed.match
    if match is None:
        return listed.by or listed.notice.data.get("title", "Ludarium")
    others = [shown_name(seat, match.game) for seat in match.seats if seat.person != person_id]
    against = f" against {', '.join(others)}" if others else ""
    return f"{_game_title(match)}, game {match.number}{against}"


def sentence_of(listed: Listed, zone: tzinfo = UTC) -> str:
    """Return the sentence of a notice, with its times in a zone."""
    notice, match, data = listed.notice, listed.match, listed.notice.data
    text = say_times(data.get("text", ""), lambda seconds: format_moment(seconds, zone))
    if match is None or notice.kind in _SAID:
        said = _SAID.get(notice.kind, text)
        return f"{said} {format_moment(float(data[AT]), zone)}." if AT in data else said
    tell = _SENTENCES.get(notice.kind)
    return tell(notice, match, zone) if tell else text


def news_of(listed: Listed, zone: tzinfo = UTC) -> str:
    """Return what a page or a browser says of a notice: of a challenge its pace, and whether it is rated, too."""
    said, data = sentence_of(listed, zone), listed.notice.data
    if not {*TERMS} <= {*data}:
        return said
    clock, tick, rated = (data[name] for name in TERMS)
    pace = sentence(describe_tempo(Terms("", clock=clock or None, tick=float(tick) or None)))
    return f"{said} {pace[:-1]}, {'rated' if rated else 'unrated'}."


def _game_title(match: MatchSummary) -> str:
    name = name_in_spec(match.game)
    try:
        return definition(name).title
    except LudariumError:  # a game that is not installed any more
        return name


def result_of(match: MatchSummary, person_id: str = "") -> str:
    """Return how a match has ended: for a person who has played it, or with the names of those who have won."""
    if match.ending == CALLED_OFF:
        return CALLED_OFF
    if match.broken_off:
        return f"{BROKEN_OFF.lower()}{describe_ending(match.ending)}, nobody won"
    said = outcome(match, person_id)
    names = winners(match)
    if not said and 0 < len(names) < len(match.seats):
        return f"{' and '.join(names)} won{describe_ending(match.ending)}"
    ending = describe_ending(match.ending, {"won": "the opponent", "lost": "you"}.get(said, "a player"))
    return _OUTCOMES[said or ("drawn" if len(names) > 1 else "")] + ending


def _left(data: Mapping[str, str], person_id: str) -> str:
    if data["leaver"] == person_id:
        return "You have left the match."
    name = data.get("name", "A player")
    return f"{name} has left seat {data['seat']}: another person may take it over, or a bot that all accept."


def _offer(match: MatchSummary, data: Mapping[str, str]) -> str:
    name = match.seats[int(data["seat"])].name
    return {"draw": f"{name} offers a draw.", "takeback": f"{name} asks to take back the last turn."}.get(
        data["offer"], f"{name} proposes a bot for a vacant seat."
    )


def _offer_ended(data: Mapping[str, str], person_id: str) -> str:
    whose = "Your" if data["maker"] == person_id else f"{data['name']}'s"
    ended = {"declined": "was declined", "withdrawn": "was withdrawn", "lapsed": "has lapsed"}[data["how"]]
    return f"{whose} {OFFER_WORDS[data['offer']]} {ended}."


def _waited(notice: Notice) -> str:
    days = int((notice.created_at - float(notice.data["since"])) // DAY)
    return f"It has been your turn for {counted(days, 'day')}."


_SENTENCES: Mapping[str, Callable[[Notice, MatchSummary, tzinfo], str]] = {
    SHORT: lambda notice, match, zone: (
        f"Your time is short: it runs out on {format_moment(float(notice.data['deadline']), zone)}."
    ),
    REMINDER: lambda notice, match, zone: _waited(notice),
    RESULT: lambda notice, match, zone: f"The match has ended: {result_of(match, notice.person)}.",
    JOINED: lambda notice, match, zone: f"{match.seats[int(notice.data['seat'])].name} has joined.",
    TALK: lambda notice, match, zone: f"{notice.data['name']} wrote: {' '.join(notice.data['text'].split())}",
    LEFT: lambda notice, match, zone: _left(notice.data, notice.person),
    OFFER_ENDED: lambda notice, match, zone: _offer_ended(notice.data, notice.person),
    OFFER: lambda notice, match, zone: _offer(match, notice.data),
}
"""By the kind of a notice about a match, unless it says only one thing; others have their sentence with them."""
