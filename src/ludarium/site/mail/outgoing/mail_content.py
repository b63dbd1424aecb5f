"""The content of mails, in plain text and in HTML: about a match with its board, or only sentences.

Notices and the answers to mailed commands are composed here, so that both look the same. The text has lines of at most
72 characters, except boards that are wider.

Size: 350 lines, as a mail is one thing: what it says, once as text and once as HTML.
"""

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, tzinfo
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ludarium.core.kernel import CHANCE
from ludarium.core.rolls import NumberedTurn, number_turns
from ludarium.core.text import format_moment
from ludarium.match.numbers import final_caption, has_begun
from ludarium.match.telling import reader_of, tell_turn
from ludarium.match.verdict import describe_result
from ludarium.scenes import text
from ludarium.scenes.picture import draw, seen_by
from ludarium.scenes.pixels import png, shrink
from ludarium.scenes.scene import Scene
from ludarium.search.personas import bot_name
from ludarium.site.board import example_turn
from ludarium.site.mail.outgoing.match_words import legend, tell_beginning, tell_dice, tell_past
from ludarium.site.match.played import TurnStates, play_out
from ludarium.site.match.seating import SeatAccess
from ludarium.site.match.views import MatchView
from ludarium.site.outbox.outbox import Mail
from ludarium.site.words import listed, match_address, wrap

_PICTURE_WIDTH = 400
_MOST_TURNS = 120
"""The latest turns, which a mail lists."""
_MOST_NEWS = 8
_CHOICES = frozenset({"link"})
"""The look of what shows where a player could move; a picture in pixels leaves out the others."""


class MailContent(NamedTuple):
    """The content of a mail, in text and in HTML; `pictures` has PNG files by their content ids."""

    subject: str
    text: str
    html: str = ""
    pictures: Mapping[str, bytes] = {}

    def to(self, address: str, headers: Mapping[str, str] | None = None) -> Mail:
        """Return the mail that takes the content to an address."""
        return Mail(address, *self, headers or {})


def plain_content(subject: str, *paragraphs: str, unsubscribe: str = "") -> MailContent:
    """Return a mail of sentences; `unsubscribe` is the address of the page that ends such mails.

    >>> print(plain_content("Welcome", "You have an account now.").text)
    You have an account now.
    """
    values = {"subject": subject, "paragraphs": paragraphs, "unsubscribe": unsubscribe}
    parts = ["\n".join(map(wrap, part.splitlines())) for part in paragraphs] + _footer(unsubscribe)
    return MailContent(subject, "\n\n".join(parts), fill("plain", values))


def match_content(
    view: MatchView,
    person: str | None,
    url: str,
    *,
    news: str = "",
    zone: tzinfo = UTC,
    answerable: bool = False,
    at: int | None = None,
    unsubscribe: str = "",
    text_only: bool = False,
    tells_beginning: bool = True,
) -> MailContent:
    """Return a mail with the board, the turns, who is to move and until when, and how to answer.

    | argument          | content                                                                            |
    |-------------------|------------------------------------------------------------------------------------|
    | `view`            | the match as the person may see it                                                 |
    | `person`          | the id of the reader; None for somebody who has no seat                            |
    | `url`             | the address of the site                                                            |
    | `news`            | what has happened, in paragraphs; by default the turns since the reader's last one |
    | `zone`            | the time zone of the reader                                                        |
    | `answerable`      | whether an answer to the mail plays the turn                                       |
    | `at`              | the board is that after this number of turns; by default after all                 |
    | `unsubscribe`     | the address of the page that ends such mails                                       |
    | `text_only`       | whether it has no HTML with a picture, which takes much longer to draw than text   |
    | `tells_beginning` | whether it says who has begun the match, to who has played no turn of it           |
    """
    seats = SeatAccess.of(view, person).seats
    view = replace(view, match=view.displayed)
    content = _MatchContent(view, seats, url, news, zone, answerable, at, unsubscribe, tells_beginning)
    return content.content(text_only=text_only)


