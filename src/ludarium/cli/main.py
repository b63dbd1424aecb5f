"""The command `ludarium`, with every command of this folder.

What a person did wrong is answered by one sentence and the exit code 2, without a traceback.
"""

import importlib
import logging
import pkgutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ludarium import __version__, cli
from ludarium.cli._terminal import Patience, complain
from ludarium.core import compiler
from ludarium.core.errors import LudariumError

_PATIENCE = Patience()
_WrongWords: type[Exception] = typer.BadParameter.__bases__[0]
"""What Typer raises for words that make no command; it names only some of its kinds."""


@contextmanager
def _in_a_sentence() -> Iterator[None]:
    """Say in one line what is wrong, our own errors and Typer's."""
    try:
        yield
    except LudariumError as error:
        complain(str(error))
        raise typer.Exit(2) from None
    except _WrongWords as error:
        wrong: Any = error
        said = " ".join(wrong.format_message().split()).rstrip(".")
        complain(f"{said[:1].lower()}{said[1:]} ({wrong.ctx.command_path} --help tells what can be typed)")
        raise typer.Exit(2) from None


class Files(Mapping[str, Any]):
    """The commands by name, which is that of a file and of its function; each is loaded when it is asked for."""

    _names = sorted(
        file.name for file in pkgutil.iter_modules(cli.__path__) if file.name[0] != "_" and file.name != "main"
    )

    def __getitem__(self, name: str) -> Any:
        if name not in self._names:
            raise KeyError(name)
        command = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        command.command(name)(getattr(importlib.import_module(f"{cli.__name__}.{name}"), name))
        return typer.main.get_command(command)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class Commands(TyperGroup):
    """The commands of the house; they raise our errors, and here those become a sentence."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: Any = Files()

    def make_context(self, info_name: str | None, args: list[str], *more: Any, **extra: Any) -> Any:
        """Read what stands before the command; no words at all ask for help."""
        if not args:
            return super().make_context(info_name, args, *more, **extra)
        with _in_a_sentence():
            return super().make_context(info_name, args, *more, **extra)

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        heard = logging.getLogger(compiler.__name__)
        heard.setLevel(logging.INFO)
        heard.addHandler(_PATIENCE)
        with _in_a_sentence():
            return super().invoke(ctx)


app = typer.Typer(
    name="ludarium", cls=Commands, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ludarium {__version__}")
        raise typer.Exit


@app.callback()
def ludarium(
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """A house for abstract board games: play, verify, simulate and study them."""
