"""A received mail, and the part of an inbox that receives it; light, since an MTA starts a program for every mail."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class ReceivedMail:
    """A mail as it came, with the sender and the recipient of its envelope.

    | field        | content                                                                       |
    |--------------|-------------------------------------------------------------------------------|
    | `raw`        | the first part of the mail, which is all of it unless it is very large        |
    | `size`       | the number of bytes of the whole mail                                         |
    | `steps`      | by the number of a command: what has to be known if it must be carried out    |
    |              | again, because the process that did it has died                               |
    | `tries`      | how many times a process has claimed it, whatever became of that process      |
    | `handled_at` | when it was read and answered, or given up; None while it waits               |
    | `outcome`    | what it has caused, for administrators                                        |
    """

    id: str
    received_at: float
    sender: str
    recipient: str
    raw: bytes
    size: int
    steps: Mapping[str, Mapping[str, Any]]  # Any: of JSON
    tries: int = 0
    handled_at: float | None = None
    outcome: str = ""


class Reception(Protocol):
    """The part of an inbox that receives mails."""

    def count_waiting(self) -> int:
        """Return the number of mails that wait to be read."""

    def was_given(self, token_hash: str, now: float) -> bool:
        """Return whether the address of a token was given: for a turn, a command, a challenge or a puzzle."""

    def was_sent(self, message_id: str) -> bool:
        """Return whether a mail server has got a mail of the outbox, or may have, so that it can come back."""

    def receive(self, mail: ReceivedMail) -> None:
        """Insert a mail, which waits to be read from now on; it is safe on the disk when this returns."""