@dataclass(frozen=True)
class _MatchContent:
    """The parts of a mail about a match, from which the text is put together and the template is filled."""

    view: MatchView
    seats: frozenset[int]
    url: str
    given_news: str
    zone: tzinfo
    answerable: bool
    at: int | None
    unsubscribe: str
    tells_beginning: bool
    played: TurnStates = field(init=False)

    def __post_init__(self) -> None:
        turns = tuple(entry.text for entry in self.view.match.turns)
        object.__setattr__(self, "played", play_out(self.view.match.start, turns))

    def content(self, *, text_only: bool) -> MailContent:
        """Return the whole content."""
        scene, subject = _drawn(self.view, self.played, self.seats, self.displayed), self.subject
        written = "\n\n".join(self._parts(scene))
        if text_only:
            return MailContent(subject, written)
        picture = _picture(scene)
        values = {"content": self, "subject": subject, "scene": scene, "board": text.render(scene)}
        content_id = f"board-{secrets.token_hex(8)}@ludarium"  # no two mails share one, so that none shows another's
        values |= {"picture": f"cid:{content_id}" if picture else "", "width": _PICTURE_WIDTH}
        html = fill("match", {**values, "unsubscribe": self.unsubscribe})
        return MailContent(subject, written, html, {content_id: picture} if picture else {})

    def _parts(self, scene: Scene) -> list[str]:
        """Return the text in paragraphs."""
        return [
            *(wrap(part) for part in self.news),
            text.render(scene),
            wrap(scene.caption),
            *filter(None, [legend(self.view.match.game.definition)]),
            *([_list_turns(self.turns)] if self.turns else []),
            *(wrap(part) for part in (*self.status, *self.dice)),
            *self._how_to_answer(),
            f"The match: {self.link}",
            *_footer(self.unsubscribe),
        ]

    @property
    def displayed(self) -> int:
        """The number of turns that have been played on the board of the mail."""
        return len(self.view.match.turns) if self.at is None else self.at

    @property
    def is_past(self) -> bool:
        """Whether the board is that before the last turn."""
        return self.displayed < len(self.view.match.turns)

    @property
    def subject(self) -> str:
        """The subject, which is the same in all mails of a match, so that every mail program keeps them together."""
        match = self.view.match
        names = ", ".join(map(match.display_name, range(match.game.seats)))
        number = f", game {self.view.number}" if self.view.number else ""
        return f"{match.game.definition.title}{number}: {names}"

    @property
    def link(self) -> str:
        """The address of the match."""
        return self.url + match_address(self.view.id)

    @property
    def news(self) -> list[str]:
        """The news of the match, in paragraphs."""
        if self.given_news:
            return [" ".join(part.split()) for part in re.split(r"\n\s*\n", self.given_news.strip())]
        if self.is_past:
            return [self._tell(turn) for turn in self._numbered(self.displayed)[-1:]]
        numbered = self._numbered(len(self.view.match.turns))
        begun = tell_beginning(self.view, self.seats, numbered) if self.tells_beginning else ""
        since = " ".join(self._played_since(numbered))
        return [part for part in (begun, since) if part]

    def _played_since(self, numbered: Sequence[NumberedTurn]) -> list[str]:
        """Return a sentence for each turn since the reader's last one."""
        match, found = self.view.match, list[str]()
        for turn in reversed(numbered[:-1] if match.over and has_begun(match) else numbered):
            if turn.seat in self.seats and turn.text:
                break
            found.append(self._tell(turn))
            if (turn.seat == CHANCE and turn.number) or len(found) == _MOST_NEWS:
                break
        return found[::-1]

    def _tell(self, turn: NumberedTurn) -> str:
        return tell_turn(self.view.match, turn, self.played.states, self.seats)

    @property
    def turns(self) -> list[str]:
        """The latest turns up to the board of the mail, with their numbers."""
        match, states = self.view.match, self.played.states
        latest, reader = self._numbered(self.displayed)[-_MOST_TURNS:], reader_of(match, self.seats)
        return [turn.read_by(reader, states).line(match.game.setup.seat_names) for turn in latest]

    def _numbered(self, count: int) -> tuple[NumberedTurn, ...]:
        return number_turns(self.played.states, (entry.text for entry in self.view.match.turns[:count]))

    @property
    def status(self) -> list[str]:
        """The result, or who is to move and until when, and what is offered."""
        match = self.view.match
        if self.is_past:
            return tell_past(self.view, self.played, self._numbered(self.displayed), self.displayed)
        if match.over:
            return [describe_result(match, self.seats)]
        if self.view.open_seats:
            names = [self.view.seats[seat].name or "everybody" for seat in self.view.open_seats]
            return [f"It begins when {listed(names)} {'has' if len(names) == 1 else 'have'} accepted."]
        found = []
        for seat in match.to_act:
            name = (
                f"your turn ({match.game.setup.seat_names[seat]})" if seat in self.seats else match.display_name(seat)
            )
            due = self.view.deadlines.get(seat)
            until = f", until {self.moment(due)}" if due else ""
            found.append(f"It is {name}{until}." if seat in self.seats else f"Waiting for {name}{until}.")
        if match.offer and match.offer.seat not in self.seats:
            offers = {"draw": "offers a draw", "takeback": "asks to take back the last turn"}
            bot = bot_name(match.game.spec, match.offer.bot)
            what = offers.get(match.offer.kind, f"suggests the bot {bot} for a vacant seat")
            found.append(f"{match.display_name(match.offer.seat)} {what}.")
        return found

    @property
    def dice(self) -> list[str]:
        """The commitment to the dice in the first mails of a match, and the secret in the last ones."""
        return [] if self.is_past else tell_dice(self.view)

    def moment(self, seconds: float) -> str:
        """Return a time in the reader's time zone."""
        return format_moment(seconds, self.zone)

    @property
    def example(self) -> str:
        """A turn that the reader could play now, as an example; empty if it is not the reader's turn."""
        mine = sorted(self.seats.intersection(self.view.match.to_act))
        return example_turn(self.view.match.state, mine[0]) if mine and not self.view.live else ""

    @property
    def words(self) -> list[str]:
        """The words that can be answered instead of a turn."""
        match, offer = self.view.match, self.view.match.offer
        if match.over or not self.seats or self.is_past:
            return []
        asked = offer is not None and self.seats - {offer.seat, *offer.accepted}
        played = any(turn.seat in self.seats and turn.text for turn in self._numbered(len(match.turns)))
        offers = [word for word, may in (("draw", True), ("takeback", played)) if may and word not in self.view.refused]
        return (["accept", "decline"] if asked else offers) + ["resign"]

    @property
    def other_words(self) -> str:
        """These words as a list, with `or` before the last one."""
        return " or ".join(filter(None, [", ".join(self.words[:-1]), self.words[-1]]))

    def _how_to_answer(self) -> list[str]:
        if not self.answerable or not self.words:
            return []
        others = self.other_words
        if not self.example:
            these = "one of these words" if len(self.words) > 1 else "this word"
            return [wrap(f"To answer, reply with {these} as the first line: {others}.")]
        how = "To play, reply to this mail with your turn as its first line, as in"
        return [how, f"    {self.example}", f"or with {others}."]


