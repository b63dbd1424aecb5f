"""The positions of a book that were played most, found by following its turns."""

from collections.abc import Mapping, Sequence
from itertools import islice

import pytest

from ludarium.core.entries import Entry
from ludarium.core.kernel import CHANCE
from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.match.book import Book, BookTurn, position_key
from ludarium.match.most_played import most_played
from ludarium.players.table import play_match


def book_of(*games: str) -> Book:
    book = Book(load("orion"))
    for turns in games:
        assert book.add(Record("orion", tuple(map(Entry, turns.split())), payoffs=(1.0, 0.0)))
    return book


def test_each_position_comes_once_however_it_is_reached() -> None:
    book = book_of("p+ f+ t+ j+", "t+ f+ p+ j+", "t+ f+ p+ g+")
    found = [*most_played(book.game.initial(), book.look)]
    assert [one.games for one in found] == [3, 2, 2, 3, 1, 1]  # what two ways lead to comes after them
    assert {position_key(one.state) for one in found} == book.positions.keys()
    assert [[turn.turn for turn in one.turns] for one in found][3] == ["j+", "g+"]


def test_what_was_played_too_seldom_is_left_out_with_what_follows() -> None:
    book = book_of("p+ f+", "p+ g+", "t+ f+ p+")
    assert [one.games for one in most_played(book.game.initial(), book.look, least=2)] == [3, 2]
    assert not [*most_played(book.game.initial(), book.look, least=4)]


@pytest.mark.parametrize("game", ["ludo", "vortex", "grid", "throngs"])
def test_positions_after_rolls_and_of_all_games_are_found(game: str) -> None:
    book = Book(load(game))
    for seed in range(3):
        assert book.add(play_match(game, ["easy"] * book.game.seats, seed))
    found = [*islice(most_played(book.game.initial(), book.look), 30)]
    assert len(found) == 30
    assert all(one.state.actors not in ((), (CHANCE,)) for one in found)
    for one in found:
        assert one.turns == book.turns(one.state)


def test_a_book_is_asked_for_few_positions_at_a_time() -> None:
    asked, book = list[int](), book_of("p+ f+", "t+ f+")

    def look(keys: Sequence[str]) -> Mapping[str, Sequence[BookTurn]]:
        asked.append(len(keys))
        return book.look(keys)

    assert len([*most_played(book.game.initial(), look)]) == 3
    assert asked == [1, 1, 1, 1, 1]
