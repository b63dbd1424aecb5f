"""The pages of puzzles: every right answer is right there, wrong ones are explained, and no account is needed."""

import random
import re
from dataclasses import replace
from html import unescape
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from httpx2 import Response
from msgspec import structs
from starlette.testclient import TestClient

from ludarium.core.registry import game_names
from ludarium.match.study import Study
from ludarium.puzzles.puzzle import DuelProof, Puzzle, TableProof, TooMany, WinProof, whole_turns
from ludarium.scenes import svg
from ludarium.scenes.picture import begin, draw, seen_by
from ludarium.scenes.scene import Scene
from ludarium.site.analysis.links import from_link
from ludarium.site.puzzles import board as module
from ludarium.site.puzzles.board import PuzzleBoard, number_of_day, puzzles_of
from ludarium.site.puzzles.course import Course
from ludarium.site.puzzles.pages import picture_of
from ludarium.site.puzzles.rules import difficulty
from tests.site.conftest import extract, said, touches

GAMES = [name for name in game_names() if puzzles_of(name)]


def now(answer: Response) -> str:
    """Return the first line of the status of a puzzle's page."""
    return " ".join(unescape(extract(r'<p class="now">(.*?)</p>', answer)).split())


def refuted(puzzle: Puzzle) -> list[str]:
    """Return wrong turns of which a puzzle says why they fail."""
    match puzzle.proof:
        case TableProof(losses=losses):
            return [turn for turn, loss in losses.items() if loss and turn not in puzzle.accept]
        case DuelProof(ends=ends):
            return [*ends]
        case WinProof(replies=replies):
            return [*replies]


def test_the_five_games_have_puzzles() -> None:
    assert {"grid", "ludo", "orion", "throngs", "vortex"} <= {*GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_right_answers_are_right(browser: TestClient, game: str) -> None:
    puzzles = puzzles_of(game)
    for number in random.Random(7).sample(range(1, len(puzzles) + 1), 4):
        for turn in puzzles[number - 1].accept[:2]:
            page = browser.get(f"/puzzles/{game}/{number}?answer={quote(turn)}")
            assert now(page).startswith("Right: ")
            assert "Next puzzle" in page.text


@pytest.mark.parametrize("game", GAMES)
def test_wrong_answers_are_explained(browser: TestClient, game: str) -> None:
    number, wrong, proof = next(
        (number, turn, puzzle.proof) for number, puzzle in enumerate(puzzles_of(game), 1) for turn in refuted(puzzle)
    )
    page = browser.get(f"/puzzles/{game}/{number}?answer={quote(wrong)}")
    assert now(page).startswith("Not this one: ")
    found = {TableProof: "It gives away", WinProof: "there is no forced win", DuelProof: "."}[type(proof)]
    assert found in unescape(extract(r'<p id="caption">(.*?)</p>', page))
    assert "Try again" in page.text


def test_a_turn_is_chosen_on_the_board(browser: TestClient) -> None:
    path = "/puzzles/vortex/1"
    page, draft = browser.get(path), list[str]()
    while not now(page).startswith(("Right", "Not")):
        draft.append(str(touches(page)[0][1]))
        page = browser.get(f"{path}?draft={','.join(draft)}")
    assert not touches(page)


def test_each_day_has_its_puzzle(browser: TestClient) -> None:
    numbers = {number_of_day("ludo", day) for day in range(len(puzzles_of("ludo")))}
    assert numbers == {*range(1, len(puzzles_of("ludo")) + 1)}  # every one has its turn
    today = browser.get("/puzzles/ludo", follow_redirects=False)
    assert today.status_code == 303
    assert today.headers["location"] in browser.get("/puzzles").text
    assert "/puzzles/ludo" in browser.get("/").text


def test_programs_get_a_puzzle_and_the_verdict_as_data(browser: TestClient) -> None:
    accept = {"Accept": "application/json"}
    puzzle = puzzles_of("ludo")[0]
    data = browser.get("/puzzles/ludo/1", headers=accept).json()
    assert (data["position"], data["right"], data["why"]) == (puzzle.position, None, None)
    assert (data["themes"], data["part"]) == (None, None)  # they would tell much of the answer
    assert puzzle.accept[0] not in str(data)
    answered = browser.get(f"/puzzles/ludo/1?answer={quote(puzzle.accept[0])}", headers=accept).json()
    assert (answered["right"], answered["part"], answered["themes"]) == (True, 1.0, [*puzzle.themes])
    shown = browser.get("/puzzles/ludo/1?shown=yes", headers=accept).json()
    assert (shown["right"], shown["themes"]) == (None, [*puzzle.themes])
    assert isinstance(puzzle.proof, TableProof)
    second, worst = sorted(loss for loss in puzzle.proof.losses.values() if loss)
    turn = next(turn for turn, loss in puzzle.proof.losses.items() if loss == second)
    wrong = browser.get(f"/puzzles/ludo/1?answer={quote(turn)}", headers=accept).json()
    assert wrong["right"] is False
    assert wrong["part"] == round(1 - second / worst, 4)


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/puzzles/none", 404),
        ("/puzzles/ludo/0", 404),
        ("/puzzles/ludo/9999", 404),
        ("/puzzles/ludo/x", 404),
        ("/puzzles/ludo/1?answer=zzz", 400),
        ("/puzzles/orion/1?draft=9,9,9", 400),
        (f"/puzzles/grid/1?answer={'n' * 401}", 400),
        ("/puzzles/grid/1?answer=q7", 400),
    ],
)
def test_what_is_no_puzzle_or_no_answer_is_refused_in_words(browser: TestClient, address: str, status: int) -> None:
    answer = browser.get(address)
    assert answer.status_code == status
    assert said(answer) or "There is" in answer.text or "expected" in answer.text


