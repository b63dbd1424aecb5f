"""Talk in a match: who reads and says what, what is refused, and what is kept of it."""

from collections.abc import Callable
from dataclasses import replace
from unicodedata import normalize

import pytest

from ludarium.core.errors import ParseError
from ludarium.core.record import Record
from ludarium.match.clock import Clock
from ludarium.site.act import commands_of
from ludarium.site.ground.changes import Change, TalkChange
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import Resign
from ludarium.site.match.seating import open_seat
from ludarium.site.match.views import MatchView
from ludarium.site.people.accounts import AccountRules, NeedsAccount
from ludarium.site.people.names import name_key
from ludarium.site.quotas import Quota, QuotaExceeded, Quotas
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.talk.commands import Greet, MuteTalk, NotePosition, ReadTalk, Say, TalkCommand, Unmute
from ludarium.site.talk.rules import (
    FINISHED_FOR_LINKS,
    GREETINGS,
    LONGEST,
    PLAYERS,
    SPECTATORS,
    MayNotTalk,
    has_link,
    rooms_of,
)
from tests.site.fake_time import FakeTime

BOT = SeatAssignment("bot", "easy")
SLOW = Clock.parse("4d+2d/4d")


@pytest.fixture
def service(open_store: Callable[[], Store], time: FakeTime) -> Service:
    return limited(open_store(), time)


def limited(store: Store, time: FakeTime, **quotas: Quota) -> Service:
    rules = AccountRules("http://127.0.0.1:8000", "open")
    return Service(store, rules=rules, now=time, quotas=Quotas(**quotas))


def account(service: Service, name: str) -> Person:
    person = service.people.rename(service.people.create_guest(), name)
    assert service.talk._store.accounts.set_email(person.id, f"{name.lower()}@example.org", name_key(name), 0.0)
    return service.accounts.find(name)


def seat(person: Person) -> SeatAssignment:
    return SeatAssignment("person", person.name, person.id)


def begin(service: Service, *people: Person) -> MatchView:
    game = "orion(clicks=1)" if len(people) == 2 else "vortex(players=3,tokens=1)"
    return service.create(game, [*map(seat, people)], host=people[0].id, clock=SLOW)


def heard(service: Service, person: Person | None, match_id: str) -> list[tuple[str, str, str]]:
    """Return what a person hears: rooms, names and texts or greetings."""
    found = service.talk.view(person, service.view(person, match_id)).messages
    return [(each.room, each.name, each.text or each.greeting) for each in found]


@pytest.fixture
def ann(service: Service) -> Person:
    return account(service, "Ann")


@pytest.fixture
def bob(service: Service) -> Person:
    return account(service, "Bob")


@pytest.fixture
def eve(service: Service) -> Person:
    return account(service, "Eve")


@pytest.fixture
def match(service: Service, ann: Person, bob: Person) -> MatchView:
    return begin(service, ann, bob)


def end(service: Service, match: MatchView, seat: int = 0) -> None:
    service.bots.act(match.id, seat, Resign(), service.bots.look(match.id).revision)


def test_players_and_spectators_talk_apart_until_the_end(
    service: Service, ann: Person, bob: Person, eve: Person, match: MatchView
) -> None:
    service.talk.act(ann, match.id, Say("Hello Bob"))
    service.talk.act(eve, match.id, Say("Ann should go up"))
    assert heard(service, bob, match.id) == [(PLAYERS, "Ann", "Hello Bob")]
    assert heard(service, eve, match.id) == [(SPECTATORS, "Eve", "Ann should go up")]
    assert heard(service, None, match.id) == []
    for person, room in ((eve, PLAYERS), (bob, SPECTATORS)):
        with pytest.raises(MayNotTalk):
            service.talk.act(person, match.id, Say("Hm", room))
    end(service, match)
    assert heard(service, eve, match.id) == [(SPECTATORS, "Eve", "Ann should go up")]
    both = [(PLAYERS, "Ann", "Hello Bob"), (SPECTATORS, "Eve", "Ann should go up")]
    assert heard(service, bob, match.id) == both
    service.talk.act(bob, match.id, Say("I feared that", SPECTATORS))
    service.talk.act(bob, match.id, Say("Well played", PLAYERS))
    assert heard(service, eve, match.id)[1:] == [(SPECTATORS, "Bob", "I feared that")]
    with pytest.raises(MayNotTalk):
        service.talk.act(eve, match.id, Say("Hm", PLAYERS))


