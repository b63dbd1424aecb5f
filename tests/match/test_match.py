"""Matches: whose turn it is, offers, clocks, and records that give the same match again."""

import pickle
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludarium
from ludarium.core.errors import GameOver, IllegalMove, InvalidOption, LudariumError, NotYourTurn, ParseError
from ludarium.core.game import Game
from ludarium.core.kernel import CHANCE
from ludarium.core.record import NO_CREDIT, Credit, Record
from ludarium.match.clock import Clock
from ludarium.match.dice import SYSTEM
from ludarium.match.match import Match
from ludarium.match.offers import accept_offer, ask_takeback, decline_offer, offer_draw
from ludarium.match.progress import all_states
from ludarium.match.ticks import play_tick, set_order
from ludarium.match.verify import verify
from tests.tiny import PENNIES, RACE, STONES

ORION = ludarium.load("orion(turn_limit=12)")


def begin(
    game: Game = ORION,
    *,
    position: str | None = None,
    clock: Clock | None = None,
    dice: str = SYSTEM,
    tags: Mapping[str, str] | None = None,
) -> Match:
    """Return a match that waits for a player: the first dice are rolled."""
    players = [f"player {seat}" for seat in range(game.seats)]
    return Match.begin(game, players, position=position, clock=clock, dice=dice, tags=tags).roll()


def any_turn(match: Match, seat: int, chance: random.Random) -> str:
    """Return a legal turn of the seat, as text."""
    state, actions = match.state, list[int]()
    if len(state.actors) > 1:
        return state.action_name(chance.choice(state.legal(seat)), seat)
    while state.actors == (seat,) and (state.in_turn or not actions):
        actions.append(chance.choice(state.legal(seat)))
        state = state.play(actions[-1])
    return match.state.format_turn(actions)


def test_a_match_goes_from_seat_to_seat() -> None:
    match = begin()
    assert match.to_act == (0,)
    match = match.submit(0, "u+")
    assert match.to_act == (1,)
    assert [entry.text for entry in match.turns] == ["u+"]


def test_a_turn_leaves_the_earlier_match_unchanged() -> None:
    match = begin()
    match.submit(0, "u+")
    assert match == begin()


def test_a_turn_is_kept_in_its_canonical_text() -> None:
    assert begin().submit(0, " U+ ").turns[0].text == "u+"


@pytest.mark.parametrize(("seat", "text", "error"), [
    (1, "a+", NotYourTurn), (7, "u+", NotYourTurn), (-1, "u+", NotYourTurn), (0, "u+u+", IllegalMove),
    (0, "hello", ParseError), (0, "", ParseError), (0, "a+", IllegalMove),
])  # fmt: skip
def test_an_impossible_turn_is_refused(seat: int, text: str, error: type[LudariumError]) -> None:
    with pytest.raises(error):
        begin().submit(seat, text)


def test_a_turn_is_refused_when_the_match_is_over() -> None:
    with pytest.raises(GameOver, match="resignation"):
        begin().resign(1).submit(0, "u+")


def test_an_incomplete_turn_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(STONES.initial()), "parse_turn", lambda state, text: (1,))
    with pytest.raises(IllegalMove, match="only the beginning"):
        begin(STONES).submit(0, "b")


@pytest.mark.parametrize("players", [["Ann"], ["Ann", "Bob", "Cid"], ["Ann", "B\0b"], ["Ann", "B" * 81]])
def test_players_that_do_not_fit_are_refused(players: list[str]) -> None:
    with pytest.raises(ParseError):
        Match.begin(ORION, players)


def test_a_name_is_one_line_and_an_empty_name_is_a_question_mark() -> None:
    assert Match.begin(ORION, [" Ann\n B. ", ""]).players == ("Ann B.", "?")


def test_a_simultaneous_turn_is_sealed_until_all_have_decided() -> None:
    match = begin(PENNIES)
    assert match.to_act == (0, 1)
    match = match.submit(1, "tails")
    assert match.to_act == (0,)
    assert match.sealed == {1: "tails"}
    assert match.turns == ()
    match = match.submit(0, "heads")
    assert match.sealed == {}
    assert [entry.text for entry in match.turns] == ["heads tails"]
    assert match.state.points == (0.0, 1.0)


def test_an_order_is_not_changed_once_it_is_sealed() -> None:
    with pytest.raises(NotYourTurn, match="already decided"):
        begin(PENNIES).submit(1, "tails").submit(1, "heads")


def test_an_order_may_be_for_several_turns() -> None:
    match = begin(PENNIES).submit(0, "tails2 heads")
    assert (match.to_act, match.sealed) == ((1,), {0: "tails2heads"})
    match = match.submit(1, "heads")
    assert (match.to_act, match.sealed) == ((1,), {0: "tailsheads"})
    match = match.submit(1, "heads").submit(1, "heads")
    assert [entry.text for entry in match.turns] == ["tails heads", "tails heads", "heads heads"]
    assert match.over
    assert match.sealed == {}


def test_two_orders_for_several_turns_are_played_as_far_as_the_shorter_one_goes() -> None:
    match = begin(PENNIES).submit(0, "tails3").submit(1, "heads2")
    assert len(match.turns) == 2
    assert (match.to_act, match.sealed) == ((1,), {0: "tails"})


