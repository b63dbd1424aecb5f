"""The settings of a server."""

import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields

import pytest

from ludarium.core.errors import BadOption, Unreadable
from ludarium.server.config import Config


def test_an_empty_environment_gives_settings_that_work():
    read = Config.read({"PORT": "", "LUDARIUM_DATA": ""})
    assert read == Config.read({})
    assert read.port == 8000
    assert read.data.is_absolute()
    assert read.database == f"sqlite:///{read.data / 'ludarium.sqlite'}"


def test_every_setting_is_read(tmp_path):
    given = {
        "LUDARIUM_DATA": str(tmp_path),
        "LUDARIUM_DATABASE": "postgresql://house",
        "PORT": "8765",
        "LUDARIUM_THINKERS": "3",
        "LUDARIUM_LARGEST_REQUEST": "5000",
    }
    assert Config.read(given) == Config(tmp_path, "postgresql://house", 8765, 3, 5000)
    assert len(given) == len(fields(Config))


@pytest.mark.parametrize("port", ["0", "65536", "eighty", "-1", "8000.5"])
def test_a_number_out_of_range_is_refused(port):
    with pytest.raises(BadOption, match="PORT is a"):
        Config.read({"PORT": port})


def test_the_secret_is_made_once_and_for_its_owner_alone(tmp_path):
    settings = Config.read({"LUDARIUM_DATA": str(tmp_path / "new" / "folder")})
    with ThreadPoolExecutor(8) as pool:
        (secret,) = set(pool.map(lambda _: settings.secret(), range(8)))
    assert len(secret) == 64
    assert stat.S_IMODE((settings.data / "secret").stat().st_mode) == 0o600
    assert [path.name for path in settings.data.iterdir()] == ["secret"]
    assert Config.read({"LUDARIUM_DATA": str(tmp_path)}).secret() != secret


def test_a_data_folder_that_cannot_be_is_refused(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(Unreadable, match="cannot be the data folder"):
        Config.read({"LUDARIUM_DATA": str(tmp_path / "file" / "folder")}).prepare()
