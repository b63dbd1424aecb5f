"""Damage saved mails at random and read them, for as long as is asked: no error, and none takes long.

python -m benchmarks.mail_reader --minutes 60
"""

import argparse
import random
import time
from collections.abc import Callable
from pathlib import Path

from ludarium.core.errors import LudariumError
from ludarium.server.mail.command_line import parse_command
from ludarium.server.mail.commands import VERBS
from ludarium.server.mail.incoming.quotations import own_lines, read_written
from ludarium.server.mail.incoming.reader import MailText, read_mail

MAILS = Path("tests/server/mail/mails")
_SLOW = 2.0
"""Seconds that no mail may take, even on a busy machine."""
_WORDS = (
    b"\r\n", b"\n\n", b"> ", b"-- \n", b"=?utf-8?b?", b"?=", b"--", b"boundary=", b"charset=idna", b"charset=utf-16",
    b"Content-Type: multipart/mixed; boundary=x\n", b"Content-Transfer-Encoding: base64\n", b"<blockquote>", b"<!--",
    b"\x00", b"\xff\xfe", b"u+\n", b"From: ", b"Content-Type: message/rfc822\n\n", b"&#x", b":\n", b"format=flowed",
)  # fmt: skip


def _cut(raw: bytes, dice: random.Random) -> bytes:
    first, last = sorted(dice.randrange(len(raw) + 1) for _ in range(2))
    return raw[:first] + raw[last:]


def _repeat(raw: bytes, dice: random.Random) -> bytes:
    first, last = sorted(dice.randrange(len(raw) + 1) for _ in range(2))
    return raw[:last] + raw[first:last] * dice.randrange(1, 4) + raw[last:]


def _flip(raw: bytes, dice: random.Random) -> bytes:
    changed = bytearray(raw)
    for _ in range(dice.randrange(1, 20)):
        if changed:
            changed[dice.randrange(len(changed))] = dice.randrange(256)
    return bytes(changed)


def _insert(raw: bytes, dice: random.Random) -> bytes:
    place = dice.randrange(len(raw) + 1)
    return raw[:place] + dice.choice(_WORDS) * dice.randrange(1, 5) + raw[place:]


def _shuffle(raw: bytes, dice: random.Random) -> bytes:
    lines = raw.split(b"\n")
    dice.shuffle(lines)
    return b"\n".join(lines)


def _fold(raw: bytes, dice: random.Random) -> bytes:
    return raw.replace(b"\r\n", dice.choice((b"\n", b"\r", b"\n ", b"\r\n\t")), dice.randrange(1, 30))


MUTATIONS: tuple[Callable[[bytes, random.Random], bytes], ...] = (_cut, _repeat, _flip, _insert, _shuffle, _fold)


def spoil(raw: bytes, seed: int, times: int) -> bytes:
    """Return a mail, damaged a number of times."""
    dice = random.Random(seed)  # noqa: S311  # damage, which may be foreseen
    for _ in range(times):
        raw = dice.choice(MUTATIONS)(raw, dice)[:200_000]
    return raw


def read(raw: bytes) -> MailText:
    """Read a mail as the desk does, up to what it would carry out."""
    mail = read_mail(raw, "ann@example.com", "play@games.example.org", "games.example.org")
    mail.subject.encode("utf-8", "replace")
    first = read_written(mail.text).first
    for line in (mail.subject, first, *own_lines(mail.text)[:5]):
        try:
            parse_command(line, frozenset(VERBS))
        except LudariumError as error:
            assert str(error)
    return mail


def main() -> None:
    """Read damaged mails until the time is over, and print how many and how long the slowest took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    originals = [path.read_bytes() for path in sorted(MAILS.glob("*.eml"))]
    end, count, slowest, seed = time.monotonic() + 60 * options.minutes, 0, (0.0, 0), options.seed
    while time.monotonic() < end:
        raw = spoil(originals[seed % len(originals)], seed, 1 + seed % 12)
        began = time.process_time()
        read(raw)
        took = time.process_time() - began
        slowest = max(slowest, (took, seed))
        assert took < _SLOW, f"seed {seed} took {took:.1f} s"
        count, seed = count + 1, seed + 1
    print(f"{count:,} damaged mails were read; the slowest took {1000 * slowest[0]:.0f} ms (seed {slowest[1]})")


if __name__ == "__main__":
    main()
