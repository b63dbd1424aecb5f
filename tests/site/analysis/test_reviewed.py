"""The review of a match as a study."""

from ludarium.core.registry import load
from ludarium.match.data import CALLED_OFF
from ludarium.match.match import Match
from ludarium.match.progress import terminate
from ludarium.match.study import Study
from ludarium.review.advice import Advice, Roll, SeatAdvice
from ludarium.review.review import Review
from ludarium.site.analysis.reviewed import with_ending, with_review


def reviewed(first: int) -> Study:
    study, at = Study.begin("orion"), 0
    for turn in ("u+", "a--", "pass")[first:]:
        if first and not at:
            study = Study.begin("orion", str(load("orion").initial().move("u+")))
        study, at = study.play(at, turn)
    advice = (
        Advice(0, (SeatAdvice(0, 0.6, "t+", loss=0.2, doubt=0.05),)),
        Advice(1, (SeatAdvice(1, 0.5, "a-", loss=0.01, doubt=0.05),)),  # which is no error
        Advice(2, (SeatAdvice(0, 0.4, "p+", loss=0.1),)),
        Advice(9, (SeatAdvice(0, 0.4, "p+", loss=0.1),)),  # of a turn that the study does not have
    )
    return with_review(study, first, Review(load("orion"), "champion", advice))


def test_the_last_turn_says_how_the_match_ended_outside_the_rules() -> None:
    begun = (
        Match.begin(load("orion"), ["Ann", "Bob"]).submit(0, "u+").submit(1, "a--").submit(0, "w+").submit(1, "pass")
    )
    study, at = Study.begin("orion"), 0
    for turn in ("u+", "a--", "w+", "pass"):
        study, at = study.play(at, turn)
    for match, last in (
        (begun.resign(0), "Bob won by resignation."),
        (begun, ""),
        (terminate(begun, CALLED_OFF, (0, 0)), ""),
    ):
        assert [node.comment for node in with_ending(study, match).tree.nodes] == ["", "", "", "", last]


def test_mistakes_have_what_was_better_as_a_variation() -> None:
    assert str(reviewed(0)).partition("\n\n")[2] == (
        "1. u+\ncomment This gave away 20.0 ± 5.0 of 100 games.\n"
        "variation\n1. t+\ncomment Best, says the bot: 60 of 100 games could be won.\nend\n"
        "2. a--\ncomment Turning point: O could expect 50 of 100 games before, 60 after.\n"
        "3. pass\ncomment This gave away 10 of 100 games.\n"
        "variation\n3. p+\ncomment Best, says the bot: 40 of 100 games could be won.\nend"
    )


def test_a_study_that_begins_later_has_the_mistakes_that_follow() -> None:
    assert [node.comment for node in reviewed(1).tree.nodes if node.comment] == [
        "Turning point: O could expect 50 of 100 games before, 60 after.",
        "This gave away 10 of 100 games.",
        "Best, says the bot: 40 of 100 games could be won.",
    ]


def test_the_rolls_of_most_luck_say_it() -> None:
    study, at = Study.begin("ludo"), 0
    for turn in ("first A", "roll 1", "roll 1", "roll 1"):
        study, at = study.play(at, turn)
    rolls = (Roll(1, 0, -0.004), Roll(2, 1, 0.041), Roll(3, 0, -0.0203, 1e-6), Roll(40, 0, 0.3))
    found = with_review(study, 0, Review(load("ludo"), "champion", (Advice(4, (), (), rolls),)))
    assert [node.comment for node in found.tree.nodes] == [
        "", "", "", "Luck: +4 of 100 games.", "Luck: -2.03 of 100 games.",
    ]  # fmt: skip
    later = with_review(study, 3, Review(load("ludo"), "champion", (Advice(4, (), (), rolls),)))
    assert [node.comment for node in later.tree.nodes][1] == "Luck: -2.03 of 100 games."
