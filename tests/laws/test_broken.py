"""A law finds the games that break it, and says what was found and where.

Each case breaks a tiny game, in plain Python, in one way.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium.core.definition import Setup
from ludarium.core.errors import ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import Floats, Kernel, Singles, Vector, pay_points
from ludarium.core.spec import Option, Value
from ludarium.laws import LAWS, LawBroken, Sample, check
from ludarium.scenes.scene import Role, Scene, Touch
from tests.tiny import (
    GAMMON,
    LUCK,
    PAIRS,
    PENNIES,
    RACE,
    STONES,
    VAULT,
    gammon,
    luck,
    pairs,
    pennies,
    race,
    stones,
    vault,
)

orion = ludarium.load("orion").definition
BY_NAME = {law.name: law for law in LAWS}


Functions = dict[str, Callable[..., object]]
"""Functions that replace those of a module, by their names."""


def broken(
    game: Game,
    module: ModuleType,
    *,
    rules: Functions | None = None,
    notation: Functions | None = None,
    **kernel: Callable[..., object],
) -> Game:
    """Return the game with some functions of its kernel, its rules or its notation replaced."""
    plain: dict[str, Any] = {  # the broken functions have the types of those that they replace, more or less
        name: getattr(function, "py_func", function) for name, function in game.kernel._asdict().items()
    }
    definition = replace(
        game.definition,
        kernel=Kernel(**plain | kernel),
        rules=SimpleNamespace(**{**vars(module), **(rules or {})}),
        notation=SimpleNamespace(**{**vars(module), **notation}) if notation else game.definition.notation,
    )
    return Game(definition, game.options)


def seeing(function: Callable[[Vector, Vector, int, Singles], None]) -> Game:
    """Return pennies with another function for its observation."""
    game = Game(PENNIES.definition, PENNIES.options)
    vars(game)["observation"] = replace(PENNIES.observation, function=function)
    return game


def declaring(
    *,
    fixed: bool = False,
    filled: bool = False,
    cells: tuple[int, ...] = (),
    symmetries: tuple[tuple[int, ...], ...] = (),
) -> Game:
    """Return orion with an observation that declares what is not true of it."""
    game = ludarium.load("orion(turn_limit=20)")
    seen = game.observation
    parts = tuple(
        replace(part, fixed=fixed, filled=filled) if part.name == "own pieces" else part for part in seen.parts
    )
    vars(game)["observation"] = replace(
        seen, parts=parts, cells=cells or seen.cells, symmetries=symmetries or seen.symmetries
    )
    return game


def sees_too_much(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    out[:] = 0
    out[-1] = 2


def sees_parts(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    out[:] = 0.5


def sees_little(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    out[0] = seat


def descending(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    out[0], out[1] = 1, 0
    return 2


def no_way_on(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    return 0 if v[0] == 1 else pennies.legal(t, v, seat, out)


def too_high(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    out[0], out[1] = 0, 2
    return 2


def no_done(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """Heap c, once begun with five stones, cannot be left and cannot be finished."""
    if v[4] == 3:
        out[0] = 2
        return int(v[2] > 4)
    return stones.legal(t, v, seat, out)


def forever(t: Vector, v: Vector, actions: Vector) -> None:
    v[0] = 0


def beside(t: Vector, v: Vector, actions: Vector) -> None:
    pennies.apply(t, v, actions)
    whole = v.base
    if isinstance(whole, np.ndarray) and whole.size > v.size:
        whole[:] = 0


def touchy(t: Vector, v: Vector) -> int:
    v[1] += 1
    return pennies.actors(t, v)


def forgetful(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    return 2


def lopsided(t: Vector, v: Vector, out: Floats) -> int:
    race.chance_outcomes(t, v, out)
    out[2] = 0.5
    return 3


def never_three(t: Vector, v: Vector, out: Floats) -> int:
    out[0], out[1], out[2] = 0.5, 0.5, 0.0
    return 3


def loser_wins(t: Vector, v: Vector, out: Floats) -> int:
    winners = pennies.results(t, v, out)
    return winners ^ 3 if winners in (1, 2) else winners


def early_winner(t: Vector, v: Vector, out: Floats) -> int:
    pennies.results(t, v, out)
    return 1


def largest_is_not_one(options: Mapping[str, Value]) -> Setup:
    return stones.setup({"largest": 5 // (int(options["largest"]) - 1)})


def without_chance(options: Mapping[str, Value]) -> Setup:
    return replace(race.setup(options), num_actions=3, max_chance_outcomes=0)


def with_ids_of_chance_alone(options: Mapping[str, Value]) -> Setup:
    return replace(race.setup(options), num_actions=1)


def with_setup(**changes: object) -> Game:
    """Return pennies with another setup, from which a game can still be played."""

    def setup(options: Mapping[str, Value]) -> Setup:
        fields: dict[str, Any] = changes  # the broken setups have values of other types
        return replace(pennies.setup(options), **fields)

    return broken(PENNIES, pennies, rules={"setup": setup})


def sees_its_own_points_alone(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    out[:] = 0
    out[0] = v[1 + seat]


def rolls_forgotten(state: State) -> str:
    v = state.vector
    return f"{v[0]}:0:{v[2]}-{v[3]}"


def ragged(state: State) -> str:
    return race.format_position(state) + " "


def in_numbers(state: State, actions: Sequence[int]) -> str:
    return " ".join(str(action) for action in actions)


def never_empty(state: State, actions: Sequence[int]) -> str:
    return stones.format_turn(state, actions) or "-"


def trusting(game: Game, text: str) -> State:
    return game.state(np.array([int(word) for word in text.replace("-", ":").split(":")]))


def too_lenient(game: Game, text: str) -> State:
    try:
        return race.parse_position(game, text)
    except ParseError:
        return game.state(np.array([-len(text), 0, 0, 0]))


def by_first_letter(state: State, text: str) -> tuple[int, ...]:
    return ("abc".index(text[0]),)


def in_two_lines(state: State, text: str) -> tuple[int, ...]:
    raise ParseError("no\nturn")


def paid_too_much(t: Vector, v: Vector, winners: int, out: Floats) -> None:
    gammon.payoffs(t, v, winners, out)
    out *= 3


def only_winners_are_paid(t: Vector, v: Vector, winners: int, out: Floats) -> None:
    gammon.payoffs(t, v, winners, out)
    out[:] = np.maximum(out, 0)


def never_a_number(t: Vector, v: Vector, winners: int, out: Floats) -> None:
    out[0] = np.nan


def to_the_left(t: Vector, v: Vector, winners: int, out: Floats) -> None:
    out[0], out[1] = 1, 0


def swapped(t: Vector, v: Vector, winners: int, out: Floats) -> None:
    gammon.payoffs(t, v, winners, out)
    v[2], v[3] = v[3], v[2] + 1


def alone(t: Vector, v: Vector, out: Floats) -> int:
    pairs.results(t, v, out)
    return 0 if v[0] else 1 << (v[1] + 3) % 4


def one_team_too_few(options: Mapping[str, Value]) -> Setup:
    return replace(pairs.setup(options), teams=(0, 1, 0))


CASES = [
    ("the setup is within the limits", with_setup(seat_names=tuple(f"seat {number}" for number in range(63)))),
    ("the setup is within the limits", with_setup(seat_names=("even", "even"))),
    ("the setup is within the limits", with_setup(seat_names=("even", "\n"))),
    ("the setup is within the limits", with_setup(num_actions=1_000_001)),
    ("the setup is within the limits", with_setup(max_chance_outcomes=-1)),
    ("the setup is within the limits", with_setup(tables=np.array([3.0]))),
    ("the setup is within the limits", with_setup(start=np.zeros((3, 1), np.int64))),
    ("no seat sees what another does not", seeing(sees_its_own_points_alone)),
    (
        "the canonical form keeps what matters",
        Game(replace(RACE.definition, package="tests.tiny.wrong"), RACE.options),
    ),
    ("legal actions are ids in order", broken(PENNIES, pennies, legal=descending)),
    ("legal actions are ids in order", broken(PENNIES, pennies, legal=no_way_on)),
    ("legal actions are ids in order", broken(PENNIES, pennies, legal=too_high)),
    ("legal actions are ids in order", broken(PENNIES, pennies, actors=lambda t, v: 0b011 if v[0] < t[0] else 0)),
    ("legal actions are ids in order", broken(RACE, race, rules={"setup": without_chance})),
    ("legal actions are ids in order", broken(RACE, race, rules={"setup": with_ids_of_chance_alone})),
    ("every turn can be completed", broken(STONES, stones, legal=no_done)),
    ("every turn can be completed", broken(PENNIES, pennies, actors=lambda *_: 6, rules={"in_turn": lambda *_: True})),
    ("play is play unchecked with a check", broken(RACE, race, rules={"explain": lambda *_: ""})),
    ("chance outcomes match the legal actions", broken(RACE, race, chance_outcomes=lopsided)),
    ("chance outcomes match the legal actions", broken(RACE, race, chance_outcomes=never_three)),
    ("chance outcomes match the legal actions", broken(RACE, race, chance_outcomes=lambda *_: 2)),
    ("points winners and payoffs agree", broken(PENNIES, pennies, results=loser_wins)),
    ("points winners and payoffs agree", broken(PENNIES, pennies, results=early_winner)),
    ("points winners and payoffs agree", broken(PENNIES, pennies, rules={"ending": lambda *_: "over"})),
    ("points winners and payoffs agree", broken(PENNIES, pennies, rules={"winner_points": lambda *_: {0: 1}})),
    ("payoffs are as declared", broken(GAMMON, gammon, payoffs=paid_too_much)),
    ("payoffs are as declared", broken(GAMMON, gammon, payoffs=only_winners_are_paid)),
    ("payoffs are as declared", broken(LUCK, luck, payoffs=never_a_number)),
    ("payoffs are as declared", broken(PENNIES, pennies, payoffs=pay_points)),
    ("payoffs are as declared", broken(VAULT, vault, payoffs=to_the_left)),
    ("payoffs are as declared", broken(PAIRS, pairs, results=alone)),
    ("payoffs are as declared", broken(PAIRS, pairs, rules={"setup": one_team_too_few})),
    ("the kernel writes only inside its vectors", broken(GAMMON, gammon, payoffs=swapped)),
    ("random games end", broken(PENNIES, pennies, apply=forever)),
    ("every option can be set", broken(STONES, stones, rules={"setup": largest_is_not_one})),
    ("observations match their format", seeing(sees_too_much)),
    ("observations match their format", seeing(sees_parts)),
    ("positions read back", broken(RACE, race, notation={"format_position": rolls_forgotten})),
    ("positions read back", broken(RACE, race, notation={"format_position": ragged})),
    ("turns read back", broken(STONES, stones, notation={"format_turn": lambda *_: "a1"})),
    ("turns read back", broken(STONES, stones, notation={"format_turn": in_numbers})),
    ("beginnings of turns can be written", broken(STONES, stones, notation={"format_turn": never_empty})),
    ("names of actions differ", broken(STONES, stones, notation={"action_name": lambda *_: "take"})),
    ("other positions are refused", broken(RACE, race, notation={"parse_position": trusting})),
    ("other positions are refused", broken(RACE, race, notation={"parse_position": too_lenient})),
    ("other turns are refused", broken(STONES, stones, notation={"parse_turn": by_first_letter})),
    ("other turns are refused", broken(STONES, stones, notation={"parse_turn": in_two_lines})),
    ("the kernel writes only inside its vectors", broken(PENNIES, pennies, apply=beside)),
    ("the kernel writes only inside its vectors", broken(PENNIES, pennies, actors=touchy)),
    ("results do not depend on the content of the output", broken(PENNIES, pennies, legal=forgetful)),
    ("results do not depend on the content of the output", seeing(sees_little)),
    ("the inputs of an observation are all that it tells", declaring(fixed=True)),
    ("the inputs of an observation are all that it tells", declaring(filled=True)),
    ("the inputs of an observation are all that it tells", declaring(cells=(0, 1))),
    ("the inputs of an observation are all that it tells", declaring(symmetries=((0, 0),))),
]


@pytest.mark.parametrize(("name", "game"), CASES)
def test_a_broken_game_is_caught(name: str, game: Game) -> None:
    with pytest.raises(LawBroken) as caught:
        BY_NAME[name].test(Sample.draw(game, seed=4))
    assert caught.value.law == name
    assert str(caught.value).startswith(f"{name}: ")


def test_check_raises_what_is_broken_first() -> None:
    with pytest.raises(LawBroken, match=r"^legal actions are ids in order: \(1, 0\) do not ascend, in ludarium"):
        check(broken(PENNIES, pennies, legal=descending))


def test_laws_that_need_an_installed_game_are_left_out_for_others() -> None:
    assert {law.name for law in LAWS if not law.applies(PENNIES)} == {law.name for law in LAWS if law.installed}


def of_orion(**changes: Any) -> Game:
    """Return a game with Orion's spec and some other fields of its definition."""
    game = ludarium.load("orion(turn_limit=20)")
    return Game(replace(game.definition, **changes), game.options)


