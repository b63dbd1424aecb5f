"""The command `ludarium`, with every command of this folder.

What a person did wrong is answered by one sentence and the exit code 2, without a traceback.
"""

import importlib
import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ludarium import __version__, cli
from ludarium.cli._terminal import complain
from ludarium.core.errors import LudariumError

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


class Commands(TyperGroup):
    """The commands in alphabetical order; they raise our errors, and here those become a sentence."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands."""
        return sorted(super().list_commands(ctx))

    def make_context(self, info_name: str | None, args: list[str], *more: Any, **extra: Any) -> Any:
        """Read what stands before the command; no words at all ask for help."""
        if not args:
            return super().make_context(info_name, args, *more, **extra)
        with _in_a_sentence():
            return super().make_context(info_name, args, *more, **extra)

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
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


for _file in pkgutil.iter_modules(cli.__path__):
    if not _file.name.startswith("_") and _file.name != "main":
        app.command(_file.name)(getattr(importlib.import_module(f"{cli.__name__}.{_file.name}"), _file.name))
