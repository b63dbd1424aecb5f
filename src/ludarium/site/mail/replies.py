"""Replies: the first line of an answer to a mail about a match is a turn, or one of a few words.

An answer to the mail of a challenge begins with accept or decline.
"""

from collections.abc import Callable
from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.core.text import plain, shorten
from ludarium.site.begin.challenges import MAIL_ANSWERS, AcceptChallenge, DeclineChallenge
from ludarium.site.begin.rows import Challenge
from ludarium.site.ground.values import Person
from ludarium.site.mail.acts import INTERRUPTED, act, is_word, offered_below
from ludarium.site.mail.answers import MailAnswer
from ludarium.site.mail.command_line import NotACommand, parse_command
from ludarium.site.mail.commands import VERBS
from ludarium.site.mail.commands.challenge import counter_terms
from ludarium.site.mail.commands.options import check_options
from ludarium.site.mail.incoming.quotations import is_encrypted, read_written
from ludarium.site.mail.incoming.redaction import hide
from ludarium.site.mail.incoming.signatures import without_signature
from ludarium.site.mail.masking import mask
from ludarium.site.mail.typography import undo
from ludarium.site.match.views import MatchView
from ludarium.site.outbox.reply_addresses import NoSuchReplyAddress, VoidReplyAddress
from ludarium.site.service import Service
from ludarium.site.words import sentence

COUNTER = "counter"
"""The word with which a counter-offer begins."""
_LONGEST_REASON = 200


class ReplyDone(NamedTuple):
    """The outcome of a mail: a line for administrators, the answer, and the free text for the others in the match."""

    outcome: str
    answer: MailAnswer | None = None
    match: MatchView | None = None
    free_text: str = ""


def handle_reply(service: Service, token: str, text: str, *, again: bool) -> ReplyDone:
    """Carry out the first line of a reply; with `again` a process that has died may have carried it out already.

    A reply that cannot be carried out changes nothing, and its answer says why.
    """
    written = read_written(text)
    words = undo(written.first)
    for prefix in ("move ", "play "):
        words = words[len(prefix) :] if words.lower().startswith(prefix) else words
    read = f"{shorten(words)} was read, and nothing was changed: " if words else ""
    is_name = service.accounts.is_name
    try:
        reply = service.reply_addresses.redeem(token)
    except NoSuchReplyAddress as error:
        return ReplyDone(f"refused: {error}", MailAnswer(_masked(words, f"{read}{error}", is_name), refused=True))
    except VoidReplyAddress as error:
        if again:
            return ReplyDone(
                "done before", MailAnswer(INTERRUPTED, error.view.id, error.person), error.view, written.rest
            )
        refusal = _masked(words, f"{read}{error}", is_name)
        return ReplyDone(f"refused: {error}", MailAnswer(refusal, error.view.id, error.person, refused=True))
    try:
        if not text.strip() or is_encrypted(text):
            raise LudariumError("your mail has no text that can be read: expected your turn as text, not encrypted")
        if not words:
            raise LudariumError("your mail has no line of its own, besides quotations: expected your turn")
        person = service.people.load(reply.person)
        if person is None:
            raise LudariumError("the person of this address is not known any more")
        offer, rest = ("", written.rest) if is_word(words) else offered_below(written.rest)
        done = act(service, person, reply.view, words, seat=reply.seat, offer=offer)
    except LudariumError as error:
        line = words if _is_command(words) else ""  # which may have a password
        why, refusal = mask(line, (plain(str(error)), f"{sentence(error)} Nothing was changed."), is_name)
        return ReplyDone(f"refused: {why}", MailAnswer(refusal, reply.view.id, reply.person, refused=True))
    service.reply_addresses.use(token)
    answer = MailAnswer(done.said, done.view.id, reply.person, played=True)
    return ReplyDone(f"game {done.view.number}: {words}", answer, done.view, rest)


def _masked(words: str, text: str, is_name: Callable[[str], bool]) -> str:
    """Return a text about a line as a sentence; of a command, words that may be a password are hidden."""
    return mask(words if _is_command(words) else "", [sentence(text)], is_name)[0]


