"""The divisions of leagues: sizes, promotion and relegation, those who leave and those who come."""

from hypothesis import given
from hypothesis import strategies as st

from ludarium.tournament.seasons import FEWEST, MOVING, SIZE, after_season, divide, move_of, next_divisions

COUNTS = st.integers(FEWEST, 70)


@given(COUNTS)
def test_divisions_are_neither_too_large_nor_too_small_and_keep_the_order(count: int) -> None:
    divisions = divide(range(count))
    assert [player for division in divisions for player in division] == [*range(count)]
    sizes = [len(division) for division in divisions]
    assert all(FEWEST <= size <= SIZE for size in sizes)
    assert sizes == sorted(sizes, reverse=True)
    assert all(size == SIZE for size in sizes[:-2])
    assert len(sizes) == -(-count // SIZE)


def test_the_last_two_divisions_share_if_one_is_too_small() -> None:
    sizes = {count: [len(division) for division in divide(range(count))] for count in (4, 8, 9, 10, 11, 12, 18, 24)}
    assert sizes == {4: [4], 8: [8], 9: [5, 4], 10: [5, 5], 11: [6, 5], 12: [8, 4], 18: [8, 5, 5], 24: [8, 8, 8]}


@given(COUNTS)
def test_two_go_up_and_two_go_down_where_nobody_leaves(count: int) -> None:
    before = divide(range(count))
    after = next_divisions(before, range(count), [])
    assert [len(division) for division in after] == [len(division) for division in before]
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        up = before[number + 1][:MOVING] if number + 1 < len(before) else []
        down = before[number - 1][-MOVING:] if number else []
        for rank, player in enumerate(old, 1):
            move = move_of(rank, len(old), number, len(before))
            there = next(at for at, division in enumerate(after) if player in division)
            assert there - number == {"up": -1, "": 0, "down": 1}[move]
        assert set(new) - set(old) == {*up, *down}


@given(COUNTS, st.data())
def test_who_leaves_makes_room_and_who_comes_begins_below(count: int, data: st.DataObject) -> None:
    before = divide(range(count))
    gone = data.draw(st.sets(st.integers(0, count - 1), max_size=count - FEWEST))
    new = [*range(100, 100 + data.draw(st.integers(0, 9)))]
    after = next_divisions(before, set(range(count)) - gone, new)
    line = [player for division in after for player in division]
    assert sorted(line) == sorted({*range(count), *new} - gone)
    assert line[len(line) - len(new) :] == new
    assert line[: len(line) - len(new)] == [player for player in after_season(before) if player not in gone]


def test_a_free_place_goes_to_the_best_of_those_who_would_go_down() -> None:
    first, second = [*"ABCDEFGH"], [*"abcdefgh"]
    kept = {*first, *second} - {"A"}
    assert next_divisions([first, second], kept, ["new"])[0] == [*"BCDEF", "a", "b", "G"]


def test_one_division_stays_as_it_is() -> None:
    assert after_season(["abcd"]) == [*"abcd"]
    assert {move_of(rank, 4, 0, 1) for rank in range(1, 5)} == {""}


def test_the_first_season_has_no_season_before_it() -> None:
    assert next_divisions([], [], "abcd") == [[*"abcd"]]
