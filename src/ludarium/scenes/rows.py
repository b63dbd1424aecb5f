"""Positions that are set up by touching without a module `editor`: rows of cells with a letter for each piece.

What a game of this kind says already is enough: its text has a letter for each cell and a word for whose turn it is,
its picture has an element for each cell and draws a piece upon it, and its seats have names. On the way to a position
lie arrangements that its rules refuse, such as three stones of one seat; they are drawn all the same, as drafts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from ludarium.core.errors import ParseError
from ludarium.core.game import Game, State
from ludarium.core.notation import format_rows, parse_rows
from ludarium.scenes.picture import begin, draw
from ludarium.scenes.scene import Element, Scene

_STEPS = 12
"""The steps of a game in which its letters, its pieces and its words for a turn are seen."""


class Draft(NamedTuple):
    """An arrangement of pieces that is no position: its text, and why the game refuses it."""

    editor: RowsEditor
    game: Game
    text: str
    why: str

    def __str__(self) -> str:
        """Return the text, as that of a state."""
        return self.text


@dataclass(frozen=True, eq=False)
class RowsEditor:
    """The editor of a game whose positions are rows of letters, alone or followed by a word for whose turn it is.

    | field    | meaning                                                             |
    |----------|---------------------------------------------------------------------|
    | `board`  | the picture of the board without pieces                             |
    | `cells`  | the elements of its cells, row by row                               |
    | `widths` | the cells of each row                                               |
    | `pieces` | how the piece of each letter is drawn                               |
    | `words`  | what the text says after the rows for each turn; empty if nothing   |
    """

    board: Scene
    cells: tuple[Element, ...]
    widths: tuple[int, ...]
    pieces: Mapping[str, tuple[Element, ...]]
    words: tuple[str, ...]
    HELP = "Touch a piece again to take it away."

    def things(self, game: Game) -> dict[str, str]:
        """Return a piece for each letter, of the seat whose name begins with it; what is nobody's has the letter."""
        seats = game.setup.seat_names
        owners = {letter: [seat for seat in seats if seat[0].casefold() == letter.casefold()] for letter in self.pieces}
        ordered = sorted(owners, key=lambda letter: [seats.index(seat) for seat in owners[letter]] or [len(seats)])
        return {one: f"{owners[one][0]}'s piece" if len(owners[one]) == 1 else one for one in ordered}

    def held(self, state: State | Draft) -> dict[str, tuple[str, ...]]:
        """Return the piece in each cell."""
        letters, _ = _read(str(state), self.widths)
        return {cell.id: tuple(letter.strip(".")) for cell, letter in zip(self.cells, letters, strict=True)}

    def put(self, state: State | Draft, place: str, thing: str) -> str:
        """Return the arrangement with a piece in a cell, or with none if it is there already.

        It stays the same seat's turn, unless the rules can have it in another's turn alone.
        """
        letters, word = _read(str(state), self.widths)
        cells = [*letters]
        at = [cell.id for cell in self.cells].index(place)
        cells[at] = "." if cells[at] == thing else thing or "."
        return self._text(state.game, "".join(cells), word)

    def empty(self, state: State | Draft) -> str:
        """Return the board without pieces; whose turn it is changes as in `put`."""
        letters, word = _read(str(state), self.widths)
        return self._text(state.game, "." * len(letters), word)

    def turns(self, state: State | Draft) -> dict[str, str]:
        """Return the position with each seat to move that the rules can have."""
        found = [_parsed(state.game, text) for text in self._texts(*_read(str(state), self.widths))]
        named = [one for one in found if isinstance(one, State) and one.actors]
        return {f"{one.game.setup.seat_names[one.actors[0]]} to move": str(one) for one in named}

    def draft(self, game: Game, text: str, why: ParseError) -> Draft:
        """Return the arrangement that a text describes; raise why the game refuses it if it is none of this board."""
        try:
            letters, word = _read(text, self.widths)
        except ParseError:
            raise why from None
        drafted, *others = self._texts(letters, word)
        if {*letters} - {".", *self.pieces} or word not in self.words or len(drafted.split()) != len(text.split()):
            raise why
        refusals = [one for one in (why, *(_parsed(game, other) for other in others)) if isinstance(one, ParseError)]
        return Draft(self, game, drafted, "; ".join(dict.fromkeys(map(str, refusals))))

    def sketch(self, draft: Draft) -> Scene:
        """Return the picture of an arrangement."""
        letters, _ = _read(str(draft), self.widths)
        pieces = tuple(
            replace(part, id=f"on-{cell.id}-{number}", x=cell.x, y=cell.y)
            for cell, letter in zip(self.cells, letters, strict=True)
            for number, part in enumerate(self.pieces.get(letter, ()))
        )
        return replace(self.board, elements=(*self.board.elements, *pieces))

    def _text(self, game: Game, letters: str, word: str) -> str:
        texts = self._texts(letters, word)
        return next((text for text in texts if isinstance(_parsed(game, text), State)), texts[0])

    def _texts(self, letters: str, word: str) -> list[str]:
        """Return the texts of an arrangement with each word for whose turn it is, beginning with one of them."""
        rows = format_rows(letters, self.widths)
        return [f"{rows} {one}".rstrip() for one in (word, *(one for one in self.words if one != word))]


