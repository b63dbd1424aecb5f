"""What people try and solve: the first answer of an account counts, once."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from ludarium.puzzles.puzzle import TableProof
from ludarium.site.ground.tables import metadata
from ludarium.site.ground.values import Person
from ludarium.site.people.accounts import NeedsAccount
from ludarium.site.people.standing import Sanctioned
from ludarium.site.puzzles.board import NoSuchPuzzle, PuzzleBoard, number_of_day, puzzles_of
from ludarium.site.puzzles.rows import AttemptTable, DayTable, PuzzleRatingTable, SolverTable
from ludarium.site.puzzles.rules import first_rating
from ludarium.site.puzzles.solving import Solving
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.fake_time import DAY, HOUR, FakeTime
from tests.site.puzzles.conftest import MakeAccount, right, wrong

pytestmark = pytest.mark.both_databases


def kept(store: Store) -> Counter[str]:
    """Return how many rows the tables of puzzles have."""
    found = Counter[str]()
    with store.database.connect() as connection:
        for table in metadata.sorted_tables:
            if table.name.startswith("puzzle_"):
                found[table.name] = len(connection.execute(table.select()).all())
    return +found


def test_the_first_answer_counts_and_rates_both(solving: Solving, store: Store, ann: Person) -> None:
    tried = solving.answer(ann, right("ludo", 3))
    assert tried.counts
    assert tried.after > tried.before == 1500
    rating = PuzzleRatingTable(store.database).load(puzzles_of("ludo")[2].id)
    assert rating
    assert rating.strength < first_rating(puzzles_of("ludo")[2]).strength
    assert (rating.tried, rating.solved) == (1, 1)
    assert solving.rating(ann, "ludo") == tried.after


def test_what_gives_away_little_counts_in_part(solving: Solving, make_account: MakeAccount) -> None:
    number, turns = next(
        (number, sorted(proof.losses, key=proof.losses.__getitem__))
        for number, puzzle in enumerate(puzzles_of("ludo"), 1)
        if isinstance(proof := puzzle.proof, TableProof) and len({*proof.losses.values()}) == len(proof.losses) == 3
    )
    people = [make_account(name) for name in ("Ann", "Bob", "Cid")]
    boards = [PuzzleBoard.of("ludo", number).answered("", turn) for turn in turns]
    after = [solving.answer(person, board).after for person, board in zip(people, boards, strict=True)]
    assert after[0] > after[1] > after[2]  # the best turn, the one after it, and the worst
    verdicts = [board.verdict for board in boards]
    assert [verdict.is_right for verdict in verdicts if verdict] == [True, False, False]
    assert [bool(verdict.counted) for verdict in verdicts if verdict] == [False, True, False]
    solved = [attempt.is_right for person in people if (attempt := solving.attempt_of(person, boards[0]))]
    assert solved == [True, False, False]  # it solves nothing, and begins no row of days


def test_further_answers_change_no_rating(solving: Solving, store: Store, ann: Person) -> None:
    after = solving.answer(ann, wrong("ludo", 3)).after
    for board in (wrong("ludo", 3), right("ludo", 3), right("ludo", 3), wrong("ludo", 3)):
        assert not solving.answer(ann, board).counts
    assert solving.rating(ann, "ludo") == after < 1500
    attempt = solving.attempt_of(ann, right("ludo", 3))
    assert attempt
    assert (attempt.is_right, attempt.solved_at is not None) == (False, True)
    assert [one.tried for one in SolverTable(store.database).find()] == [1]


def test_two_windows_that_answer_at_once_count_once(
    open_store: Callable[[], Store], time: FakeTime, ann: Person, store: Store
) -> None:
    solvers = [Solving(Service(open_store(), now=time)) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        tried = list(pool.map(lambda solving: solving.answer(ann, right("ludo", 3)), solvers))
    assert sum(one.counts for one in tried) == 1
    assert [(one.tried, one.solved) for one in SolverTable(store.database).find()] == [(1, 1)]


def test_guests_bots_and_strangers_play_without_a_rating(
    solving: Solving, service: Service, store: Store, ann: Person
) -> None:
    guest = service.people.create_guest()
    bot = replace(ann, owner_id=guest.id)
    for person in (guest, bot, None, replace(ann, closed_at=1.0)):
        assert solving.answer(person, right("ludo", 3)) == (False, 0, 0)
        assert not solving.is_open(person, right("ludo", 3))
    assert not kept(store)


def test_looking_the_answer_up_counts_as_wrong_and_solves_nothing(solving: Solving, store: Store, ann: Person) -> None:
    number = number_of_day("ludo", solving.today(ann))
    board = right("ludo", number)
    solving.give_up(ann, board)
    assert not solving.answer(ann, board).counts
    attempt = solving.attempt_of(ann, board)
    assert attempt
    assert (attempt.is_right, attempt.solved_at, attempt.shown) == (False, None, True)
    assert DayTable(store.database).of_person(ann.id) == ()
    assert not solving.is_open(ann, board)


def test_what_was_solved_stays_so_when_the_answer_is_looked_at(solving: Solving, ann: Person) -> None:
    solving.answer(ann, right("ludo", 3))
    solving.give_up(ann, right("ludo", 3))
    attempt = solving.attempt_of(ann, right("ludo", 3))
    assert attempt
    assert (attempt.is_right, attempt.shown) == (True, False)


def test_a_guest_has_nothing_to_give_up(solving: Solving, service: Service) -> None:
    with pytest.raises(NeedsAccount):
        solving.give_up(service.people.create_guest(), right("ludo", 3))


def test_a_suspended_account_solves_nothing(solving: Solving, service: Service, store: Store, ann: Person) -> None:
    store.people.set(ann.id, suspended_until=service.now() + DAY)
    suspended = service.people.load(ann.id)
    with pytest.raises(Sanctioned):
        solving.answer(suspended, right("ludo", 3))
    assert not kept(store)


def test_days_in_a_row_are_those_of_the_persons_time_zone(
    solving: Solving, service: Service, ann: Person, time: FakeTime
) -> None:
    settings = service.notices.settings(ann.id)
    service.notices.save_settings(ann.id, replace(settings, zone="Pacific/Kiritimati"))
    for _ in range(3):  # 08:00 UTC is 22:00 there
        solving.answer(ann, right("ludo", number_of_day("ludo", solving.today(ann))))
        time.pass_by(DAY)
    assert solving.progress(ann).row == 3
    time.pass_by(2 * HOUR)  # midnight there, and no puzzle of the day before
    assert (solving.progress(ann).row, solving.progress(ann).longest) == (0, 3)


def test_a_puzzle_of_another_day_is_no_day(solving: Solving, store: Store, ann: Person) -> None:
    number = number_of_day("ludo", solving.today(ann))
    solving.answer(ann, right("ludo", number % len(puzzles_of("ludo")) + 1))
    solving.answer(ann, wrong("ludo", number))
    assert DayTable(store.database).of_person(ann.id) == ()
    solving.answer(ann, right("ludo", number))  # at the second try, on its day
    assert DayTable(store.database).of_person(ann.id) == (solving.today(ann),)


def test_the_next_puzzle_is_new_and_about_as_hard_as_the_rating(solving: Solving, ann: Person) -> None:
    seen = set[int]()
    for _ in range(5):
        number = solving.next_number(ann, "vortex")
        assert number not in seen
        seen.add(number)
        solving.answer(ann, wrong("vortex", number))
    easy = solving.next_number(ann, "vortex")
    median = sorted(puzzle.rating[0] for puzzle in puzzles_of("vortex"))[len(puzzles_of("vortex")) // 2]
    assert puzzles_of("vortex")[easy - 1].rating[0] <= median
    assert solving.next_number(None, "vortex", len(puzzles_of("vortex"))) == 1


def test_the_next_puzzle_about_a_theme_is_about_it(solving: Solving, ann: Person) -> None:
    puzzles = puzzles_of("orion")
    theme = puzzles[0].themes[0]
    about = {number for number, puzzle in enumerate(puzzles, 1) if theme in puzzle.themes}
    assert len(about) < len(puzzles)
    number, seen = 0, list[int]()
    for _ in about:
        number = solving.next_number(None, "orion", number, theme)
        seen.append(number)
    assert seen == sorted(about)
    assert solving.next_number(None, "orion", number, theme) == seen[0]
    assert {solving.next_number(ann, "orion", 0, theme) for _ in range(20)} <= about
    with pytest.raises(NoSuchPuzzle, match=rf"has no puzzles about 'cheese' \(expected one of .*{theme}"):
        solving.next_number(ann, "orion", 0, "cheese")


def test_when_all_are_tried_those_that_were_not_solved_come_again(
    solving: Solving, store: Store, ann: Person, time: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = puzzles_of("ludo")[:3]
    for module in ("solving", "board"):
        monkeypatch.setattr(f"ludarium.site.puzzles.{module}.puzzles_of", lambda game: few)
    numbers = {puzzle.id: number for number, puzzle in enumerate(few, 1)}
    monkeypatch.setattr("ludarium.site.puzzles.solving.numbers_of", lambda game: numbers)
    for board in (right("ludo", 1), wrong("ludo", 2), right("ludo", 3)):
        solving.answer(ann, board)
        time.pass_by(HOUR)
    assert solving.next_number(ann, "ludo") == 2
    assert solving.next_number(ann, "ludo", after=2) == 1
    assert AttemptTable(store.database).count(person=ann.id) == 3


def test_progress_is_told_by_game_and_theme(solving: Solving, ann: Person) -> None:
    solving.answer(ann, right("ludo", 1))
    solving.answer(ann, wrong("ludo", 2))
    solving.answer(ann, right("vortex", 1))
    progress = {one.game: one for one in solving.progress(ann).games}
    assert (progress["ludo"].tried, progress["ludo"].solved) == (2, 1)
    themes = {one.name: one for one in progress["ludo"].themes}
    for theme in puzzles_of("ludo")[0].themes:
        assert themes[theme].solved >= 1
    assert sum(one.tried for one in themes.values()) == sum(len(puzzle.themes) for puzzle in puzzles_of("ludo")[:2])


def test_a_puzzle_that_is_gone_stays_counted(solving: Solving, store: Store, ann: Person) -> None:
    solving.answer(ann, right("ludo", 1))
    AttemptTable(store.database).set((ann.id, puzzles_of("ludo")[0].id), puzzle="0" * 24)
    assert [one.tried for one in solving.progress(ann).games] == [1]
    assert solving.progress(ann).games[0].themes == ()


def test_all_of_it_is_exported_and_goes_with_the_account(
    solving: Solving, service: Service, store: Store, ann: Person, make_account: MakeAccount
) -> None:
    bob = make_account("Bob")
    for person in (ann, bob):
        solving.answer(person, right("ludo", number_of_day("ludo", solving.today(person))))
        solving.choose_mail(person, "ludo", by_mail=True, by_push=False)
        assert solving.go_on(person, PuzzleBoard.of("grid", 2).answered("0", ""))
    exported = service.exported(ann)["puzzles"]
    assert isinstance(exported, dict)
    assert {name: len(part) for name, part in exported.items()} == dict.fromkeys(
        ("attempts", "ratings", "duels", "days", "mails"), 1
    )
    service.closing.close(ann, ann.id, keep_name=False)
    assert kept(store) == {
        "puzzle_attempts": 1,
        "puzzle_days": 1,
        "puzzle_duels": 1,
        "puzzle_solvers": 1,
        "puzzle_mails": 1,
        "puzzle_ratings": 1,
    }
    assert [one.person for one in SolverTable(store.database).find()] == [bob.id]


def test_boards_know_their_puzzles_by_an_id_that_stays() -> None:
    ids = [puzzle.id for name in ("ludo", "vortex") for puzzle in puzzles_of(name)]
    assert len({*ids}) == len(ids)
    first = puzzles_of("ludo")[0]
    assert PuzzleBoard.of("ludo", 1).puzzle.id == first.id == type(first).parse(first.line()).id
