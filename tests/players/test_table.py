"""Matches between bots."""

import pytest

import ludarium
from ludarium.match.clock import Clock
from ludarium.match.match import Match
from ludarium.match.verify import verify
from ludarium.players.bot_player import choose_turn
from ludarium.search.player import RandomBot
from tests.tiny import PENNIES, RACE, STONES

SHORT = "orion(turn_limit=20)"


def test_a_seed_gives_the_same_game_again() -> None:
    first, second, other = (ludarium.play_match(SHORT, ["random", "random"], seed=seed) for seed in (1, 1, 2))
    assert first == second
    assert first.turns != other.turns


def test_the_record_names_players_and_seed() -> None:
    record = ludarium.play_match(SHORT, ["random", "random"], seed=1)
    assert (record.tags["X"], record.tags["Seed"]) == ("random", "1")
    assert verify(ludarium.Record.parse(str(record))).over


def test_the_record_names_a_seat_that_begins_before_the_first() -> None:
    positions = {None: None, "1:2:0-0": "tortoise", "1:0:0-0": "tortoise", "2:0:0-0": None}
    for position, first in positions.items():
        record = ludarium.play_match(RACE, ["random", "random"], position=position)
        assert record.tags.get("First") == first
        assert Match.from_record(record, RACE).record() == record
    together = ludarium.play_match(PENNIES, ["random", "random"])
    over = ludarium.play_match(RACE, ["random", "random"], position=str(Match.from_record(record, RACE).state))
    assert "First" not in together.tags
    assert "First" not in over.tags


def test_a_game_with_a_clock_keeps_its_times() -> None:
    record = ludarium.play_match(SHORT, ["random", "random"], clock=Clock(600, 1))
    assert all(entry.left is not None for entry in record.turns)
    verify(record)


@pytest.mark.parametrize("game", ["orion(turn_limit=10)", "throngs", "vortex(tokens=1)"])
def test_turns_of_any_number_of_actions_are_found_in_time(game: str) -> None:
    record = ludarium.play_match(game, ["mcts(seconds=0.002)", "alphabeta(seconds=0.002)"], seed=1)
    assert "forfeit" not in record.ending
    verify(record)


@pytest.mark.parametrize("bot", ["mcts(seconds=3600)", "alphabeta(depth=90)"])
def test_search_does_not_lose_on_time(bot: str) -> None:
    record = ludarium.play_match("orion(turn_limit=10)", [bot, bot], clock=Clock(6))
    assert record.ending != "time"
    assert len(record.turns) == 10


def test_each_seat_has_random_numbers_of_its_own() -> None:
    record = ludarium.play_match("orion(clicks=1,turn_limit=40)", ["random", "random"], seed=3)
    assert len({entry.text for entry in record.turns[::2]} - {entry.text for entry in record.turns[1::2]}) > 1


def test_a_watcher_sees_every_turn() -> None:
    seen: list[Match] = []
    record = ludarium.play_match(SHORT, ["random", "random"], watch=seen.append)
    assert [len(match.turns) for match in seen] == list(range(1, len(record.turns) + 1))


def test_a_bot_chooses_whole_turns() -> None:
    start = STONES.initial()
    for seed in range(20):
        assert not start.move(choose_turn(RandomBot(STONES, seed), start, 0)).in_turn


def test_a_bot_completes_a_turn_that_has_begun() -> None:
    state = STONES.initial().play(1)
    assert {state.move(choose_turn(RandomBot(STONES, seed), state, 0)).in_turn for seed in range(20)} == {False}


def test_a_bot_names_its_order_in_a_simultaneous_turn() -> None:
    assert choose_turn(RandomBot(PENNIES, 0), PENNIES.initial(), 1) in ("heads", "tails")


def test_a_bot_moves_after_the_dice() -> None:
    state = RACE.initial().move("roll 2")
    assert choose_turn(RandomBot(RACE, 0), state, 0) in ("stay", "run")


def test_the_seconds_that_each_seat_thinks_are_added_up() -> None:
    spent = [0.0, 5.0]
    ludarium.play_match(SHORT, ["random", "random"], seat_seconds=spent)
    assert spent[0] > 0
    assert spent[1] > 5