def _is_command(line: str) -> bool:
    try:
        return bool(parse_command(line, frozenset(VERBS)))
    except NotACommand:
        return False


def handle_challenge_reply(service: Service, challenge: Challenge, person: Person, text: str) -> ReplyDone:
    """Accept or decline a challenge, as the first line of a reply says; repeat the answer if that was done before.

    The text below the first line is sent to the challenger.
    """
    written = read_written(text)
    words = undo(written.first)
    word = words.lower().strip(" .,!")
    try:
        if word.partition(" ")[0] == COUNTER:
            return _counter(service, challenge, person, words, written.rest)
        word, which = _time_of(challenge, word)
        if word not in MAIL_ANSWERS:
            expected = f"{', '.join(MAIL_ANSWERS)} or {COUNTER}"
            raise LudariumError(f"the first line of your mail is {shorten(written.first)}: expected {expected}")
        if MAIL_ANSWERS[word] is AcceptChallenge:
            return _accept(service, challenge, person, written.rest, which)
        written = written._replace(rest=_without_password(service, person, written.rest))
        reason = " ".join(without_signature(written.rest, [person.name]).split())[:_LONGEST_REASON]
        if challenge.state != "declined":  # otherwise by this mail, in a process that has died
            service.challenges.answer(person, challenge.id, DeclineChallenge(reason))
        answer = f"You have declined the challenge of {challenge.challenger.name}{f': {reason}' if reason else '.'}"
        return ReplyDone(f"declined the challenge {challenge.id}", MailAnswer(answer, person=person.id))
    except LudariumError as error:
        answer = f"{sentence(error)} Nothing was changed."
        return ReplyDone(f"refused: {plain(str(error))}", MailAnswer(answer, person=person.id, refused=True))


def _without_password(service: Service, person: Person, text: str) -> str:
    """Return a text that a person has written for others with their password hidden, if it is in the text."""
    return hide([text], service.passwords.words_in(person, text))[0]


def _counter(service: Service, challenge: Challenge, person: Person, line: str, message: str) -> ReplyDone:
    """Answer a challenge by another one, with the options that the line names and otherwise those of the challenge."""
    if challenge.state != "countered":  # otherwise by this mail, as above
        command = parse_command(f"challenge {line.partition(' ')[2]}", frozenset(VERBS))
        check_options(command, VERBS[command.verb].options)
        if command.words:
            raise LudariumError(f"{shorten(command.words[0])} was not expected: expected options, as in -option=value")
        words = _without_password(service, person, without_signature(message, [person.name]))
        service.challenges.make(person, "", counter_terms(command, challenge.terms), message=words, counters=challenge)
    answer = f"Your counter-offer is on its way to {challenge.challenger.name}."
    return ReplyDone(f"countered the challenge {challenge.id}", MailAnswer(answer, person=person.id))


def _time_of(challenge: Challenge, line: str) -> tuple[str, str]:
    """Return the word of a line, and the time that the number after it means, as in `accept 2`."""
    word, _, number = line.partition(" ")
    times, known = challenge.terms.times, number.strip()
    if not (known.isascii() and known.isdigit() and len(known) == 1 and 1 <= int(known) <= len(times)):
        return line, ""
    return word, repr(times[int(known) - 1])


def _accept(service: Service, challenge: Challenge, person: Person, free_text: str, time: str) -> ReplyDone:
    if challenge.terms.times:
        if challenge.state != "agreed":  # otherwise by this mail, as above
            service.challenges.answer(person, challenge.id, AcceptChallenge(time=time))
        agreed = service.challenges.load(challenge.id, person)
        when = service.notices.times_of(person.id)(agreed.starts_at or 0.0)
        said = f"You have agreed: the match begins by itself on {when}."
        return ReplyDone(f"agreed on a time of the challenge {challenge.id}", MailAnswer(said, person=person.id))
    done = challenge.state == "accepted" and challenge.match_id  # by this mail, as above
    match_id = done or service.challenges.answer(person, challenge.id, AcceptChallenge())
    assert match_id
    view = service.view(person, match_id)
    answer = f"You have accepted: game {view.number} has begun."
    return ReplyDone(f"game {view.number}: accepted", MailAnswer(answer, view.id, person.id), view, free_text)
