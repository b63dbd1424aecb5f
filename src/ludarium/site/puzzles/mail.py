"""The puzzle of the day by mail and push, for who has asked for it, and the answers that come by mail."""

from collections.abc import Sequence

from ludarium.core.errors import LudariumError
from ludarium.core.registry import definition, game_names
from ludarium.core.text import counted, plain, shorten
from ludarium.match.clock import DAY
from ludarium.scenes import text
from ludarium.site.board import example_turn
from ludarium.site.due import Due
from ludarium.site.ground.database import Transaction
from ludarium.site.ground.values import OutboxMessage, Person
from ludarium.site.mail.answers import MailAnswer
from ludarium.site.mail.dispatch import Handled
from ludarium.site.mail.incoming.quotations import is_encrypted, read_written
from ludarium.site.mail.incoming.reader import MailText
from ludarium.site.mail.outgoing.mail_content import MailContent, fill, unsubscribe_headers
from ludarium.site.mail.settings import MailDoor
from ludarium.site.mail.typography import undo
from ludarium.site.notices.notices import next_digest
from ludarium.site.notices.rows.notices import MAILED, Notice, NoticeTable
from ludarium.site.outbox.outbox import Compose, Mail, NotNow
from ludarium.site.outbox.reply_tokens import hash_token, local_part, make_token
from ludarium.site.outbox.rows.boxes import OutboxTable
from ludarium.site.puzzles.board import PUZZLES, PuzzleBoard, number_of_day, numbers_of, puzzles_of
from ludarium.site.puzzles.rows import DailyMail, DailyMailTable, PuzzleReply, PuzzleReplyTable
from ludarium.site.puzzles.solving import Solving
from ludarium.site.words import sentence, wrap

PUZZLE = "puzzle"
"""The kind of the messages in the outbox, and of the notices."""
_AT_ONCE = 200
_EVERY = 30.0
_KEPT = 30 * DAY
"""How long a mailed puzzle can be answered."""


