"""The command challenge, which starts a game."""

from dataclasses import replace

from ludarium.club.begin.challenges import NoSuchChallenge, Terms
from ludarium.club.match.views import MatchView
from ludarium.club.notices.notices import check_reminder_days
from ludarium.club.people.people import Person
from ludarium.club.service import MatchExists
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.registry import definition, load
from ludarium.core.spec import format_spec
from ludarium.core.text import shorten
from ludarium.match.clock import Clock
from ludarium.match.numbers import state_after
from ludarium.server.mail.answers import Answer
from ludarium.server.mail.command_line import ALL
from ludarium.server.mail.request import Request, Result

FORFEIT_DAYS = 21
"""Idle days after which a game is lost, where nothing else is said."""
_TERMS = ("nagtime", "forfeittime", "totaltime", "bank", "add", "cap", "password")
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
        return _ask(request, person, people)
    others = [one for one in people if one.id != person.id]
    asked = next((one for one in others if one.challenges == "ask"), None)
    if asked is None:
        view = _begin(request, person, [one.name for one in people], terms)
        return Result(Answer(f"Game {view.number} has begun.", view.id, person.id))
    if len(others) > 1:
        raise LudariumError(f"{asked.name} wants to be asked before a game begins: expected people who do not")
    try:
        request.service.challenges.load(request.key, person)  # made by this mail, in a process that has died
    except NoSuchChallenge:
        request.service.challenges.make(person, asked.name, terms, challenge_id=request.key)
    return Result(Answer(f"{asked.name} is asked, and the game begins when {asked.name} accepts."))


def _begin(request: Request, person: Person, names: list[str], terms: Terms) -> MatchView:
    try:
        return request.service.challenges.start(person, names, terms, match_id=request.key)
    except MatchExists:  # begun by this mail, in a process that has died
        return request.service.view(person, request.key)


def _challenger(request: Request, named: list[Person]) -> Person:
    """Return who challenges: the one whose address has sent the mail, who is proven by `--password` or asked."""
    owner = request.service.accounts.of_email(request.address)
    mine = next((person for person in named if owner and person.id == owner.id), None)
    password = request.command.terms.get("password")
    if password is not None:
        return request.check((mine or named[0]).name, password)
    if mine is None:
        raise LudariumError("none of these people has your address: expected your own userid among them")
    return mine


def _ask(request: Request, person: Person, people: list[Person]) -> Result:
    """Ask the owner of the address whether the challenge is theirs: anybody can write a name into a mail."""
    command = request.command
    options = [f"-{key}={value}" for key, value in command.options.items()]
    terms = [f"--{key}={value}" for key, value in command.terms.items()]
    names = [f'"{one.name}"' if " " in one.name else one.name for one in people]
    line = " ".join([command.game, "challenge", *options, *terms, *names]).strip()
    told = f"The game begins when you answer this mail with the word confirm: {line}"
    return Result(Answer(told, person=person.id, confirm=line))


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


def _reminder_days(terms: dict[str, str]) -> int | None:
    """Return the idle days until a reminder; None for those of each person."""
    word = terms.get("nagtime")
    if word is not None and not (word.isascii() and word.isdigit()):
        raise ParseError(f"--nagtime is {shorten(word)}: expected a number of days, or 0 for no reminders")
    return None if word is None else int(word[:9])


def _clock(terms: dict[str, str]) -> Clock:
    """Return the time control of the double-dash words.

    Raises `ParseError` for words and values that there are not.
    """
    for word in terms:
        if word not in _TERMS:
            known = ", ".join(f"--{term}" for term in _TERMS)
            raise ParseError(f"{shorten(f'--{word}')} is not known: expected one of {known}")
    own = [terms[word] for word in ("bank", "add", "cap") if word in terms]
    if (own and {"forfeittime", "totaltime"} & {*terms}) or len(own) not in (0, 3):
        ways = "--forfeittime and --totaltime, or --bank, --add and --cap"
        raise ParseError(f"the time is told in one way: expected {ways}")
    if own:
        return Clock.parse("{}+{}/{}".format(*own))
    idle, total = f"{terms.get('forfeittime', FORFEIT_DAYS)}d", terms.get("totaltime")
    clock = Clock.parse(f"{idle}+{idle}/{idle}")
    if total is None:
        return clock
    whole = Clock.parse(f"{total}d+12h/{total}d")
    return replace(whole, longest=clock.main if clock.main < whole.main else None)
