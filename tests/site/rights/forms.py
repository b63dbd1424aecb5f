"""Commands of forms that are sent to one address: of the lobby, of challenges, people, programs, studies, moderators …

Each is asked for at its page, and as JSON.
"""

import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import NamedTuple

from httpx2 import Response
from starlette.testclient import TestClient

from ludarium.core.registry import load
from ludarium.match.clock import DAY
from ludarium.match.study import Study
from ludarium.site.act import Command, commands_of
from ludarium.site.analysis.commands import StudyCommand
from ludarium.site.analysis.links import to_link
from ludarium.site.analysis.studies import Studies
from ludarium.site.begin.challenges import AcceptChallenge, ChallengeAnswer
from ludarium.site.begin.rows import Terms
from ludarium.site.match.commands import Resign
from ludarium.site.moderation.commands import MODERATOR_COMMANDS
from ludarium.site.moderation.decisions import Bar
from ludarium.site.moderation.reports import MakeReport
from ludarium.site.notices.notices import ReadNotices
from ludarium.site.notices.push import PushCommand
from ludarium.site.notices.rows.notices import ANSWER, Notice
from ludarium.site.offers.commands import MakeOffer, OfferCommand
from ludarium.site.people.administration import AdministratorCommand
from ludarium.site.people.following import PersonCommand
from ludarium.site.people.pages.settings import SettingsCommand
from ludarium.site.people.vacation import VacationCommand
from ludarium.site.programs.commands import TokenCommand, WorkshopCommand
from ludarium.site.puzzles.board import PuzzleBoard
from ludarium.site.puzzles.solving import PuzzleCommand, Solving
from tests.site.rights.world import (
    ALL,
    KINDS,
    NO_SESSION,
    ORGANISER,
    PLAYER,
    Cell,
    Door,
    Family,
    World,
)

OTHER, SPECTATOR, BLOCKED, SEAT_1 = "another account", "a spectator", "a blocked account", "seat 1"
ACCOUNTS = frozenset(KINDS) - {*NO_SESSION}
ANYBODY = frozenset(ALL) - {"a suspended account"}
"""Who is let in where strangers become guests."""
SPEC, SLOW = "orion(clicks=1)", "4d+2d/4d"


class Asked(NamedTuple):
    """What is sent to which address, besides the word of the command."""

    path: str
    fields: Mapping[str, str] = {}


class Subject(NamedTuple):
    """Who may ask for each command of a subject, and what makes a command possible and says where it is sent."""

    commands: Mapping[str, type[Command]]
    may: Mapping[str, frozenset[str]]
    prepare: Callable[[World, str], Asked]
    elsewhere: frozenset[str] = frozenset()
    """The commands of which tests of the subject show that they do something, and those here who may not ask."""
    besides: frozenset[str] = frozenset({"sessions", "attempts"})


class Sample(NamedTuple):
    subject: Subject
    word: str


def _offers(world: World, word: str) -> Asked:
    offers, player = world.service.offers, world.people[PLAYER]
    if word in ("offer", "now"):
        return Asked("/play", {"games": SPEC, "tempos": SLOW, "again": "yes"})
    games = "ludo(players=3)" if word == "fill" else SPEC
    tempo = SLOW if word == "accept" else "600+5"
    return Asked("/play", {"offer": offers.act(player, MakeOffer(games, tempo, bots_fill="yes", uses="9")).offer})


OFFERS = Subject(
    commands_of(OfferCommand),
    {
        "offer": ANYBODY, "now": ANYBODY, "accept": ANYBODY - {PLAYER, BLOCKED},
        "withdraw": frozenset({PLAYER}), "fill": frozenset({PLAYER}), "bot": frozenset({PLAYER}),
    },
    _offers,
    besides=frozenset({"sessions", "attempts", "people"}),  # who is refused may be a guest by then
)  # fmt: skip


def _challenges(world: World, word: str) -> Asked:
    challenges, player, host = world.service.challenges, world.people[PLAYER], world.people[ORGANISER]
    terms = Terms("orion", clock="600+5", times=(time.time() + DAY,)) if word == "cancel" else Terms("orion")
    made = challenges.make(player, host.name, terms)
    if word == "cancel":
        challenges.answer(host, made.id, AcceptChallenge())
    world.store.notices.see(host.id, 0.0)  # which the page of a refusal does otherwise
    world.store.notices.see(player.id, 0.0)
    return Asked(f"/challenges/{made.id}")


CHALLENGES = Subject(
    commands_of(ChallengeAnswer),
    {
        "accept": frozenset({ORGANISER}), "decline": frozenset({ORGANISER}), "withdraw": frozenset({PLAYER}),
        "cancel": frozenset({PLAYER, ORGANISER}),
    },
    _challenges,
)  # fmt: skip


def _people(world: World, word: str) -> Asked:
    if word in ("unfollow", "unblock"):
        other = world.people[SPECTATOR]
        for kind in sorted(ACCOUNTS - {SPECTATOR}):
            if word == "unblock":
                world.service.blocks.add(world.people[kind], other.name)
            else:
                world.store.follows.insert_once(person=world.people[kind].id, followed=other.id, created_at=0.0)
    return Asked("/people/ASpectator", {"text": "A note."})


