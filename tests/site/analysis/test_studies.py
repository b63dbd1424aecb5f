"""Kept studies and positions that bots are asked about: who may do what, in the database."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace

import pytest

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.kernel import CHANCE
from ludarium.match.study import Study
from ludarium.review.lines import Line
from ludarium.site.analysis import studies as module
from ludarium.site.analysis.analyst import StudyAnalyst
from ludarium.site.analysis.searching import MOST_LINES
from ludarium.site.analysis.studies import NoSuchStudy, NotYourStudy, Studies, StudyChanged, search_id
from ludarium.site.bots.search_queue import Search as Slot
from ludarium.site.bots.search_queue import SearchQueue
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import PlayTurn
from ludarium.site.moderation.rows import Sanction
from ludarium.site.people.accounts import NeedsAccount
from ludarium.site.people.standing import Sanctioned
from ludarium.site.quotas import Quota, QuotaExceeded, Quotas
from ludarium.site.service import Service
from ludarium.site.store import Store

pytestmark = pytest.mark.both_databases
LATE = "OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 3"
ALMOST_WON = "5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XX1X1/2X2/1XX3/5 x 3"


@pytest.fixture
def studies(service: Service) -> Studies:
    return Studies(service)


@pytest.fixture
def ann(service: Service, store: Store) -> Person:
    """A person with an account."""
    guest = service.people.create_guest()
    store.accounts.set_email(guest.id, "ann@example.org", "ann", 0.0)
    person = service.people.load(guest.id)
    assert person
    return person


@pytest.fixture
def bob(service: Service) -> Person:
    return service.people.create_guest()


@pytest.fixture
def clock() -> list[float]:
    """The time, as a site and its workers count it."""
    return [1000.0]


@pytest.fixture
def timed(open_store: Callable[[], Store], clock: list[float]) -> Studies:
    """The studies of a site whose time is that of the clock."""
    return Studies(Service(open_store(), now=lambda: clock[0]))


def test_a_study_is_seen_by_those_whom_its_person_lets(studies: Studies, ann: Person, bob: Person) -> None:
    study, _ = Study.begin("orion").play(0, "u+")
    kept = studies.keep(ann, study)
    assert studies.load(ann, kept).text == str(study)
    for other in (bob, None):
        with pytest.raises(NoSuchStudy):
            studies.load(other, kept)
    studies.show(ann, kept, "link")
    assert studies.load(None, kept).name == ann.name
    assert studies.listed(bob) == ((), ())
    studies.show(ann, kept, "public")
    assert [row.id for row in studies.listed(None)[1]] == [kept]
    with pytest.raises(ParseError, match="expected private, link, public"):
        studies.show(ann, kept, "all")


def test_only_accounts_show_studies_to_everybody_and_the_muted_to_nobody(
    studies: Studies, service: Service, store: Store, ann: Person, bob: Person
) -> None:
    kept = studies.keep(bob, Study.begin("orion"), "link")
    with pytest.raises(NeedsAccount, match="studies for everybody are by accounts"):
        studies.show(bob, kept, "public")
    shown = studies.keep(ann, Study.begin("orion"), "public")
    store.sanctions.add(Sanction("s", "mute", "insult", "", 0.0, person=ann.id))
    for try_it in (
        lambda: studies.save(ann, shown, 0, Study.begin("ludo")),
        lambda: studies.keep(ann, Study.begin("orion"), "link"),
        lambda: studies.show(ann, shown, "link"),
    ):
        with pytest.raises(Sanctioned, match="you may not write to others"):
            try_it()
    studies.show(ann, shown, "private")


def test_a_moderator_deletes_what_others_see(studies: Studies, service: Service, ann: Person, bob: Person) -> None:
    kept, own = studies.keep(ann, Study.begin("orion"), "public"), studies.keep(ann, Study.begin("orion"))
    moderator = replace(bob, moderator=True, account_since=0.0)
    with pytest.raises(NoSuchStudy):
        studies.remove(moderator, own)
    studies.remove(moderator, kept)
    with pytest.raises(NoSuchStudy):
        studies.load(ann, kept)
    assert "moderation: delete study" in [one.act.act for one in service.act_log.latest(5)]


def test_only_its_person_changes_a_study(studies: Studies, ann: Person, bob: Person) -> None:
    kept = studies.keep(ann, Study.begin("orion"), "public")
    for other in (bob, None):
        with pytest.raises(NotYourStudy):
            studies.save(other, kept, 0, Study.begin("ludo"))
        with pytest.raises(NotYourStudy):
            studies.remove(other, kept)
        with pytest.raises(NotYourStudy):
            studies.show(other, kept, "private")
    studies.save(ann, kept, 0, Study.begin("throngs").with_title("Mine"))
    assert (studies.load(bob, kept).game, studies.load(bob, kept).title) == ("throngs", "Mine")
    with pytest.raises(StudyChanged):
        studies.save(ann, kept, 0, Study.begin("ludo"))
    studies.remove(ann, kept)
    with pytest.raises(NoSuchStudy):
        studies.load(ann, kept)


def test_a_person_keeps_so_many(studies: Studies, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_KEPT", 2)
    for _ in range(2):
        studies.keep(ann, Study.begin("orion"))
    with pytest.raises(QuotaExceeded, match="you keep 2 studies: remove one first"):
        studies.keep(ann, Study.begin("orion"))
    studies.keep(bob, Study.begin("orion"))


def test_studies_are_part_of_what_a_person_takes_along(studies: Studies, service: Service, ann: Person) -> None:
    kept = studies.keep(ann, Study.begin("orion").with_title("Mine"))
    record = str(studies.load(ann, kept).text)
    assert service.exported(ann)["studies"] == [{"id": kept, "title": "Mine", "shown": "private", "record": record}]


def test_a_closed_account_leaves_no_studies(studies: Studies, service: Service, ann: Person, bob: Person) -> None:
    kept = studies.keep(ann, Study.begin("orion"), "public")
    service.closing.close(ann, ann.id, keep_name=True)
    with pytest.raises(NoSuchStudy):
        studies.load(bob, kept)


def test_a_bot_says_what_it_would_play(studies: Studies, ann: Person) -> None:
    study = Study.begin("orion", ALMOST_WON)
    studies.ask(ann, "net", study.states(0), is_set_up=True)
    assert studies.said(ann, study.states(0), is_set_up=True) == studies.searches.load(search_id(study.start))
    analyst = StudyAnalyst(studies, SearchQueue(1), speed=5)
    assert analyst.work()
    assert not analyst.work()
    said = studies.said(None, study.states(0), is_set_up=True)
    assert said
    assert said.content
    turn = said.content["advice"][1][0][2]
    assert study.start.move(turn).winners == (0,)
    studies.ask(None, "other", study.states(0), is_set_up=True)  # what is known is not asked again
    assert not analyst.work()


def test_a_search_that_fails_is_given_up_and_can_be_asked_for_again(
    studies: Studies, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = Study.begin("orion", LATE).states(0)
    studies.ask(ann, None, states, is_set_up=True)
    with monkeypatch.context() as patch:
        patch.setattr("ludarium.site.analysis.searching.Adviser", lambda *_, **__: 1 / 0)
        assert StudyAnalyst(studies, SearchQueue(1)).work()
    failed = studies.searches.load(search_id(states[-1]))
    assert failed
    assert (failed.is_made, failed.content) == (True, None)
    studies.ask(ann, None, states, is_set_up=True)
    again = studies.searches.load(search_id(states[-1]))
    assert again
    assert not again.is_made


def test_where_a_former_version_said_nothing_a_bot_is_asked_again(studies: Studies, ann: Person) -> None:
    states = Study.begin("orion", LATE).states(0)
    studies.ask(ann, None, states, is_set_up=True)
    waits = studies.searches.load(search_id(states[-1]))
    assert waits
    studies.searches.finish(waits, 1.0, {"by": "champion", "advice": [0, [], []], "lines": []})
    studies.ask(ann, None, states, is_set_up=True)
    assert StudyAnalyst(studies, SearchQueue(1), speed=50).work()
    said = studies.searches.load(search_id(states[-1]))
    assert said
    assert said.content
    assert said.content["advice"][1]


def test_a_person_and_a_network_ask_for_so_much(open_store: Callable[[], Store]) -> None:
    service = Service(open_store(), quotas=Quotas(analyses=Quota(2, 3)))
    studies, ann = Studies(service), service.people.create_guest()
    asked = [Study.begin("orion", LATE.replace(" 3", f" {number}")).states(0) for number in (3, 5, 7, 9)]
    for states in asked[:2]:
        studies.ask(ann, "net", states, is_set_up=True)
    with pytest.raises(QuotaExceeded, match="you have 2"):
        studies.ask(ann, "net", asked[2], is_set_up=True)
    studies.ask(None, "net", asked[2], is_set_up=True)
    with pytest.raises(QuotaExceeded, match="people from your network have 3"):
        studies.ask(None, "net", asked[3], is_set_up=True)


def test_no_bot_helps_in_a_rated_match(studies: Studies, service: Service, ann: Person, bob: Person) -> None:
    players = [replace(one, account_since=0.0, named=True) for one in (ann, bob)]
    seats = [SeatAssignment("person", one.name, person=one.id) for one in players]
    view = service.create("orion", seats)
    service._matches.change(view.id, None, None, lambda found: replace(found, rated=True))
    service.act(ann, view.id, PlayTurn("u+"), view.revision)
    study, at = Study.begin("orion").play(0, "u+")
    with pytest.raises(IllegalMove, match="there are hints and reviews of such positions when it is over"):
        studies.ask(ann, None, study.states(at), is_set_up=False)
    with pytest.raises(IllegalMove, match="when it is over"):
        studies.ask(bob, None, Study.begin("orion", str(study.state(at))).states(0), is_set_up=True)
    pasted = Study.parse('[Game "orion(turn_limit=499)"]\n\n1. u+')  # with options that leave the board as it is
    with pytest.raises(IllegalMove, match="when it is over"):
        studies.ask(bob, None, pasted.states(1), is_set_up=False)
    studies.ask(None, "net", study.states(at), is_set_up=False)  # somebody else does
    assert studies.said(ann, study.states(at), is_set_up=False) is None
    assert studies.said(None, study.states(at), is_set_up=False) is not None
    other, place = Study.begin("orion").play(0, "t+")
    studies.ask(ann, None, other.states(place), is_set_up=False)
    throngs = Study.begin("throngs")
    studies.ask(ann, None, throngs.states(0), is_set_up=False)


def test_before_a_roll_a_bot_tells_the_mean_over_all_rolls(studies: Studies, ann: Person) -> None:
    study, at = Study.begin("ludo"), 0
    while study.state(at).actors != (CHANCE,) or len(study.state(at).chance_outcomes()) < 6:
        state = study.state(at)
        study, at = study.play(at, state.format_turn(state.legal()[:1]))
    studies.ask(ann, None, study.states(at), is_set_up=False)
    assert StudyAnalyst(studies, SearchQueue(1), speed=5).work()
    said = studies.said(ann, study.states(at), is_set_up=False)
    assert said
    assert said.content
    [[_, value, turn, *_]] = said.content["advice"][1]
    assert 0 < value < 1
    assert turn == ""


def test_before_a_draw_of_who_begins_a_bot_says_what_the_first_seat_can_expect(studies: Studies, ann: Person) -> None:
    states = Study.begin("ludo").states(0)
    studies.ask(ann, None, states, is_set_up=False)
    assert StudyAnalyst(studies, SearchQueue(1), speed=5).work()
    said = studies.said(ann, states, is_set_up=False)
    assert said
    assert said.content
    [[seat, value, *_]] = said.content["advice"][1]
    assert seat == 0
    assert value == pytest.approx(0.5, abs=0.05)  # who begins is drawn, so neither is better off


def test_no_bot_is_asked_when_the_game_is_over(studies: Studies, ann: Person) -> None:
    study, at = Study.begin("orion", ALMOST_WON).play(0, "s-")
    with pytest.raises(IllegalMove, match="the game is over here"):
        studies.ask(ann, None, study.states(at), is_set_up=True)


def test_a_bot_of_the_chosen_strength_is_asked(studies: Studies, ann: Person) -> None:
    states = Study.begin("orion", LATE).states(0)
    for level in ("", "easy", "champion"):  # the champion is the strongest
        studies.ask(ann, "net", states, is_set_up=True, level=level)
    analyst = StudyAnalyst(studies, SearchQueue(1), speed=5)
    assert [analyst.work() for _ in range(3)] == [True, True, False]
    said = [studies.said(ann, states, is_set_up=True, level=level) for level in ("", "easy", "champion", "medium")]
    assert [one and one.content and one.content["by"] for one in said] == ["champion", "easy", "champion", None]
    with pytest.raises(ParseError, match="'grand' is not a level: expected one of easy, medium, hard, champion"):
        studies.ask(ann, "net", states, is_set_up=True, level="grand")


APART = {"ludo": "1,5,20,12/1,1,60,60 A 5 9"}
"""A position in which no two markers are alike, as the four of the start are, whose turns are one line."""


@pytest.mark.parametrize(("game", "least"), [("orion", 2), ("ludo", 2), ("throngs", 2)])
def test_a_bot_tells_several_lines(studies: Studies, ann: Person, game: str, least: int) -> None:
    study, at = Study.begin(game, APART.get(game)), 0
    studies.ask(ann, None, study.states(at), is_set_up=False)
    assert StudyAnalyst(studies, SearchQueue(1), speed=5).work()
    said = studies.said(ann, study.states(at), is_set_up=False)
    assert said
    assert said.content
    lines = [Line.from_json(one) for one in said.content["lines"]]
    assert least <= len(lines) <= MOST_LINES
    after = [study.state(at).move(line.turn) for line in lines]
    assert len(set(after)) == len(after)  # each leads elsewhere
    for line, state in zip(lines, after, strict=True):
        assert 0 <= line.value <= 1
        for turn in line.following:
            state = state.move(turn)
    [[_, value, turn, *_]] = said.content["advice"][1]
    assert (value, turn) == (lines[0].value, lines[0].turn)


def test_what_a_page_asks_by_itself_is_given_up_when_nobody_looks(clock: list[float], timed: Studies) -> None:
    ann = timed._service.people.create_guest()
    first, second = (Study.begin("orion", LATE.replace(" 3", f" {number}")).states(0) for number in (3, 5))
    for states in (first, second):
        timed.ask(ann, "net", states, is_set_up=True, by_itself=True)
    assert timed.said(ann, first, is_set_up=True) is None  # the second one has taken its place
    assert timed.said(ann, second, is_set_up=True) is not None
    clock[0] += 11
    assert timed.said(ann, second, is_set_up=True) is None
    assert not StudyAnalyst(timed, SearchQueue(1), speed=5, now=lambda: clock[0]).work()
    timed.ask(ann, "net", second, is_set_up=True, by_itself=True)
    timed.ask(None, "other", second, is_set_up=True)  # somebody presses the button, and so waits
    clock[0] += 11
    assert StudyAnalyst(timed, SearchQueue(1), speed=5, now=lambda: clock[0]).work()


def test_what_is_asked_by_a_button_is_never_replaced(clock: list[float], timed: Studies) -> None:
    ann = timed._service.people.create_guest()
    first, second = (Study.begin("orion", LATE.replace(" 3", f" {number}")).states(0) for number in (3, 5))
    timed.ask(ann, "net", first, is_set_up=True)
    timed.ask(ann, "net", first, is_set_up=True, by_itself=True)
    timed.ask(ann, "net", second, is_set_up=True, by_itself=True)
    clock[0] += 11
    assert timed.said(ann, first, is_set_up=True) is not None


def test_an_hour_has_so_many_positions(open_store: Callable[[], Store]) -> None:
    service = Service(open_store(), quotas=Quotas(positions=Quota(2, 3)))
    studies, ann = Studies(service), service.people.create_guest()
    asked = [Study.begin("orion", LATE.replace(" 3", f" {number}")).states(0) for number in (3, 5, 7, 9)]
    assert studies.left(ann, "net") == 2
    for states in (asked[0], asked[0], asked[1]):  # what waits already is asked once
        studies.ask(ann, "net", states, is_set_up=True, by_itself=True)
    assert studies.left(ann, "net") == 0
    with pytest.raises(QuotaExceeded, match="you have asked bots about 2 positions within an hour"):
        studies.ask(ann, "net", asked[2], is_set_up=True)
    studies.ask(None, "net", asked[2], is_set_up=True)
    with pytest.raises(QuotaExceeded, match="people from your network have asked bots about 3 positions"):
        studies.ask(None, "net", asked[3], is_set_up=True)
    assert studies.left(None, None) is None


def test_a_search_gives_way_to_turns(studies: Studies, ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    queue, seen = SearchQueue(1), list[Slot]()

    def running(slot: Slot) -> AbstractContextManager[None]:
        seen.append(slot)
        return SearchQueue(1).running(slot)

    monkeypatch.setattr(queue, "running", running)
    studies.ask(ann, None, Study.begin("orion", ALMOST_WON).states(0), is_set_up=True)
    monkeypatch.setattr("ludarium.site.analysis.analyst.search", lambda *_: {"by": "easy", "advice": [0, [], []]})
    assert StudyAnalyst(studies, queue).work()
    assert [slot.alone for slot in seen] == [True]


def test_pages_that_ask_by_themselves_do_not_queue_for_the_database(studies: Studies, ann: Person) -> None:
    states = Study.begin("orion", LATE).states(0)
    with studies._adding:  # another page has its question stored
        studies.ask(ann, "net", states, is_set_up=True, by_itself=True)
        assert studies.said(ann, states, is_set_up=True) is None  # and is asked again by its page
        studies.ask(ann, "net", states, is_set_up=True)
        assert studies.said(ann, states, is_set_up=True) is not None
    other = Study.begin("orion", LATE.replace(" 3", " 5")).states(0)
    studies.ask(ann, "net", other, is_set_up=True, by_itself=True)
    assert studies.said(ann, other, is_set_up=True) is not None
