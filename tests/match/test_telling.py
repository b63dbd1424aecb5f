"""Turns in words: the games' own, and the default."""

import pytest

from ludarium.core.registry import game_names, load
from ludarium.core.rolls import number_turns
from ludarium.match.dice import seeded
from ludarium.match.match import Match
from ludarium.match.progress import all_states
from ludarium.match.telling import advise_seat, advise_turn, tell_turn
from ludarium.players.bot_player import choose_turn
from ludarium.search.player import RandomBot

_LATE = "OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 3"


@pytest.mark.parametrize(
    ("game", "position", "turns", "told"),
    [
        ("vortex", "5,0,0,0/4,0,0,0 X 3 4", "0", "Ann brought a token in, to 12."),
        ("vortex", "21,0,0,0/4,0,0,0 X 3 4", "21", "Ann moved a token from 17 to the centre."),
        ("ludo", "1,1,1,4/1,1,1,60 A 5 9", "A4", "Ann moved a marker from 4 to 20."),
        ("ludo", "1,1,1,4/1,1,1,60 B 2 10", "B4", "You brought a marker home from 60."),
        ("ludo", "1,1,1,4/1,1,1,60 B 3 10", "B4", "You moved a marker from 60 past 120, back to 1."),
        ("ludo", "1,1,1,4/1,1,1,1 B 4 10", "B4", "You moved a marker from 1 to 4 and bumped Ann's marker."),
        ("ludo", "1,1,1,1/1,4,1,4 A 4 9", "A1", "Ann moved a marker from 1 to 4 and bumped your 2 markers."),
        ("ludo", "1,1,1,1/1,1,1,4 A 4 9", "A1", "Ann moved a marker from 1 to 4 and bumped your marker."),
        ("ludo", "1,1,1,4/1,1,1,60 A - 9", "roll 5|A4", "Ann rolled 5 and moved a marker from 4 to 20."),
        (
            "ludo",
            "1,1,1,1/1,1,1,5 A - 9",
            "roll 5|A4",
            "Ann rolled 5, moved a marker from 1 to 5 and bumped your marker.",
        ),
        ("ludo", "1,1,1,1/1,1,1,5 A - 9", "roll 1", "Ann rolled 1: a roll of 1 forfeits the turn."),
        ("ludo", "1,1,1,1/1,1,1,5 A - 9", "roll 2", "Ann rolled 2."),
        (
            "vortex",
            "22,25,25,25/4,0,0,0 X 9",
            "roll 4",
            "Ann rolled 4: a token needs the exact number for the centre.",
        ),
        (
            "vortex",
            "17,22,25,25/4,0,0,0 X 9",
            "roll 5",
            "Ann rolled 5: a token needs the exact number for the centre, and two of one player cannot share a cell.",
        ),
        ("ludo", None, "first B", "Drawn by lot: B begins."),
        ("orion", None, "u+", "Ann turned rotor u clockwise."),
        ("orion", _LATE, "u+v--", "Ann turned rotor u clockwise, then v anticlockwise twice."),
        ("orion", None, "pass", "Ann passed."),
        ("grid", None, "n/s", "Ann went north and you went south."),
    ],
)
def test_a_turn_is_put_in_words_for_its_reader(game: str, position: str | None, turns: str, told: str) -> None:
    match = Match.begin(load(game), ["Ann", "Bob"], position=position)
    states, texts = [match.start], turns.split("|")
    for text in texts:
        states.append(states[-1].move(text))
    assert tell_turn(match, number_turns(states, texts)[-1], states, you=[1]) == told


@pytest.mark.parametrize(
    ("game", "position", "seat", "turn", "told"),
    [
        ("vortex", "5,0,0,0/4,0,0,0 X 3 4", 0, "0", "bring a token in, to 12"),
        ("vortex", "21,0,0,0/4,0,0,0 X 3 4", 0, "21", "move a token from 17 to the centre"),
        ("ludo", "1,1,1,4/1,1,1,1 B 4 10", 1, "B4", "move a marker from 1 to 4 and bump Ann's marker"),
        ("ludo", "1,1,1,1/1,1,1,4 A 4 9", 0, "A1", "move a marker from 1 to 4 and bump your marker"),
        ("orion", None, 0, "pass", "pass"),
        ("orion", _LATE, 0, "u+++", "turn rotor u clockwise 3 times"),
        ("throngs", None, 0, "+d3 +e4-e5", "put a stone on d3, then put a stone on e4, which goes on to e5"),
        ("grid(width=12,height=6)", "/////g4g6.9R5 e/w 1", 0, "w", "west: Ann's 6 joins the 4"),
        ("grid(width=12,height=6)", "/////g4.10r5 e/w 1", 1, "e", "east: 1 walker stays"),
        ("grid(width=12,height=6)", "////.6r1/r2 e/w 1", 1, "s", "south: 1 of 2 walkers go there"),
        ("grid(width=12,height=6)", "G9/////.11R9 e/w 1", 1, "n", "north: new walkers will go there"),
    ],
)
def test_an_advice_is_put_in_words_for_its_reader(
    game: str, position: str | None, seat: int, turn: str, told: str
) -> None:
    match = Match.begin(load(game), ["Ann", "Bob"], position=position)
    assert advise_turn(match, match.state, seat, turn, you=[1]) == told


def test_the_end_of_a_turn_that_is_begun_is_no_pass() -> None:
    state = load("orion").parse_position(_LATE)
    (end,) = state.parse_turn("pass")
    begun = state.play_actions(state.parse_turn("u+")[:1])
    assert (advise_seat(state, 0, (end,)), advise_seat(begun, 0, (end,))) == ("pass", "end the turn")


@pytest.mark.parametrize("name", game_names())
def test_every_turn_that_may_be_advised_has_words(name: str) -> None:
    match, bot = Match.begin(load(name), ["Ann", "Bob"], dice=seeded(2)).roll(), RandomBot(load(name), seed=2)
    for _ in range(30):
        for seat in match.to_act:
            turn = choose_turn(bot, match.state, seat)
            words = advise_turn(match, match.state, seat, turn)
            assert words
            assert not {"{", "|"} & {*words}
            match = match.submit(seat, turn)
        match = match.roll()


@pytest.mark.parametrize("name", game_names())
def test_every_turn_of_a_random_match_is_put_in_words(name: str) -> None:
    match = Match.begin(load(name), ["Ann", "Bob"], dice=seeded(1))
    bot, left = RandomBot(match.game, seed=1), 60
    match = match.roll()
    while match.to_act and left:
        for seat in match.to_act:
            match = match.submit(seat, choose_turn(bot, match.state, seat))
        match, left = match.roll(), left - 1
    states = all_states(match)
    for turn in number_turns(states, (entry.text for entry in match.turns)):
        told = tell_turn(match, turn, states)
        assert told.endswith(".")
        assert not {"{", "|"} & {*told}