PEOPLE = Subject(
    commands_of(PersonCommand),
    dict.fromkeys(commands_of(PersonCommand), ACCOUNTS - {SPECTATOR}),
    _people,
)


def _moderators(world: World, word: str) -> Asked:
    service, store, target = world.service, world.store, world.people[SPECTATOR]
    store.sanctions.set_moderator(world.people[ORGANISER].id, moderator=True)
    service.accounts.make_administrator(world.people[PLAYER], "a test")
    judge = service.accounts.find(world.people[ORGANISER].name)
    fields = {"person": target.id, "name": target.name, "reason": "insult", "days": "3", "finding": "x", "size": "1"}
    if word in ("void", "remove"):
        terms = Terms("orion", clock="10d+36h/10d", rated=True)
        made = service.challenges.make(world.others[0], world.others[1].name, terms)
        view = service.challenges.accept(made, world.others[1])
        fields["match"] = service.bots.act(view.id, 0, Resign(), view.revision).id
    if word == "undo":
        service.moderation.act(judge, Bar(target.id, "insult", days="3"))
        fields["sanction"] = service.moderation.decisions_about(target)[0].id
    if word == "dismiss":
        fields["report"] = service.reports.make(world.others[0], MakeReport(target.id, "insult", "Bad words."))
    if word == "discharge":
        store.sanctions.set_moderator(target.id, moderator=True)
    return Asked("/moderation", fields)


_JUDGES = frozenset({ORGANISER, PLAYER})
MODERATORS = Subject(
    MODERATOR_COMMANDS,
    {**dict.fromkeys(MODERATOR_COMMANDS, _JUDGES), "appoint": frozenset({PLAYER}), "discharge": frozenset({PLAYER})},
    _moderators,
    frozenset({"seen"}),  # of a finding that many matches make
)


def _settings(world: World, word: str) -> Asked:
    fields = {
        "name": {"name": "Nobody Else"},
        "portrait": {"shape": "1", "tone": "1"},
        "about": {"about": "I like long games."},
        "address": {"email": "new@example.com"},
        "further-address": {"email": "new@example.com"},
        "notices": {"mail": "daily", "zone": "UTC", "reminder-days": "3"},
        "zone": {"zone": "Europe/Berlin"},
        "colours": {"colours": "dark"},
        "remove-address": {"certain": "yes"},
        "block": {"blocked": world.others[0].name},
        "unblock": {"blocked": world.others[1].id},
        "challenges": {"challenges": "none"},
    }
    if word == "unblock":
        for kind in sorted(ACCOUNTS):
            world.service.blocks.add(world.people[kind], world.others[1].name)
    return Asked("/me/account", fields.get(word, {}))


SETTINGS = Subject(
    commands_of(SettingsCommand),
    dict.fromkeys(commands_of(SettingsCommand), ACCOUNTS),
    _settings,
    # of a device that signs in, of an address that has refused a mail, of sessions, and of a cookie: not compared here
    frozenset({"passkey", "rename-passkey", "remove-passkey", "try-address", "end", "end-all", "colours"}),
)


def _vacation(world: World, word: str) -> Asked:
    day = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 3 * DAY))
    begins_at = time.time() + 3 * DAY
    if word == "cancel":
        for kind in sorted(ACCOUNTS):
            world.service.vacation.announce(world.people[kind].id, begins_at, begins_at + DAY)
    return Asked("/me/vacation", {"begins": day, "ends": day, "begins_at": str(int(begins_at))})


VACATION = Subject(commands_of(VacationCommand), dict.fromkeys(commands_of(VacationCommand), ACCOUNTS), _vacation)


def _notices(world: World, word: str) -> Asked:
    with world.store.write() as tx:
        for kind in sorted(ACCOUNTS):
            tx.notices.add(Notice(world.people[kind].id, ANSWER, "/me", 1.0, data={"text": "News."}))
    return Asked("/me/notices")


NOTICES = Subject(commands_of(ReadNotices), {"read": ACCOUNTS}, _notices)
_KEY, _SECRET = "A" * 87, "A" * 22
PUSH = Subject(
    commands_of(PushCommand),
    dict.fromkeys(commands_of(PushCommand), ACCOUNTS),
    lambda world, word: Asked("/me/push", {"endpoint": "https://push.example.net/a", "key": _KEY, "secret": _SECRET}),
    frozenset({"unsubscribe"}),
)
ADMINISTRATORS = Subject(
    commands_of(AdministratorCommand),
    dict.fromkeys(commands_of(AdministratorCommand), frozenset({PLAYER})),
    lambda world, word: _administrated(world),
    frozenset({"check", "backup"}),  # of a site that knows the address of its database
)


def _administrated(world: World) -> Asked:
    world.service.accounts.make_administrator(world.people[PLAYER], "a test")
    return Asked("/admin")


