"""What a program reports of its search is kept beside the turn."""

import ludarium
from ludarium.match.match import Match
from ludarium.players.conversation import parse_actions
from ludarium.players.external.specs import open_players
from ludarium.players.turn import play_turn
from tests.players.programs import program


def test_a_report_of_a_search_is_kept() -> None:
    code = "if w == 'go': say('info value 0.75 playouts 9 line u+ | a--'); say('info hello'); say('bestturn u+')"
    game = ludarium.load("orion")
    with open_players([program(code)], game, 0) as (player,):
        after, result, _ = play_turn(Match.begin(game, ["it", "other"]), 0, player)
    assert after.turns[0].text == "u+"
    assert result is not None
    assert result.info is not None
    assert (result.info.value, result.info.visits, result.info.pv) == (0.75, 9, ("u+", "a--"))


def test_a_report_of_actions_is_kept() -> None:
    code = (
        "if w == 'go': say('info actions u+ 5 0.75 | t- 4 1e-06'); say('info value 0.75 visits 9'); say('bestturn u+')"
    )
    game = ludarium.load("orion")
    with open_players([program(code)], game, 0) as (player,):
        _, result, _ = play_turn(Match.begin(game, ["it", "other"]), 0, player)
    assert result is not None
    assert result.info is not None
    assert result.info.state == game.initial()
    assert [(game.initial().action_name(action), *rest) for action, *rest in result.info.actions] == [
        ("u+", 5, 0.75),
        ("t-", 4, 1e-6),
    ]


def test_actions_are_those_of_the_last_state_of_the_turn_that_they_fit() -> None:
    code = "if w == 'go': say('info value 0.5'); say('info actions d- 7 0.5 | c+ 1 0'); say('bestturn c-d-')"
    match = Match.begin(ludarium.load("orion(clicks=2)"), ["it", "other"]).submit(0, "q-")
    with open_players([program(code)], match.game, 0) as (player,):
        _, result, _ = play_turn(match, 1, player)
    after = match.state.play(match.state.parse_turn("c-d-")[0])
    assert result is not None
    assert result.info is not None
    assert result.info.state == after
    assert parse_actions("nothing 7 0.5", after, 1) == parse_actions("d- much 1", after, 1) == ()
