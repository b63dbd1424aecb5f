"""The location of the site's data, read from the environment."""

import os
from collections.abc import Mapping
from pathlib import Path


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of the site's database and its secret."""
    if folder := environment.get("LUDARIUM_DATA"):
        return Path(folder).expanduser().absolute()
    from platformdirs import user_data_path  # here, since an MTA starts a command for every mail

    return user_data_path("ludarium", appauthor=False).expanduser().absolute()


def database_url(environment: Mapping[str, str] = os.environ) -> str:
    """Return the URL of the site's database.

    >>> database_url({"LUDARIUM_DATA": "/tmp/ludarium"})
    'sqlite:////tmp/ludarium/ludarium.sqlite'
    """
    return environment.get("LUDARIUM_DATABASE") or f"sqlite:///{data_folder(environment) / 'ludarium.sqlite'}"