def _tokens(world: World, word: str) -> Asked:
    player, tokens, bots = world.people[PLAYER], world.service.tokens, world.service.bot_accounts
    if word == "end-token":
        tokens.make(player, "a program", [])
        return Asked("/me/account/tokens", {"token": tokens.of_person(player)[0].id})
    if word == "close-bot":
        return Asked("/me/account/tokens", {"bot": bots.make(player, "Robot").id})
    return Asked("/me/account/tokens", {"token-name": "a program", "bot-name": "Robot"})


TOKENS = Subject(
    commands_of(TokenCommand),
    {
        "make-token": ACCOUNTS, "make-bot": ACCOUNTS,
        "end-token": frozenset({PLAYER}), "close-bot": frozenset({PLAYER}),
    },
    _tokens,
)  # fmt: skip
_SOURCE = "function choose(position) { return position.legal()[0]; }"


def _workshop(world: World, word: str) -> Asked:
    game, fields = load("orion"), {"source": _SOURCE, "opponent": "easy"}
    if word in ("try", "save"):
        return Asked("/games/orion/workshop", {**fields, **({"name": "Mine"} if word == "save" else {})})
    player, workshop = world.people[PLAYER], world.service.workshop
    saved = workshop.save(player, game, _SOURCE, name="Mine")
    workshop.save(player, game, f"{_SOURCE} ", bot_id=saved.bot_id)
    world.store.workshop_versions.test(saved.bot_id, 1, 1.0)
    if word == "withdraw":
        workshop.publish(player, saved.bot_id, "1")
    return Asked(
        "/games/orion/workshop",
        {"bot": saved.bot_id, "version": "1", "other": "2", "matches": "2", "shown": "yes"},
    )


WORKSHOP = Subject(
    commands_of(WorkshopCommand),
    {
        **dict.fromkeys(commands_of(WorkshopCommand), frozenset({PLAYER})),
        "try": ANYBODY, "save": ACCOUNTS,
    },
    _workshop,
)  # fmt: skip


def _puzzles(world: World, word: str) -> Asked:
    if word == "again":
        duel = PuzzleBoard.of("grid", 2)
        Solving(world.service).go_on(world.people[PLAYER], duel.answered("0,0", ""))
        return Asked(duel.path)
    board = PuzzleBoard.of("orion", 1)
    return Asked("/puzzles/orion/1", {"answer": board.puzzle.accept[0]})


PUZZLES = Subject(commands_of(PuzzleCommand), {"answer": ANYBODY, "again": ANYBODY, "show": ACCOUNTS}, _puzzles)


def _studies(world: World, word: str) -> Asked:
    study = Study.begin(SPEC, None)
    study, at = study.play(0, "u+")
    player = world.people[PLAYER]
    studies = Studies(world.service)
    fields = {"text": "public" if word == "show" else "p+", "revision": "0"}
    if word == "keep":
        return Asked("/analysis/board", {"s": to_link(study), "at": "0", "text": "link"})
    kept = studies.keep(player, study)
    at = at if word in ("remove", "promote") else 0
    return Asked(f"/analysis/kept/{kept}", {**fields, "at": str(at)})


STUDIES = Subject(
    commands_of(StudyCommand),
    {**dict.fromkeys(commands_of(StudyCommand), frozenset({PLAYER})), "keep": ANYBODY},
    _studies,
    # of a position with dice, of the only line, of places, of a bot, and of a match that was studied
    frozenset({"roll", "promote", "mark", "ask", "plan"}),
)
SUBJECTS: Mapping[str, Subject] = {
    "offers": OFFERS,
    "challenges": CHALLENGES,
    "people": PEOPLE,
    "moderators": MODERATORS,
    "settings": SETTINGS,
    "vacation": VACATION,
    "notices": NOTICES,
    "push": PUSH,
    "administrators": ADMINISTRATORS,
    "tokens": TOKENS,
    "workshop": WORKSHOP,
    "puzzles": PUZZLES,
    "studies": STUDIES,
}


def _prepare(world: World, sample: Sample) -> Asked:
    return sample.subject.prepare(world, sample.word)


def _may(world: World, sample: Sample, place: Asked, cell: Cell) -> bool:
    return cell.kind in sample.subject.may[sample.word]


def ask(world: World, sample: Sample, place: Asked, cell: Cell, accept: str = "text/html") -> bool:
    browser: TestClient = world.browser(cell.kind)
    values = {"do": sample.word, **place.fields}
    answer: Response = browser.post(place.path, data=values, headers={"Accept": accept})
    assert answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR
    return answer.status_code < HTTPStatus.BAD_REQUEST


def _ask_as_json(world: World, sample: Sample, place: Asked, cell: Cell) -> bool:
    return ask(world, sample, place, cell, "application/json")


def _doors(sample: Sample) -> Mapping[str, Door]:
    besides = sample.subject.besides
    return {
        called: Door(asking, _may, besides=besides, strict=False)
        for called, asking in (("page", ask), ("JSON", _ask_as_json))
    }


FAMILY = Family(
    {
        f"{name}: {word}": Sample(subject, word)
        for name, subject in SUBJECTS.items()
        for word in subject.commands
        if word not in subject.elsewhere
    },
    _prepare,
    _doors,
)
ELSEWHERE = [
    (name, word) for name, subject in SUBJECTS.items() for word in subject.commands if word in subject.elsewhere
]