def test_who_has_left_a_match_that_goes_on_is_a_spectator(
    service: Service, ann: Person, bob: Person, eve: Person
) -> None:
    three = begin(service, ann, bob, eve)
    service.talk.act(eve, three.id, Say("I must go"))
    end(service, three, 2)
    assert rooms_of(eve, service.view(eve, three.id)) == (SPECTATORS,)
    assert heard(service, eve, three.id) == []
    assert heard(service, ann, three.id) == [(PLAYERS, "Eve", "I must go")]


def test_there_is_nobody_to_talk_to_in_a_match_with_bots(service: Service, ann: Person) -> None:
    alone = service.create("orion(clicks=1)", [seat(ann), BOT], host=ann.id)
    with pytest.raises(MayNotTalk, match="nobody else plays"):
        service.talk.act(ann, alone.id, Say("Hello?"))
    waits = service.create("orion(clicks=1)", [seat(ann), open_seat(0.0)], host=ann.id)
    assert rooms_of(ann, service.view(ann, waits.id)) == (PLAYERS,)


def test_guests_talk_where_they_have_a_seat(service: Service, ann: Person, match: MatchView) -> None:
    guest = service.people.create_guest()
    with pytest.raises(MayNotTalk, match="account"):
        service.talk.act(guest, match.id, Say("Hello"))
    with pytest.raises(NeedsAccount):
        service.talk.act(None, match.id, Say("Hello"))
    own = begin(service, ann, guest)
    service.talk.act(guest, own.id, Say("Hello"))
    with pytest.raises(MayNotTalk, match="links and addresses are for people with an account"):
        service.talk.act(guest, own.id, Say("see www.example.net"))
    end(service, own)
    assert rooms_of(guest, service.view(guest, own.id)) == (PLAYERS,)


def test_programs_send_greetings_where_they_play(service: Service, ann: Person, match: MatchView) -> None:
    robot = service.bot_accounts.make(ann, "Robot")
    own = begin(service, ann, robot)
    service.talk.act(robot, own.id, Greet("luck"))
    assert heard(service, ann, own.id) == [(PLAYERS, robot.name, "luck")]
    with pytest.raises(MayNotTalk, match="programs send greetings only"):
        service.talk.act(robot, own.id, Say("Hello"))
    with pytest.raises(MayNotTalk):
        service.talk.act(robot, match.id, Greet("luck"))


def test_there_are_six_greetings_and_no_other(service: Service, ann: Person, bob: Person, match: MatchView) -> None:
    for greeting in GREETINGS:
        service.talk.act(bob, match.id, Greet(greeting))
    assert [text for *_, text in heard(service, ann, match.id)] == [*GREETINGS]
    assert len(GREETINGS) == 6
    with pytest.raises(ParseError, match="expected one of hello"):
        service.talk.act(bob, match.id, Greet("<b>"))


@pytest.mark.parametrize("text", ["", " \n ", "\x1b\x07", "x" * (LONGEST + 1), "\u202e"])
def test_a_text_that_says_nothing_or_too_much_is_refused(
    service: Service, ann: Person, match: MatchView, text: str
) -> None:
    with pytest.raises(ParseError):
        service.talk.act(ann, match.id, Say(text))
    assert heard(service, ann, match.id) == []


def test_what_cannot_be_printed_is_left_out(service: Service, ann: Person, match: MatchView) -> None:
    service.talk.act(ann, match.id, Say("a\x1b[31m\u202eb\r\n\n\n\nc\u200dd\u00ade"))
    assert heard(service, ann, match.id)[0][2] == "a[31mb\n\nc\u200dd\u00ade"
    service.talk.act(ann, match.id, Say("x" * LONGEST))


LINKS = (
    "http://a.example/b", "https://x", "ftp://x.org", "www.example.net", "ann@example.org", "example.com",
    "evil.ru/path", "\uff57\uff57\uff57\uff0eexample\uff0enet", "bit.ly/abc", "(https://x.y)", "WWW.EXAMPLE.NET",
)  # fmt: skip
WORDS = ("u+.a-- was better", "1.5/2", "e4.f5", "Hm...what now?", "3.14", "a@b", "Dr.Who", "no.really", "u---/p+")


