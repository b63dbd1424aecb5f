"""Studies by mail: the boards of a study as text, for who may see it."""

import pytest

from ludarium.core.errors import LudariumError
from ludarium.match.study import Study
from ludarium.site.analysis.boards import MOST_BOARDS, as_boards
from ludarium.site.analysis.links import to_link
from ludarium.site.analysis.studies import Studies
from ludarium.site.ground.values import Person
from ludarium.site.store import Store
from ludarium.site.words import WIDTH
from tests.site.mail.commands.steps import SECRET, answer, words
from tests.site.mail.conftest import Post

SITE = "https://games.example.org/analysis"


@pytest.fixture
def post(store: Store) -> Post:
    return Post(store)


@pytest.fixture
def ann(post: Post) -> Person:
    return post.account("Ann")


def commented(*turns: str) -> Study:
    """Return a study in which every position has a comment."""
    study, at = Study.begin("orion"), 0
    for turn in turns:
        study, at = study.play(at, turn)
        study = study.with_tree(study.tree.comment(at, f"Said of {turn} " + "and more of it " * 12))
    return study


def test_a_study_is_answered_with_its_boards(post: Post) -> None:
    studies = Studies(post.service)
    study = commented("p+", "f+").with_title("Mine")
    ann = post.account("Ann")
    kept = studies.keep(ann, study, "link")
    for subject in (
        f"study {SITE}/kept/{kept}",
        f"{SITE}/kept/{kept}?at=1",
        f"study {kept}",
        f"Study {SITE}/board?s={to_link(study)}&at=0",
    ):
        text = answer(post, subject)
        assert "After 2. f+" in text, subject
        assert "Said of p+" in text
        assert "1. p+ 2. f+" in text
    reply = answer(post, "Re: a study", f"{SITE}/kept/{kept}\n\n> what you wrote")
    assert "After 2. f+" in reply


@pytest.mark.parametrize("subject", ["Look here", "Study", "Study of our game", "Orion: Hydra, my loss"])
def test_any_words_may_stand_above_the_address_of_a_study(post: Post, ann: Person, subject: str) -> None:
    studies = Studies(post.service)
    kept = studies.keep(ann, commented("p+"), "link")
    assert "After 1. p+" in answer(post, subject, f"{SITE}/kept/{kept}\n\nWhat do you think?")


def test_a_password_below_any_words_is_taken_and_hidden(post: Post, ann: Person) -> None:
    post.service.passwords.set(ann, SECRET)
    kept = Studies(post.service).keep(ann, commented("p+"))
    said = answer(post, "My own", f"{SITE}/kept/{kept} ann {SECRET}")
    assert "After 1. p+" in said
    assert SECRET not in said + post.store.inbox.latest(1)[0].outcome


def test_a_command_above_the_address_of_a_study_is_carried_out(post: Post, ann: Person) -> None:
    kept = Studies(post.service).keep(ann, commented("p+"), "link")
    said = answer(post, "list", f"{SITE}/kept/{kept}")
    assert "orion" in said
    assert "After 1. p+" not in said


def test_a_private_study_is_answered_to_its_person_alone(post: Post) -> None:
    studies, ann, bob = Studies(post.service), post.account("Ann"), post.account("Bob")
    for person in (ann, bob):
        post.service.passwords.set(person, SECRET)
    kept = studies.keep(ann, commented("p+"))
    assert "there is no study" in words(answer(post, f"study {kept}"))
    assert "there is no study" in words(answer(post, f"study {kept} bob {SECRET}", "", "bob@example.com"))
    assert "After 1. p+" in answer(post, f"study {kept} ann {SECRET}")


@pytest.mark.parametrize(
    "address", ["", "x" * 40, "../../etc", "https://elsewhere.example/analysis/board?s=zz", f"{SITE}/puzzles"]
)
def test_what_is_no_study_is_refused(post: Post, address: str) -> None:
    Studies(post.service)
    post.account("Ann")
    assert "nothing was changed" in words(answer(post, f"study {address}"))


def test_the_answer_is_bounded_and_says_what_it_leaves_out() -> None:
    text = as_boards(commented(*["p+", "f+", "q+", "g+", "r+", "h+", "s+", "i+", "t+", "j+", "y+", "a+", "y-"]))
    assert text.count("After ") == MOST_BOARDS - 1
    assert "4 further comments" in text
    assert max(map(len, text.split("\n"))) <= WIDTH
    study, _ = Study.begin("orion").play(0, "p+")
    study, _ = study.play(0, "q+")
    assert "1 position in variations" in as_boards(study)
    assert as_boards(Study.begin("grid")).count("The start") == 1


def test_a_study_with_a_turn_that_is_not_legal_is_refused() -> None:
    study = Study.parse('[Game "orion"]\n[Result "*"]\n\n1. zz')
    with pytest.raises(LudariumError, match="turn 1"):
        as_boards(study)
