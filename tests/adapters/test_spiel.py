"""OpenSpiel's games for Ludarium's players."""

import pyspiel
import pytest

import ludarium
from ludarium.adapters.openspiel import load
from ludarium.core.errors import IllegalMove, LudariumError, ParseError, UnknownGame
from ludarium.core.rng import generator

GAMES = [
    "tic_tac_toe",
    "connect_four(rows=5)",
    "pig",
    "matching_pennies_3p",
    "goofspiel(num_cards=4,imp_info=False,points_order=descending)",
    "backgammon",
]


@pytest.mark.parametrize("spec", GAMES)
def test_a_random_game_is_that_of_openspiel(spec: str) -> None:
    game, theirs, dice = load(spec), pyspiel.load_game(spec).new_initial_state(), generator(1)
    state = game.initial()
    for _ in range(60):
        if not state.actors:
            break
        assert game.parse_position(str(state)) == state
        for seat in state.actors:
            wanted = sorted(theirs.legal_actions(seat) if seat >= 0 else dict(theirs.chance_outcomes()))
            assert list(state.legal(seat)) == wanted
        step = [int(dice.choice(state.legal(seat))) for seat in state.actors]
        assert state.parse_turn(state.format_turn(step)) == tuple(step)
        if theirs.is_simultaneous_node():
            theirs.apply_actions(step)
        else:
            theirs.apply_action(step[0])
        state = state.play(*step)
    assert (state.actors == ()) == theirs.is_terminal()
    assert list(state.points) == theirs.returns()


def test_chance_has_probabilities() -> None:
    state = load("pig").initial()
    state = state.move(state.action_name(state.legal()[0]))
    assert sum(state.chance_outcomes().values()) == pytest.approx(1)
    assert len(state.chance_outcomes()) == 6


def test_mcts_wins_at_connect_four() -> None:
    record = ludarium.play_match(load("connect_four"), ["random", "mcts(simulations=150)"], seed=3)
    assert record.payoffs == (-1, 1)


def test_mcts_draws_at_tic_tac_toe() -> None:
    record = ludarium.play_match(load("tic_tac_toe"), ["mcts(simulations=3000)"] * 2, seed=1)
    assert record.payoffs == (0, 0)


@pytest.mark.parametrize(
    ("spec", "first"),
    [("chess", "player 1"), ("antichess", "player 1"), ("crazyhouse", "player 1"), ("breakthrough", None)],
)
def test_a_match_names_the_player_who_begins_where_it_is_not_the_first(spec: str, first: str | None) -> None:
    """White is player 1 in OpenSpiel's chess and its kin, as the how-to says; if this fails, it is out of date."""
    game = load(spec)
    assert game.initial().actors == ((1,) if first else (0,))
    clumsy = [lambda state, seat: -1] * 2
    assert ludarium.play_match(game, clumsy, warns=False).tags.get("First") == first


def test_invalid_input_is_refused() -> None:
    with pytest.raises(UnknownGame, match="did you mean connect_four"):
        load("conect_four")
    with pytest.raises(ParseError, match="OpenSpiel cannot load"):
        load("tic_tac_toe(rows=3)")
    state = load("tic_tac_toe").initial()
    with pytest.raises(IllegalMove, match=r"is not a legal action of tic_tac_toe here; x.* is one"):
        state.move("o(0,0)")
    with pytest.raises(ParseError, match="names 2 actions, expected 1"):
        state.move("x(0,0) & x(0,1)")
    for text in ("nonsense", "4 4", "9", "4 -1"):
        with pytest.raises(LudariumError):
            state.game.parse_position(text)


@pytest.mark.parametrize("spec", ["kuhn_poker", "leduc_poker", "goofspiel(imp_info=True,num_cards=4)"])
def test_a_game_with_hidden_information_is_refused_unless_it_is_played_in_the_open(spec: str) -> None:
    with pytest.raises(LudariumError, match=r"has hidden information.*reveal_hidden=True"):
        load(spec)
    assert load(spec, reveal_hidden=True).initial().actors
