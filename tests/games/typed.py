"""What people may type: rubbish of a game's words, and right texts with a few wrong characters; all is answered."""

import string
from collections.abc import Callable, Sequence

from hypothesis import strategies as st

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State


def rubbish(words: Sequence[str]) -> st.SearchStrategy[str]:
    """Return texts of any characters, of printable ones, of a game's words, and of bytes."""
    some = st.lists(st.sampled_from(words), max_size=12)
    return st.one_of(
        st.text(max_size=80),
        st.text(string.printable, max_size=80),
        some.map(" ".join),
        some.map("".join),
        st.binary(max_size=80).map(lambda data: data.decode("latin-1")),
    )


@st.composite
def mutated(draw: st.DrawFn, *texts: str) -> str:
    """One of some right texts with a few wrong characters."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        at, upto = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        piece = draw(st.one_of(st.just(""), st.sampled_from(text or " "), st.characters(), st.just(text[at:upto])))
        end = draw(st.sampled_from((at, at + 1, upto)))
        text = text[:at] + piece + text[end:]
    return text


def read_or_refuse(read: Callable[[str], object], text: str) -> object:
    """Return what a text is read as, or None if it is refused in a sentence."""
    try:
        return read(text)
    except LudariumError as error:
        said = str(error)
        assert said.isprintable()
        assert len(said) < 300
        return None


def check_position(game: Game, text: str) -> None:
    """Assert that a text is refused, or is a position that reads back."""
    read = read_or_refuse(game.parse_position, text)
    if isinstance(read, State):
        assert game.parse_position(str(read)) == read
        assert bool(read.legal()) == bool(read.actors)


def check_turn(state: State, text: str) -> None:
    """Assert that a text is refused, or is a turn that reads back and does what is written again."""
    actions = read_or_refuse(state.parse_turn, text)
    if isinstance(actions, tuple):
        again = state.format_turn(actions)
        assert state.format_turn(state.parse_turn(again)) == again
        assert state.play_actions(actions) == state.move(again)