def only_passes(state: State, actions: Sequence[int]) -> str:
    return "pass"


def wrong_at_the_end(t: Vector, v: Vector, out: Floats) -> int:
    return orion.kernel.results(t, v, out) if orion.kernel.actors(t, v) else 1


BROKEN_ORION = [
    ("the spec identifies the game", of_orion(options=(Option("clicks", 2, range(1, 7), ""),))),
    ("records replay", of_orion(notation=SimpleNamespace(**{**vars(orion.notation), "format_turn": only_passes}))),
    ("records replay", of_orion(rules=SimpleNamespace(**{**vars(orion.rules), "ending": lambda state: "\x1b"}))),
    ("compiled and plain kernels agree", of_orion(kernel=orion.kernel._replace(results=lambda *_: 1))),
    ("compiled and plain kernels agree", of_orion(kernel=orion.kernel._replace(results=wrong_at_the_end))),
]


@pytest.mark.parametrize(("name", "game"), BROKEN_ORION)
def test_an_installed_game_that_is_broken_is_caught(name: str, game: Game) -> None:
    with pytest.raises(LawBroken) as caught:
        BY_NAME[name].test(Sample.draw(game, seed=4, games=2))
    assert caught.value.law == name


def of_role(scene: Scene, which: Role, **changes: Any) -> Scene:
    """Return the picture with changed elements of one role."""
    elements = (replace(element, **changes) if element.role == which else element for element in scene.elements)
    return replace(scene, elements=tuple(elements))