def test_links_are_known(service: Service) -> None:
    assert [text for text in LINKS if not has_link(text)] == []
    assert [text for text in WORDS if has_link(text)] == []


@pytest.mark.parametrize("part", ["a", "a-", "a.", "@", "a@", "://", "\ufdfa"])
def test_a_link_is_looked_for_in_linear_time(part: str) -> None:
    """A mail may be this long; a search that begins again at every letter would take hours, and end by the limit."""
    assert not has_link(part * (400_000 // len(normalize("NFKC", part))))


def test_links_are_for_people_who_have_finished_five_matches(service: Service, ann: Person, bob: Person) -> None:
    for finished in range(FINISHED_FOR_LINKS + 1):
        match = begin(service, ann, bob)
        for text in LINKS:
            if finished < FINISHED_FOR_LINKS:
                with pytest.raises(MayNotTalk, match=f"and you have {finished}"):
                    service.talk.act(ann, match.id, Say(text))
        if finished == FINISHED_FOR_LINKS:
            service.talk.act(ann, match.id, Say(LINKS[0]))
            assert heard(service, bob, match.id) == [(PLAYERS, "Ann", LINKS[0])]
        end(service, match)


@pytest.mark.both_databases
def test_who_mutes_a_match_hears_nothing_and_nobody_is_notified(
    service: Service, ann: Person, bob: Person, match: MatchView
) -> None:
    service.talk.act(bob, match.id, Say("first"))
    service.notices.see(ann.id)
    before = service.talk.view(bob, match)
    service.talk.act(ann, match.id, MuteTalk())
    assert service.talk.view(bob, match) == before
    service.talk.act(bob, match.id, Say("second"))
    service.talk.act(ann, match.id, Say("mine"))
    assert heard(service, ann, match.id) == [(PLAYERS, "Ann", "mine")]
    assert service.talk.view(ann, match).unread == 0
    assert service.waiting(ann.id).unread == 0
    service.talk.act(ann, match.id, MuteTalk())
    service.talk.act(ann, match.id, Unmute())
    assert [text for *_, text in heard(service, ann, match.id)] == ["first", "second", "mine"]


def test_a_block_hides_words_and_refuses_them_where_nobody_else_listens(
    service: Service, ann: Person, bob: Person, eve: Person, match: MatchView
) -> None:
    three = begin(service, ann, bob, eve)
    service.talk.act(bob, match.id, Say("before"))
    service.blocks.add(ann, "Bob")
    for person in (ann, bob):
        with pytest.raises(MayNotTalk, match="nobody here takes messages from you; nothing was said"):
            service.talk.act(person, match.id, Say("Hello"))
        with pytest.raises(MayNotTalk):
            service.talk.act(person, match.id, Greet("hello"))
    assert heard(service, ann, match.id) == []
    service.talk.act(bob, three.id, Say("Hello all"))
    assert heard(service, ann, three.id) == []
    assert heard(service, eve, three.id) == [(PLAYERS, "Bob", "Hello all")]
    other = begin(service, eve, account(service, "Cid"))
    service.talk.act(bob, other.id, Say("Go Cid"))
    assert heard(service, ann, other.id) == []
    service.blocks.remove(ann, bob.id)
    assert heard(service, ann, other.id) == [(SPECTATORS, "Bob", "Go Cid")]


def test_a_notice_says_once_that_somebody_wrote_until_one_has_looked(
    service: Service, ann: Person, bob: Person, eve: Person, match: MatchView
) -> None:
    service.notices.see(bob.id)
    service.talk.act(ann, match.id, Greet("hello"))
    service.talk.act(eve, match.id, Say("I watch"))
    assert service.waiting(bob.id).unread == 0
    for text in ("one", "two"):
        service.talk.act(ann, match.id, Say(text))
    (notice,) = [each.notice for each in service.notices.recent(bob.id) if each.notice.kind == "talk"]
    assert (notice.path, notice.data) == (f"/matches/{match.id}", {"name": "Ann", "text": "two"})
    assert service.waiting(bob.id).unread == 1
    service.notices.see(bob.id, notice.path)
    assert service.waiting(bob.id).unread == 0
    service.talk.act(ann, match.id, Say("three"))
    assert service.waiting(bob.id).unread == 1


@pytest.mark.both_databases
def test_unread_messages_are_counted_until_they_are_read(
    service: Service, ann: Person, bob: Person, match: MatchView
) -> None:
    for text in ("one", "two"):
        service.talk.act(ann, match.id, Say(text))
    view = service.talk.view(bob, match)
    assert (view.unread, service.talk.view(ann, match).unread) == (2, 0)
    service.talk.read(bob, view)
    assert service.talk.view(bob, match).unread == 0
    service.talk.act(ann, match.id, Say("three"))
    assert service.talk.view(bob, match).unread == 1
    service.talk.act(bob, match.id, ReadTalk())
    assert service.talk.view(bob, match).unread == 0


def test_messages_are_read_in_parts(service: Service, ann: Person, match: MatchView) -> None:
    for number in range(205):
        service.talk.act(ann, match.id, Say(f"message {number}"))
    seen, before = list[str](), None
    while True:
        view = service.talk.view(ann, match, before)
        seen = [each.text for each in view.messages] + seen
        if view.earlier is None:
            break
        before = view.earlier
    assert seen == [f"message {number}" for number in range(205)]


@pytest.mark.both_databases
def test_quotas_limit_what_is_said(open_store: Callable[[], Store], time: FakeTime) -> None:
    service = limited(open_store(), time, talk=Quota(8, 11))
    ann, guest = account(service, "Ann"), service.people.create_guest()
    match = begin(service, ann, guest)
    for _ in range(2):
        service.talk.act(guest, match.id, Greet("hello"))
    with pytest.raises(QuotaExceeded, match="sent 2 messages within an hour"):
        service.talk.act(guest, match.id, Say("more"))
    for _ in range(8):
        service.talk.act(ann, match.id, Say("more"))
    with pytest.raises(QuotaExceeded, match="sent 8 messages within an hour"):
        service.talk.act(ann, match.id, Greet("bye"))
    time.now += 3601
    for _ in range(8):
        service.talk.act(ann, match.id, Say("more"), "a network")
    for _ in range(3):
        time.now += 1
        service.talk._quotas.count("talk", "a network")
    with pytest.raises(QuotaExceeded, match="people from your network have sent 11 messages"):
        service.talk.act(guest, match.id, Greet("bye"), "a network")


@pytest.mark.both_databases
def test_a_message_has_an_id_by_which_it_is_found(service: Service, ann: Person, match: MatchView) -> None:
    service.talk.act(ann, match.id, Say("Hello"))
    (message,) = service.talk.view(ann, match).messages
    assert service.talk.find(message.id) == message
    assert (message.number, message.turn, message.match) == (1, 0, match.id)
    assert service.talk.find("nothing") is None


@pytest.mark.both_databases
def test_pages_learn_by_a_number_that_something_was_said(service: Service, ann: Person, match: MatchView) -> None:
    store, told = service.talk._store, list[Change]()

    def hear(change: Change) -> None:
        if isinstance(change, TalkChange):  # the notices of who is spoken to change, too
            told.append(change)

    with store.notifier.subscribe(hear):
        service.talk.act(ann, match.id, Say("Hello"))
        with pytest.raises(ParseError):
            service.talk.act(ann, match.id, Say(""))
        service.talk.act(ann, match.id, Greet("hello"))
    assert told == [TalkChange(match.id, 1), TalkChange(match.id, 2)]
    assert store.changes([(TalkChange, match.id), (TalkChange, "x")]) == told[1:]


@pytest.mark.both_databases
def test_notes_are_for_their_writer_alone(service: Service, ann: Person, bob: Person, match: MatchView) -> None:
    notes = service.position_notes
    service.talk.act(ann, match.id, NotePosition(0, " a plan\x1b "))
    assert notes.of(ann, match) == {0: "a plan"}
    assert notes.of(bob, match) == notes.of(None, match) == {}
    for turn, text in ((1, "later"), (0, "x" * 2001)):
        with pytest.raises(ParseError):
            service.talk.act(ann, match.id, NotePosition(turn, text))
    guest = service.people.create_guest()
    with pytest.raises(MayNotTalk):
        service.talk.act(guest, match.id, NotePosition(0, "hm"))
    with pytest.raises(NeedsAccount):
        service.talk.act(None, match.id, NotePosition(0, "hm"))
    service.talk.act(ann, match.id, NotePosition(0, "better"))
    assert [tuple(note) for note in notes.of_person(ann)] == [(match.id, 0, "better")]
    service.talk.act(ann, match.id, NotePosition(0, ""))
    assert notes.of(ann, match) == {}


@pytest.mark.both_databases
@pytest.mark.parametrize("keep_name", [True, False])
def test_a_closed_account_takes_its_words_along_unless_its_name_stays(
    service: Service, ann: Person, bob: Person, match: MatchView, keep_name: bool
) -> None:
    service.talk.act(ann, match.id, Say("my words"))
    service.talk.act(ann, match.id, MuteTalk())
    service.talk.act(ann, match.id, NotePosition(0, "my note"))
    service.closing.close(ann, ann.id, keep_name=keep_name)
    assert heard(service, bob, match.id) == ([(PLAYERS, "Ann", "my words")] if keep_name else [])
    assert service.position_notes.of_person(ann) == ()
    assert not service.talk._store.talk_mutes.people(match.id)
    closed = service.people.load(ann.id)
    assert closed
    with pytest.raises(MayNotTalk, match="closed"):
        service.talk.act(closed, match.id, Say("Hello"))


def test_what_a_guest_has_said_and_noted_goes_on_to_the_account(
    service: Service, ann: Person, bob: Person, match: MatchView
) -> None:
    guest = service.people.create_guest()
    own = begin(service, bob, guest)
    service.talk.act(guest, own.id, Say("Hello"))
    service.talk.act(guest, own.id, MuteTalk())
    service.talk.act(guest, own.id, NotePosition(0, "of the guest"))
    service.talk.act(ann, own.id, NotePosition(0, "of the account"))
    service.talk._store.accounts.merge(guest, ann)
    assert heard(service, bob, own.id) == [(PLAYERS, "Ann", "Hello")]
    assert [note.text for note in service.position_notes.of_person(ann)] == ["of the account"]
    assert service.talk.view(ann, service.view(ann, own.id)).muted


def test_the_record_has_nothing_of_it(service: Service, ann: Person, match: MatchView) -> None:
    before = str(service.queries.record(match.id))
    service.talk.act(ann, match.id, Say("Hello"))
    service.talk.act(ann, match.id, NotePosition(0, "hm"))
    assert str(service.queries.record(match.id)) == before


def test_every_command_says_what_it_has_done() -> None:
    assert all(kind.done.endswith(".") for kind in commands_of(TalkCommand).values())
    assert len(commands_of(TalkCommand)) == 6


def test_a_record_has_the_talk_only_on_request_and_as_far_as_it_is_heard(
    service: Service, ann: Person, bob: Person, eve: Person, match: MatchView
) -> None:
    service.talk.act(ann, match.id, Say('Is "this" \\ good?\nYes'))
    service.bots.submit(match.id, 0, "p+", 0)
    service.talk.act(bob, match.id, Greet("move"))
    service.talk.act(eve, match.id, Say("Hm"))
    view = service.bots.look(match.id)
    assert "good" not in str(service.queries.record(match.id))
    assert service.talk.tags(None, view) == {}
    assert service.talk.tags(eve, view) == {"Talk-1": "1 Eve (spectators): Hm"}
    tags = service.talk.tags(bob, view)
    assert tags == {"Talk-1": '0 Ann: Is "this" \\ good? Yes', "Talk-2": "1 Bob: Good move"}
    record = service.queries.record(match.id)
    read = Record.parse(str(replace(record, tags={**record.tags, **tags})))
    assert {name: read.tags[name] for name in tags} == tags
    assert read.turns == record.turns
    service.talk.act(bob, match.id, MuteTalk())
    assert service.talk.tags(bob, view) == {"Talk-1": "1 Bob: Good move"}


@pytest.mark.both_databases
def test_a_record_has_the_latest_of_very_many_messages(
    service: Service, ann: Person, bob: Person, match: MatchView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.site.talk.talk.SHOWN", 3)
    for number in range(32):
        service.talk.act(ann, match.id, Say(f"word {number}"))
    tags = service.talk.tags(bob, service.bots.look(match.id))
    assert [*tags.values()] == [f"0 Ann: word {number}" for number in range(2, 32)]
