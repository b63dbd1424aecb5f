"""The command `ludarium`, with every command of this folder.

What a person did wrong is answered by one sentence and the exit code 2, without a traceback.
"""

import importlib
import pkgutil
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ludarium import __version__, cli
from ludarium.cli._terminal import complain
from ludarium.core.errors import LudariumError


class Commands(TyperGroup):
    """The commands in alphabetical order; they raise our errors, and here those become a sentence."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands."""
        return sorted(super().list_commands(ctx))

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except LudariumError as error:
            complain(str(error))
            raise typer.Exit(2) from None


app = typer.Typer(cls=Commands, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


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
