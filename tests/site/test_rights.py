"""Every command is asked for at every door by every kind of person: who may not ask is refused, and nothing changes.

The commands are the classes below those of the subjects, which also say who may ask: one without a sample fails. A
database is prepared once for a command, and written back before each cell that may change it.
"""

from collections.abc import Mapping
from http import HTTPStatus

import pytest

from ludarium.core.errors import LudariumError
from ludarium.site.act import Command, commands_of
from ludarium.site.challenge_ladders.commands import LadderCommand
from ludarium.site.leagues.commands import LeagueCommand, MakeLeague
from ludarium.site.match.commands import TERMINAL, MatchCommand
from ludarium.site.moderation.reports import MakeReport
from ludarium.site.talk.commands import NotePosition, TalkCommand
from ludarium.site.tournaments.asked import TournamentCommand
from ludarium.site.tournaments.entering import EnterTournament
from ludarium.site.tournaments.reading import MakeTournament
from tests.site.rights import challenge_ladders, forms, leagues, matches, talk, tournaments
from tests.site.rights.world import ALL, KINDS, NOBODY, Cell, Family, World, prepared_world, world

__all__ = ["prepared_world", "world"]

FAMILIES: Mapping[str, Family] = {
    "matches": matches.FAMILY,
    "talk": talk.FAMILY,
    "tournaments": tournaments.FAMILY,
    "leagues": leagues.FAMILY,
    "challenge ladders": challenge_ladders.FAMILY,
    "forms": forms.FAMILY,
}


@pytest.mark.parametrize(
    ("family", "name"), [(family, name) for family, known in FAMILIES.items() for name in known.samples]
)
def test_a_command_is_carried_out_for_those_alone_who_may_ask(world: World, family: str, name: str) -> None:
    sample = FAMILIES[family].samples[name]
    place = FAMILIES[family].prepare(world, sample)
    kept = world.keep()
    for called, door in FAMILIES[family].doors(sample).items():
        cells = {cell: door.may(world, sample, place, cell) for cell in door.cells(sample)}
        world.restore(kept)
        before, done = world.rows(door.besides), 0
        for cell in (cell for cell, may in cells.items() if not may):
            assert not door.ask(world, sample, place, cell), f"{called}: {cell}"
            assert world.rows(door.besides) == before, f"{called}: {cell}"
        for cell in (cell for cell, may in cells.items() if may):
            world.restore(kept)
            assert door.ask(world, sample, place, cell), f"{called}: {cell}"
            changed = world.rows(door.besides) != before
            assert changed or not door.strict, f"{called}: {cell}"
            done += changed
        assert done, f"{called}: nobody has done it"
    kept.close()


def test_every_command_of_the_tables_has_a_sample() -> None:
    assert sorted(type(sample.command).__name__ for sample in matches.SAMPLES) == sorted(
        kind.__name__ for kind in commands_of(MatchCommand).values()
    )
    assert sum("terminal" in matches.doors(sample) for sample in matches.SAMPLES) == len(TERMINAL) + 1
    assert {*commands_of(TalkCommand).values()} == {type(command) for command in talk.COMMANDS}
    assert sorted(commands_of(TournamentCommand)) == sorted(tournaments.ALLOWED)
    assert sorted(commands_of(LeagueCommand)) == sorted(leagues.ALLOWED)
    assert sorted(commands_of(LadderCommand)) == sorted(challenge_ladders.ALLOWED)
    for subject in forms.SUBJECTS.values():
        assert subject.commands.keys() == subject.may.keys()


def test_no_class_of_a_command_is_in_no_matrix() -> None:
    bases = (MatchCommand, TalkCommand, NotePosition, TournamentCommand, LeagueCommand, LadderCommand)
    known = {kind for base in bases for kind in commands_of(base).values()}
    known |= {kind for subject in forms.SUBJECTS.values() for kind in subject.commands.values()}
    made = {MakeLeague, MakeReport, MakeTournament}  # which others than commands of one address ask for, see below
    found = {kind for base in Command.__subclasses__() for kind in commands_of(base).values()}
    ours = {kind for kind in found if kind.__module__.startswith("ludarium.")}
    assert len(ours) > 100
    assert not ours - known - made


@pytest.mark.parametrize(("name", "word"), forms.ELSEWHERE)
def test_what_needs_more_than_a_form_is_refused_to_those_who_may_not_ask(world: World, name: str, word: str) -> None:
    sample = forms.Sample(forms.SUBJECTS[name], word)
    place = forms.FAMILY.prepare(world, sample)
    before = world.rows(sample.subject.besides)
    for kind in sorted({*ALL} - sample.subject.may[word]):
        assert not forms.ask(world, sample, place, Cell(kind)), kind
        assert world.rows(sample.subject.besides) == before, kind


def test_every_command_is_asked_for_at_every_door_by_every_kind_of_person() -> None:
    """The number of cells: a door, a command, a kind of person or a seat that is left out is missed here."""
    cells = {
        family: sum(
            len({(called, cell) for called, door in known.doors(sample).items() for cell in door.cells(sample)})
            for sample in known.samples.values()
        )
        for family, known in FAMILIES.items()
    }
    assert cells == {
        "matches": 1999,
        "talk": 480,
        "tournaments": 660,
        "leagues": 150,
        "challenge ladders": 120,
        "forms": 1300,
    }


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize(("path", "word"), [("/tournaments", MakeTournament.word), ("/leagues", MakeLeague.word)])
def test_tournaments_and_leagues_are_made_by_accounts_alone(world: World, path: str, word: str, accept: str) -> None:
    values, besides = {"do": word, "game": "orion"}, frozenset({"sessions"})
    for kind in ALL:
        before = world.rows(besides)
        answer = world.browser(kind).post(path, data=values, headers={"Accept": accept})
        assert (answer.status_code == HTTPStatus.SEE_OTHER) == (kind not in NOBODY), kind
        if kind in NOBODY:
            assert answer.status_code == HTTPStatus.FORBIDDEN
            assert world.rows(besides) == before


def test_a_guest_and_a_program_without_leave_enter_nothing(world: World) -> None:
    tournament = tournaments.prepared(world, "enter")
    guest = world.service.people.create_guest()
    robot = world.service.bot_accounts.make(world.people["another account"], "Robot")
    before = world.rows()
    for person in (guest, robot):
        with pytest.raises(LudariumError):
            world.service.tournaments.act(person, tournament, EnterTournament())
    assert world.rows() == before
    assert len(KINDS) == len(world.people)
