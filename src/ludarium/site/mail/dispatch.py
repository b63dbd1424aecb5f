"""Mails with commands: each has one command, or several, which are carried out and answered together."""

from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from ludarium.core.errors import LudariumError
from ludarium.core.registry import game_names
from ludarium.core.text import plain, shorten
from ludarium.site.ground.values import OutboxMessage, Person
from ludarium.site.mail.answers import RULE, MailAnswer, answer_message
from ludarium.site.mail.command_line import NotACommand, is_command_subject, parse_command
from ludarium.site.mail.commands import VERBS
from ludarium.site.mail.commands.options import check_options
from ludarium.site.mail.incoming.quotations import own_lines, read_written
from ludarium.site.mail.incoming.reader import MailText
from ludarium.site.mail.incoming.signatures import without_signature
from ludarium.site.mail.masking import mask, without_passwords
from ludarium.site.mail.messages import failed, is_ours
from ludarium.site.mail.outgoing.mail_content import match_content
from ludarium.site.mail.request import Request, Result, Unproven
from ludarium.site.mail.typography import undo
from ludarium.site.outbox.rows.boxes import InboxTable
from ludarium.site.outbox.rows.received import ReceivedMail
from ludarium.site.service import Service
from ludarium.site.words import sentence

MULTIPLE = "multiple"
_END = "end"
_MOST_COMMANDS = 50
_LONGEST_SHOWN = 200
_KEY_BYTES = 12  # as many as the id of a match has
_VERBS = frozenset(VERBS)


def lines_of_several(text: MailText) -> list[str] | None:
    """Return the commands of a mail with one in each line; None if its subject announces no such list."""
    if undo(text.subject.strip()).lower().rstrip(" .!:") != MULTIPLE:
        return None
    commands = without_signature("\n".join(own_lines(text.text)), text.names)
    lines = [line.strip() for line in commands.splitlines()]
    lines = lines[: next((n for n, line in enumerate(lines) if line.lower() == _END), len(lines))]
    return [line for line in lines if line][:_MOST_COMMANDS]


def command_of(text: MailText) -> tuple[str, str]:
    """Return the command of a mail with one, and the text below it: its subject, or the first line of its text."""
    subject, written = text.subject.strip(), read_written(text.text)
    if is_command_subject(subject, written.first, _VERBS):
        return subject, "\n".join(own_lines(text.text)).strip()
    return written.first, written.rest


@dataclass(frozen=True, slots=True)
class Handled:
    """The result of the commands of a mail; `subject` is that of the answer, without passwords.

    `confirmed` is the hash of the token of a command that has waited for the mail, and was carried out; `open` are the
    words of a command without a password.
    """

    outcome: str
    subject: str
    answer: MailAnswer | None
    messages: tuple[OutboxMessage, ...] = ()
    confirmed: str = ""
    open: frozenset[str] = frozenset()


@dataclass(slots=True)
class CommandJournal:
    """The steps that the commands of a mail have begun, for a process that takes the mail over."""

    inbox: InboxTable
    mail: ReceivedMail
    steps: dict[str, Mapping[str, Any]] = field(init=False)  # Any: of JSON

    def __post_init__(self) -> None:
        self.steps = dict(self.mail.steps)

    def pin(self, number: int, revision: int) -> int:
        """Return the revision in which a command acts: the given one, or that of the first attempt."""
        known = self.steps.get(str(number))
        if known is not None:
            return int(known["revision"])
        self._note(number, {"revision": revision})
        return revision

    def key(self, number: int) -> str:
        """Return an id for what a command begins, which is the same when it is carried out again."""
        digest = sha256(f"{self.mail.id}\n{number}".encode()).digest()
        return urlsafe_b64encode(digest[:_KEY_BYTES]).decode()

    def is_begun(self, number: int) -> bool:
        """Return whether a command was begun before, by a process that has died."""
        return str(number) in self.steps

    def _note(self, number: int, step: Mapping[str, Any]) -> None:  # Any: as above
        self.steps[str(number)] = step
        self.inbox.note_steps(self.mail, self.steps)


