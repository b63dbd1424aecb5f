"""`ludarium bot`: a player that plays on a site."""

import re
import shlex
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import TypeVar

import click

from ludarium.cli._options import FILE
from ludarium.cli.site_bot.client import TokenSite
from ludarium.cli.site_bot.life import SiteBot
from ludarium.cli.site_bot.rules import BotRules
from ludarium.cli.site_bot.table import BotReport
from ludarium.cli.terminal.output import BadFile, console, say
from ludarium.cli.terminal.site import parse_address
from ludarium.cli.terminal.site_http import SiteAway
from ludarium.cli.terminal.site_news import delay
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.registry import game_names, load
from ludarium.core.text import counted
from ludarium.players.external.specs import check_player

T = TypeVar("T")
_TOKEN = re.compile(r"ludarium_[\w-]{20,100}", re.ASCII)


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--site", required=True, help="The address of the site.")
@click.option("--token", "token_file", required=True, type=FILE, help="The file with a token of yours there.")
@click.option("--rules", "rules_file", type=FILE, help="A TOML file with the challenges to take.")
@click.option("--most", type=click.IntRange(1, 1000), help="The matches to play at the same time; 8 by default.")
@click.option("--begin", "game", help="Begin a match of this game at once.")
@click.option("--against", default="easy", show_default=True, help="The level of the bot in a match to begin.")
@click.option("--join", "invitation", help="The link of an invitation to take first.")
@click.option("--log", type=FILE, help="A file for what is done, a line each.")
@click.option("--once", is_flag=True, help="Play what waits now, and stop.")
@click.argument(
    "player",
    nargs=-1,
    required=True,
    type=click.UNPROCESSED,
    help="A level, a kind of bot, a file as in bot.py:think, or after -- a program such as ./engine --fast.",
)
def bot(
    site: str,
    token_file: Path,
    rules_file: Path | None,
    most: int | None,
    game: str | None,
    against: str,
    invitation: str | None,
    log: Path | None,
    player: Sequence[str],
    *,
    once: bool,
) -> None:
    """Let a player live on a site, in as many matches as it can bear.

    It plays all matches of an account, and takes challenges by rules. It only asks the site, and connects again by
    itself. A turn that it has not played when it is stopped is played
    when it is started again. With --once the exit code is 1 if a turn failed.
    """
    rules = BotRules.read(rules_file) if rules_file else BotRules()
    if most:
        rules = BotRules(**{**vars(rules), "most": most})
    spec = spec_of(player)
    check_spec(spec, (*rules.games, *([game] if game else [])))
    found = TokenSite(parse_address(site)[0], read_token(token_file))
    report = BotReport(console, log)
    name = _patiently(lambda: found.get("/me")["person"], report, once=once)
    if invitation:
        path = parse_address(invitation)[1]
        _patiently(lambda: found.post(path, {}), report, once=once)
    with closing(SiteBot(found, spec, rules, report)) as life, report.open():
        report.say(f"{spec} plays for {name} on {found.origin}: in all matches of this account.")
        if game:
            begun = found.post(
                f"/games/{load(game).name}/new", {"seats": ["here", *[against] * (load(game).seats - 1)]}
            )
            report.say(f"Begun against {against}: {found.origin}{begun['location']}")
        if once:
            played = life.play_once()
            say(f"Played {counted(played, 'turn')}{f', {report.failed} failed' if report.failed else ''}.")
            if report.failed:
                raise click.exceptions.Exit(1)
            return
        life.live()


def _patiently(ask: Callable[[], T], report: BotReport, *, once: bool) -> T:
    """Return the answer of the site as soon as it comes; with `once`, do not wait for a busy site.

    Raises `Refused`, and `SiteAway` for who does not wait.
    """
    for failures in count(1):
        try:
            return ask()
        except SiteAway as error:
            if once:
                raise
            if failures == 1:
                report.say(f"{error}. Connecting again…")
            time.sleep(delay(failures))
    raise AssertionError


def spec_of(words: Sequence[str]) -> str:
    """Return the spec of a player, given as the words of a command line.

    >>> spec_of(["champion"]), spec_of(["my_bot.py:think"]), spec_of(["./engine", "--fast"])
    ('champion', 'my_bot.py:think', 'program:./engine --fast')
    """
    first = words[0]
    if len(words) == 1 and (".py:" in first or first.partition(":")[0] in ("js", "program") or "/" not in first):
        return first
    return f"program:{shlex.join(words)}"


def check_spec(spec: str, games: Sequence[str]) -> None:
    """Raise what prevents a player from playing one of these games; without games, from playing any installed one.

    >>> check_spec("random", ["orion", "ludo"])
    """
    problem: LudariumError | None = None
    for name in games or game_names():
        try:
            check_player(spec, load(name))
        except LudariumError as error:
            if games:
                raise
            problem = problem or error
        else:
            if not games:
                return
    if problem:
        raise problem


def read_token(path: Path) -> str:
    """Return the token in a file.

    Raises `BadFile` and `ParseError`.
    """
    try:
        text = path.read_text("utf-8").strip()
    except (OSError, ValueError) as error:
        raise BadFile(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if not _TOKEN.fullmatch(text):
        raise ParseError(f"{path} has no token: expected the token from the site, which begins with ludarium_")
    return text
