"""Whole studies of games of every kind: the same page on any executor, and nothing lost by an interruption."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ludarium import load
from ludarium.core.game import Game
from ludarium.study.counts import Counts
from ludarium.study.journal import Runner, StudyJournal
from ludarium.study.page import page
from ludarium.study.parts import PARTS, Study
from ludarium.study.taught import teach
from ludarium.tournament.journal_file import BadJournal
from tests.tiny import PENNIES, STONES, VAULT

COUNTS = Counts(games=2, ladder=2, top=2, options=2, solve=300, learn=0, look=20)
SHORT = "orion(turn_limit=10)"


def study(
    game: Game, folder: Path, counts: Counts = COUNTS, player: str = "mcts(simulations=4)", **where: object
) -> Study:
    """Return a finished study."""
    made = Study(game, player, counts, 5, folder)
    with StudyJournal(folder, game, player, 5) as journal:
        assert [*made.run(Runner(journal, **where), lambda name: None)] == [*PARTS]  # type: ignore[arg-type]  # an executor
    return made


class _Ids(HTMLParser):
    """The ids of a page, and the addresses that it loads something from."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.loaded: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.add(tag)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.loaded += [found[name] or "" for name in ("src", "href") if name in found and tag != "a"]


def read(html: str) -> _Ids:
    parser = _Ids()
    parser.feed(html)
    return parser


@pytest.fixture(scope="module")
def orion(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return study(load(SHORT), tmp_path_factory.mktemp("orion"), COUNTS._replace(learn=4))


def test_the_page_stands_alone_and_every_part_is_on_it(orion: Study) -> None:
    html = page(orion.game, orion.data())
    found = read(html)
    assert len(found.ids) == len({*found.ids}) > 100
    assert found.loaded == []
    assert "script" not in found.tags
    for heading in ("How a game goes", "Luck and skill", "What options change", "What is chosen",
                    "What is known exactly", "Positions worth looking at", "All measures", "Play it"):  # fmt: skip
        assert f"<h2>{heading}</h2>" in html
    assert escape(orion.command) in html
    assert "ludarium play &#x27;orion(turn_limit=10)&#x27; --position" in html


def test_a_tagline_is_of_the_usual_options_alone(tmp_path: Path) -> None:
    taglines = [
        str(Study(load(spec), "greedy", COUNTS, 5, tmp_path).data()["tagline"]) for spec in ("ludo", "ludo(goal=60)")
    ]
    assert ["120" in tagline for tagline in taglines] == [True, False]
    assert taglines[1] == "Multiplication Ludo with other options than usual."


def test_a_page_says_which_options_are_not_as_usual_and_compares_it_with_the_usual_game(orion: Study) -> None:
    html = page(orion.game, orion.data())
    assert "<br>Turns after which the game is a draw: 10, usually 500<" in html
    assert '<th scope="row">orion, as usual</th>' in html
    assert Study(load("orion"), "greedy", COUNTS, 5, orion.folder).data()["changed"] == []


def test_the_same_seed_gives_the_same_data_on_any_executor(orion: Study, tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        other = study(orion.game, tmp_path, orion.counts, executor=pool, workers=2)
    assert other.json() == orion.json()
    assert page(other.game, other.data()) == page(orion.game, orion.data())


def test_the_page_is_drawn_from_its_data_alone(orion: Study) -> None:
    assert page(orion.game, json.loads(orion.json())) == page(orion.game, orion.data())


def test_a_study_that_was_interrupted_goes_on_and_ends_the_same(orion: Study, tmp_path: Path) -> None:
    left = iter(range(11))

    def stop(jobs: int) -> None:
        for _ in range(jobs):
            if next(left, None) is None:
                raise KeyboardInterrupt

    begun = Study(orion.game, orion.player, orion.counts, 5, tmp_path)
    with StudyJournal(tmp_path, orion.game, orion.player, 5) as journal, pytest.raises(KeyboardInterrupt):
        for _ in begun.run(Runner(journal, progress=stop), lambda name: None):
            pass
    before = (tmp_path / "journal.jsonl").read_text("utf-8")
    assert len(before.splitlines()) > 8
    assert study(orion.game, tmp_path, orion.counts).json() == orion.json()
    after = (tmp_path / "journal.jsonl").read_text("utf-8")
    assert after.startswith(before)
    keys = [(line["part"], line["key"]) for line in map(json.loads, after.splitlines()[1:])]
    assert len(keys) == len({*keys})


def test_a_folder_of_another_study_is_refused(orion: Study) -> None:
    with pytest.raises(BadJournal, match="holds a study whose seed is 5, not 6; name another folder"):
        StudyJournal(orion.folder, orion.game, orion.player, 6)


def games() -> Iterator[Game]:
    yield load("vortex(board=square3,tokens=1)")
    yield load("vortex(board=square3,tokens=1,players=3)")
    yield load("vortex(board=square3,tokens=1,players=1)")
    yield load("grid(turn_limit=10)")
    yield from (STONES, PENNIES, VAULT)


@pytest.mark.parametrize("game", [*games()], ids=lambda game: game.spec)
def test_games_of_every_kind_are_studied(game: Game, tmp_path: Path) -> None:
    """Dice, three seats, one seat, simultaneous turns, turns of several actions; the tiny ones have no picture."""
    made = study(game, tmp_path, COUNTS._replace(options=0))
    html = page(game, made.data())
    assert made.parts["chosen"]["games"] == 2
    assert made.parts["measures"]["measures"]["turns"][0] > 0
    has_picture = game not in (STONES, PENNIES, VAULT)
    assert ("The game has no picture." in html) is not has_picture
    assert ("<svg" in html.partition('class="face"')[2].partition("</div>")[0]) is has_picture


def test_a_game_that_cannot_be_learnt_says_so(tmp_path: Path) -> None:
    game = load("grid(turn_limit=200)")
    with StudyJournal(tmp_path, game, "easy", 1) as journal:
        made = teach(game, 2, 2, 1, tmp_path, Runner(journal))
    assert made == {"why": "the game needs plans for many simultaneous turns, which take more games to learn"}


def test_a_page_says_what_is_still_to_come(orion: Study) -> None:
    data = orion.data()
    data["parts"] = {"chosen": data["parts"]["chosen"]}
    assert "<strong>Not finished:</strong> measures, options are still to come." in page(
        orion.game, data, ("measures", "options")
    )