def board_text(view: MatchView, person: str | None) -> str:
    """Return the board of a match in text, as a person sees it, with its caption."""
    seats = SeatAccess.of(view, person).seats
    played = play_out(view.match.start, tuple(entry.text for entry in view.match.turns))
    scene = _drawn(view, played, seats, len(view.match.turns))
    return f"{text.render(scene)}\n\n{wrap(scene.caption)}"


def _drawn(view: MatchView, played: TurnStates, seats: frozenset[int], count: int) -> Scene:
    """Return the board after a number of turns, as these seats see it."""
    scene = draw(seen_by(played.picture(count), seats))
    is_last = count == len(view.match.turns)
    return replace(scene, caption=final_caption(view.match, scene.caption)) if is_last else scene


def example_of(view: MatchView, person: str | None) -> str:
    """Return the text of a turn that a person may play now; empty if the person has none to play."""
    mine = sorted(SeatAccess.of(view, person).seats.intersection(view.match.to_act))
    return example_turn(view.match.state, mine[0]) if mine and not view.live else ""


@lru_cache(maxsize=64)  # all readers of a match get the same
def _picture(scene: Scene) -> bytes:
    """Return the picture, without what could be touched next, as PNG.

    It is empty where resvg is not installed, or cannot draw it, and the mail shows the text.
    """
    drawn_elements = (one for one in scene.elements if one.role != "handle" and not _CHOICES & set(one.look.split()))
    try:
        return shrink(png(replace(scene, elements=tuple(drawn_elements)), _PICTURE_WIDTH))
    except (ModuleNotFoundError, ValueError):
        return b""


def unsubscribe_headers(page: str) -> dict[str, str]:
    """Return the headers by which a mail program unsubscribes its user with one press (RFC 8058)."""
    return {"List-Unsubscribe": f"<{page}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def thread_headers(match_id: str, domain: str) -> dict[str, str]:
    """Return the headers by which a mail program keeps all mails about a match together."""
    thread = f"<match.{match_id}@{domain}>"
    return {"In-Reply-To": thread, "References": thread}


def _list_turns(turns: list[str]) -> str:
    """Return turns on lines, broken between turns where possible."""
    whole = "  ".join(turn.replace(" ", "\xa0") for turn in turns)
    return wrap(whole).replace("\xa0", " ")


def _footer(unsubscribe: str) -> list[str]:
    return [f"-- \nNo more mail of this kind: {unsubscribe}"] if unsubscribe else []


def fill(name: str, values: Mapping[str, object]) -> str:
    """Return the HTML of a template."""
    return _templates().get_template(f"{name}.html").render(values)


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).parents[1] / "templates"),
        autoescape=True,
        auto_reload=False,  # the templates are part of the package
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