BROKEN_PICTURES: dict[str, tuple[str, Callable[[Scene], Scene]]] = {
    "no caption": ("every state has a picture", lambda scene: replace(scene, caption="")),
    "ids twice": ("every state has a picture", lambda scene: replace(scene, elements=scene.elements * 2)),
    "too narrow": ("every state has a picture", lambda scene: replace(scene, width=1)),
    "an overlay of nothing": (
        "every state has a picture",
        lambda scene: replace(scene, elements=tuple(replace(element, look="overlay") for element in scene.elements)),
    ),
    "hints of nothing": (
        "every state has a picture",
        lambda scene: replace(scene, elements=tuple(replace(element, look="hint") for element in scene.elements)),
    ),
    "touching air": ("every action can be touched", lambda scene: replace(scene, touches=(Touch(0, 0, ("no",)),))),
    "touching for none": (
        "every action can be touched",
        lambda scene: replace(scene, touches=(Touch(0, 51, ()),)),
    ),
    "arrows that are not drawn": (
        "everything to touch is seen and lights up",
        lambda scene: of_role(scene, "handle", glyph=""),
    ),
    "pieces that are not drawn": (
        "everything to touch is seen and lights up",
        lambda scene: of_role(scene, "piece", path="", glyph=""),
    ),
    "places in the colour of the ground": (
        "everything to touch is seen and lights up",
        lambda scene: of_role(scene, "handle", role="ground", glyph=""),
    ),
    "pieces that are shown on request": (
        "everything to touch is seen and lights up",
        lambda scene: of_role(scene, "piece", look="overlay"),
    ),
    "words that do not light up": (
        "everything to touch is seen and lights up",
        lambda scene: of_role(scene, "handle", path="", glyph="", text="click"),
    ),
    "nothing to see": ("every turn has a picture", lambda scene: replace(scene, elements=())),
}


@pytest.mark.parametrize(("name", "change"), BROKEN_PICTURES.values(), ids=BROKEN_PICTURES)
def test_a_broken_picture_is_caught(
    name: str, change: Callable[[Scene], Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ludarium.load("orion(turn_limit=20)")
    view = game.definition.module("view")
    scene = view.scene
    monkeypatch.setattr(view, "scene", lambda picture: change(scene(picture)))
    with pytest.raises(LawBroken) as caught:
        BY_NAME[name].test(Sample.draw(game, seed=4, games=1))
    assert caught.value.law == name


def test_every_law_that_a_game_can_break_has_a_game_that_does() -> None:
    tried = {name for name, _ in (*CASES, *BROKEN_ORION, *BROKEN_PICTURES.values())}
    sure = {"states are values", "states can be pickled"}  # they hold by the way in which states are made
    text = {"other records are refused", "other specs are refused"}  # no part of a game's folder reads these
    assert tried == set(BY_NAME) - sure - text
