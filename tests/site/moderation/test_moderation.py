"""Moderation: reports, decisions with their effects, that they can be undone, and who may decide about whom."""

import pytest

from ludarium.core.errors import IllegalMove
from ludarium.match.clock import DAY
from ludarium.site.ground.values import Person
from ludarium.site.match.commands import Resign
from ludarium.site.moderation.commands import Appoint, DismissReport, Undo
from ludarium.site.moderation.decisions import MutePerson, TakeDownName, VoidMatch, Warn
from ludarium.site.moderation.reports import MakeReport
from ludarium.site.moderation.rights import NoSuchCase, NotModerator
from ludarium.site.moderation.rows import RatedResult
from ludarium.site.moderation.suspicions import feeding, pairs_of, short_games
from ludarium.site.offers.commands import AcceptOffer, MakeOffer
from ludarium.site.people.accounts import NeedsAccount
from ludarium.site.people.standing import Sanctioned
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.accounts import account, ada, bob, service
from tests.site.fake_time import FakeTime
from tests.site.ratings.test_ratings import RATED, begin

__all__ = ["ada", "bob", "service"]


@pytest.fixture
def chief(service: Service, ada: Person, bob: Person) -> Person:
    person = account(service, "Chief")
    service.accounts.make_administrator(person, "a test")
    return service.accounts.find("Chief")


def said(service: Service, person: Person) -> str:
    return " ".join(listed.notice.data.get("text", "") for listed in service.notices.recent(person.id))


def finished(service: Service, ada: Person) -> str:
    view = begin(service, ada)
    service.bots.act(view.id, 0, Resign(), view.revision)
    return view.id


def test_a_report_is_made_once_and_its_text_reaches_only_moderators(
    service: Service, ada: Person, bob: Person, chief: Person
) -> None:
    match = finished(service, ada)
    report = MakeReport("Bob", "stalling", "he waits for ever", match)
    service.reports.make(ada, report)
    with pytest.raises(IllegalMove, match="reported this before"):
        service.reports.make(ada, report)
    with pytest.raises(NeedsAccount):
        service.reports.make(service.people.create_guest(), MakeReport("Bob", "insult", "words"))
    for person in (ada, bob, None):
        with pytest.raises(NotModerator):
            service.moderation.queue(person)
    (listed,) = service.moderation.queue(chief).reports
    assert (listed.report.text, listed.report.match, listed.person) == ("he waits for ever", match, "Bob")
    service.moderation.act(chief, Warn(bob.id, "stalling", "Please resign.", listed.report.id))
    assert service.moderation.queue(chief).reports == ()
    assert "a moderator has acted on it" in said(service, ada)
    told = said(service, bob)
    assert "Please resign." in told
    assert "To object, write to" in told
    assert not any(secret in told for secret in ("waits for ever", "Asa"))


@pytest.mark.both_databases
def test_a_match_is_voided_and_counts_again_with_the_ratings_of_the_records(
    service: Service, ada: Person, bob: Person, chief: Person
) -> None:
    first, second = finished(service, ada), finished(service, ada)
    before = [service.ratings.of_person(person.id) for person in (ada, bob)]
    service.moderation.act(chief, VoidMatch(first, "fixed"))
    assert service.ratings.of_match(first) == ()
    assert [change.before for change in service.ratings.of_match(second)] == [None, None]
    assert service.ratings.rebuild() == (1, 0)
    with pytest.raises(NoSuchCase):
        service.moderation.act(chief, VoidMatch(first, "fixed"))
    (sanction,) = service.moderation.decisions_about(ada)
    service.moderation.act(chief, Undo(sanction.id, "A mistake."))
    assert [service.ratings.of_person(person.id) for person in (ada, bob)] == before
    assert service.ratings.rebuild() == (2, 0)
    assert "A mistake." in said(service, bob)
    acts = {logged.act.act for logged in service.act_log.latest()}
    assert {"moderation: undo void", "moderation: void"} <= acts


def test_a_mute_ends_by_itself_and_a_name_comes_back(
    service: Service, time: FakeTime, bob: Person, chief: Person
) -> None:
    service.moderation.act(chief, MutePerson(bob.id, "insult", days="3"))
    assert not service.moderation.may_talk(bob)
    time.now += 3 * DAY + 1
    assert service.moderation.may_talk(bob)
    service.moderation.act(chief, TakeDownName(bob.id, "name"))
    renamed = service.people.load(bob.id)
    assert renamed
    assert renamed.name.startswith("Player ")
    sanction = next(one for one in service.moderation.decisions_about(bob) if one.kind == "rename")
    service.moderation.act(chief, Undo(sanction.id))
    assert service.accounts.find("Bob").id == bob.id


@pytest.mark.both_databases
def test_nobody_decides_about_administrators_or_themselves(
    service: Service, store: Store, ada: Person, bob: Person, chief: Person
) -> None:
    service.moderation.act(chief, Appoint("Asa"))
    moderator = service.accounts.find("Asa")
    for person, target in ((moderator, moderator), (moderator, chief), (chief, chief)):
        with pytest.raises(NotModerator):
            service.moderation.act(person, Warn(target.id, "insult"))
    with pytest.raises(NotModerator):
        service.moderation.act(moderator, Appoint("Bob"))
    about = service.reports.make(bob, MakeReport("Asa", "insult", "words"))
    assert service.moderation.queue(moderator).reports == ()
    with pytest.raises(NoSuchCase):
        service.moderation.act(moderator, DismissReport(about))
    service.moderation.act(chief, DismissReport(about))


def test_three_matches_without_a_first_turn_rest_the_offers_of_a_person_for_a_week(
    service: Service, time: FakeTime, ada: Person, bob: Person
) -> None:
    for _ in range(3):
        view = service.challenges.start(ada, ["Bob"], RATED)
        (late,) = (view.seats[seat].person for seat in view.match.to_act)
        assert view.deadline
        time.now = view.deadline + 1
        assert service.queries.record(view.id).ending.startswith("time")
        assert service.ratings.of_match(view.id) == ()
    person, other = (ada, bob) if late == ada.id else (bob, ada)
    offer = MakeOffer("orion", "4d+2d/4d")
    with pytest.raises(Sanctioned, match="your offers rest until"):
        service.offers.act(person, offer)
    assert "first turn never came" in said(service, person)
    made = service.offers.act(other, offer).offer
    with pytest.raises(Sanctioned):
        service.offers.act(person, AcceptOffer(made))
    time.now += 7 * DAY + 1
    service.offers.act(person, offer)


def test_pairs_that_feed_a_rating_are_found_and_others_are_not() -> None:
    results = [
        RatedResult(f"m{number}", person, "orion", score, float(number), 6)
        for number in range(6)
        for person, score in (("a", 1.0), ("b", 0.0))
    ]
    pairs = pairs_of(results)
    assert [finding.people for finding in short_games(pairs)] == [("a", "b")]
    shared = {"a": frozenset({"n"}), "b": frozenset({"n", "o"})}
    assert [finding.size for finding in feeding(pairs, shared)] == [6]
    assert feeding(pairs, {"a": frozenset({"n"})}) == []