class Daily:
    """Sends the puzzle of the day, and judges the answers to it."""

    def __init__(self, solving: Solving, door: MailDoor) -> None:
        self._solving, self._service, self._door = solving, solving.service, door
        self._database, self._now = solving.service.database, solving.service.now
        self._url = self._service.accounts.rules.url

    @property
    def due(self) -> Due:
        """What the site's clock has to do."""
        return Due("puzzles of the day", self.send, _EVERY)

    @property
    def composers(self) -> dict[str, Compose]:
        """The function that composes the mails, by the kind of the message."""
        return {PUZZLE: self.compose}

    def send(self) -> int:
        """Put the puzzles that are due into the outbox, and the notices for browsers; return how many were due."""
        now, sent = self._now(), 0
        for due in DailyMailTable(self._database).due(now, _AT_ONCE):
            next_at = next_digest(self._service.notices.settings(due.person), now)
            with self._database.begin() as connection:
                tx = Transaction(connection)
                if not DailyMailTable(tx).claim(due, next_at):
                    continue
                sent += 1
                person = self._reader(due.person)
                notice = self._write(tx, due, person, now) if person and _has_puzzles(due.game) else None
            if person and notice:
                self._push(person, notice)
        if sent:
            self._service.outbox.added.set()
        return sent

    def _write(self, tx: Transaction, due: DailyMail, person: Person, now: float) -> Notice | None:
        """Write the mail of a puzzle, and its notice if browsers are to get it, which is returned."""
        game, number = definition(due.game), number_of_day(due.game, self._solving.today(person))
        path = f"{PUZZLES}/{due.game}/{number}"
        if due.by_mail and person.email:
            data = {"game": due.game, "puzzle": puzzles_of(due.game)[number - 1].id}
            OutboxTable(tx).send(OutboxMessage("", PUZZLE, person.id, person.email, data, now))
        if not due.by_push:
            return None
        task = PuzzleBoard.of(due.game, number).task
        data = {"title": f"{game.title}: puzzle of the day", "text": task, MAILED: "yes"}
        notices = NoticeTable(tx)
        notices.end_kind(person.id, PUZZLE, f"{PUZZLES}/{due.game}/", now)
        notices.add(Notice(person.id, PUZZLE, path, now, data=data))
        return next((one for one in notices.of_person(person.id, 20) if one.path == path), None)

    def _push(self, person: Person, notice: Notice) -> None:
        push = self._service.notices.push
        push.plan(push.of_person(person.id), [notice])

    def _reader(self, person_id: str) -> Person | None:
        """Return a person who may still use the site; None for a closed or suspended account."""
        try:
            return self._service.people.find_active(person_id)
        except LudariumError:
            return None

    def compose(self, message: OutboxMessage) -> Mail | None:
        """Return the mail of a puzzle; None if the person does not want it any more, or the puzzle is gone."""
        person, game = self._reader(message.person or ""), message.data["game"]
        chosen = self._solving.mails(person).get(game) if person else None
        number = numbers_of(game).get(message.data["puzzle"]) if chosen and _has_puzzles(game) else None
        if person is None or chosen is None or not chosen.by_mail or number is None:
            return None
        if message.address not in self._service.accounts.addresses(person):
            return None
        if self._service.notices.settings(person.id).mail == "never" or self._service.notices.refusal(message.address):
            return None
        if (allowed := self._service.notices.mail_allowed_at(person.id)) > self._now():
            raise NotNow(allowed)
        headers = unsubscribe_headers(page := f"{self._url}{self._service.notices.unsubscribe_path(person.id)}/puzzles")
        board = PuzzleBoard.of(game, number)
        if self._door:
            headers |= {"Reply-To": self._door.reply_to(local_part(self._issue(person, board)))}
        return puzzle_content(board, self._url, page, answerable=bool(self._door)).to(message.address, headers)

    def _issue(self, person: Person, board: PuzzleBoard) -> str:
        """Return a new token, by which a person may answer a puzzle."""
        token, now = make_token(), self._now()
        reply = PuzzleReply(hash_token(token), person.id, board.game, board.puzzle.id, now)
        PuzzleReplyTable(self._database).give(reply, now - _KEPT)
        return token

    def reply(self, token: str, mail: MailText) -> Handled | None:
        """Judge the answer to a mailed puzzle, which is the first line of a mail; None if the token is for another."""
        bound = PuzzleReplyTable(self._database).load(hash_token(token))
        if bound is None:
            return None
        words = undo(read_written(mail.text).first)
        try:
            person = self._service.people.find_active(bound.person)
            number = numbers_of(bound.game).get(bound.puzzle) if _has_puzzles(bound.game) else None
            if number is None:
                raise LudariumError("this puzzle is not on the site any more: answer a later one")
            if not words or is_encrypted(mail.text):
                raise LudariumError("your mail has no line of its own that can be read: expected your turn")
            board = PuzzleBoard.of(bound.game, number).answered("", words)
            said = self._judge(person, board)
        except LudariumError as error:
            read = f"{shorten(words)} was read, and nothing was counted: " if words else ""
            answer = MailAnswer(sentence(f"{read}{plain(str(error))}"), person=bound.person, refused=True)
            return Handled("refused: no answer to a puzzle", mail.subject, answer)
        return Handled(f"puzzle {bound.game} {number}: answered", mail.subject, MailAnswer(said, person=bound.person))

    def _judge(self, person: Person, board: PuzzleBoard) -> str:
        """Return what is said of an answer, in paragraphs; the first one of a person counts."""
        verdict = board.verdict
        if verdict is None:
            raise LudariumError("the answer is no whole turn")
        tried = self._solving.answer(person, board)
        rating = f"Your rating: {tried.after} ({tried.after - tried.before:+d})." if tried.counts else ""
        rating = " ".join(filter(None, (verdict.counted if tried.counts else "", rating)))
        if not verdict.is_right:
            why = sentence(verdict.why) if verdict.why else "It is not the best."
            again = f"To try again, reply with another turn; the answer is on the page: {self._url}{board.path}"
            return "\n\n".join(filter(None, [f"Not this one: {board.said(verdict.answer)}. {why}", rating, again]))
        row = self._solving.progress(person).row
        days = f"A puzzle of the day solved on {counted(row, 'day')} in a row." if row else ""
        return "\n\n".join(filter(None, [f"Right: {board.said(verdict.answer)}. {board.explanation}", rating, days]))


def _has_puzzles(game: str) -> bool:
    """Return whether a game is still installed, with puzzles."""
    return game in game_names() and bool(puzzles_of(game))


def puzzle_content(board: PuzzleBoard, url: str, unsubscribe: str, *, answerable: bool) -> MailContent:
    """Return the mail of a puzzle: the task, the board as text, and how to answer."""
    scene = board.start
    drawn, subject = text.render(scene), f"{definition(board.game).title}: puzzle of the day"
    paragraphs = [scene.caption, *_how(board, answerable=answerable), f"On the site: {url}{board.path}"]
    parts = [wrap(board.task), drawn, *map(wrap, paragraphs), f"-- \nNo more mail of this kind: {unsubscribe}"]
    values = {"subject": subject, "task": board.task, "board": drawn, "paragraphs": paragraphs}
    return MailContent(subject, "\n\n".join(parts), fill("puzzle", {**values, "unsubscribe": unsubscribe}))


def _how(board: PuzzleBoard, *, answerable: bool) -> Sequence[str]:
    if not answerable:
        return []
    example = (
        "n3e2 (3 turns north, then 2 east)" if board.is_duel else example_turn(board.turn.start, board.puzzle.seat)
    )
    return [f"To answer, reply to this mail with your turn as its first line, written as in {example}"]
