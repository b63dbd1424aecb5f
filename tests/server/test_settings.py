"""The settings of a server."""

import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path

import pytest

from ludarium.core.errors import InvalidOption, ParseError
from ludarium.server.settings import ServerSettings


def test_an_empty_environment_gives_settings_that_work() -> None:
    read = ServerSettings.from_environment({"PORT": "", "LUDARIUM_DATA": ""})
    assert read == ServerSettings.from_environment({})
    assert read.port == 8000
    assert read.data.is_absolute()
    assert read.database == f"sqlite:///{read.data / 'ludarium.sqlite'}"


def test_every_setting_is_read(tmp_path: Path) -> None:
    given = {
        "LUDARIUM_DATA": str(tmp_path),
        "LUDARIUM_DATABASE": "postgresql://house",
        "PORT": "8765",
        "LUDARIUM_BOT_WORKERS": "3",
        "LUDARIUM_LARGEST_REQUEST": "5000",
        "LUDARIUM_SEARCH_MEMORY": "50",
    }
    assert ServerSettings.from_environment(given) == ServerSettings(tmp_path, "postgresql://house", 8765, 3, 5000, 50)
    assert len(given) == len(fields(ServerSettings))


@pytest.mark.parametrize("port", ["0", "65536", "eighty", "-1", "8000.5"])
def test_a_number_out_of_range_is_refused(port: str) -> None:
    with pytest.raises(InvalidOption, match="PORT is a"):
        ServerSettings.from_environment({"PORT": port})


def test_the_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    settings = ServerSettings.from_environment({"LUDARIUM_DATA": str(tmp_path / "new" / "folder")})
    with ThreadPoolExecutor(8) as pool:
        (secret,) = set(pool.map(lambda _: settings.secret(), range(8)))
    assert len(secret) == 64
    assert stat.S_IMODE((settings.data / "secret").stat().st_mode) == 0o600
    assert [path.name for path in settings.data.iterdir()] == ["secret"]
    assert ServerSettings.from_environment({"LUDARIUM_DATA": str(tmp_path)}).secret() != secret


def test_a_data_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ParseError, match="cannot be the data folder"):
        ServerSettings.from_environment({"LUDARIUM_DATA": str(tmp_path / "file" / "folder")}).prepare()


def test_the_former_name_of_a_setting_is_read_where_the_new_one_is_missing() -> None:
    assert ServerSettings.from_environment({"LUDARIUM_THINKERS": "3"}).bot_workers == 3
    both = {"LUDARIUM_THINKERS": "3", "LUDARIUM_BOT_WORKERS": "5"}
    assert ServerSettings.from_environment(both).bot_workers == 5
