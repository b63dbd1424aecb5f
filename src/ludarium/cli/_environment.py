"""The environment of a site, for commands that an administrator runs beside it."""

import os
from pathlib import Path

import click

from ludarium.core.errors import LudariumError


class BadEnvironment(LudariumError):
    """The file of the site's environment cannot be used."""


def use_environment(ctx: click.Context, option: click.Parameter, path: Path | None) -> None:
    """Set the variables of a file, as systemd does for the site; root goes on as the owner of the site's data.

    What the file sets counts, whatever was set before. Raises `BadEnvironment`.
    """
    if path is None or ctx.resilient_parsing:
        return
    variables = read_environment(path)
    if os.geteuid() == 0:
        if not variables.get("LUDARIUM_DATA"):
            raise BadEnvironment(f"{path} names no LUDARIUM_DATA: run the command as the user of the site")
        become_owner(Path(variables["LUDARIUM_DATA"]))
    os.environ.update(variables)


def read_environment(path: Path) -> dict[str, str]:
    """Return the variables of a file with lines such as `LUDARIUM_DATA=/var/lib/ludarium`.

    A value with ` #` must stand in quotes: systemd would take it as it is, and other programs as a comment.

    Raises `BadEnvironment`.
    """
    from dotenv.parser import parse_stream  # here, since most commands need none; the other functions skip bad lines

    try:
        with path.open(encoding="utf-8") as file:
            lines = list(parse_stream(file))
    except PermissionError:
        raise BadEnvironment(f"{path} cannot be read: run the command as root, or as the user of the site") from None
    except OSError as error:
        raise BadEnvironment(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadEnvironment(f"{path} is no text in UTF-8") from None
    if bad := next((line for line in lines if line.error or (line.key and line.value is None)), None):
        raise BadEnvironment(f"{path}, line {bad.original.line}: expected NAME=VALUE")
    if cut := next((line for line in lines if line.key and _is_cut(line.original.string, line.value or "")), None):
        raise BadEnvironment(f"{path}, line {cut.original.line}: expected a value with # in quotes")
    return {line.key: line.value for line in lines if line.key and line.value is not None}


def _is_cut(text: str, value: str) -> bool:
    """Return whether a line has a comment behind a value without quotes."""
    written = text.partition("=")[2].strip()
    return " #" in written and not written.startswith(("'", '"')) and written != value


def become_owner(folder: Path) -> None:
    """Let this process of root go on as the owner of a folder, so that what it writes belongs to the site.

    Raises `BadEnvironment`.
    """
    import pwd  # here, since Windows has no such module, and no root

    try:
        owner = pwd.getpwuid(folder.stat().st_uid)
    except OSError as error:
        raise BadEnvironment(f"{folder}, the site's data: {error.strerror}") from None
    except KeyError:
        raise BadEnvironment(f"{folder}, the site's data, belongs to a user who does not exist") from None
    os.initgroups(owner.pw_name, owner.pw_gid)
    os.setgid(owner.pw_gid)
    os.setuid(owner.pw_uid)
    os.environ["HOME"] = owner.pw_dir