def test_an_order_for_several_turns_goes_on_after_dice() -> None:
    rocks = ludarium.load("grid(rocks=2)")
    match = replace(Match.begin(rocks, ["", ""]), sealed={0: "n2", 1: "s1"}).roll()
    assert [entry.text for entry in match.turns[2:]] == ["n/s"]
    assert match.sealed == {0: "n"}


def test_a_tick_plays_the_orders_that_stand_and_keeps_them() -> None:
    match = play_tick(set_order(play_tick(begin(PENNIES)), 1, "tails"))
    assert [entry.text for entry in match.turns] == ["heads heads", "heads tails"]
    assert match.sealed == {1: "tails"}
    match = play_tick(set_order(match, 1, "heads"))
    assert match.over
    assert match.sealed == {}
    with pytest.raises(GameOver):
        play_tick(match)


def test_an_impossible_order_is_refused() -> None:
    with pytest.raises(IllegalMove, match="did you mean heads"):
        begin(PENNIES).submit(1, "head")


def test_a_sealed_order_is_no_part_of_the_record() -> None:
    assert begin(PENNIES).submit(1, "tails").record() == begin(PENNIES).record()


def test_dice_are_rolled_when_it_is_their_turn_and_kept_as_turns() -> None:
    match = begin(RACE, dice="seeded(seed=4)")
    assert match.turns[0].text.startswith("roll ")
    assert match.state.actors == (0,)
    assert match.roll() == match
    assert match.record().tags["Dice"] == "seeded(seed=4)"


def test_no_seat_may_play_for_the_dice() -> None:
    match = Match.begin(RACE, ["Ann", "Bob"])
    assert match.to_act == ()
    with pytest.raises(NotYourTurn, match="the dice's turn"):
        match.submit(0, "roll 2")


@pytest.mark.parametrize("dice", ["loaded", "seeded(seed=x)", "seeded(luck=3)", "system(seed=1)", "(", ""])
def test_invalid_dice_are_refused(dice: str) -> None:
    with pytest.raises((ParseError, InvalidOption)):
        begin(RACE, dice=dice)


def test_a_seat_that_resigns_gets_payoff_0() -> None:
    match = begin().resign(1)
    assert (match.payoffs, match.ending, match.over, match.to_act) == ((1.0, 0.0), "resignation", True, ())


def test_a_forfeit_names_its_cause() -> None:
    match = begin().forfeit(0, "the program\nstopped")
    assert (match.payoffs, match.ending) == ((0.0, 1.0), "forfeit: the program stopped")


def test_the_cause_of_a_forfeit_is_cleaned_for_the_record() -> None:
    record = begin().forfeit(0, f"said \x1b[2J {'x' * 500}").record()
    assert record.ending.startswith("forfeit: said \ufffd[2J xxx")
    assert Record.parse(str(record)) == record


def test_a_draw_needs_the_other_seat() -> None:
    match = offer_draw(begin(), 0)
    assert not match.over
    with pytest.raises(IllegalMove):
        accept_offer(match, 0)
    match = accept_offer(match, 1)
    assert (match.payoffs, match.ending) == ((0.5, 0.5), "agreement")


def test_an_offer_lapses_when_a_turn_is_played() -> None:
    match = offer_draw(begin(), 1).submit(0, "u+")
    with pytest.raises(IllegalMove, match="no offer is open"):
        accept_offer(match, 0)


def test_an_offer_may_be_declined_or_withdrawn() -> None:
    for seat in (0, 1):
        assert decline_offer(offer_draw(begin(), 0), seat) == begin()


def test_there_is_one_offer_at_a_time() -> None:
    with pytest.raises(IllegalMove, match="nobody has answered"):
        offer_draw(offer_draw(begin(), 0), 1)


def test_a_takeback_goes_to_the_position_before_the_seats_last_turn() -> None:
    before = begin().submit(0, "u+").submit(1, "pass")
    after = before.submit(0, "u++").submit(1, "a+")
    assert accept_offer(ask_takeback(after, 0), 1) == replace(before, takebacks=(3,))
    assert accept_offer(ask_takeback(after, 1), 0) == replace(before.submit(0, "u++"), takebacks=(4,))


def test_a_takeback_takes_the_dice_with_it() -> None:
    before = begin(RACE, dice="seeded(seed=4)")
    after = before.submit(0, "stay").roll()
    assert len(after.turns) == 3
    assert accept_offer(ask_takeback(after, 0), 1) == replace(before, takebacks=(2,))


def test_a_takeback_gives_the_time_back() -> None:
    before = begin(clock=Clock(60, 1))
    after = before.submit(0, "u+", took=20)
    assert after.left == (41.0, 60.0)
    assert accept_offer(ask_takeback(after, 0), 1) == replace(before, takebacks=(1,))


