"""Positions that are set up by touching: the optional module `editor` of a game says what a touch makes of a position.

The functions of a game return texts, which the game's own parser reads: what the rules cannot have is refused by it.
A game without that module, whose positions are rows of letters, has a `RowsEditor`.
"""

from __future__ import annotations

from typing import Protocol, cast

from ludarium.core.errors import IllegalMove, LudariumError, ParseError
from ludarium.core.game import Game, State
from ludarium.core.text import shorten
from ludarium.scenes.rows import Draft, RowsEditor, arranged, rows_editor

Arrangement = dict[str, tuple[str, ...]]
"""What each place of a board holds, by the id of the element of the picture that is touched for it."""
Arranged = State | Draft
"""What is set up: a position, or what is still none."""


class Editor(Protocol):
    """The module `editor` of a game whose positions are set up by touching.

    One in whose pictures no elements stand for the places has `drawn(scene, state)`, too, which returns a picture with
    such elements (see `ludarium.scenes.editing`). Only the editor that has made a draft is given one.
    """

    HELP: str
    """A sentence about what a touch does."""

    def things(self, game: Game) -> dict[str, str]:
        """Return the name of each thing that can be put on the board, by its word, as in `{"b": "Black's stone"}`."""

    def held(self, state: Arranged) -> Arrangement:
        """Return what each place holds, as words of `things`; a thing that is on no place waits beside the board."""

    def put(self, state: Arranged, place: str, thing: str) -> str:
        """Return the text of the position after a thing is put on a place, or one taken away if `thing` is empty.

        What counts turns may be kept, but not what remembers earlier positions. Raises `IllegalMove` with a sentence
        where no such thing is left to be put.
        """

    def turns(self, state: Arranged) -> dict[str, str]:
        """Return the texts of the position with each seat to move, by a name such as `Black to move`.

        If the seat that is to move is one of them, its text is that of the position itself.
        """


def editor_of(game: Game) -> Editor | None:
    """Return the editor of a game; None if its positions can only be typed.

    >>> import ludarium
    >>> editor_of(ludarium.load("throngs")).things(ludarium.load("throngs"))
    {'b': "Black's stone", 'w': "White's stone"}
    """
    own = cast("Editor | None", game.definition.optional_module("editor"))
    return own or rows_editor(game)


def arrange(game: Game, text: str) -> Arranged:
    """Return the position that a text describes, or a draft if the rules cannot have it and the game's editor can.

    Raises `ParseError` for other texts.
    """
    editor = editor_of(game)
    return arranged(editor, game, text) if isinstance(editor, RowsEditor) else game.parse_position(text)


def touch(state: Arranged, place: str, thing: str) -> Arranged:
    """Return what is on the board after a thing is put on a place, or one taken away if `thing` is empty.

    Raises `ParseError` for what is no place or thing of the game, and why the rules cannot have the position.

    >>> import ludarium
    >>> str(touch(ludarium.load("throngs").initial(), "site-c5", "b"))
    '3/6/4b3/8/1b6/2w5/5w2/7/5/2 b 1.1 -:- 0'
    """
    editor = editor_of(state.game)
    if editor is None:
        raise IllegalMove(f"positions of {state.game.definition.title} are not set up by touching: type the position")
    things = editor.things(state.game)
    if thing and thing not in things:
        raise ParseError(f"{shorten(thing)} cannot be put on the board: expected {', '.join(things)} or nothing")
    if place not in editor.held(state):
        raise ParseError(f"{shorten(place)} is not a place of this board")
    return arrange(state.game, editor.put(state, place, thing))


def cleared(state: Arranged) -> Arranged:
    """Return the position after all things are taken away that the rules can do without.

    >>> import ludarium
    >>> str(cleared(ludarium.load("orion").initial()))
    '5/6/5/6/5/6/5/6/5/6/5 x 1'
    """
    editor = editor_of(state.game)
    if isinstance(editor, RowsEditor):
        return arrange(state.game, editor.empty(state))
    for place, things in editor.held(state).items() if editor else ():
        for _ in things:
            try:
                state = touch(state, place, "")
            except LudariumError:  # the rules keep it
                break
    return state


def turn_of(state: Arranged) -> str:
    """Return the name of whose turn it is, as the game's editor gives it; empty if it has none for the position."""
    editor = editor_of(state.game)
    turns = editor.turns(state) if editor else {}
    return next((name for name, text in turns.items() if text == str(state)), "")
