"""OpenSpiel's own checks of our games, and our games played by its players."""

import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import make_observation

import ludarium
import ludarium.adapters.openspiel
from ludarium.core.errors import LudariumError
from ludarium.core.observe import observe
from ludarium.search.player import make_bot

SHORT = {"orion": "turn_limit=20", "grid": "turn_limit=20", "throngs": "turn_limit=12"}
SPECS = [
    *(f"{name}({SHORT.get(name, '')})" for name in ludarium.game_names()),
    "orion(clicks=1,turn_limit=30)",
    "throngs(setup=pie,board=93,turn_limit=12)",
    "vortex(players=4,board=round3)",
    "vortex(players=1)",
    "grid(players=3,rocks=5,turn_limit=15)",
    "ludo(players=3,markers=1)",
]


def load(spec: str) -> pyspiel.Game:
    return pyspiel.load_game(f"ludarium_{spec}")


@pytest.mark.parametrize("spec", SPECS)
def test_openspiel_finds_nothing_wrong(spec: str) -> None:
    pyspiel.random_sim_test(load(spec), num_sims=2, serialize=True, verbose=False, mask_test=True)


@pytest.mark.parametrize("spec", ["vortex(tokens=1)", "grid(turn_limit=10)", "orion(turn_limit=10)"])
def test_states_are_copied_pickled_and_read_back(spec: str) -> None:
    from open_spiel.python.tests import games_sim_test  # here, since it loads a library of statistics

    games_sim_test.GamesSimTest("sim_game").sim_game(load(spec))


@pytest.mark.parametrize("spec", ["vortex(tokens=1)", "throngs(turn_limit=16)", "orion(turn_limit=10)"])
def test_a_state_is_made_from_a_position_as_text_and_goes_on_from_there(spec: str) -> None:
    game = load(spec)
    state, dice = game.new_initial_state(), np.random.RandomState(2)
    while not state.is_terminal():
        made = game.state_at(str(state)).clone()
        assert made.ludarium_state == state.ludarium_state
        assert made.legal_actions() == state.legal_actions()
        outcomes = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else None
        action = int(dice.choice(outcomes or state.legal_actions()))
        made.apply_action(action)
        state.apply_action(action)
        assert str(made) == str(state)
    with pytest.raises(LudariumError):
        game.state_at("nothing")


@pytest.mark.parametrize("spec", SPECS)
def test_dynamics_and_chance_mode_are_right(spec: str) -> None:
    game = load(spec)
    name, given = spec.rstrip(")").split("(")
    kind = game.get_type()
    assert (kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS) == (name == "grid")
    dice = name in ("ludo", "vortex") or "rocks" in given
    assert (kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC) == dice
    assert game.num_players() == ludarium.load(spec.replace("()", "")).seats


@pytest.mark.parametrize("name", ludarium.game_names())
def test_observations_are_those_of_ludarium(name: str) -> None:
    game, ours = load(name), ludarium.load(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    for seat in range(game.num_players()):
        seen = make_observation(game)
        seen.set_from(state, seat)
        assert (seen.dict["observation"] == observe(ours.parse_position(str(state)), seat)).all()
        assert seen.string_from(state, seat) == str(state)


def test_chance_has_ids_of_its_own() -> None:
    sizes = {spec: (load(spec).num_distinct_actions(), load(spec).max_chance_outcomes()) for spec in SPECS}
    assert sizes["ludo()"] == (4, 6)
    assert sizes["ludo(players=3,markers=1)"] == (1, 6)
    assert sizes["grid(players=3,rocks=5,turn_limit=15)"] == (4, 240)
    assert sizes["grid(turn_limit=20)"] == (4, 0)
    assert sizes["vortex(players=4,board=round3)"] == (37, 7)


def test_parameters_are_the_options_of_the_game() -> None:
    assert load("orion(clicks=2)").get_parameters()["clicks"] == 2
    assert set(load("orion").get_parameters()) == {option.name for option in ludarium.load("orion").definition.options}
    with pytest.raises(ValueError, match="clicks is a whole number from 1"):
        load("orion(clicks=99)")
    with pytest.raises(pyspiel.SpielError, match="clics"):
        load("orion(clics=2)")


@pytest.mark.parametrize("spec", ["vortex", "grid(turn_limit=20)"])
def test_the_environment_of_openspiel_plays_the_games(spec: str) -> None:
    environment = rl_environment.Environment(load(spec))
    dice, step = np.random.default_rng(1), environment.reset()
    while not step.last():
        seats = range(environment.num_players) if spec.startswith("grid") else [step.observations["current_player"]]
        step = environment.step([int(dice.choice(step.observations["legal_actions"][seat])) for seat in seats])
    assert sum(step.rewards) == 0


MCTS_IN_CPP = """
import importlib, sys, pyspiel
for module in sys.argv[2:]:
    importlib.import_module(module)
game = pyspiel.load_game(sys.argv[1])
bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 20, 100, True, 1, False)
bot.step(game.new_initial_state())
"""


@pytest.mark.parametrize(
    ("name", "modules"),
    [
        ("tic_tac_toe", ()),
        ("python_tic_tac_toe", ("open_spiel.python.games.tic_tac_toe",)),
        ("ludarium_orion", ("ludarium.adapters.openspiel",)),
    ],
)
def test_openspiels_search_in_cpp_crashes_on_games_in_python(name: str, modules: tuple[str, ...]) -> None:
    """As the how-to says; if this fails, the warning there is out of date."""
    done = subprocess.run([sys.executable, "-c", MCTS_IN_CPP, name, *modules], check=False, capture_output=True)
    assert (done.returncode < 0) == (name != "tic_tac_toe"), done.stderr


def test_openspiels_search_plays_ludariums() -> None:
    """OpenSpiel's search in seat 0 against ours in seat 1; both see the same states."""
    game = load("throngs(turn_limit=16)")
    dice = np.random.RandomState(1)
    theirs = mcts.MCTSBot(game, 1.4, 4, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    state = game.new_initial_state()
    ours = make_bot("mcts(simulations=200)", state.ludarium_state.game, 1)
    while not state.is_terminal():
        seat = state.current_player()
        state.apply_action(theirs.step(state) if seat == 0 else ours.choose(state.ludarium_state, 1))
    assert state.returns() == [-1, 1]
