"""`ludarium backup`: copy the site's database into a file."""

from pathlib import Path

import click

from ludarium.cli._database import site_database
from ludarium.cli.terminal.output import BadFile, say
from ludarium.core.text import counted


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), help="The new file.")
def backup(file: Path) -> None:
    """Copy the site's database into a new file.

    The site may run meanwhile. LUDARIUM_DATA and LUDARIUM_DATABASE name the database,
    as they do for `serve`.
    """
    from ludarium.site.ground.backup import write_backup

    try:
        copied = write_backup(site_database(), file)
    except OSError as error:
        raise BadFile(f"{file} cannot be written: {error.strerror}") from None
    say(f"{file}: {counted(copied, 'match')}")
