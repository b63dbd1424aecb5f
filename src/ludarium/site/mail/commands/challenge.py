"""The command challenge, which starts a game."""

from dataclasses import replace
from typing import cast

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.registry import definition, load
from ludarium.core.spec import format_spec
from ludarium.core.text import shorten
from ludarium.match.clock import Clock
from ludarium.match.numbers import state_after
from ludarium.site.begin.rows import Begins, NoSuchChallenge, Terms
from ludarium.site.ground.values import Person
from ludarium.site.mail.answers import MailAnswer
from ludarium.site.mail.command_line import ALL, Command
from ludarium.site.mail.messages import own_words, send_on
from ludarium.site.mail.request import Request, Result, Unproven, write_line
from ludarium.site.match.rows.writing import MatchExists
from ludarium.site.match.views import MatchView
from ludarium.site.notices.notices import check_reminder_days

FORFEIT_DAYS = 21
"""Idle days after which a game is lost, where nothing else is said."""
_PLAYERS = "players"
_RESTART = "restart"


def challenge(request: Request) -> Result:
    """Start a game between people; the first named has the first move."""
    if not request.words:
        raise ParseError("nobody was named: expected at least the userid of an opponent")
    named = [request.find(name) for name in request.words]
    request.words.clear()
    person = request.person or _challenger(request, named)
    people = named if person in named else [*named, person]
    proven = request.person is not None or "password" in request.command.terms
    terms = _terms(request, len(people), person if proven else None)
    if not proven:
        raise _unproven(request, person, people)
    others = [one for one in people if one.id != person.id]
    asked = [one for one in others if one.challenges == "ask"]
    words = own_words(request.service, person, others, request.body, request.names)
    if not asked or len(others) > 1:
        view = _begin(request, person, [one.name for one in people], terms, words if asked else "")
        sent = send_on(request.service, person, view, request.body, request.now, request.names, key=request.key)
        answer_text = f"Game {view.number} has begun."
        if asked:
            have = "has" if len(asked) == 1 else "have"
            answer_text = f"Game {view.number} begins when {' and '.join(one.name for one in asked)} {have} accepted."
        invited = f"Your message to {' and '.join(one.name for one in asked)}: {words}" if asked and words else ""
        return Result(MailAnswer(answer_text, view.id, person.id).saying(invited).saying(sent.said), sent.messages)
    (other,) = asked
    terms = replace(terms, begins="challenger" if people[0].id == person.id else "challenged")
    try:
        request.service.challenges.load(request.key, person)  # made by this mail, in a process that has died
    except NoSuchChallenge:
        request.service.challenges.make(person, other.name, terms, message=words, challenge_id=request.key)
    answer_text = f"{other.name} is asked, and the game begins when {other.name} accepts."
    return Result(MailAnswer(answer_text).saying(f"Your message to {other.name}: {words}" if words else ""))


def _begin(request: Request, person: Person, names: list[str], terms: Terms, message: str) -> MatchView:
    try:
        return request.service.challenges.start(person, names, terms, match_id=request.key, ask=True, message=message)
    except MatchExists:  # begun by this mail, in a process that has died
        return request.service.view(person, request.key)


def _challenger(request: Request, named: list[Person]) -> Person:
    """Return the challenger: the person with the mail's address, or the one whom `--userid` names.

    A password proves it, and is tried for nobody else; otherwise the person is asked.
    """
    terms = request.command.terms
    password, name = terms.get("password"), terms.get("userid")
    person = request.find(name) if name else request.service.accounts.of_email(request.address)
    if person is None:
        raise LudariumError("nobody has your address: expected --userid with your own name, and --password")
    if not name and password is None and person.id not in [one.id for one in named]:
        raise LudariumError("none of these people has your address: expected your own userid among them")
    return person if password is None else request.check(person.name, password)


def _unproven(request: Request, person: Person, people: list[Person]) -> Unproven:
    """Return the error by which the owner of the account is asked whether the challenge is theirs."""
    command = request.command
    terms = {key: value for key, value in command.terms.items() if key not in ("password", "userid")}
    return Unproven(person, write_line(replace(command, terms=terms), [one.name for one in people]))


def _terms(request: Request, players: int, reader: Person | None) -> Terms:
    command = request.command
    options = dict(command.options)
    restart = options.pop(_RESTART, None)
    clock, reminder_days = _clock(command.terms), _reminder_days(command.terms)
    if reminder_days is not None:
        check_reminder_days(reminder_days)
    if restart is not None:
        request.words[:] = [restart]
        view, at = request.board(reader)
        position = str(state_after(view.match, at))
        return Terms(view.match.game.spec, clock=str(clock), position=position, reminder_days=reminder_days)
    if command.game in ("", ALL):
        raise ParseError("no game was named: expected one before the word challenge, as in orion challenge ann bob")
    known = [option.name for option in definition(command.game).options]
    if _PLAYERS in known and _PLAYERS not in options:
        options[_PLAYERS] = str(players)
    spec = load(format_spec(command.game, options)).spec
    return Terms(spec, clock=str(clock), reminder_days=reminder_days)


def counter_terms(command: Command, terms: Terms) -> Terms:
    """Return the terms of a counter-offer: those of a challenge, changed as a command says; its other person begins.

    Raises a `LudariumError` for an option that the game does not have.
    """
    game = load(terms.game)
    options = {name: str(value) for name, value in game.options.items()} | command.options
    spec = load(format_spec(game.name, options)).spec
    begins = {"challenger": "challenged", "challenged": "challenger"}.get(terms.begins, terms.begins)
    changed = replace(terms, game=spec, begins=cast("Begins", begins))
    if {"forfeittime", "totaltime", "bank", "add", "cap"} & {*command.terms}:
        changed = replace(changed, clock=str(_clock(command.terms)), tick=None)
    days = _reminder_days(command.terms)
    return changed if days is None else replace(changed, reminder_days=days)


def _reminder_days(terms: dict[str, str]) -> int | None:
    """Return the idle days until a reminder; None for those of each person."""
    word = terms.get("nagtime")
    if word is not None and not (word.isascii() and word.isdigit()):
        raise ParseError(f"--nagtime is {shorten(word)}: expected a number of days, or 0 for no reminders")
    return None if word is None else int(word[:9])


def _clock(terms: dict[str, str]) -> Clock:
    """Return the time control of the double-dash words.

    Raises `ParseError` for values that there are not.
    """
    own = [terms[word] for word in ("bank", "add", "cap") if word in terms]
    if (own and {"forfeittime", "totaltime"} & {*terms}) or len(own) not in (0, 3):
        ways = "--forfeittime and --totaltime, or --bank, --add and --cap"
        raise ParseError(f"the time control is incomplete or given in two ways: expected {ways}")
    if own:
        return Clock.parse("{}+{}/{}".format(*own))
    idle, total = f"{terms.get('forfeittime', FORFEIT_DAYS)}d", terms.get("totaltime")
    clock = Clock.parse(f"{idle}+{idle}/{idle}")
    if total is None:
        return clock
    whole = Clock.parse(f"{total}d+12h/{total}d")
    return replace(whole, longest=clock.main if clock.main < whole.main else None)
