"""What is shown while a tournament is played."""

from io import StringIO

import pytest
from rich.console import Console

from ludarium.cli import match as _match
from ludarium.cli.match import play_out, standings_table
from ludarium.cli.terminal import output as _terminal
from ludarium.cli.terminal.output import show_table
from ludarium.tournament.config import TournamentConfig
from ludarium.tournament.executors import Inline, Workers
from ludarium.tournament.series import Score
from ludarium.tournament.side_by_side import GameResult
from ludarium.tournament.tournament import Tournament


@pytest.mark.parametrize("screen", [True, False])
def test_a_screen_shows_games_and_standings_meanwhile_and_a_pipe_nothing(
    monkeypatch: pytest.MonkeyPatch, screen: bool
) -> None:
    screen_text = StringIO()
    console = Console(file=screen_text, force_terminal=screen, width=100)
    monkeypatch.setattr(_match, "errors", console)
    monkeypatch.setattr(_terminal, "errors", console)
    monkeypatch.setattr(_match, "_PAUSE", 0)
    monkeypatch.setattr(_match, "_SHARE", 0)
    config = TournamentConfig.make(game="orion(turn_limit=10)", players={"Ann": "easy", "Bob": "random"}, games=8)
    kept: list[GameResult] = []
    play_out(Tournament(config), Workers(Inline(), 1), kept.extend)
    assert len(kept) == 8
    shown = screen_text.getvalue()
    assert [words in shown for words in ("8/8", "95 % interval", "Ann")] == [screen] * 3


@pytest.mark.parametrize("name", ["[/b] Bot [red]", "Bot :dog:"])
def test_a_name_is_shown_as_it_is(capsys: pytest.CaptureFixture[str], name: str) -> None:
    show_table(standings_table([Score(name)]))
    assert name in capsys.readouterr().out
