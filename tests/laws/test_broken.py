"""A law finds the games that break it, and says what was found and where.

Each case breaks a tiny game, in plain Python, in one way.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import Floats, Vector, pay_points
from ludarium.core.spec import Option
from ludarium.laws import LAWS, LawBroken, Sample, check, machine
from ludarium.learn.learner import Learner
from ludarium.learn.method import Method
from ludarium.scenes.scene import Highlight, Scene
from ludarium.search import learned
from ludarium.search.bot import evaluate_nothing
from ludarium.solve.race.race import RaceLayout
from tests.laws.broken_functions import (
    alone,
    beside,
    by_first_letter,
    descending,
    early_winner,
    forever,
    forgetful,
    in_numbers,
    in_two_lines,
    largest_is_not_one,
    lopsided,
    loser_wins,
    never_a_number,
    never_empty,
    never_three,
    no_done,
    no_way_on,
    one_team_too_few,
    only_winners_are_paid,
    paid_too_much,
    ragged,
    rolls_forgotten,
    sees_its_own_points_alone,
    sees_little,
    sees_parts,
    sees_too_much,
    swapped,
    to_the_left,
    too_high,
    too_lenient,
    touchy,
    trusting,
    with_ids_of_chance_alone,
    without_chance,
)
from tests.laws.broken_games import broken, declaring, paying, seeing, with_setup
from tests.laws.broken_pictures import BROKEN_PICTURES
from tests.tiny import (
    GAMMON,
    LUCK,
    LUCK_TO_WIN,
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
    ("what is earned on the way is the payoff at the end", paying(LUCK_TO_WIN, luck.results)),
    ("what is earned on the way is the payoff at the end", paying(LUCK, evaluate_nothing)),
    ("the inputs of an observation are all that it tells", declaring(fixed=True)),
    ("the inputs of an observation are all that it tells", declaring(filled=True)),
    ("the inputs of an observation are all that it tells", declaring(cells=(0, 1))),
    ("the inputs of an observation are all that it tells", declaring(symmetries=((0, 0),))),
    (
        "symmetries of the observation are those of the rules",
        declaring(symmetries=((0, 3, 2, 1, *range(4, 121)),)),  # two slots of the first row exchanged
    ),
    ("symmetries of the observation are those of the rules", declaring(actions=(tuple(range(51)),) * 3)),
    ("symmetries of the observation are those of the rules", declaring(actions=((0,) * 51,) * 3)),
    ("symmetries of the observation are those of the rules", declaring(actions=(tuple(range(51)),))),
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


def with_concepts(*concepts: str) -> Game:
    """Return Orion with other concepts, and with a turn limit at which games are drawn."""
    limit = tuple(replace(option, default=20) if option.name == "turn_limit" else option for option in orion.options)
    return of_orion(facts=replace(orion.facts, concepts=concepts), options=limit)


def reads_legal_alone(state: State, text: str) -> tuple[int, ...]:
    try:
        actions: tuple[int, ...] = orion.notation.parse_turn(state, text)
        state.play_actions(actions)
    except IllegalMove:
        raise ParseError(f"{text} is not a turn") from None
    return actions


def only_passes(state: State, actions: Sequence[int]) -> str:
    return "pass"


def wrong_at_the_end(t: Vector, v: Vector, out: Floats) -> int:
    return orion.kernel.results(t, v, out) if orion.kernel.actors(t, v) else 1


BROKEN_ORION = [
    ("examples on the rules page can be played", of_orion(package="tests.tiny.wrong")),
    ("concepts are seen in play", with_concepts("connection", "colours")),
    ("concepts are seen in play", with_concepts("passing", "several actions a turn", "alternating turns", "chance")),
    ("concepts are seen in play", with_concepts(*orion.facts.concepts, "adding")),
    ("concepts are seen in play", with_concepts(*(set(orion.facts.concepts) - {"draws"}))),
    ("lessons can be solved", of_orion(package="tests.tiny.wrong")),
    ("the spec identifies the game", of_orion(options=(Option("clicks", 2, range(1, 7), ""),))),
    ("records replay", of_orion(notation=SimpleNamespace(**{**vars(orion.notation), "format_turn": only_passes}))),
    ("records replay", of_orion(rules=SimpleNamespace(**{**vars(orion.rules), "ending": lambda state: "\x1b"}))),
    (
        "turns of other positions are refused as illegal",
        of_orion(notation=SimpleNamespace(**{**vars(orion.notation), "parse_turn": reads_legal_alone})),
    ),
    ("compiled and plain kernels agree", of_orion(kernel=orion.kernel._replace(results=lambda *_: 1))),
    ("compiled and plain kernels agree", of_orion(kernel=orion.kernel._replace(results=wrong_at_the_end))),
]


@pytest.mark.parametrize(("name", "game"), BROKEN_ORION)
def test_an_installed_game_that_is_broken_is_caught(name: str, game: Game) -> None:
    with pytest.raises(LawBroken) as caught:
        BY_NAME[name].test(Sample.draw(game, seed=4, games=2))
    assert caught.value.law == name


@pytest.mark.parametrize(
    ("concepts", "advice"),
    [
        (
            set(orion.facts.concepts) - {"draws"},
            'add "draws" to concepts=(...) of Facts, in the __init__.py of the game',
        ),
        (set(orion.facts.concepts) - {"no chance"}, 'add "no chance" to concepts'),
        ({*orion.facts.concepts, "dice", "chance"}, "chance is not seen in random games: take it out of concepts"),
        ({*orion.facts.concepts, "adding"}, "adding is not seen in random games: take it out of concepts"),
    ],
)
def test_the_law_of_concepts_says_what_to_change(concepts: set[str], advice: str) -> None:
    with pytest.raises(LawBroken) as caught:
        BY_NAME["concepts are seen in play"].test(Sample.draw(with_concepts(*concepts), seed=4, games=2))
    assert advice in str(caught.value)


def test_a_learnt_player_of_another_game_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    law, sample = BY_NAME[THE_PLAYERS], Sample.draw(of_orion(), seed=4, games=1)
    file = tmp_path / "players" / "ada.player"
    file.parent.mkdir()
    monkeypatch.setattr(learned, "files", lambda package: tmp_path)
    Learner(ludarium.load("vortex(tokens=1)"), Method(first=8, second=4)).player().save(file)
    with pytest.raises(LawBroken, match=r"ada\.player has learnt vortex\(tokens=1\)"):
        law.test(sample)
    own = Learner(ludarium.load("orion"), Method(first=8, second=4)).player()
    replace(own, about=replace(own.about, observation="an older one")).save(file)
    with pytest.raises(LawBroken, match=r"ada\.player: the player has learnt orion from another observation"):
        law.test(sample)
    replace(own, about=replace(own.about, game="chessboxing")).save(file)
    with pytest.raises(LawBroken, match=r"ada\.player has learnt chessboxing"):
        law.test(sample)
    file.write_bytes(b"")
    with pytest.raises(LawBroken, match="is damaged"):
        law.test(sample)
    file.unlink()
    law.test(sample)


def test_a_learnt_level_that_the_game_has_not_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orion.module("bots"), "LEARNED_LEVELS", {"chess": "random"})
    with pytest.raises(LawBroken, match="LEARNED_LEVELS names chess, and the levels are easy, medium, hard, champion"):
        BY_NAME[THE_PLAYERS].test(Sample.draw(of_orion(), seed=4, games=1))


THE_LEVELS = "every level can play"


def test_a_level_that_is_no_bot_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orion.module("bots"), "LEVELS", {"easy": "mcts(sims=100)"})
    with pytest.raises(LawBroken, match=r"the level easy is 'mcts\(sims=100\)': .*simulations"):
        BY_NAME[THE_LEVELS].test(Sample.draw(of_orion(), seed=4, games=1))


def test_a_default_that_is_no_value_is_named() -> None:
    game = of_orion(options=(Option("clicks", 9, range(1, 7), ""),))
    with pytest.raises(LawBroken, match="the default of the option clicks is not one of its values"):
        BY_NAME["the spec identifies the game"].test(Sample.draw(game, seed=4, games=1))


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


TOUCHED, SET_UP = "touched positions can be played", "every position can be set up"
THE_RACE = "the race is that of the rules"
THE_PLAYERS = "learnt players have learnt this game"
BROKEN_RACES: dict[str, Callable[[RaceLayout], RaceLayout]] = {
    "another move": lambda layout: of_race(layout, steps=np.roll(layout.race.steps, 1, axis=1)),
    "nothing is sent back": lambda layout: of_race(layout, meets=np.full_like(layout.race.meets, -1)),
    "tokens share a cell": lambda layout: of_race(layout, alone=False),
    "turns go the other way": lambda layout: of_race(layout, order=1),
    "no round is played to its end": lambda layout: of_race(layout, even=False),
    "a die with more faces": lambda layout: of_race(layout, steps=np.repeat(layout.race.steps, 2, axis=1)),
    "other places": lambda layout: replace(layout, numbers=np.minimum(layout.numbers, len(layout.numbers) - 2)),
    "without the turn": lambda layout: replace(layout, turns=-1),
}


def of_race(layout: RaceLayout, **changes: Any) -> RaceLayout:
    return replace(layout, race=replace(layout.race, **changes))


@pytest.mark.parametrize("change", BROKEN_RACES.values(), ids=BROKEN_RACES)
def test_a_race_that_is_not_that_of_the_rules_is_caught(
    change: Callable[[RaceLayout], RaceLayout], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ludarium.load("vortex(players=3,tokens=2,board=square3)")
    exact = game.definition.module("exact")
    layout = exact.race(game)
    monkeypatch.setattr(exact, "race", lambda game: change(layout))
    with pytest.raises(LawBroken) as caught:
        BY_NAME[THE_RACE].test(Sample.draw(game, seed=4))
    assert caught.value.law == THE_RACE
    assert "Error" not in str(caught.value)


def test_what_fails_in_plain_python_alone_is_found_with_its_line_and_state(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(state: State) -> str:
        raise IndexError("index 6 is out of bounds")

    monkeypatch.setattr(machine, "_fingerprint", fail)
    with pytest.raises(LawBroken, match=r"IndexError: index 6 is out of bounds.*, in ludarium\.load\('orion'\)"):
        machine.answer("orion", [])


def test_a_stamp_in_another_order_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    _, change = BROKEN_PICTURES["a stamp in another order"]
    view = orion.module("view")
    scene = view.scene
    monkeypatch.setattr(view, "scene", lambda picture: change(scene(picture)))
    sample = Sample.draw(ludarium.load("orion(turn_limit=20)"), seed=4, games=1)
    for name in ("every state has a picture", "every turn has a picture"):
        with pytest.raises(LawBroken, match=r"has Stamp\('x', 1, 2\): expected a row, a column and a text"):
            BY_NAME[name].test(sample)


def test_a_highlight_of_nothing_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludarium.load("orion(turn_limit=20)")
    nothing = (Highlight("board", ("nothing",)),)
    monkeypatch.setattr(game.definition.module("view"), "highlights", lambda picture: nothing, raising=False)
    with pytest.raises(LawBroken, match="a highlight names"):
        BY_NAME["everything to touch is seen and lights up"].test(Sample.draw(game, seed=4, games=1))


throngs = ludarium.load("throngs").definition.module("editor")
BROKEN_EDITORS: dict[str, tuple[str, str, Callable[..., Any]]] = {
    "a thing without a name": (TOUCHED, "things", lambda game: {"b": ""}),
    "a place that is not drawn": (TOUCHED, "held", lambda state: {"nowhere": ()}),
    "a touch that raises": (TOUCHED, "put", lambda state, place, thing: {}[place]),
    "a turn that is refused": (TOUCHED, "turns", lambda state: {"Black": "black"}),
    "a touch that does nothing": (SET_UP, "put", lambda state, place, thing: str(state)),
    "one thing alone": (SET_UP, "things", lambda game: {"b": "Black's stone"}),
    "no turn with a name": (SET_UP, "turns", lambda state: {}),
    "turns that cannot be chosen": (SET_UP, "turns", lambda state: {str(state).split()[2]: str(state)}),
}


@pytest.mark.parametrize(("name", "function", "broken"), BROKEN_EDITORS.values(), ids=BROKEN_EDITORS)
def test_a_broken_editor_is_caught(
    name: str, function: str, broken: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throngs, function, broken)
    with pytest.raises(LawBroken) as caught:
        BY_NAME[name].test(Sample.draw(ludarium.load("throngs(turn_limit=20)"), seed=4, games=1))
    assert caught.value.law == name


def test_every_law_that_a_game_can_break_has_a_game_that_does() -> None:
    tried = {
        TOUCHED,
        SET_UP,
        THE_RACE,
        THE_PLAYERS,
        THE_LEVELS,
        *(name for name, _ in (*CASES, *BROKEN_ORION, *BROKEN_PICTURES.values())),
    }
    sure = {"states are values", "states can be pickled"}  # they hold by the way in which states are made
    text = {"other records are refused", "other specs are refused"}  # no part of a game's folder reads these
    assert tried == set(BY_NAME) - sure - text
