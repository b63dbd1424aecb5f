"""Running the command in the tests' own process."""

from typing import Protocol

import pytest
from click.testing import CliRunner, Result

from ludarium.cli import main
from ludarium.cli.main import app


class Run(Protocol):
    """Runs the command with these words; `typed` is its standard input."""

    def __call__(self, *words: object, typed: str | None = None) -> Result: ...


class Refused(Protocol):
    """Runs the command, which must fail in one line on standard error, and returns that line."""

    def __call__(self, *words: object, typed: str | None = None) -> str: ...


@pytest.fixture
def ludarium_command(monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command as a function of its words; `typed` is what is typed at it.

    It does not tell what is compiled, since that depends on the tests that ran before.
    """
    monkeypatch.setattr(main._COMPILATION_NOTICE, "emit", lambda record: None)

    def run(*words: object, typed: str | None = None) -> Result:
        result = CliRunner().invoke(app, [str(word) for word in words], prog_name="ludarium", input=typed)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@pytest.fixture
def refused(ludarium_command: Run) -> Refused:
    """What the command says on the error stream, in one line, when it does nothing else."""

    def run(*words: object, typed: str | None = None) -> str:
        result = ludarium_command(*words, typed=typed)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.count("\n") == 1
        return result.stderr.strip()

    return run
