"""Commands about boards: show, showas, preview, move, queue, submit, resign, watch, chat."""

import re

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.kernel import CHANCE
from ludarium.core.text import counted, shorten
from ludarium.match.numbers import next_number, played_after, state_after
from ludarium.scenes import text as as_text
from ludarium.scenes.picture import draw
from ludarium.site.ground.values import Person
from ludarium.site.mail.acts import INTERRUPTED, act
from ludarium.site.mail.answers import RULE, MailAnswer
from ludarium.site.mail.commands.help_pages import boards_of
from ludarium.site.mail.commands.options import WHICH
from ludarium.site.mail.messages import send_on
from ludarium.site.mail.outgoing.mail_content import match_content
from ludarium.site.mail.request import Request, Result, split_number
from ludarium.site.mail.typography import undo
from ludarium.site.match.commands import PlanNumberedTurn
from ludarium.site.match.views import MatchView

_MOST_BOARDS = 20
_MOST_MOVES = 50


def show(request: Request) -> Result:
    """Show boards, now or after a move, of named games or of people's games."""
    return _show(request, None)


def showas(request: Request) -> Result:
    """Show boards as the sender sees them, with their own orders of simultaneous turns."""
    return _show(request, request.who(is_open=lambda words: all(_names_board(word) for word in words)))


def _names_board(word: str) -> bool:
    return word.lower() in WHICH or bool(re.fullmatch(r"#?\d{1,7}(?:#\d+)?", word, re.ASCII))


def _show(request: Request, person: Person | None) -> Result:
    listed: list[tuple[str, int | None]] = []
    which = request.words.pop().lower() if request.words and request.words[-1].lower() in WHICH else ""
    people = [] if person is None or request.words else [person]
    while request.words:
        if request.words[0].lstrip("#")[:1].isdigit():
            view, at = request.board(person)
            listed.append((view.id, None if at is None else played_after(view.match, at)))
        else:
            people.append(request.find(request.words.pop(0)))
    for one in people:
        listed += [(match.id, None) for match in boards_of(request, one, which or "active", person)]
    if not listed:
        if people:
            return Result(MailAnswer("There are no such games."))
        raise ParseError(f"nothing was named to {request.command.verb}: expected numbers of boards, or userids")
    mine = person.id if person else ""
    if len(listed) == 1:
        match_id, at = listed[0]
        return Result(MailAnswer("", match_id, mine, at))
    return Result(
        MailAnswer(RULE.join(_board_of(request, match_id, person, at) for match_id, at in listed[:_MOST_BOARDS]))
    )


def _board_of(request: Request, match_id: str, person: Person | None, at: int | None) -> str:
    view = request.service.view(person, match_id)
    content = match_content(
        view, person.id if person else None, request.service.accounts.rules.url, at=at, text_only=True
    )
    return f"Game {view.number}: {content.subject}\n\n{content.text}"


def preview(request: Request) -> Result:
    """Show the board after some moves without playing them."""
    view, at = request.board()
    state = state_after(view.match, at)
    moves = [*map(undo, [request.next("moves"), *request.words])][:_MOST_MOVES]
    for number, move in enumerate(moves):
        if len(state.actors) > 1:
            raise LudariumError("several seats decide at once here, so what comes next depends on all of them")
        if state.actors == (CHANCE,):
            raise LudariumError(f"the dice decide before {shorten(move)}: expected moves up to there")
        try:
            state = state.move(move)
        except LudariumError as error:
            raise LudariumError(f"move {number + 1} of the preview, {shorten(move)}: {error}") from error
    scene = draw(state)
    text = f"Game {view.number} after {' '.join(moves)}; nothing was played.\n\n"
    return Result(MailAnswer(text + as_text.render(scene) + f"\n\n{scene.caption}"))


def study(request: Request) -> Result:
    """Show the boards of a study; a private one to its person, who adds a password."""
    address = request.next("the address of a study")
    person = request.who() if request.words else request.person
    request.end()
    return Result(MailAnswer(request.service.text_of("study", person, address)))


def move(request: Request) -> Result:
    """Play a move, or accept, decline, offer a draw, ask to take back, resign."""
    person, view, number = request.own_board(1)
    text, after = split_number(undo(request.rest("a move")))
    return _act(request, view, person, text, number if after is None else after)