class Commands:
    """Carries out mailed commands."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def handle(self, text: MailText, journal: CommandJournal, now: float) -> Handled:
        """Carry out the commands of a mail; one that cannot be carried out changes nothing, and the answer says why."""
        lines = lines_of_several(text)
        if lines is not None:
            return self._several(lines, text, journal, now)
        line, body = command_of(text)
        return self.handle_line(line, body, text, journal, now)

    def handle_line(
        self, line: str, body: str, text: MailText, journal: CommandJournal, now: float, person: Person | None = None
    ) -> Handled:
        """Carry out one command, of a person if a token has proven that."""
        result, safe_line, error = self._run_safely(line, body, text, journal, 0, now, person)
        if result is None:
            return Handled(f"refused: {safe_line}: {error}", safe_line, MailAnswer(error, refused=True))
        return Handled(safe_line, safe_line, result.answer, result.messages, open=result.open)

    def _several(self, lines: Sequence[str], text: MailText, journal: CommandJournal, now: float) -> Handled:
        parts, outcomes, messages = list[str](), list[str](), list[OutboxMessage]()
        for number, line in enumerate(lines):
            result, safe_line, error = self._run_safely(line, "", text, journal, number, now, None)
            if result is not None and (result.answer.confirm or any("confirm" in one.data for one in result.messages)):
                result, error = None, "This command must be mailed by itself, since an answer confirms it."
            parts.append(f"> {safe_line}\n\n{self._as_text(result.answer) if result else error}")
            outcomes.append(safe_line if result else f"refused: {safe_line}")
            messages += result.messages if result else ()
        if not parts:
            parts = ["No command was found: expected one in each line below the subject multiple."]
        return Handled(
            "; ".join(outcomes) or "refused: no command", MULTIPLE, MailAnswer(RULE.join(parts)), (*messages,)
        )

    def _run_safely(
        self,
        line: str,
        body: str,
        text: MailText,
        journal: CommandJournal,
        number: int,
        now: float,
        person: Person | None,
    ) -> tuple[Result | None, str, str]:
        """Carry out a line as `_run` does; after an error of this program the other lines are carried out."""
        try:
            return self._run(line, body, text, journal, number, now, person)
        except Exception as error:
            if not is_ours(error):
                raise
            _, safe_line, _ = self._refuse(line, line, LudariumError("failed"), "")
            return None, safe_line, failed(self._service, journal.mail.id, error)

    def _run(
        self,
        line: str,
        body: str,
        text: MailText,
        journal: CommandJournal,
        number: int,
        now: float,
        person: Person | None,
    ) -> tuple[Result | None, str, str]:
        """Carry out a line; return its result or None, the line without passwords, and why it was refused."""
        try:
            command = parse_command(line, _VERBS)
        except NotACommand as error:
            words = line.split()
            known = 2 if words and words[0].lower() in game_names() else 1
            return self._refuse(line, " ".join(words[:known]) + (" ..." if len(words) > known else ""), error, "")
        safe_line = without_passwords(command)[:_LONGEST_SHOWN]
        request = Request(
            self._service,
            command,
            body,
            text.address,
            now,
            person,
            names=text.names,
            author=text.author,
            pin=lambda revision: journal.pin(number, revision),
            begun=journal.is_begun(number),
            key=journal.key(number),
        )
        try:
            check_options(command, VERBS[command.verb].options)
            return VERBS[command.verb].act(request), safe_line, ""
        except Unproven as unproven:
            asked = replace(self._ask_owner(unproven, body, text, now), open=frozenset(command.words))
            return asked, plain(line)[:_LONGEST_SHOWN], ""
        except LudariumError as error:
            return self._refuse("" if request.proven else line, without_passwords(command), error, command.game)

    def _ask_owner(self, unproven: Unproven, body: str, text: MailText, now: float) -> Result:
        """Ask the owner of an account whether a command is theirs: anybody can write a name into a mail."""
        person, line = unproven.person, unproven.line
        addresses = self._service.accounts.addresses(person)
        question_text = f"A mail in your name, without your password, asks for this:\n\n    {plain(line)}\n\n"
        if words := " ".join(body.split()):
            question_text += f"with this text: {plain(shorten(words, _LONGEST_SHOWN))}\n\n"
        question_text += "To have it done, answer this mail with the word confirm. If it was not you, ignore this mail."
        question = MailAnswer(question_text, person=person.id, confirm=f"{line}\n{body}".strip())
        if text.address in addresses:
            return Result(question)
        if not addresses:
            return Result(
                MailAnswer(f"Nothing proves that you are {person.name}, who has no address. Nothing was changed.")
            )
        question = question._replace(address=addresses[0])
        asked = (
            f"Nothing proves that you are {person.name}, who is asked at their own address, at most three times in an "
            "hour. Nothing was changed."
        )
        return Result(MailAnswer(asked), (answer_message(question, text, line, now),))

    def _refuse(self, line: str, safe_line: str, error: LudariumError, game: str) -> tuple[None, str, str]:
        """Return no result, a refused line, and the answer to it, both without words that may be passwords."""
        safe_line, why = mask(line, (safe_line, sentence(error)), self._service.accounts.is_name)
        safe_line = plain(safe_line)[:_LONGEST_SHOWN]
        return None, safe_line, _explain(safe_line, why, game)

    def _as_text(self, answer: MailAnswer) -> str:
        if not answer.match:
            return answer.text
        view = self._service.view(self._service.people.load(answer.person) if answer.person else None, answer.match)
        url = self._service.accounts.rules.url
        return match_content(view, answer.person or None, url, news=answer.text, at=answer.at, text_only=True).text


def _explain(safe_line: str, why: str, game: str) -> str:
    help_word = f"help, or {game} help" if game else "help"
    return f"You mailed {shorten(safe_line, 100)}. {why} Nothing was changed. For help mail {help_word}."