@pytest.mark.parametrize("game", GAMES)
def test_the_right_turn_is_said_in_words_of_its_game(browser: TestClient, game: str) -> None:
    board = PuzzleBoard.of(game, 1)
    turn = board.puzzle.accept[0]
    words = board.in_words(turn)
    assert bool(words) is not board.is_duel
    page = browser.get(f"/puzzles/{game}/1?answer={quote(turn)}")
    assert now(page) == f"Right: {', '.join(filter(None, (turn, words)))}"
    shown = browser.get(f"/puzzles/{game}/1").text.partition('<details id="answer-shown"')[2]
    assert f'<strong class="turn">{turn}</strong>{", " if words else ""}{words}.' in unescape(shown)


def test_a_turn_to_a_place_without_a_number_names_it() -> None:
    number, turn = next(
        (number, puzzle.accept[0])
        for number, puzzle in enumerate(puzzles_of("vortex"), 1)
        if puzzle.accept[0].endswith("-25")
    )
    cell = turn.removesuffix("-25")
    assert PuzzleBoard.of("vortex", number).said(turn) == f"{turn}, move a token from {cell} to the centre"


def test_what_has_no_other_words_is_said_once() -> None:
    (number,) = [n for n, puzzle in enumerate(puzzles_of("orion"), 1) if isinstance(puzzle.proof, WinProof)][:1]
    assert PuzzleBoard.of("orion", number).said("pass") == "pass"


def test_the_board_has_the_numbers_of_who_solves_it(browser: TestClient) -> None:
    number = next(number for number, puzzle in enumerate(puzzles_of("vortex"), 1) if puzzle.seat == 1)
    board = PuzzleBoard.of("vortex", number)
    (cell,) = board.turn.start.legal()[:1]
    turned = draw(seen_by(begin(board.turn.start), [1]))
    assert turned != draw(begin(board.turn.start))
    assert board.start == turned
    assert picture_of(board, "vortex") == svg.render(turned, prefix="vortex-")
    after = board.answered(str(cell), "").view.scene
    assert numbers_of(after) == numbers_of(turned) != numbers_of(draw(begin(board.turn.start)))


@pytest.mark.parametrize("game", ["orion", "throngs"])
def test_every_wrong_turn_of_a_proved_win_is_refuted(game: str) -> None:
    board = PuzzleBoard.of(game, 1)
    assert isinstance(board.puzzle.proof, WinProof)
    right = {board.turn.start.move(text) for text in board.puzzle.accept}
    unknown = [
        (after, board.turn.start.format_turn(actions))
        for after, actions in whole_turns(board.turn.start).items()
        if after not in right and board.turn.start.format_turn(actions) not in board.puzzle.proof.replies
    ]
    assert unknown
    for after, turn in unknown[:5]:
        verdict = board.answered("", turn).verdict
        assert verdict
        found = re.fullmatch("after (.*) there is no forced win", verdict.why)
        assert found
        after.move(found[1])  # the reply is legal