def queue(request: Request) -> Result:
    """Store a move for the first turn at which it is legal, or play it if that is now."""
    person, view, number = request.own_board(1)
    text, after = split_number(undo(request.rest("a move")))
    number = number if after is None else after
    is_changed = request.pin(view.revision) != view.revision  # then a process that has died may have done it
    service = request.service
    if service.seat_of(person, view) in view.match.to_act and not is_changed:
        return _act(request, view, person, text, number)
    if not is_changed:
        service.act(person, view.id, PlanNumberedTurn(text, number))
    lines = service.plans(person, view.id)
    planned = [" ".join(step.play for step in line.steps) for line in lines]
    planned_text = f"Your planned moves: {', '.join(planned) or 'none'}."
    return Result(MailAnswer(f"{INTERRUPTED}\n\n{planned_text}" if is_changed else planned_text, view.id, person.id))


def _act(request: Request, view: MatchView, person: Person, text: str, number: int | None = None) -> Result:
    """Play a move or carry out a word, but not again if a process that has died may have carried it out."""
    revision = request.pin(view.revision)
    is_changed = revision != view.revision
    try:
        _check_turn(view, number)
        done = act(request.service, person, view, text, revision if is_changed else None)
        later, answer_text = done.view, done.said
    except LudariumError:
        if not is_changed:
            raise
        later, answer_text = view, INTERRUPTED
    sent = send_on(request.service, person, later, request.body, request.now, request.names, key=request.key)
    return Result(MailAnswer(answer_text, view.id, person.id).saying(sent.said), sent.messages)


def _check_turn(view: MatchView, number: int | None) -> None:
    """Raise `LudariumError` unless the next move of the match has this number."""
    following = next_number(view.match)
    if number not in (None, following):
        raise LudariumError(f"move {number} was to be played, and the next one is move {following}")


def submit(request: Request) -> Result:
    """Show the board after a move, which an answer with the word confirm then plays."""
    person, view, number = request.own_board(1)
    text, after = split_number(undo(request.rest("a move")))
    _check_turn(view, number if after is None else after)
    if len(view.match.state.actors) > 1:
        raise LudariumError("several seats decide at once here: expected the command move, whose order is sealed")
    scene = draw(view.match.state.move(text))
    heading = f"Game {view.number} after {text}, which is not played yet: answer this mail with the word confirm.\n\n"
    line = f"move {view.number} {text}#{next_number(view.match)}"
    answer = MailAnswer(heading + as_text.render(scene) + f"\n\n{scene.caption}")
    return Result(answer._replace(confirm=line, person=person.id))


def resign(request: Request) -> Result:
    """Resign a game."""
    person, view, _ = request.own_board(is_open=lambda words: not words)
    request.end()
    return _act(request, view, person, "resign")


def watch(request: Request) -> Result:
    """Mail a person the moves of a game from now on; with the word off, no longer."""
    view, _ = request.board()
    person = request.who(is_open=lambda words: [*map(str.lower, words)] in ([], ["off"]))
    off = bool(request.words) and request.words.pop(0).lower() == "off"
    request.end()
    if off:
        request.service.watching.end(person, view.id)
        return Result(MailAnswer(f"You get no more mail about game {view.number}."))
    if not person.email:
        raise LudariumError(f"{person.name} has no address to which the moves could be mailed")
    request.service.watching.watch(person, view)
    return Result(MailAnswer(f"You get the moves of game {view.number} by mail, at most one in ten minutes.", view.id))


def chat(request: Request) -> Result:
    """Send the text of the mail to the others in a game."""
    person, view, _ = request.own_board(is_open=lambda words: not words)
    request.end()
    sent = send_on(request.service, person, view, request.body, request.now, request.names, key=request.key)
    if not request.body.strip():
        raise ParseError("the mail has no text: expected what to say, below the subject")
    if sent.refused:
        raise LudariumError(sent.refused)
    text = f"Sent to {counted(sent.reached, 'player')} in game {view.number}."
    return Result(MailAnswer(text).saying(sent.said), sent.messages)
