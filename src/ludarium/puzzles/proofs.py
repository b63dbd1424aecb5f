"""What can be proved of the positions of a game, and the themes that a right turn shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from ludarium.core.concepts import CONCEPTS
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.laws.concepts import CHANGES, places_of
from ludarium.match.orders import is_simultaneous
from ludarium.puzzles import duels, tables
from ludarium.puzzles.puzzle import DuelProof, TableProof, WinProof
from ludarium.scenes.picture import begin, draw, follow

_NOT_THEMES = {"draws", "repetition", "turn limit"}


class Themes(Protocol):
    """The module `themes` of a game whose puzzles have themes of their own.

    It has `THEMES`, too, which names them all, and the one function or the other, as the game's puzzles are.
    """

    def themes(self, state: State, actions: Sequence[int]) -> tuple[str, ...]:
        """Return the themes of a position in which one seat acts, and this whole turn of it is right."""

    def duel_themes(self, states: Sequence[State], seat: int) -> tuple[str, ...]:
        """Return the themes of a duel that a seat wins, by the states before each turn and at the end."""


def kind_of(game: Game) -> str:
    """Return the kind of a game's puzzles: `duel`, `table` or `win`.

    >>> from ludarium.core.registry import load
    >>> [kind_of(load(name)) for name in ("grid", "ludo", "orion")]
    ['duel', 'table', 'win']

    Raises `LudariumError` for a game of which nothing can be proved.
    """
    if is_simultaneous(game):
        return "duel"
    if tables.has_table(game):
        return "table"
    if game.max_chance_outcomes or game.seats != 2 or game.setup.payoff_range is not None:
        raise LudariumError(
            f"nothing can be proved of positions of {game.spec}: expected a game with a table, one of two seats "
            "without chance that is won or lost, or one with simultaneous turns"
        )
    return "win"


def themes_of(state: State, seat: int, answer: str, proof: TableProof | WinProof | DuelProof) -> tuple[str, ...]:
    """Return the themes of a position in which a turn of a seat is right, or an answer wins, in words of its game.

    A game with a module `themes` finds them by its own rules (see `Themes`); of others, and where it finds none, they
    are the concepts that the game's facts name and the turn shows.
    """
    module = cast("Themes | None", state.game.definition.optional_module("themes"))
    own = tuple[str, ...]()
    if module is not None and isinstance(proof, DuelProof):
        own = module.duel_themes(duels.play(state, seat, answer, proof).states(state), seat)
    elif module is not None:
        own = module.themes(state, state.parse_turn(answer))
    return own or _concepts(state, answer, proof)


def _concepts(state: State, turn: str, proof: TableProof | WinProof | DuelProof) -> tuple[str, ...]:
    """Return the concepts that the game's facts name and a turn shows, by the pictures before and after it.

    A puzzle that ends the game shows how the game ends, too.
    """
    shown = {"passing"} if "pass" in turn.split() else set[str]()
    if isinstance(proof, DuelProof):
        shown |= {"simultaneous turns"}
    else:
        picture = begin(state)
        before, after = (places_of(draw(one)) for one in (picture, follow(picture, state.parse_turn(turn))))
        shown |= {name for name, change in CHANGES.items() if change(before, after)}
    if not isinstance(proof, TableProof):
        shown |= {name for name, concept in CONCEPTS.items() if concept.group == "End"} - _NOT_THEMES
    return tuple(name for name in state.game.definition.facts.concepts if name in shown)