def test_a_wrong_turn_with_thousands_of_replies_is_refuted_by_the_first_that_does() -> None:
    board = PuzzleBoard.of("throngs", 156).answered("", "-f2 h6-h5")
    assert board.verdict
    with pytest.raises(TooMany):
        whole_turns(board.turn.state)
    assert board.verdict.why == "after +a4 b5-f6 there is no forced win"


def test_a_refutation_that_takes_too_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_SEARCHED", 0)
    module._refuted.cache_clear()
    board = PuzzleBoard.of("orion", 1)
    after = next(iter(whole_turns(board.turn.start)))
    assert module._refuted(after, board.puzzle.seat) == ""
    module._refuted.cache_clear()


def test_the_bots_that_tried_are_named_once(browser: TestClient) -> None:
    board = PuzzleBoard.of("orion", 1)
    for tried, says in (
        ({"easy": False, "medium": False, "hard": False}, "Missed by all three bots up to Cleo (hard)."),
        ({"easy": True, "medium": True}, "Found by both bots from Ada (easy) on."),
        ({"easy": False, "medium": False, "hard": True}, "Found by Cleo (hard); missed by two other bots."),
        ({"easy": False, "medium": True, "hard": True}, "Missed by Ada (easy); found by two other bots."),
        ({"hard": False}, "Missed by Cleo (hard)."),
        ({"easy": False, "hard": True}, "Found by Cleo (hard); missed by Ada (easy)."),
        ({}, ""),
    ):
        assert replace(board, puzzle=structs.replace(board.puzzle, tried=tried)).tried == says
    assert board.tried in unescape(browser.get("/puzzles/orion/1").text)


@pytest.mark.parametrize("game", GAMES)
def test_themes_and_source_are_told_after_the_answer(browser: TestClient, game: str) -> None:
    puzzle = puzzles_of(game)[0]
    source = puzzle.source
    told = f"From self-play of {' and '.join(source.players)} (seed {source.seed}, game {source.number}), after turn "
    themes = f"Another about {' or '.join(puzzle.themes)}."
    before = unescape(browser.get(f"/puzzles/{game}/1").text)
    assert told not in before
    assert themes not in before  # they would tell much of the answer
    for address in (f"/puzzles/{game}/1?answer={quote(puzzle.accept[0])}", f"/puzzles/{game}/1?shown=yes"):
        page = browser.get(address)
        folded = r'<details[^>]* id="source"><summary>Where it is from</summary><p>(.*?)</p></details>'
        assert unescape(extract(folded, page)).startswith(f"{told}{source.played}")
        said = unescape(extract(r'<p[^>]* id="themes">(.*?)</p>', page))
        assert re.sub("<[^>]+>", "", said) == themes
        for link, theme in zip(re.findall(r'href="([^"]+)"', said), puzzle.themes, strict=True):
            another = browser.get(link).url.path
            assert another != f"/puzzles/{game}/1"
            assert theme in puzzles_of(game)[int(another.rpartition("/")[2]) - 1].themes


@pytest.mark.parametrize("game", ["orion", "throngs"])
@pytest.mark.parametrize("at", [0, -1])
def test_one_steps_through_a_proved_win_to_its_end_once_it_is_solved(browser: TestClient, game: str, at: int) -> None:
    number, step = 7, r'<a class="button" href="([^"]*)"[^>]*>Step through the win</a>'
    puzzle = puzzles_of(game)[number - 1]
    assert not re.search(step, browser.get(f"/puzzles/{game}/{number}").text)
    for query in (f"answer={quote(puzzle.accept[at])}", "shown=yes"):
        address = urlsplit(unescape(extract(step, browser.get(f"/puzzles/{game}/{number}?{query}"))))
        study = from_link(parse_qs(address.query)["s"][0])
        end = study.state(study.tree.main[-1])
        is_own = query.startswith("answer") and game == "throngs"  # whose games end after any reply
        assert study.texts(study.tree.main[-1])[0] == puzzle.accept[at if is_own else 0]
        assert end.actors == ()
        assert puzzle.seat in end.winners


