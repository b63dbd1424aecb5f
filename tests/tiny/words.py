"""The notation of tiny games whose turns are one word and whose positions are numbers with colons between them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ludarium.core.errors import ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, Vector


@dataclass(frozen=True)
class Words:
    """A notation: the word of every action of seats and of chance, and which vectors are positions."""

    seat_words: tuple[str, ...]
    chance_words: tuple[str, ...]
    can_occur: Callable[[Vector, Vector], bool]

    def action_name(self, state: State, seat: int, action: int) -> str:
        return (self.chance_words if seat < 0 else self.seat_words)[action]

    def format_turn(self, state: State, actions: Sequence[int]) -> str:
        return self.action_name(state, state.actors[0], actions[0]) if actions else ""

    def parse_turn(self, state: State, text: str) -> tuple[int, ...]:
        words = self.chance_words if state.actors == (CHANCE,) else self.seat_words
        if text.strip() not in words:
            raise ParseError("expected one of " + ", ".join(words))
        return (words.index(text.strip()),)

    def format_position(self, state: State) -> str:
        return ":".join(map(str, state.vector))

    def parse_position(self, game: Game, text: str) -> State:
        if re.fullmatch(r"[0-9]{1,3}(:[0-9]{1,3})*", text.strip(), re.ASCII):
            v = np.array([int(number) for number in text.split(":")], np.int64)
            if self.can_occur(game.tables, v):
                return game.state(v)
        raise ParseError("expected the numbers of a position, with colons between them")
