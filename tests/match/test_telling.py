"""Turns in words: the games' own, and the default."""

import pytest

from ludarium.core.registry import game_names, load
from ludarium.core.rolls import number_turns
from ludarium.match.dice import seeded
from ludarium.match.match import Match
from ludarium.match.progress import all_states
from ludarium.match.telling import tell_turn
from ludarium.players.bot_player import choose_turn
from ludarium.search.player import RandomBot


@pytest.mark.parametrize(
    ("game", "position", "turns", "told"),
    [
        ("vortex", "5,0,0,0/4,0,0,0 X 3 4", "0", "Ann brought a token in, to 12."),
        ("vortex", "21,0,0,0/4,0,0,0 X 3 4", "21", "Ann moved a token from 17 to the centre."),
        ("ludo", "1,1,1,4/1,1,1,60 A 5 9", "A4", "Ann moved A4 to 20."),
        ("ludo", "1,1,1,4/1,1,1,60 B 2 10", "B4", "You brought B4 home."),
        ("ludo", "1,1,1,4/1,1,1,60 B 3 10", "B4", "You moved B4 past 120, back to 1."),
        ("ludo", "1,1,1,4/1,1,1,1 B 4 10", "B4", "You moved B4 to 4 and bumped Ann's A4."),
        ("ludo", "1,1,1,1/1,1,1,4 A 4 9", "A1", "Ann moved A1 to 4 and bumped your B4."),
        ("ludo", "1,1,1,4/1,1,1,60 A - 9", "roll 5|A4", "Ann rolled 5 and moved A4 to 20."),
        ("ludo", "1,1,1,1/1,1,1,5 A - 9", "roll 5|A4", "Ann rolled 5, moved A4 to 5 and bumped your B4."),
        ("ludo", "1,1,1,1/1,1,1,5 A - 9", "roll 1", "Ann rolled 1."),
        ("ludo", None, "first B", "Drawn by lot: B begins."),
        ("orion", None, "u+", "Ann played u+."),
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
        assert "{" not in told
