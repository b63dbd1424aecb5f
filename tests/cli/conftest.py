"""Running the command in the tests' own process."""

import pytest
from typer.testing import CliRunner

from ludarium.cli.main import app


@pytest.fixture
def ludarium_command():
    """The command as a function of its words; `typed` is what is typed at it."""

    def run(*words, typed=None):
        result = CliRunner().invoke(app, [str(word) for word in words], input=typed)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@pytest.fixture
def refused(ludarium_command):
    """What the command says on the error stream, in one line, when it does nothing else."""

    def run(*words, typed=None):
        result = ludarium_command(*words, typed=typed)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.count("\n") == 1
        return result.stderr.strip()

    return run
