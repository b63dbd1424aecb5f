"""The end of a received mail: what it has caused is recorded together with the answers to it, so none is sent twice.

Answers to one address are a minute apart, and thirty an hour; what is more waits in one mail, which has all of it. An
answer to a reply that was carried out does not count, since its address could be used once. A refusal that an address
gets for the second time within a day says that it is the last.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from ludarium.match.clock import DAY, HOUR
from ludarium.site.ground.values import OutboxMessage
from ludarium.site.outbox.rows.received import ReceivedMail
from ludarium.site.repositories import UnitOfWork
from ludarium.site.store import Store

ANSWER, PLAYED, FOLDED = "answer", "played", "folded"
"""The kinds of answers to mails: of any, of one that an address for a single reply has allowed, and of several."""
MESSAGE, PASSWORD = "message", "password"
"""The kinds of the messages that people write to each other, and that have a new password."""
REFUSAL, COPIES = "refusal", "copy"
"""In the data of a message: what two refusals, or two texts of a person, have in common that say the same."""
_MINUTE = 60.0
MOST_AN_HOUR = {ANSWER: 30, MESSAGE: 60, PASSWORD: 5}
"""The most messages of a kind to an address, from all senders together."""
MOST_ALIKE = 2
"""How many times within a day an address gets the same refusal, or the same text of a person."""
MOST_FOLDED = 100
BY_STRANGER = "by-stranger"
"""In the data of a question to the owner of an account: it was caused from an address that is not theirs."""
MOST_BY_STRANGERS = 3
"""Such questions to an address in an hour, so that nobody fills the mailbox of another."""
_LAST = "This was answered before: the same mail gets no further answer today."


class FinishedMail(NamedTuple):
    """The messages of a mail: how many were not sent, and how many wait in one mail with others."""

    refused: int = 0
    folded: int = 0


def finish(
    store: Store,
    mail: ReceivedMail,
    outcome: str,
    now: float,
    messages: Sequence[OutboxMessage] = (),
    confirmed: str = "",
    replacement: bytes | None = None,
) -> FinishedMail:
    """Record what a mail has caused, and put answers and messages into the outbox.

    `confirmed` is the hash of the token of a pending command that was carried out. `replacement` is stored in place of
    the mail as it came, unless it is None. An answer says which of the messages
    are not sent, since their receivers got too many.
    """
    with store.write() as tx:
        if not tx.inbox.finish(mail, outcome, now, replacement):
            return FinishedMail()
        if confirmed:
            tx.pending_commands.remove(confirmed)
        answers = [one for one in messages if one.kind in (ANSWER, PLAYED)]
        others = [one for one in messages if one not in answers]
        unsent = [one for one in others if not _post(tx, one, now)]
        folded = refused = 0
        for answer in answers:
            became = _answer(tx, _saying(answer, unsent), now)
            folded, refused = folded + (became == FOLDED), refused + (not became)
    return FinishedMail(len(unsent) + refused, folded)


def refusal_key(text: str) -> str:
    """Return what two refusals have in common that say the same, perhaps of other times and numbers.

    >>> refusal_key("'Away until 3 May' was read.") == refusal_key("'Away until 4 May' was read.")
    True
    """
    return sha256(re.sub(r"\d+", "#", " ".join(text.split())).encode("utf-8", "replace")).hexdigest()[:24]


def _post(tx: UnitOfWork, message: OutboxMessage, now: float) -> bool:
    """Put a message that is no answer into the outbox, unless its receiver got too many; return whether it is there."""
    count = len(tx.outbox.sent_times([message.kind], message.address, message.created_at - HOUR))
    if count >= MOST_AN_HOUR[message.kind]:
        return False
    if message.kind == MESSAGE:
        said = refusal_key(f"{message.data.get('from', '')}\n{message.data['text']}")
        if tx.outbox.count_alike(COPIES, said, message.address, now - DAY) >= MOST_ALIKE:
            return False
        message = replace(message, data={**message.data, COPIES: said})
    tx.outbox.send(message)
    return True


def _saying(answer: OutboxMessage, unsent: Sequence[OutboxMessage]) -> OutboxMessage:
    """Return an answer with a sentence about messages that are not sent."""
    if not (few := [one for one in unsent if one.kind == MESSAGE]):
        return answer
    whom = "one person" if len(few) == 1 else f"{len(few)} people"
    notice = f"Your text was not sent on to {whom}, who got too many mails, or this text twice: try again later."
    return replace(answer, data={**answer.data, "text": f"{answer.data['text']}\n\n{notice}".strip()})


def _answer(tx: UnitOfWork, answer: OutboxMessage, now: float) -> str:
    """Put an answer into the outbox, or add it to one that waits; return the kind of the message, empty for none."""
    if answer.kind == PLAYED:
        tx.outbox.send(answer)
        return PLAYED
    if BY_STRANGER in answer.data:
        asked = tx.outbox.count_alike(BY_STRANGER, answer.data[BY_STRANGER], answer.address, now - HOUR)
        if asked >= MOST_BY_STRANGERS:
            return ""
    if refusal := answer.data.get(REFUSAL):
        before = tx.outbox.count_alike(REFUSAL, refusal, answer.address, now - DAY)
        if before >= MOST_ALIKE:
            return ""
        if before == MOST_ALIKE - 1:
            answer = replace(answer, data={**answer.data, "text": f"{answer.data['text']}\n\n{_LAST}"})
    times = tx.outbox.sent_times([ANSWER, FOLDED], answer.address, answer.created_at - HOUR)
    if len(times) < MOST_AN_HOUR[ANSWER]:
        tx.outbox.send(answer, max(answer.created_at, times[0] + _MINUTE) if times else answer.created_at)
        return ANSWER
    _fold(tx, answer, times[MOST_AN_HOUR[ANSWER] - 1] + HOUR)
    return FOLDED


def _fold(tx: UnitOfWork, answer: OutboxMessage, send_at: float) -> None:
    """Add an answer to the mail that waits for its address, or begin one."""
    data = json.dumps(dict(answer.data))
    if waiting := tx.outbox.waiting(FOLDED, answer.address):
        count = int(waiting.data["count"])
        more = {"count": str(count + 1)} | ({str(count): data} if count < MOST_FOLDED else {})
        if tx.outbox.add_data(waiting, more):
            return
    tx.outbox.send(replace(answer, id="", kind=FOLDED, data={"count": "1", "0": data}), send_at)
