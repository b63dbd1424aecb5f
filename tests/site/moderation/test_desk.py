"""What moderators see and decide: bars, suspensions, removals, appointments, reports with messages, and cases."""

import pytest

from ludarium.core.errors import LudariumError, ParseError
from ludarium.match.clock import DAY
from ludarium.site.act import commands_of, read_form
from ludarium.site.ground.values import Person
from ludarium.site.moderation.commands import Appoint, Discharge, SeeFinding, Undo
from ludarium.site.moderation.decisions import Bar, ModeratorCommand, RemoveMatch, Suspend, VoidMatch, Warn
from ludarium.site.moderation.reports import MakeReport
from ludarium.site.moderation.rights import NoSuchCase, NotModerator
from ludarium.site.people.accounts import NeedsAccount
from ludarium.site.people.standing import Sanctioned, require_not_suspended, require_rated
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.talk.commands import Greet, Say
from tests.site.accounts import account, ada, bob, service
from tests.site.fake_time import FakeTime
from tests.site.moderation.test_moderation import chief, finished, said
from tests.site.ratings.test_ratings import begin

__all__ = ["ada", "bob", "chief", "service"]


@pytest.fixture
def judge(service: Service, chief: Person) -> Person:
    """A moderator who is no administrator."""
    account(service, "Judge")
    service.moderation.act(chief, Appoint("Judge"))
    return service.accounts.find("Judge")


def last(service: Service, person: Person) -> str:
    return service.moderation.decisions_about(person)[0].id


def test_a_bar_ends_by_itself_and_is_undone(
    service: Service, store: Store, time: FakeTime, bob: Person, judge: Person
) -> None:
    service.moderation.act(judge, Bar(bob.id, "fixed", days="7"))
    with pytest.raises(Sanctioned, match=r"you may not begin rated matches until .* Results were arranged"):
        require_rated(store, bob.id, [bob.id], time.now)
    service.moderation.act(judge, Undo(last(service, bob)))
    require_rated(store, bob.id, [bob.id], time.now)
    service.moderation.act(judge, Bar(bob.id, "fixed", days="7"))
    require_rated(store, bob.id, [bob.id], time.now + 7 * DAY + 1)
    assert "You may begin rated matches again." in said(service, bob)


@pytest.mark.parametrize("days", ["", "3"])
def test_a_suspension_lasts_for_its_days_or_until_it_is_undone(
    service: Service, store: Store, time: FakeTime, bob: Person, judge: Person, days: str
) -> None:
    service.moderation.act(judge, Suspend(bob.id, "accounts", "Play with one.", days=days))
    found = service.accounts.find("Bob")
    with pytest.raises(Sanctioned, match=r"One person used several accounts in rated matches\. Play with one"):
        require_not_suspended(store, found, time.now, str)
    assert found.is_suspended(time.now + 4 * DAY) is not bool(days)
    service.moderation.act(judge, Undo(last(service, bob)))
    assert not service.accounts.find("Bob").is_suspended(time.now)


def test_a_removed_match_is_in_no_list_until_that_is_undone(
    service: Service, ada: Person, bob: Person, judge: Person
) -> None:
    match = finished(service, ada)
    assert [one.id for one in service.queries.recent()] == [match]
    service.moderation.act(judge, RemoveMatch(match, "insult"))
    assert service.queries.recent() == ()
    assert [one.kind for one in service.desk.match(judge, match).sanctions] == ["remove"]
    service.moderation.act(judge, Undo(last(service, ada)))
    assert [one.id for one in service.queries.recent()] == [match]
    assert service.desk.match(judge, match).sanctions == ()


def test_administrators_alone_appoint_and_discharge(
    service: Service, ada: Person, bob: Person, chief: Person, judge: Person
) -> None:
    assert [one.name for one in service.desk.moderators()] == ["Judge"]
    for command in (Appoint("Bob"), Discharge("Judge")):
        with pytest.raises(NotModerator, match="only administrators"):
            service.moderation.act(judge, command)
    with pytest.raises(LudariumError, match="Nobody"):
        service.moderation.act(chief, Appoint("Nobody"))
    service.moderation.act(chief, Discharge("Judge"))
    assert service.desk.moderators() == ()
    with pytest.raises(NotModerator):
        service.desk.require(service.accounts.find("Judge"))
    assert {one.act.act for one in service.act_log.latest()} >= {"make moderator", "end moderator"}


def test_a_report_keeps_the_words_of_a_message_as_they_were(
    service: Service, ada: Person, bob: Person, judge: Person
) -> None:
    match = begin(service, ada)
    service.talk.act(bob, match.id, Say("You are a fool", "players"))
    service.talk.act(bob, match.id, Greet("luck", "players"))
    words, greeting = service.talk.view(ada, match).messages
    assert service.reports.message(ada, words.id) == words
    with pytest.raises(ParseError, match="there is no such message"):
        service.reports.message(judge, words.id)  # who hears the spectators alone, after the end
    for other in ("nothing", "\x00", "x" * 5000):
        with pytest.raises(ParseError, match="there is no such message"):
            service.reports.make(ada, MakeReport("Bob", "insult", "He insults me", match.id, other))
    for person, place in (("Bob", ""), ("Judge", "")):
        with pytest.raises(ParseError, match="has not said this"):
            service.reports.make(ada, MakeReport(person, "insult", "He insults me", place, words.id))
    report = service.reports.make(ada, MakeReport("Bob", "insult", "He insults me", match.id, words.id))
    listed, case = service.moderation.report(judge, report)
    assert (listed.report.message, listed.report.text) == ("You are a fool", "He insults me")
    assert (case.person.id, [one.report.id for one in case.reports], case.sanctions) == (bob.id, [report], ())
    assert greeting.greeting == "luck"


