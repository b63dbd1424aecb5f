"""What authors of games import: kernels, definitions, notation, parts of pictures, boards and laws.

`ludarium new` writes games that import this package and `ludarium` alone. Names are imported when they are first used.
"""

from typing import TYPE_CHECKING

from ludarium._public import publish

if TYPE_CHECKING:  # type checkers see these imports, and so report names that do not exist
    from ludarium.boards import hexagonal as hexagonal
    from ludarium.boards.rotors import RotorLattice as RotorLattice
    from ludarium.boards.spirals import Round as Round
    from ludarium.boards.spirals import Spiral as Spiral
    from ludarium.boards.spirals import Square as Square
    from ludarium.boards.steps import step as step
    from ludarium.boards.steps import steps as steps
    from ludarium.boards.symmetry import symmetries as symmetries
    from ludarium.boards.triangular import TriangularGrid as TriangularGrid
    from ludarium.core.bits import list_bits as list_bits
    from ludarium.core.bits import lowest_bit as lowest_bit
    from ludarium.core.bits import rotate as rotate
    from ludarium.core.bits import single_actor as single_actor
    from ludarium.core.bits import unpack_bits as unpack_bits
    from ludarium.core.bits import without_lowest as without_lowest
    from ludarium.core.definition import Facts as Facts
    from ludarium.core.definition import GameDefinition as GameDefinition
    from ludarium.core.definition import HasAdvice as HasAdvice
    from ludarium.core.definition import HasDefaultAction as HasDefaultAction
    from ludarium.core.definition import HasWinnerPoints as HasWinnerPoints
    from ludarium.core.definition import HasWords as HasWords
    from ludarium.core.definition import Notation as Notation
    from ludarium.core.definition import Rules as Rules
    from ludarium.core.definition import Setup as Setup
    from ludarium.core.errors import AmbiguousMove as AmbiguousMove
    from ludarium.core.errors import GameOver as GameOver
    from ludarium.core.errors import IllegalMove as IllegalMove
    from ludarium.core.errors import LudariumError as LudariumError
    from ludarium.core.errors import ParseError as ParseError
    from ludarium.core.game import Game as Game
    from ludarium.core.game import State as State
    from ludarium.core.kernel import ACTORS as ACTORS
    from ludarium.core.kernel import APPLY as APPLY
    from ludarium.core.kernel import CHANCE as CHANCE
    from ludarium.core.kernel import CHANCE_OUTCOMES as CHANCE_OUTCOMES
    from ludarium.core.kernel import EVALUATE as EVALUATE
    from ludarium.core.kernel import LEGAL as LEGAL
    from ludarium.core.kernel import OBSERVE as OBSERVE
    from ludarium.core.kernel import PAYOFFS as PAYOFFS
    from ludarium.core.kernel import RESULTS as RESULTS
    from ludarium.core.kernel import Floats as Floats
    from ludarium.core.kernel import Kernel as Kernel
    from ludarium.core.kernel import Singles as Singles
    from ludarium.core.kernel import Vector as Vector
    from ludarium.core.kernel import compiled as compiled
    from ludarium.core.kernel import rule as rule
    from ludarium.core.notation import format_names as format_names
    from ludarium.core.notation import format_numbers as format_numbers
    from ludarium.core.notation import format_rows as format_rows
    from ludarium.core.notation import match_turn as match_turn
    from ludarium.core.notation import parse_choice as parse_choice
    from ludarium.core.notation import parse_names as parse_names
    from ludarium.core.notation import parse_number as parse_number
    from ludarium.core.notation import parse_numbers as parse_numbers
    from ludarium.core.notation import parse_rows as parse_rows
    from ludarium.core.notation import split_fields as split_fields
    from ludarium.core.observation import Observation as Observation
    from ludarium.core.observation import Part as Part
    from ludarium.core.payoffs import PayoffRange as PayoffRange
    from ludarium.core.rng import derive as derive
    from ludarium.core.rng import generator as generator
    from ludarium.core.rules_page import readme as readme
    from ludarium.core.spec import Directions as Directions
    from ludarium.core.spec import Interval as Interval
    from ludarium.core.spec import Option as Option
    from ludarium.core.spec import Value as Value
    from ludarium.core.text import counted as counted
    from ludarium.core.text import shorten as shorten
    from ludarium.core.vectors import copy as copy
    from ludarium.core.vectors import fill as fill
    from ludarium.laws import LAWS as LAWS
    from ludarium.laws import Law as Law
    from ludarium.laws import LawBroken as LawBroken
    from ludarium.laws import Sample as Sample
    from ludarium.laws import check as check
    from ludarium.scenes import parts as parts
    from ludarium.scenes.example import Example as Example
    from ludarium.scenes.picture import Picture as Picture
    from ludarium.scenes.picture import View as View
    from ludarium.scenes.picture import begin as begin
    from ludarium.scenes.picture import draw as draw
    from ludarium.scenes.picture import follow as follow
    from ludarium.scenes.scene import Button as Button
    from ludarium.scenes.scene import Element as Element
    from ludarium.scenes.scene import Finale as Finale
    from ludarium.scenes.scene import Highlight as Highlight
    from ludarium.scenes.scene import Scene as Scene
    from ludarium.scenes.scene import Stamp as Stamp
    from ludarium.scenes.scene import Touch as Touch
    from ludarium.scenes.track import Cell as Cell
    from ludarium.scenes.track import Track as Track
    from ludarium.search.bot import BotKind as BotKind
    from ludarium.solve.canonical import CANONICAL as CANONICAL
    from ludarium.solve.canonical import CELL as CELL
    from ludarium.solve.canonical import MOST_CELLS as MOST_CELLS
    from ludarium.solve.canonical import OUTLOOK as OUTLOOK
    from ludarium.solve.race.race import RaceLayout as RaceLayout

