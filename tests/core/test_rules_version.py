"""Versions of a game's rules: records of earlier ones are read by them, or refused by name."""

import pickle
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.metadata import entry_points
from types import SimpleNamespace
from typing import Any

import pytest

from ludarium.core import registry
from ludarium.core.definition import GameDefinition
from ludarium.core.entries import Entry
from ludarium.core.errors import InvalidOption, ParseError, UnknownRules
from ludarium.core.game import Game
from ludarium.core.record import Record
from ludarium.core.registry import load, load_recorded, spec_in_records
from ludarium.match.match import Match
from ludarium.match.verify import verify
from ludarium.tournament.series import play_series
from tests.tiny import GAMMON

_CACHED = (registry.entries, registry.game_names, registry.definition, registry.load)


class _Shares:
    """The rules of the game without payoffs of its own."""

    def __getattr__(self, name: str) -> Any:
        return getattr(GAMMON.definition.rules, name)

    def setup(self, options: Any) -> Any:
        return replace(GAMMON.definition.rules.setup(options), payoff_range=None)


_KERNEL = GAMMON.definition.kernel
FIRST = replace(GAMMON.definition, rules=_Shares(), kernel=_KERNEL._replace(payoffs=load("ludo").kernel.payoffs))
SECOND = replace(GAMMON.definition, rules_version=2)
OLD = '[Game "gammon"]\n[Result "0-1"]\n[Ending "resignation"]'
NEW = '[Game "gammon@2"]\n[Result "-2 : 2"]\n[Ending "resignation"]'


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[GameDefinition], None]]:
    """Install one more game in the place of the one that was installed before."""
    added: list[SimpleNamespace] = []

    def forget() -> None:
        for cached in _CACHED:
            cached.cache_clear()

    def install_definition(definition: GameDefinition) -> None:
        own = SimpleNamespace(name="gammon-game")
        added[:] = [SimpleNamespace(name="gammon", load=lambda: definition, dist=own, value="gammon")]
        forget()

    monkeypatch.setattr(registry, "entry_points", lambda group: [*entry_points(group=group), *added])
    yield install_definition
    added.clear()
    forget()


def finished(game: Game) -> Record:
    return Match.begin(game, ["Ann", "Bob"]).resign(0).record()


def test_records_of_the_first_version_do_not_name_it(install: Callable[[GameDefinition], None]) -> None:
    install(FIRST)
    record = str(finished(load("gammon")))
    assert '[Game "gammon"]' in record
    assert load("gammon").spec == "gammon"
    install(replace(SECOND, earlier=(FIRST,)))
    assert str(finished(load("gammon@1"))) == record == str(Record.parse(record))


def test_payoffs_that_are_declared_make_old_records_unreadable_without_a_version(
    install: Callable[[GameDefinition], None],
) -> None:
    install(GAMMON.definition)
    with pytest.raises(ParseError, match="is not a result for 2 seats, such as 2 : -2"):
        Record.parse(OLD)


def test_a_record_of_rules_that_are_not_installed_is_refused_by_name(install: Callable[[GameDefinition], None]) -> None:
    install(SECOND)
    said = r"this record follows rules version 1 of gammon, but installed is 2 \(what reads it: a release of tests with"
    with pytest.raises(UnknownRules, match=said):
        Record.parse(OLD)
    with pytest.raises(UnknownRules, match="this record follows rules version 3 of gammon, but installed is 2"):
        Record.parse(NEW.replace("@2", "@3"))
    assert Record.parse(NEW).payoffs == (-2, 2)


def test_a_definition_keeps_earlier_rules_readable(install: Callable[[GameDefinition], None]) -> None:
    install(replace(SECOND, earlier=(FIRST,)))
    old, new = Record.parse(OLD), Record.parse(NEW)
    assert (old.payoffs, new.payoffs) == ((0, 1), (-2, 2))
    assert (old.game, new.game) == ("gammon@1", "gammon@2")
    assert (str(old), str(new)) == (OLD, NEW)
    assert (verify(old).payoffs, verify(new).payoffs) == ((0, 1), (-2, 2))
    assert old.initial().game != new.initial().game
    assert pickle.loads(pickle.dumps(old.initial())) == old.initial()


def test_a_spec_without_a_version_is_the_newest_and_in_a_record_the_first(
    install: Callable[[GameDefinition], None],
) -> None:
    install(replace(SECOND, earlier=(FIRST,)))
    assert load("gammon(gammon=3)").spec == "gammon@2(gammon=3)"
    assert load("gammon") is not load_recorded("gammon")
    assert load_recorded("gammon").spec == "gammon@1"
    assert load_recorded("gammon@2") == load("gammon")
    assert [spec_in_records(spec) for spec in ("gammon", "gammon@1", "gammon@2")] == ["gammon@2", "gammon", "gammon@2"]
    assert str(Record("gammon", (Entry("run"),))).startswith('[Game "gammon@2"]')
    with pytest.raises(UnknownRules, match="this spec follows rules version 7 of gammon, but installed is 1 and 2"):
        load("gammon@7")
    for wrong in ("gammon@", "gammon@0", "gammon@x", "gammon @2", "gammon@2x"):
        with pytest.raises(ParseError):
            load(wrong)


def test_bots_play_both_versions(install: Callable[[GameDefinition], None]) -> None:
    install(replace(SECOND, earlier=(FIRST,)))
    for game, range_ in (("gammon@1", {0.0, 0.5, 1.0}), ("gammon", {-2.0, -1.0, 0.0, 1.0, 2.0})):
        for record in play_series(game, ["random", "random"], 4, seed=1):
            assert record.payoffs is not None
            assert {*record.payoffs} <= range_
            assert Record.parse(str(record)) == record


def test_earlier_rules_are_of_the_same_game_and_of_lower_versions() -> None:
    for wrong in ((replace(FIRST, package="tests.tiny.other"),), (SECOND,), (FIRST, FIRST)):
        with pytest.raises(InvalidOption, match="gammon lists earlier rules that are of another game or not of an ear"):
            replace(SECOND, earlier=wrong)


def test_earlier_rules_may_have_a_subpackage_of_their_own() -> None:
    moved = replace(FIRST, package="tests.tiny.gammon.version_1")
    assert replace(SECOND, earlier=(moved,)).earlier[0].name == "gammon"
