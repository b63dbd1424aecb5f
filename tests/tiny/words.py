"""The notation of tiny games whose turns are one word and whose positions are numbers with colons between them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.kernel import Kernel, Vector


@dataclass(frozen=True)
class Words:
    """A notation: the word of every action of seats and of chance, and which vectors are positions."""

    kernel: Kernel
    seat_words: tuple[str, ...]
    chance_words: tuple[str, ...]
    can_occur: Callable[[Vector, Vector], bool]

    def action_name(self, t: Vector, v: Vector, seat: int, action: int) -> str:
        return (self.chance_words if seat < 0 else self.seat_words)[action]

    def format_turn(self, t: Vector, v: Vector, actions: Sequence[int]) -> str:
        return self.action_name(t, v, self._seat(t, v), actions[0]) if actions else ""

    def parse_turn(self, t: Vector, v: Vector, text: str) -> tuple[int, ...]:
        seat, word = self._seat(t, v), text.strip()
        words = self.chance_words if seat < 0 else self.seat_words
        if word not in words:
            raise ParseError("expected one of " + ", ".join(words))
        ids = np.empty(len(self.seat_words) + len(self.chance_words), np.int64)
        if words.index(word) not in ids[: self.kernel.legal(t, v, seat, ids)]:
            raise IllegalMove(f"{word} is not possible here")
        return (words.index(word),)

    def format_position(self, t: Vector, v: Vector) -> str:
        return ":".join(map(str, v))

    def parse_position(self, t: Vector, text: str) -> Vector:
        if re.fullmatch(r"[0-9]{1,3}(:[0-9]{1,3})*", text.strip(), re.ASCII):
            v = np.array([int(number) for number in text.split(":")], np.int64)
            if self.can_occur(t, v):
                return v
        raise ParseError("expected the numbers of a position, with colons between them")

    def _seat(self, t: Vector, v: Vector) -> int:
        return int(self.kernel.actors(t, v)).bit_length() - 2
