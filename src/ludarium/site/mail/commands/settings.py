"""Commands about notification settings: signoff, signon, set."""

from dataclasses import replace
from typing import cast, get_args

from ludarium.core.errors import ParseError
from ludarium.core.text import counted, nearest, shorten
from ludarium.site.ground.values import Person
from ludarium.site.mail.answers import MailAnswer
from ludarium.site.mail.commands.options import SETTINGS
from ludarium.site.mail.request import Request, Result
from ludarium.site.notices.rows.notices import MailChoice, NoticeSettings

_NAMES = list(dict.fromkeys(name.partition("=")[0] for name in SETTINGS))
_MAIL = {"each": "a mail for each notice", "daily": "one mail a day", "never": "no mail about your games"}
_CHALLENGES = {
    "start": "others may begin a game with you at once",
    "ask": "others ask you first",
    "none": "nobody may challenge you",
}


def signoff(request: Request) -> Result:
    """Unsubscribe a person from mails about their games."""
    person = request.who()
    request.end()
    request.service.notices.end_mail(person.id)
    request.service.watching.end_mail(person.id)
    return Result(MailAnswer("You get no more mail about your games; mail signon to get it again."))


def signon(request: Request) -> Result:
    """Subscribe a person to mails about their games again."""
    person = request.who()
    request.end()
    service = request.service
    service.notices.save_settings(person.id, replace(service.notices.settings(person.id), mail="each"))
    return Result(MailAnswer(f"You get a mail for each notice about your games again.\n\n{_describe(request, person)}"))


def set_options(request: Request) -> Result:
    """Change the notification settings of a person, or answer with the current ones."""
    person = request.who(is_open=lambda words: all(map(_is_setting, words)))
    settings, changed = request.service.notices.settings(person.id), dict[str, str]()
    while request.words:
        name, equals, value = request.next("a setting").partition("=")
        if not equals or name.lower() not in _NAMES:
            expected = f"expected {', '.join(f'{each}=...' for each in _NAMES)}"
            raise ParseError(f"{shorten(name)} is no setting{nearest(name.lower(), _NAMES)}: {expected}")
        changed[name.lower()] = value
    settings = _changed(settings, changed)
    challenges, broadcast = changed.get("challenges"), changed.get("broadcast")
    if challenges is not None:
        _choose("challenges", challenges, [*_CHALLENGES])
    if broadcast is not None:
        _choose("broadcast", broadcast, ["on", "off"])
    request.service.notices.save_settings(person.id, settings)
    if challenges is not None:
        request.service.people.set_challenges(person, challenges.lower())
    if broadcast is not None:
        request.service.watching.want_broadcasts(person, wanted=broadcast.lower() == "on")
    return Result(MailAnswer(_describe(request, person)))


def _is_setting(word: str) -> bool:
    return word.partition("=")[0].lower() in _NAMES and "=" in word


def _changed(settings: NoticeSettings, changed: dict[str, str]) -> NoticeSettings:
    """Return settings with the changes that a mail names.

    Raises `ParseError` for a value that there is not.
    """
    if "mail" in changed:
        choice = _choose("mail", changed["mail"], [*get_args(MailChoice)])
        settings = replace(settings, mail=cast("MailChoice", choice))
    if "zone" in changed:
        settings = replace(settings, zone=changed["zone"])
    if "reminder" in changed:
        settings = replace(settings, reminder_days=_number("reminder", changed["reminder"]))
    if "quiet" in changed:
        begin, dash, end = changed["quiet"].partition("-")
        off = changed["quiet"].lower() == "off"
        if not (off or dash):
            raise ParseError(f"quiet={changed['quiet'][:20]} was read: expected two hours, as in quiet=22-7, or off")
        settings = replace(settings, quiet=None if off else (_number("quiet", begin), _number("quiet", end)))
    return settings


def _choose(name: str, value: str, known: list[str]) -> str:
    if value.lower() not in known:
        raise ParseError(f"{name}={value[:20]} was read: expected one of {', '.join(known)}")
    return value.lower()


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise ParseError(f"{name} has {shorten(text)}: expected a number")
    return int(text)


def _describe(request: Request, person: Person) -> str:
    """Return the settings of a person in lines."""
    settings = request.service.notices.settings(person.id)
    person = request.service.people.load(person.id) or person
    quiet = "no quiet hours" if settings.quiet is None else "no mail from {}:00 to {}:00".format(*settings.quiet)
    days = settings.reminder_days
    to_all = request.service.watching.wants_broadcasts(person)
    idle = f"a reminder after {counted(days, 'idle day')}" if days else "no reminders"
    rows = [
        ("mail", settings.mail, _MAIL[settings.mail]),
        ("quiet", "off" if settings.quiet is None else "{}-{}".format(*settings.quiet), quiet),
        ("zone", settings.zone, "your time zone"),
        ("reminder", str(days), idle),
        ("challenges", person.challenges, _CHALLENGES[person.challenges]),
        ("broadcast", "on" if to_all else "off", f"{'' if to_all else 'not '}what others mail to all"),
    ]
    return "\n".join(f"{f'{name}={value}':<24}{meaning}" for name, value, meaning in rows)
