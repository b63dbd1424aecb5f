"""Commands about people: signup, confirm, add, change, password, delete, message, broadcast, vacation."""

import re
from collections.abc import Sequence
from contextlib import suppress

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import counted, shorten
from ludarium.match.clock import DAY
from ludarium.site.ground.values import OutboxMessage, Person
from ludarium.site.mail.answers import MailAnswer
from ludarium.site.mail.messages import message_to, own_words, say_sent, takes_message
from ludarium.site.mail.request import Request, Result
from ludarium.site.outbox.finishing import PASSWORD
from ludarium.site.people.passwords import WrongPassword, parse_password
from ludarium.site.people.sign_in import CODE_LENGTH, MOST_FURTHER, WrongCode

_MOST_DAYS = 366
_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


def signup(request: Request) -> Result:
    """Make an account; the address is that of the mail, unless some are named.

    Nothing proves yet who has sent the mail, so the password counts when it is mailed again with the code.
    """
    name, password = request.next("a userid and a password"), request.next("a password")
    addresses, service = _addresses(request), request.service
    service.accounts.check_may_register(None)
    name = service.people.check_name(name, None)
    parse_password(password, name)
    for number, address in enumerate(addresses):
        service.sign_in.sign_up(address, name, request.key, request.message_id(number))
    answer_text = (
        f"A mail with a code is on its way to {' and '.join(addresses)}. To make the account {name}, mail the command "
        "confirm from there, followed by the code and your password, or open the link in that mail."
    )
    return Result(MailAnswer(answer_text))


def confirm(request: Request) -> Result:
    """Confirm an address by the code that was mailed to it, and set the password that follows."""
    service, code = request.service, request.next("the code that was mailed to you")
    while len(list(filter(str.isalnum, code))) < CODE_LENGTH and request.words:  # it is written in two halves
        code += request.words.pop(0)
    password = parse_password(request.words.pop(0), "") if request.words else ""
    request.end()
    try:
        address, person = _use_code(request, code)
    except WrongCode:
        if not request.begun:
            raise
        address = (request.address, request.author)[request.pin(0)]
        used = service.accounts.of_email(address)  # by a process that has died
        if used is None:
            raise
        person = used
    if password:
        service.passwords.set(person, password)
    return Result(MailAnswer(f"{address} is now the address of {person.name}."))


def _use_code(request: Request, code: str) -> tuple[str, Person]:
    """Use a code that was mailed to the envelope's sender, or to the address in the mail, which the code proves."""
    sign_in, sender = request.service.sign_in, request.address
    try:
        return sender, sign_in.use_code(sender, code, lambda: request.pin(0), origin=sender)
    except WrongCode:
        if request.author in ("", sender):
            raise
        return request.author, sign_in.use_code(request.author, code, lambda: request.pin(1), origin=sender)


def add(request: Request) -> Result:
    """Add further addresses to an account, or with the word off remove some."""
    person = request.who(is_open=_are_addresses)
    off = bool(request.words) and request.words[-1].lower() == "off"
    if off:
        request.words.pop()
    addresses = _addresses(request)
    if not off:
        return _ask(request, person, dict.fromkeys(addresses, True))
    for address in addresses:
        if address in request.service.accounts.addresses(person) or not request.begun:  # by a process that has died
            request.pin(0)
            request.service.accounts.remove_address(person, address)
    return Result(MailAnswer(f"{person.name} no longer has the address {' or '.join(addresses)}."))


def change(request: Request) -> Result:
    """Change the address or the password of an account."""
    what = request.next("the word address or password").lower()
    if what == "address":
        person = request.who(is_open=_are_addresses)
        addresses = _addresses(request)
        return _ask(request, person, {address: number > 0 for number, address in enumerate(addresses)})
    if what != "password":
        raise ParseError(f"{shorten(what)} cannot be changed: expected the word address or password")
    person, new = _who_changes(request)
    request.end()
    request.pin(0)
    request.service.passwords.set(person, new)
    return Result(MailAnswer("Your password was changed."))


def _who_changes(request: Request) -> tuple[Person, str]:
    """Return the person and the new password, which a process that has died may have set already."""
    name, old, new = (request.next("a userid, its password and a new one") for _ in range(3))
    try:
        return request.check(name, old), new
    except WrongPassword:
        if not request.begun:
            raise
        return request.check(name, new), new


def _addresses(request: Request) -> list[str]:
    """Return the addresses that are named, or that of the mail; no more than an account may have."""
    found = [word.lower() for word in request.words] or [request.address]
    if len(found) > 1 + MOST_FURTHER:
        raise ParseError(f"{len(found)} addresses are named: expected at most {1 + MOST_FURTHER}")
    request.words.clear()
    return found


def _are_addresses(words: Sequence[str]) -> bool:
    return all(_ADDRESS.fullmatch(word) or word.lower() == "off" for word in words)