def arranged(editor: RowsEditor, game: Game, text: str) -> State | Draft:
    """Return a position, or a draft of what the rules cannot have; raise `ParseError` for other texts."""
    found = _parsed(game, text)
    return found if isinstance(found, State) else editor.draft(game, text, found)


@lru_cache(maxsize=64)
def rows_editor(game: Game) -> RowsEditor | None:
    """Return the editor of a game whose text and picture are of this kind; None for one of another kind.

    >>> import ludarium
    >>> rows_editor(ludarium.load("ludo"))
    """
    if game.max_chance_outcomes or game.definition.optional_module("view") is None:
        return None
    board = draw(begin(game.initial())).plain
    drawn = (one for one in board.elements if one.role == "cell" and one.path)
    cells = sorted(drawn, key=lambda one: (_row(one), one.x))
    widths = tuple(len([*row]) for _, row in groupby(cells, _row))
    pieces, words = dict[str, tuple[Element, ...]](), dict[str, None]()
    for state in _opening(game.initial()):
        try:
            letters, word = _read(str(state), widths)
        except ParseError:
            return None
        is_whole = f"{format_rows(letters, widths)} {word}".rstrip() == str(state) and (word or "x").isalpha()
        if not is_whole or len(state.actors) > 1:
            return None
        words[word] = None
        if {*letters} - {".", *pieces}:
            pieces |= _pieces(state, dict(zip(letters, cells, strict=True)))
    if not pieces or not all(pieces.values()):
        return None
    bare = tuple(one for one in board.elements if one.role != "piece")
    board = replace(board, elements=bare, touches=(), buttons=(), caption="Not a position of the game")
    return RowsEditor(board, tuple(cells), widths, pieces, tuple(words))


def _parsed(game: Game, text: str) -> State | ParseError:
    try:
        return game.parse_position(text)
    except ParseError as why:
        return why


def _read(text: str, widths: tuple[int, ...]) -> tuple[str, str]:
    """Return a letter for each cell, and the word after the rows; raise `ParseError` for rows of another board."""
    rows, word = (*text.split()[:2], "", "")[:2]
    return parse_rows(rows, widths or (0,), rows, "the rows of this board"), word


def _row(cell: Element) -> float:
    return round(cell.y, 3)


def _opening(state: State) -> Iterator[State]:
    """Yield the first positions of a game, between turns, as long as one seat acts."""
    for _ in range(_STEPS):
        if not state.game.definition.rules.in_turn(state):
            yield state
        if not state.actors:
            return
        state = state.play_unchecked(state.legal()[0])


def _pieces(state: State, cells: Mapping[str, Element]) -> dict[str, tuple[Element, ...]]:
    """Return how the piece of each letter is drawn in a position, by a cell that holds one."""
    drawn = [one for one in draw(begin(state)).plain.elements if one.role == "piece"]
    return {
        letter: tuple(one for one in drawn if (one.x, one.y) == (cell.x, cell.y))
        for letter, cell in cells.items()
        if letter != "."
    }
