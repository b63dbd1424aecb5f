"""Matches of games with payoffs of their own: how they end, their records, and the words for it."""

import pytest

import ludarium
from ludarium.core.errors import ParseError
from ludarium.core.game import Game
from ludarium.core.record import Record, format_result, parse_result
from ludarium.core.registry import load
from ludarium.match.match import Match
from ludarium.match.offers import accept_offer, offer_draw
from ludarium.match.progress import lose
from ludarium.match.verdict import describe_outcome, describe_payoffs, describe_result, describe_winners
from ludarium.match.verify import verify
from ludarium.players.table import play_match
from tests.tiny import GAMMON, LUCK, PAIRS, VAULT

NAMES = ("Ann", "Bob", "Cyd", "Dan")


def match(game: Game, position: str) -> Match:
    return Match.begin(game, NAMES[: game.seats], position=position)


@pytest.mark.parametrize(
    ("game", "position", "words", "paid", "result"),
    [
        (LUCK, "8:0:0:12", "You won", "Ann 12", "12"),
        (LUCK, "8:0:0:9", "You lost", "Ann 9", "9"),
        (VAULT, "6:11", "All won", "", "1-1"),
        (VAULT, "6:10", "All lost", "", "0-0"),
        (PAIRS, "0:1", "You and Cyd won", "", "1/2-0-1/2-0"),
        (GAMMON, "5:0:3:0", "You won", "Ann 2, Bob -2", "2 : -2"),
        (GAMMON, "6:0:1:3", "Bob won", "Ann -1, Bob 1", "-1 : 1"),
        (GAMMON, "12:0:1:2", "Draw", "", "0-0"),
    ],
)
def test_a_match_that_is_over_says_who_won_and_what_it_pays(
    game: Game, position: str, words: str, paid: str, result: str
) -> None:
    over = match(game, position)
    assert (describe_winners(over, you=[0]), describe_payoffs(over)) == (words, paid)
    assert format_result(over.payoffs) == result
    assert parse_result(result, game) == over.payoffs
    assert verify(over.record(), game).payoffs == over.payoffs


@pytest.mark.parametrize("game", [LUCK, VAULT, PAIRS, GAMMON], ids=lambda game: game.name)
def test_games_between_bots_are_recorded_and_verified(game: Game) -> None:
    record = play_match(game, ["mcts(simulations=50)"] * game.seats, seed=3)
    assert record.payoffs is not None
    assert game.payoff_range.covers(record.payoffs)
    assert verify(record, game).payoffs == parse_result(format_result(record.payoffs), game)
    false = Record(record.game, record.turns, None, tuple(payoff + 1 for payoff in record.payoffs), "", record.tags)
    with pytest.raises(ParseError, match="the game ended as"):
        verify(false, game)


@pytest.mark.parametrize(
    ("game", "payoffs", "words"),
    [
        (LUCK, (0,), "You lost"),
        (VAULT, (0, 0), "All lost"),
        (PAIRS, (0, 0.5, 0, 0.5), "Bob and Dan won"),
        (GAMMON, (-2, 2), "Bob won"),
    ],
)
def test_a_seat_that_resigns_loses_all_it_can_with_its_team(game: Game, payoffs: tuple[float, ...], words: str) -> None:
    resigned = match(game, str(game.initial())).resign(0)
    assert (resigned.payoffs, describe_winners(resigned, you=[0])) == (payoffs, words)
    assert verify(resigned.record(), game).winners == resigned.winners


def test_a_draw_by_agreement_pays_both_the_same() -> None:
    offered = offer_draw(match(GAMMON, "0:0:0:0"), 0)
    agreed = accept_offer(offered, 1)
    assert (agreed.payoffs, agreed.winners, describe_winners(agreed)) == ((0, 0), (), "Draw")


def test_results_outside_the_range_of_a_game_are_refused() -> None:
    for text in (
        "3--3",
        "3 : -3",
        "2 : -2-0",
        "2:-2",
        "1 : 0",
        "1-1",
        "2",
        "2--2--2",
        "2--2",
        "-1-1",
        "1/0-0",
        "one",
        "",
        "2--2-",
        "02--2",
        "1e0--1",
    ):
        with pytest.raises(ParseError, match="is not a result for 2 seats, such as 2 : -2"):
            parse_result(text, GAMMON)
    for text in ("1-1-0-0", "1/4-3/4-0-0", "2--1-0-0"):
        with pytest.raises(ParseError, match="is not a result for 4 seats"):
            parse_result(text, PAIRS)


def test_a_record_of_an_installed_game_with_payoffs_reads_back() -> None:
    record = ludarium.play_match("vortex(tokens=1,board=square3,objective=points)", ["easy", "easy"], seed=1)
    assert record.payoffs is not None
    assert {*record.payoffs} != {0.0, 1.0}
    assert Record.parse(str(record)) == record
    assert verify(record).payoffs == record.payoffs


@pytest.mark.parametrize(
    ("reason", "loser", "winner", "onlooker"),
    [
        ("resignation", "You resigned: Bob won.", "You won by resignation.", "Bob won by resignation."),
        ("time", "You lost on time: Bob won.", "You won on time.", "Bob won on time."),
    ],
)
def test_who_has_resigned_or_lost_on_time_reads_that_first(reason: str, loser: str, winner: str, onlooker: str) -> None:
    begun = Match.begin(load("orion"), NAMES[:2])
    over = lose(begun.submit(0, "u+").submit(1, "a--").submit(0, "w+").submit(1, "pass"), 0, reason)
    said = [describe_result(over, seats) for seats in ([0], [1], [], [0, 1])]
    assert said == [loser, winner, onlooker, onlooker]


@pytest.mark.parametrize(
    ("rated", "more"), [(False, ""), (True, " It is not rated, because not everybody made two turns.")]
)
def test_only_a_match_that_was_to_be_rated_is_said_not_to_be(rated: bool, more: str) -> None:
    over = lose(Match.begin(load("orion"), NAMES[:2]), 0, "time")
    assert describe_result(over, [0], counts=True, rated=rated) == f"You lost on time: Bob won.{more}"


@pytest.mark.parametrize(
    ("game", "position", "seats", "first", "short"),
    [
        (GAMMON, "6:0:1:3", [0], "You lost: ", "You lost"),
        (GAMMON, "6:0:1:3", [1], "You won: ", "You won"),
        (GAMMON, "6:0:1:3", [], "Bob won: ", "Bob won"),
        (GAMMON, "6:0:1:3", [0, 1], "Bob won: ", "Bob won"),
        (GAMMON, "12:0:1:2", [0], "Draw: ", "Draw"),
        (PAIRS, "0:1", [1], "You lost. Ann and Cyd won: ", "You lost"),
        (PAIRS, "0:1", [1, 3], "You lost. Ann and Cyd won: ", "You lost"),
        (PAIRS, "0:1", [0], "You and Cyd won: ", "You and Cyd won"),
        (LUCK, "8:0:0:9", [0], "You lost: ", "You lost"),
    ],
)
def test_who_has_lost_reads_that_first(game: Game, position: str, seats: list[int], first: str, short: str) -> None:
    over = match(game, position)
    assert describe_result(over, seats).startswith(first)
    assert describe_outcome(over, seats) == short