def test_the_title_leaves_out_the_limit_that_the_task_has(browser: TestClient) -> None:
    assert "turn_limit" in puzzles_of("throngs")[0].game
    assert f"Puzzle 1 of {len(puzzles_of('throngs'))}, {difficulty(puzzles_of('throngs')[0].rating[0])}." in (
        browser.get("/puzzles/throngs/1").text
    )
    page = browser.get("/puzzles/orion/1").text
    assert "turn limit" not in page
    assert "2 clicks" in page


def numbers_of(scene: Scene) -> set[tuple[str, float, float]]:
    """Return the numbers of cells that a drawing shows, with their places."""
    return {(one.text, one.x, one.y) for one in scene.elements if one.role == "label" and one.text.isdigit()}


def picture(answer: Response) -> str:
    """Return the board of a puzzle's page as SVG."""
    return extract(r'<div id="play".*?(<svg.*?</svg>)', answer)


@pytest.mark.parametrize("game", GAMES)
def test_the_answer_is_drawn_on_the_board_or_played_out(browser: TestClient, game: str) -> None:
    path, turn = f"/puzzles/{game}/1", puzzles_of(game)[0].accept[0]
    plain, shown = browser.get(path), browser.get(f"{path}?shown=yes")
    assert now(shown).startswith(f"The answer: {turn}")
    assert not touches(shown)
    if PuzzleBoard.of(game, 1).is_duel:
        assert picture(shown) == picture(browser.get(f"{path}?answer={quote(turn)}"))
        assert "data-marks" not in plain.text
    else:
        found = re.search(r'<details id="answer-shown" data-touched="(.*?)" data-marks="(.*?)"', plain.text)
        assert found
        touched, marks = map(unescape, found.groups())
        assert marks in picture(shown).replace("\n", "")  # what a page draws without loading is the same
        advised = re.findall(r'<g id="([^"]*)" class="[^"]*\badvised\b', picture(shown))
        assert sorted(map(unescape, advised)) == touched.split()
        assert touched
    assert "data-marks" not in shown.text


@pytest.mark.parametrize("game", GAMES)
def test_the_answer_is_stepped_through_on_the_board_to_analyse_on(browser: TestClient, game: str) -> None:
    shown = browser.get(f"/puzzles/{game}/1?shown=yes")
    board = PuzzleBoard.of(game, 1).solved()
    link = unescape(extract(r'href="(/analysis/board\?s=[^"]*)"', shown))
    analysed = browser.get(link, headers={"Accept": "application/json"}).json()
    assert analysed["position"] == board.puzzle.position
    turns = len(board.turn.played.steps) if isinstance(board.turn, Course) else len(board.steps_to_win) or 1
    assert len(analysed["follows"]) == 1
    assert len(Study.parse(analysed["record"]).tree) == 1 + turns


def test_after_a_wrong_answer_it_is_drawn_on_the_position_before(browser: TestClient) -> None:
    number, wrong = next((n, turn) for n, one in enumerate(puzzles_of("vortex"), 1) for turn in refuted(one))
    page = browser.get(f"/puzzles/vortex/{number}?answer={quote(wrong)}")
    assert "data-marks" not in page.text  # the board has the wrong turn
    assert f'href="/puzzles/vortex/{number}?shown=yes"' in page.text


def test_a_puzzle_that_begins_within_a_turn_says_how(browser: TestClient) -> None:
    for number, puzzle in enumerate(puzzles_of("throngs")[:5], 1):
        page = browser.get(f"/puzzles/throngs/{number}")
        task, begun = extract(r'<p class="now">(.*?)</p>', page), puzzle.source.begun
        assert task.endswith("finish the turn." if puzzle.state().in_turn else "Win it.")
        assert ("You have " in task) is bool(begun), "in words, as of turns of a match"
        assert not begun or begun not in task
    assert any(puzzle.source.begun for puzzle in puzzles_of("throngs")[:5])