def test_a_record_tells_what_was_taken_back() -> None:
    match = begin().submit(0, "u+").submit(1, "pass")
    match = accept_offer(ask_takeback(match, 0), 1).submit(0, "u+")
    match = accept_offer(ask_takeback(match, 0), 1)
    record = match.record()
    assert record.tags["Takebacks"] == "1 1"
    assert Match.from_record(Record.parse(str(record))) == match
    with pytest.raises(ParseError, match="are not takebacks: expected the numbers of turns"):
        Match.from_record(Record("orion", tags={"Takebacks": "first"}))


def test_a_takeback_before_the_seats_first_turn_is_refused() -> None:
    with pytest.raises(IllegalMove, match="no turn that could be taken back"):
        ask_takeback(begin().submit(0, "u+"), 1)


def test_a_clock_runs_in_the_turns_of_its_seat() -> None:
    match = begin(clock=Clock.parse("60+5")).submit(0, "u+", took=10.12345).submit(1, "pass", took=0)
    assert match.left == (54.877, 65.0)
    assert [entry.left for entry in match.turns] == [54.877, 65.0]


def test_a_turn_after_the_time_loses() -> None:
    match = begin(clock=Clock(60)).submit(0, "u+", took=60.001)
    assert (match.payoffs, match.ending, match.turns) == ((0.0, 1.0), "time", ())


def test_only_the_seat_whose_clock_runs_can_lose_on_time() -> None:
    assert begin(clock=Clock(60)).flag(0).ending == "time"
    with pytest.raises(NotYourTurn):
        begin(clock=Clock(60)).flag(1)
    with pytest.raises(IllegalMove, match="no clock"):
        begin().flag(0)


def test_no_clock_runs_in_a_simultaneous_turn() -> None:
    match = begin(PENNIES, clock=Clock(60)).submit(0, "heads", took=70).submit(1, "heads", took=1)
    assert match.left == (60.0, 60.0)
    with pytest.raises(NotYourTurn):
        match.flag(0)


def test_a_match_may_begin_from_any_position() -> None:
    position = str(ORION.initial().move("u+"))
    match = begin(position=position)
    assert match.to_act == (1,)
    assert match.record().position == position
    with pytest.raises(ParseError):
        begin(position="nowhere")


def test_tags_stay_in_the_record() -> None:
    match = begin(tags={"Event": "Sunday"})
    assert Match.from_record(match.record()) == match
    assert match.record().tags["Event"] == "Sunday"


def test_a_record_names_its_first_impossible_turn() -> None:
    with pytest.raises(IllegalMove, match=r"^turn 2: "):
        Match.from_record(Record.parse('[Game "orion"]\n1. u+\n2. u+'))


def do(match: Match, verb: str, seat: int, chance: random.Random) -> Match:
    """Return the match after what a seat does."""
    match verb:
        case "turn":
            slow = match.clock is not None and match.clock.is_correspondence
            took = chance.random() * (90_000 if slow else 1)
            credit = Credit(took * chance.random(), given=chance.choice([0.0, 86_400.0])) if slow else NO_CREDIT
            text = any_turn(match, seat, chance) if seat in match.to_act else "pass"
            return match.submit(seat, text, took, credit)
        case "takeback":
            return ask_takeback(match, seat)
        case "draw":
            return offer_draw(match, seat)
        case "accept":
            return accept_offer(match, seat)
        case "decline":
            return decline_offer(match, seat)
        case "resign":
            return match.resign(seat)
        case _:
            return match.flag(seat)


VERBS = ["turn"] * 12 + ["takeback", "takeback", "accept", "accept", "draw", "decline", "resign", "flag"]


@settings(deadline=None)
@given(
    game=st.sampled_from([ORION, PENNIES, RACE, STONES]),
    clock=st.sampled_from([None, Clock(2.5, 0.1), Clock(1000), Clock.parse("1d+12h/1d")]),
    seed=st.integers(0, 10**6),
    verbs=st.lists(st.tuples(st.sampled_from(VERBS), st.integers(0, 1)), max_size=40),
)
def test_a_match_agrees_with_its_record_after_any_commands(
    game: Game, clock: Clock | None, seed: int, verbs: Sequence[tuple[str, int]]
) -> None:
    chance = random.Random(seed)
    match = begin(game, clock=clock, dice=f"seeded(seed={seed})")
    for verb, seat in verbs:
        if verb == "turn" and match.to_act:
            seat = chance.choice(match.to_act)
        before = match
        try:
            match = do(match, verb, seat, chance).roll()
        except LudariumError as error:
            assert str(error)
            match = before
        plain = plain_of(match)
        assert Match.from_record(match.record(), game) == plain
        assert verify(match.record(), game) == plain
        assert all_states(match)[-1] == match.state
        assert match.over == (match.payoffs is not None) == bool(match.ending)
        assert match.payoffs is None or sum(match.payoffs) == pytest.approx(1)
        assert bool(match.to_act) != match.over
        assert CHANCE not in match.to_act
    if game is ORION:
        assert Match.from_record(Record.parse(str(match.record()))) == plain_of(match)
        assert pickle.loads(pickle.dumps(match)) == match
        assert hash(match) == hash(pickle.loads(pickle.dumps(match)))


def plain_of(match: Match) -> Match:
    return replace(match, sealed={}, spent={}, offer=None)
