"""The command `ludarium`. An error of its user prints one sentence and exits with the code 2."""

import importlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from ludarium import __version__
from ludarium.cli._environment import BadEnvironment, use_environment
from ludarium.core.errors import LudariumError
from ludarium.core.text import go_on, nearest, shorten

COMMANDS = {
    "backup": "Copy the site's database into a new file.",
    "bench": "Measure how fast games and searches run on this machine.",
    "board": "Print a board, empty or with a position, as it is drawn for paper.",
    "book": "Make an opening book of records, or look up a position in one.",
    "bot": "Let a player live on a site, in as many matches as it can bear.",
    "check": "Check the site's database, and replay every match.",
    "compare": "Play two players against each other until it is clear who is stronger.",
    "engine": "Let another program control Ludarium's bots, by the engine protocol.",
    "export": "Write the positions of a small table of exact values as rows.",
    "games": "List the installed games.",
    "join": "Play a match of a site in the terminal, or return to one.",
    "ladder": "Play every ranked match of a ladder again, compare the records, and compute its pairings again.",
    "learn": "Make a player that has learnt a game by playing against itself.",
    "laws": "Check that games obey the laws that every game must obey.",
    "mail": "Receive mails, list and read again those received, and work them off.",
    "match": "Play games between bots and print the standings.",
    "measure": "Measure what a game is like.",
    "new": "Create the package of a new game.",
    "people": "List the accounts of the site, invite people, and make administrators.",
    "perft": "Count the ways in which the first steps can be played.",
    "play": "Play a match in the terminal.",
    "puzzles": "Make puzzles from records or self-play, each with its proof, or prove those of a file again.",
    "replay": "Play the turns of a seat in a record again with a bot, and stop where it fails or differs.",
    "restore": "Fill the site's database from a backup.",
    "review": "Review recorded matches: what each seat could expect at its turns, and what would have been best.",
    "rules": "Print the rules of a game.",
    "serve": "Start the web site on this machine.",
    "show": "Show a recorded match: its players, turns and position.",
    "simulate": "Play a game many times and print its statistics.",
    "skill": "Say how well the players of recorded matches decided, by a table of exact values.",
    "solve": "Solve a game: prove what every seat can expect if all play perfectly.",
    "study": "Study a game: what a designer wants to know of it, on one page.",
    "tournament": "Run a tournament between bots, or continue one.",
    "verify": "Check that records are correct.",
    "warm": "Compile all games and searches now, so that nobody waits later.",
}
"""The help of each command; it is loaded when it is used, from the module that `_MODULES` or else its name says."""

_MODULES = {
    **dict.fromkeys(("backup", "check", "restore"), "database"),
    **dict.fromkeys(("board", "games", "rules"), "look"),
    **dict.fromkeys(("replay", "show", "verify"), "records"),
}
"""The modules of commands that have one subject."""


class _CompilationNotice(logging.Handler):
    """A log handler that prints one notice when functions are compiled, which takes a while after installation."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print the notice at the first compiled function; remove the handler."""
        logging.getLogger(record.name).removeHandler(self)
        _print_error("compiling what is new or has changed; after an installation that takes a minute or two")


_COMPILATION_NOTICE = _CompilationNotice()


def _print_error(sentence: str) -> None:
    """Print a sentence on standard error, with a library that commands without output need not load."""
    from ludarium.cli.terminal.output import print_error

    print_error(sentence)


@contextmanager
def _errors_in_one_sentence() -> Iterator[None]:
    """Print a `LudariumError`, too little memory or an error of the command line in one line, and exit with the code 2.

    A site's environment that cannot be used exits with 75, at which an MTA tries again later instead of losing a mail.
    Ctrl+C exits with the code 130 and prints nothing.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise click.exceptions.Exit(130) from None
    except MemoryError as error:
        _print_error(f"there is not enough memory{f': {error}' if str(error) else ''}")
        raise click.exceptions.Exit(2) from None
    except LudariumError as error:
        _print_error(str(error))
        raise click.exceptions.Exit(75 if isinstance(error, BadEnvironment) else 2) from None
    except click.UsageError as error:
        message = " ".join(error.format_message().split()).rstrip(".")
        command = error.ctx.command_path if error.ctx else "ludarium"
        _print_error(f"{go_on(message)} (see {command} --help)")
        raise click.exceptions.Exit(2) from None


def _refuse_repeated(command: click.Command, name: str | None, parent: click.Context, args: list[str]) -> None:
    """Raise `click.UsageError` for an option of one value that is given twice; Click would take the last one.

    Other mistakes are left to Click, which parses the words again.
    """
    ctx = command.context_class(command, parent, name, resilient_parsing=True, **command.context_settings)
    _, rest, order = command.make_parser(ctx).parse_args(list(args))
    for option in order:
        several = not isinstance(option, click.Option) or option.is_flag or option.multiple or option.count
        if not several and order.count(option) > 1:
            raise click.UsageError(f"{option.opts[0]} is given {order.count(option)} times; expected once", ctx)
    if isinstance(command, click.Group) and rest:
        inner = command.get_command(ctx, rest[0])
        if inner:
            _refuse_repeated(inner, inner.name, ctx, rest[1:])


class LazyGroup(click.Group):
    """The commands of `COMMANDS`, each imported when it is used; the list of commands imports none."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in alphabetical order."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; return None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"ludarium.cli.{_MODULES.get(cmd_name, cmd_name)}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command of the first word, or raise an error that suggests the most similar one."""
        if args[0] not in COMMANDS:
            ctx.fail(f"no such command {shorten(args[0])}{nearest(args[0], sorted(COMMANDS))}")
        name, command, rest = super().resolve_command(ctx, args)
        if command and not ctx.resilient_parsing:  # words that are being completed may be wrong
            _refuse_repeated(command, name, ctx, rest)
        return name, command, rest

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands and options that begin with a text; Click would import the commands for their help."""
        found = [CompletionItem(name, help=COMMANDS[name]) for name in sorted(COMMANDS) if name.startswith(incomplete)]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands for `--help`."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Parse the options before the command; without any arguments, Click prints the help."""
        if not args:
            return super().make_context(info_name, args, parent, **extra)
        with _errors_in_one_sentence():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; print a notice if functions must be compiled for it."""
        compiler_log = logging.getLogger("ludarium.core.compiling.dispatchers")  # whose module loads a compiler
        compiler_log.setLevel(logging.INFO)
        compiler_log.addHandler(_COMPILATION_NOTICE)
        with _errors_in_one_sentence():
            return super().invoke(ctx)


@click.group(name="ludarium", cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--env",
    type=click.Path(path_type=Path),
    callback=use_environment,
    expose_value=False,
    is_eager=True,  # before a command is imported that reads the environment
    help="Use the settings of this file, such as /etc/ludarium.env; root goes on as the owner of the site's data.",
)
@click.version_option(__version__, message="ludarium %(version)s")
def app() -> None:
    """Abstract board games: play, verify, simulate and study them."""
