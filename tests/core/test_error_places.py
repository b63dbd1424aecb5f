"""Where an exception comes from, in the files of a package that a test writes."""

import importlib
import sys
from pathlib import Path

import pytest

from ludarium.core.error_places import describe_error, import_failure, place_in

RULES = """
def explain(state, action):
    return f"{100 // action}"


def setup(options):
    return {"size": options["size"]}
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder = tmp_path / "checkers_of_a_test"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "rules.py").write_text(RULES)
    (folder / "older.py").write_text("from ludarium.play import table\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.import_module(f"{folder.name}.rules")
    return folder.name


def failing(package: str, function: str, *arguments: object) -> Exception:
    try:
        getattr(sys.modules[f"{package}.rules"], function)(*arguments)
    except Exception as error:  # noqa: BLE001  whatever it is
        return error
    raise AssertionError("it has not failed")


def test_the_last_line_of_the_package_and_what_was_passed_are_named(package: str) -> None:
    error = failing(package, "explain", object(), 0)
    place = f"{package}/rules.py:3 in explain(state=object, action=0)"
    assert place_in(package, error) == place
    assert describe_error(error, package).endswith(f"zero; at {place}")
    assert "a_test/rules.py:7 in setup(options=dict)" in describe_error(failing(package, "setup", {}), package)


def test_an_exception_of_others_has_no_place_there(package: str) -> None:
    try:
        int("x")
    except ValueError as error:
        assert place_in(package, error) == ""
        assert "test_error_places.py" in place_in("", error)


def test_a_signature_that_changed_is_named_with_the_one_of_the_contract(package: str) -> None:
    said = describe_error(failing(package, "explain", object(), 0, 1), package)
    defined = f"{package}/rules.py:2 defines explain(state, action): expected explain(state, seat, action)"
    assert said.startswith("TypeError: explain() takes 2 positional arguments but 3 were given")
    assert said.endswith(defined)


def test_a_package_that_cannot_be_imported_says_why_and_where(package: str) -> None:
    with pytest.raises(ImportError) as raised:
        importlib.import_module(f"{package}.older")
    said = import_failure(raised.value)
    assert f"{package}/older.py:1" in said
    assert import_failure(ImportError("no engine", name="engine")) == "'ImportError: no engine'"