_STABLE = {
    "core.definition": "Facts GameDefinition HasDefaultAction HasWinnerPoints HasWords Notation Rules Setup",
    "core.errors": "AmbiguousMove GameOver IllegalMove LudariumError ParseError",
    "core.game": "Game State",
    "core.kernel": (
        "ACTORS APPLY CHANCE CHANCE_OUTCOMES EVALUATE LEGAL OBSERVE PAYOFFS RESULTS Floats Kernel "
        "Singles Vector compiled rule"
    ),
    "core.notation": (
        "format_names format_numbers format_rows match_turn parse_choice parse_names parse_number "
        "parse_numbers parse_rows split_fields"
    ),
    "core.observation": "Observation Part",
    "core.payoffs": "PayoffRange",
    "core.rules_page": "readme",
    "core.spec": "Directions Interval Option Value",
    "core.text": "counted shorten",
    "core.vectors": "copy fill",
    "laws": "LAWS Law LawBroken Sample check",
    "scenes.parts": "parts=.",
    "scenes.picture": "Picture View begin draw follow",
    "scenes.scene": "Button Element Finale Highlight Scene Stamp Touch",
    "scenes.track": "Cell Track",
    "search.bot": "BotKind",
}
_PROVISIONAL = {
    "boards.hexagonal": "hexagonal=.",
    "boards.rotors": "RotorLattice",
    "boards.spirals": "Round Spiral Square",
    "boards.steps": "step steps",
    "boards.symmetry": "symmetries",
    "boards.triangular": "TriangularGrid",
    "core.bits": "list_bits lowest_bit rotate single_actor unpack_bits without_lowest",
    "core.definition": "HasAdvice",
    "core.rng": "derive generator",
    "scenes.example": "Example",
    "solve.canonical": "CANONICAL CELL MOST_CELLS OUTLOOK",
    "solve.race.race": "RaceLayout",
}
_PUBLIC = publish(__name__, _STABLE, _PROVISIONAL)
__all__ = _PUBLIC.names
__dir__ = _PUBLIC.list_names

if not TYPE_CHECKING:
    __getattr__ = _PUBLIC.import_name
