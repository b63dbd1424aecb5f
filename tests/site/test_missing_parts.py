"""What is said when a site starts without what its settings need."""

import builtins
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from ludarium.core.extras import install_command
from ludarium.site import process
from ludarium.site import settings_in_words as missing_parts
from ludarium.site.service import Service
from ludarium.site.settings import ServerSettings
from ludarium.site.settings_in_words import settings_in_words
from ludarium.site.store import Store
from ludarium.site.workers.bot_workers import BotWorkers

WITHOUT_PIXELS = "Mails show boards as text alone, and matches are shared as SVG alone"


@pytest.mark.parametrize(
    ("given", "missing", "said"),
    [
        ({}, [], []),
        ({}, ["resvg", "prometheus_client"], []),
        (
            {"LUDARIUM_SMTP": "localhost:25"},
            ["resvg"],
            ["Mails show boards as text alone, and matches are shared as SVG alone"],
        ),
        ({"LUDARIUM_METRICS_PORT": "9100"}, ["prometheus_client"], ["There are no metrics"]),
    ],
)
def test_what_is_not_installed_and_needed_is_named_with_its_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: dict[str, str], missing: list[str], said: list[str]
) -> None:
    monkeypatch.setattr(missing_parts, "find_spec", lambda name: None if name in missing else object())
    settings = ServerSettings.from_environment({"LUDARIUM_DATA": str(tmp_path), **given})
    sentences = list(missing_parts.missing_parts(settings))
    assert [sentence.partition(", as a library is missing; to install it: ")[0] for sentence in sentences] == said
    assert settings_in_words(settings).missing == tuple(sentences)


def test_a_part_that_people_may_ask_for_is_no_warning_but_the_administrator_sees_its_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(missing_parts, "find_spec", lambda name: None if name == "wasmtime" else object())
    settings = ServerSettings.from_environment({"LUDARIUM_DATA": str(tmp_path)})
    assert list(missing_parts.missing_parts(settings)) == []
    (sentence,) = settings_in_words(settings).missing
    assert (
        sentence == f"Bots in WebAssembly cannot run, as a library is missing; to install it: {install_command('wasm')}"
    )


def test_the_extra_of_a_site_has_all_that_can_be_missing() -> None:
    extras = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    names = {name for name, *_ in [missing_parts._MAIL, missing_parts._METRICS, missing_parts._MODULES]}
    assert all(name in extras["site"][0] for name in names)


def test_a_site_runs_without_the_library_for_metrics(
    open_store: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: object, **named: object) -> ModuleType:
        if name == "ludarium.site.metrics":
            raise ModuleNotFoundError("No module named 'prometheus_client'", name="prometheus_client")
        return real(name, *arguments, **named)  # type: ignore[arg-type]  # what was given

    monkeypatch.setattr(builtins, "__import__", without)
    store = open_store()
    assert process._make_metrics(BotWorkers(Service(store), store, 1)) is None