def _is_account(request: Request, word: str) -> bool:
    with suppress(LudariumError):
        return bool(request.find(word))
    return False


def _ask(request: Request, person: Person, addresses: dict[str, bool]) -> Result:
    """Mail codes to addresses that are added to a person's, or replace the first one, when the code comes back."""
    for number, (address, further) in enumerate(addresses.items()):
        request.service.sign_in.add(address, person, request.message_id(number), further=further)
    begin = (
        f"A mail with a code is on its way to {' and '.join(addresses)}: open its link, or mail from there the command"
    )
    return Result(MailAnswer(f"{begin} confirm, followed by the code; then it is an address of {person.name}."))


def password(request: Request) -> Result:
    """Mail a new password to the address of an account."""
    name = request.next("a userid")
    request.end()
    answer = MailAnswer(
        "If this is the name of an account, a new password is on its way to its address, at most five in an hour."
    )
    try:
        person = request.find(name)
    except LudariumError:
        return Result(answer)
    if not person.email:
        return Result(answer)
    return Result(answer, (OutboxMessage("", PASSWORD, person.id, person.email, {}, request.now),))


def delete(request: Request) -> Result:
    """Close an account; the word keep leaves its name on its games."""
    try:
        person = request.who(is_open=lambda words: [*map(str.lower, words)] in ([], ["keep"]))
    except WrongPassword:
        if not request.begun:
            raise
        return Result(MailAnswer("The account is closed."))  # by a process that has died
    keep = bool(request.words) and request.words.pop(0).lower() == "keep"
    request.end()
    request.pin(0)
    request.service.closing.close(person, person.id, keep_name=keep)
    how = "and its name stays on its games" if keep else "and its games are those of a former player"
    return Result(MailAnswer(f"The account {person.name} is closed, {how}."))


def message(request: Request) -> Result:
    """Send the text of the mail to people."""
    person = request.who(1, lambda words: bool(words) and all(_is_account(request, word) for word in words))
    names = [request.next("to whom"), *request.words]
    people = {other.id: other for other in map(request.find, names)}
    _check_text(request, person)
    for other in people.values():
        if not other.email or request.service.blocks.are_between(person, other):
            raise LudariumError(f"{other.name} takes no messages from you, or has no address; nothing was sent")
    others = [*people.values()]
    words = own_words(request.service, person, others, request.body, request.names) or request.body
    takers = [
        other
        for number, other in enumerate(others)
        if takes_message(request.service, person, other, words, f"{request.key}-{number}")
    ]
    sent = tuple(message_to(person, other, words, request.now) for other in takers)
    return Result(MailAnswer(say_sent(others, words)), sent)


def broadcast(request: Request) -> Result:
    """Send the text of the mail to all subscribers; with the word on or off, subscribe or unsubscribe."""
    person = request.who(is_open=lambda words: [*map(str.lower, words)] in ([], ["on"], ["off"]))
    word = request.words.pop(0).lower() if request.words else ""
    request.end()
    if word in ("on", "off"):
        request.service.watching.want_broadcasts(person, wanted=word == "on")
        return Result(MailAnswer(f"You get {'' if word == 'on' else 'not '}what people mail to all."))
    if word:
        raise ParseError(f"{shorten(word)} was not expected: expected on, off or nothing")
    _check_text(request, person)
    began_at = float(request.pin(int(request.now)))  # by which a process that takes the mail over knows its own
    people = map(request.service.people.load, request.service.watching.begin_broadcast(person, began_at))
    receivers = [one for one in people if one and one.email and not request.service.blocks.are_between(person, one)]
    sent = tuple(message_to(person, one, request.body, request.now, to_all=True) for one in receivers)
    return Result(MailAnswer(f"Sent to all who want it: {len(sent)}."), sent)


def vacation(request: Request) -> Result:
    """Stop the clocks of a person for some days, from now on."""
    person = request.who(1, lambda words: len(words) == 1 and words[0].isdigit())
    word = request.next("a number of days")
    request.end()
    if not (word.isascii() and word.isdigit() and 0 < int(word[:9]) <= _MOST_DAYS):
        raise ParseError(f"{shorten(word)} is no number of days: expected one as in 7")
    begins_at = float(request.pin(int(request.now)))
    announced = (begins_at, begins_at + int(word) * DAY)
    if announced not in request.service.vacation.planned(person.id):  # by a process that has died
        request.service.vacation.announce(person.id, *announced)
    left = request.service.vacation.left(person.id) / DAY
    days = counted(int(word), "day")
    return Result(
        MailAnswer(f"Your clocks by correspondence wait for {days}. You have {left:.1f} days of vacation left.")
    )


def _check_text(request: Request, writer: Person) -> None:
    request.service.moderation.require_talk(writer)
    if not request.body.strip():
        raise ParseError("the mail has no text: expected what is to be sent, below the subject")
