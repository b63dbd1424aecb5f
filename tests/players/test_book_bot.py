"""A player by an opening book: its rule, what it plays beyond the book, and files that are none."""

from pathlib import Path

import pytest

from ludarium.core.errors import InvalidOption, ParseError
from ludarium.core.game import State
from ludarium.core.registry import load
from ludarium.learn.comparison import Comparison
from ludarium.match.book import Book, BookTurn, position_key
from ludarium.match.match import Match
from ludarium.players.external.book import LEAST, BookBot, make_book_bot
from ludarium.players.external.specs import make_player
from ludarium.players.player import Limit
from ludarium.search.bot import Bot

GAME = load("orion")
START = GAME.initial()
SECOND = START.move("u+")
"""Where O chooses, with two clicks."""
MANY, FEW = LEAST, LEAST - 1


class Beyond(Bot):
    """Plays the last legal action, and counts."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, state: State, seat: int) -> int:
        self.asked += 1
        return state.legal(seat)[-1]


def book(state: State, **turns: tuple[int, float]) -> Book:
    """Return a book of one position: the games of each turn, and what the seat that chooses got on average."""
    seat = state.actors[0]
    found = Book(GAME)
    for name, (games, mean) in turns.items():
        turn = name.replace("P", "+").replace("M", "-")
        mine, theirs = games * mean, games * (1 - mean)
        one = BookTurn(turn, games, (mine, theirs) if seat == 0 else (theirs, mine))
        found.positions.setdefault(position_key(state), {})[turn] = one
    return found


def chosen(found: Book, state: State, seed: int = 1) -> str:
    """Return the turn that a bot plays by a book; empty if it asks the other one."""
    beyond = Beyond()
    bot, now, actions, seat = BookBot(found, beyond, seed), state, list[int](), state.actors[0]
    while now.actors == (seat,) and (now.in_turn or not actions):
        actions.append(bot.choose(now, seat))
        now = now.play(actions[-1])
    return "" if beyond.asked else state.format_turn(actions)


def test_the_turn_is_played_after_which_the_seat_has_got_most() -> None:
    assert chosen(book(START, uP=(MANY, 0.4), uM=(MANY, 0.6), pP=(10 * MANY, 0.5)), START) == "u-"
    assert chosen(book(SECOND, aPP=(MANY, 0.4), dPaP=(MANY, 0.6)), SECOND) == ""  # d+a+ is no turn here
    assert chosen(book(SECOND, aPP=(MANY, 0.4), aMM=(MANY, 0.6)), SECOND) == "a--"


def test_a_turn_of_too_few_games_is_not_known_and_one_alone_is_no_choice() -> None:
    assert chosen(book(START, uP=(MANY, 0.4), uM=(FEW, 0.9), pP=(MANY, 0.3)), START) == "u+"
    assert chosen(book(START, uP=(MANY, 0.9), uM=(FEW, 0.1)), START) == ""
    assert chosen(Book(GAME), START) == ""


def test_equal_turns_are_told_apart_by_their_games_and_then_by_the_seed() -> None:
    assert chosen(book(START, uP=(MANY, 0.5), uM=(2 * MANY, 0.5)), START) == "u-"
    equal = book(START, uP=(MANY, 0.5), uM=(MANY, 0.5), pP=(MANY, 0.25))
    found = [chosen(equal, START, seed) for seed in range(20)]
    assert found == [chosen(equal, START, seed) for seed in range(20)]
    assert {*found} == {"u+", "u-"}


def test_within_a_turn_that_another_has_begun_the_book_has_no_choice() -> None:
    found, beyond = book(SECOND, aPP=(MANY, 0.4), aMM=(MANY, 0.6)), Beyond()
    bot = BookBot(found, beyond, 1)
    bot.choose(SECOND, 1)
    assert beyond.asked == 0
    other = SECOND.play(SECOND.parse_turn("j++")[0])
    assert bot.choose(other, 1) == other.legal(1)[-1]
    assert beyond.asked == 1


def test_the_other_bot_keeps_the_limits_that_the_player_has() -> None:
    beyond = Beyond()
    bot = BookBot(Book(GAME), beyond, 1)
    bot.time_limit, bot.threads = 0.5, 3
    bot.choose(START, 0)
    assert (beyond.time_limit, beyond.threads) == (0.5, 3)


def test_a_spec_names_the_file_and_the_bot_beyond_it(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    path.write_text(str(book(START, uP=(MANY, 0.4), uM=(MANY, 0.6))))
    with make_player(f"{path}:easy", GAME, 1) as player:
        match = Match.begin(GAME, ["a", "b"])
        assert player.play(match, 0, Limit()).turn == "u-"
    assert make_book_bot("hard", GAME, 1) is None
    with pytest.raises(ParseError, match="no bot 'nobody'"):
        make_player(f"{path}:nobody", GAME, 1)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "cannot be read"),
        ("{}", "it is no opening book"),
        (str(Book(load("orion(clicks=2)"))), "is a book of orion\\(clicks=2\\), and not of orion"),
    ],
)
def test_a_file_that_is_no_book_of_the_game_is_refused(tmp_path: Path, text: str | None, why: str) -> None:
    path = tmp_path / "a.book"
    if text is not None:
        path.write_text(text)
    with pytest.raises(ParseError, match=why):
        make_player(str(path), GAME, 1)


def test_rounds_of_a_comparison_begin_where_a_book_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, starts = tmp_path / "a.book", list[State]()

    def play(start: State, bots: list[Bot], *_: object) -> tuple[float, ...]:
        starts.append(start)
        return (1.0, 0.0) if isinstance(bots[0], BookBot) else (0.0, 1.0)

    monkeypatch.setattr("ludarium.learn.meeting.play_game", play)
    path.write_text(str(Book(GAME)))
    found = Comparison.of("orion", (f"{path}:random", "random"), most=8, opening=0)
    found.run()
    assert (found.mean, starts) == (1.0, [START] * 16)
    with pytest.raises(InvalidOption, match="opening"):
        Comparison.of("orion", ("random", "random"), opening=-1)