@pytest.mark.both_databases
def test_a_case_has_what_was_reported_decided_and_played(
    service: Service, ada: Person, bob: Person, chief: Person, judge: Person
) -> None:
    match = finished(service, ada)
    report = service.reports.make(ada, MakeReport("Bob", "stalling", "He waits", match))
    assert service.desk.waiting(judge) == service.desk.waiting(chief) == 1
    assert service.desk.waiting(bob) == service.desk.waiting(None) == 0
    service.moderation.act(judge, Warn(bob.id, "stalling", report=report))
    assert service.desk.waiting(judge) == 0
    case = service.moderation.case(judge, bob.id)
    assert [one.report.state for one in case.reports] == ["upheld"]
    assert [one.kind for one in case.sanctions] == ["warn"]
    assert [one.id for one in case.matches] == [match]
    for person, subject in ((judge, judge.id), (judge, "nobody"), (judge, "\x00"), (chief, chief.id)):
        with pytest.raises(NoSuchCase):
            service.moderation.case(person, subject)
    for reader in (ada, bob, None):
        with pytest.raises(NotModerator):
            service.moderation.case(reader, bob.id)
        with pytest.raises(NotModerator):
            service.moderation.report(reader, report)


@pytest.mark.both_databases
def test_a_moderator_decides_and_undoes_nothing_about_matches_of_their_own(
    service: Service, ada: Person, bob: Person, chief: Person, judge: Person
) -> None:
    match = finished(service, ada)
    service.moderation.act(judge, RemoveMatch(match, "fixed"))
    undo = Undo(last(service, bob))
    service.moderation.act(chief, Appoint("Bob"))
    for command in (VoidMatch(match, "fixed"), undo):
        with pytest.raises(NotModerator, match="their own matches"):
            service.moderation.act(service.accounts.find("Bob"), command)
    service.moderation.act(judge, undo)


@pytest.mark.both_databases
def test_a_moderator_sees_no_report_about_moderators_and_no_match_of_their_own(
    service: Service, ada: Person, bob: Person, chief: Person, judge: Person
) -> None:
    report = service.reports.make(bob, MakeReport("Chief", "insult", "He shouts"))
    with pytest.raises(NoSuchCase):
        service.moderation.report(judge, report)
    match = finished(service, ada)
    service.moderation.act(chief, Appoint("Bob"))
    with pytest.raises(NotModerator, match="their own matches"):
        service.desk.match(service.accounts.find("Bob"), match)
    with pytest.raises(NoSuchCase):
        service.desk.match(judge, "nothing\x00")
    assert [one.name for one in service.desk.match(judge, match).people] == ["Asa", "Bob"]


@pytest.mark.parametrize("days", ["", "0", "-1", "1.5", "3651", "seven", "٣", "1" * 5000])
def test_wrong_days_are_refused_and_nothing_is_decided(service: Service, bob: Person, judge: Person, days: str) -> None:
    with pytest.raises(ParseError, match="number of days: expected one from 1 to 3650"):
        service.moderation.act(judge, Bar(bob.id, "insult", days=days))
    assert service.moderation.decisions_about(bob) == ()


def test_hostile_fields_are_refused(service: Service, ada: Person, bob: Person, judge: Person) -> None:
    for command in (
        Warn(bob.id, "spite"),
        Warn(bob.id, "other"),
        Warn(bob.id, "insult", "x" * 2001),
        Warn("nobody\x00", "insult"),
        VoidMatch("\x00", "fixed"),
        Undo("\x00"),
        Warn(bob.id, "insult", report="\x00"),
        SeeFinding("x" * 81, "1"),
        SeeFinding("abandoned:a", "-1"),
    ):
        with pytest.raises((ParseError, NoSuchCase)):
            service.moderation.act(judge, command)
    for report in (
        MakeReport("Bob", "spite", "x"),
        MakeReport("Bob", "insult", " \x1b "),
        MakeReport("", "insult", "x"),
    ):
        with pytest.raises(LudariumError):
            service.reports.make(ada, report)
    with pytest.raises(ParseError, match="expected at most 2000"):
        service.reports.make(ada, MakeReport("Bob", "insult", "x" * 2001))
    for values in ({}, {"do": "burn"}):
        with pytest.raises(ParseError, match="is not a command"):
            read_form(commands_of(ModeratorCommand), values)
    assert read_form(commands_of(MakeReport), {"person": "Bob"}) == MakeReport("Bob", "", "")
    with pytest.raises(NeedsAccount):
        service.reports.make(None, MakeReport("Bob", "insult", "x"))
    assert service.moderation.decisions_about(bob) == ()


def test_a_person_makes_ten_reports_a_day(service: Service, time: FakeTime, ada: Person) -> None:
    for number in range(11):
        account(service, f"P{number}")
    for number in range(10):
        service.reports.make(ada, MakeReport(f"P{number}", "insult", "words"))
    with pytest.raises(QuotaExceeded, match="10 reports within a day"):
        service.reports.make(ada, MakeReport("P10", "insult", "words"))
    time.now += DAY + 1
    service.reports.make(ada, MakeReport("P10", "insult", "words"))
