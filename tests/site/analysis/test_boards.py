"""Studies by mail: the boards of a study as text, for who may see it."""

import pytest

from ludarium.core.errors import LudariumError
from ludarium.match.study import Study
from ludarium.site.analysis.boards import LONGEST_TRIED, MOST_BOARDS, as_boards
from ludarium.site.analysis.links import to_link
from ludarium.site.analysis.studies import Studies
from ludarium.site.ground.values import Person
from ludarium.site.store import Store
from ludarium.site.words import WIDTH
from tests.site.mail.commands.steps import SECRET, answer, words
from tests.site.mail.conftest import Post

VARIED = """[Game "orion"]
[Result "*"]

1. u+
variation
1. t+
comment Opens the left.
2. b-
variation
2. c-
comment Better.
end
3. s+
end
2. a-
variation
2. d-
end
3. v+
"""
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


def test_a_private_study_of_another_is_refused_as_one_that_is_not_there(post: Post, ann: Person) -> None:
    studies, bob = Studies(post.service), post.account("Bob")
    post.service.passwords.set(bob, SECRET)
    study = Study.parse(VARIED)
    kept, gone = studies.keep(ann, study), studies.keep(ann, study)
    studies.remove(ann, gone)
    for login, sender in (("", "bob@example.com"), (f" bob {SECRET}", "bob@example.com"), ("", "ann@example.com")):
        mails = (answer(post, f"study {known}{login}", "", sender) for known in (kept, gone))
        one, other = (mail.partition("This was answered before")[0].strip() for mail in mails)  # ids are hidden there
        assert one.replace(kept, "ID") == other.replace(gone, "ID")
        assert "there is no study" in words(one)
        assert "t+" not in one


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
    assert as_boards(Study.begin("grid")).count("The start") == 1


def test_variations_stand_below_the_main_line_with_what_they_replace_and_what_is_said_of_them() -> None:
    study = Study.parse(VARIED)
    _, main, tried, *boards = as_boards(study).split("\n\n\n")
    assert main == "1. u+ 2. a- 3. v+"
    assert tried.split("\n") == [
        "In place of 1. u+: 1. t+ [Opens the left.] 2. b- 3. s+",
        "  In place of 2. b-: 2. c- [Better.]",
        "In place of 2. a-: 2. d-",
    ]
    assert "Left out" not in as_boards(study)
    assert "In place" not in "".join(boards)


def test_long_variations_are_cut_with_a_sentence_and_the_address_of_the_page(post: Post, ann: Person) -> None:
    study, _ = Study.begin("orion").play(0, "p+")
    tree = study.tree
    for name in "qrstuvwxy":
        tree, at = tree.add(0, f"{name}+")
        tree = tree.comment(at, "and more " * 100)
    kept = Studies(post.service).keep(ann, study.with_tree(tree), "link")
    text = answer(post, f"study {kept}")
    assert text.count("In place of 1. p+") == 5
    assert "4 positions in variations" in words(text)
    assert f"/analysis/kept/{kept}" in text
    assert len(text) < 2 * LONGEST_TRIED + 4_000


def test_a_study_with_a_turn_that_is_not_legal_is_refused() -> None:
    study = Study.parse('[Game "orion"]\n[Result "*"]\n\n1. zz')
    with pytest.raises(LudariumError, match="turn 1"):
        as_boards(study)
