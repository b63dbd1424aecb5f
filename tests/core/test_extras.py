"""A missing library is an error with a command that works: for a checkout, and for an installed package."""

from pathlib import Path

import pytest

from ludarium.core import extras


def test_a_source_checkout_installs_its_extras_from_its_folder() -> None:
    assert extras.install_command("gymnasium") == "pip install -e '.[gymnasium]'"


def test_an_installed_package_installs_its_extras_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "site-packages/ludarium/core/extras.py"))
    assert extras.install_command("gymnasium") == "pip install 'ludarium[gymnasium]'"
