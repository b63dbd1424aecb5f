"""What is shown while a tournament is played."""

from io import StringIO
from pathlib import Path

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
from tests.cli.conftest import Run


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


def test_who_stops_a_match_sees_the_standings_so_far(
    ludarium_command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = list[Path]()

    def stop_at_the_third(path: Path, record: str) -> None:
        path.write_text(record, "utf-8")
        written.append(path)
        if len(written) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(f"{_match.__name__}.write_file", stop_at_the_third)
    words = ["match", "orion(turn_limit=10)", "easy", "random", "--games", 8, "--out", tmp_path / "kept"]
    done = ludarium_command(*words)
    assert done.exit_code == 130
    played = sum(int(line.split()[1]) for line in done.stdout.splitlines()[1:]) // 2
    assert done.stdout.splitlines()[0].startswith("player  games  won")
    assert done.stderr == f"stopped after {played} of 8 games; {tmp_path / 'kept'} holds 3 records\n"


@pytest.mark.parametrize("name", ["[/b] Bot [red]", "Bot :dog:"])
def test_a_name_is_shown_as_it_is(capsys: pytest.CaptureFixture[str], name: str) -> None:
    show_table(standings_table([Score(name)]))
    assert name in capsys.readouterr().out
