"""Results in notebooks: tables and charts as HTML, and what is out of range is refused in words."""

from collections.abc import Callable
from html.parser import HTMLParser

import pytest

import ludarium
from ludarium.analysis import measure, simulate
from ludarium.core.errors import InvalidOption, LudariumError
from ludarium.core.html import section, table
from ludarium.scenes.charts import BarValue, bars, histogram, lines
from ludarium.tournament import Results, Tournament, TournamentConfig

SHORT = "orion(turn_limit=10)"
EVIL = '<script>alert("&")</script>'


class Tags(HTMLParser):
    """The open tags and the text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.text = ""
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def played(*names: str) -> Tournament:
    players = dict.fromkeys(names, "random")
    tournament = Tournament(TournamentConfig.make(game=SHORT, players=players, games=2, seed=1))
    for _ in tournament.play():
        pass
    return tournament


def test_a_simulation_shows_its_tables_and_charts() -> None:
    found = Tags(simulate(SHORT, ["random", "chain"], 6, seed=1)._repr_html_())
    assert (found.seen.count("table"), found.seen.count("svg")) == (2, 2)
    assert "6 games of orion(turn_limit=10), seed 1" in found.text
    assert "X: random" in found.text


def test_a_tournament_shows_its_standings_and_ratings() -> None:
    tournament = played("Ann", "Bob")
    found = Tags(tournament._repr_html_())
    assert found.seen.count("polyline") == 2
    assert "Ann" in found.text
    assert "Bob" in found.text
    assert Results.of(tournament)._repr_html_() == tournament._repr_html_()


def test_the_standings_tell_of_players_that_failed() -> None:
    players = {"Dud": lambda state, seat: 999, "Ann": "random"}
    cup = Tournament(TournamentConfig.make(game=SHORT, players=players))
    for _ in cup.play():
        pass
    text = Tags(cup._repr_html_()).text
    assert "games lost outside the rules" in text
    assert "999" in text
    with pytest.raises(InvalidOption, match=r"name is 'Dad'; did you mean Dud\?"):
        Results.of(cup).rating_curve("Dad")


def test_a_tournament_that_has_not_begun_shows_its_players() -> None:
    config = TournamentConfig.make(game=SHORT, players=["random", "easy"], games=2)
    assert "easy" in Tags(Tournament(config)._repr_html_()).text


def test_measures_and_observations_show_themselves() -> None:
    made = Tags(measure(SHORT, 2, "easy", seed=1)._repr_html_())
    assert "Branching factor" in made.text
    assert "svg" in made.seen
    assert "own pieces" in Tags(ludarium.load("orion").observation._repr_html_()).text


def test_every_text_is_escaped() -> None:
    pages = (
        table([EVIL], [[EVIL]]),
        section(EVIL, EVIL),
        bars([BarValue(EVIL, 0.5, 0.4, 0.6)], EVIL),
        histogram([1, 2], EVIL, EVIL),
        lines({EVIL: [1.0, 2.0]}, EVIL, EVIL),
        played(EVIL, "Bob")._repr_html_(),
    )
    for page in pages:
        assert "script" not in Tags(page).seen


def test_charts_hold_what_is_drawn() -> None:
    assert histogram([*range(1000)], "turns", "Lengths").count("<rect") == 40
    assert histogram([7], "turns", "Lengths").count("<rect") == 1
    assert 'width="274.0"' not in bars([BarValue("X", 0.5, 0.0, 1.0)], "Scores")
    assert lines({}, "games", "Ratings").count("<polyline") == 0
    assert lines({"one": [1.0], "two": []}, "games", "Ratings").count("<polyline") == 1


START = ludarium.load("orion").initial()


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: simulate(SHORT, ["random"] * 2, -1), "games is '-1': expected a whole number from 1 to 1,000,000,000"),
        (lambda: simulate(SHORT, ["random"] * 2, 2.5), "games is '2.5': expected a whole number"),  # type: ignore[arg-type]  # refused
        (lambda: simulate(SHORT, "random", 2), "players is 'random': expected a list"),
        (lambda: simulate(SHORT, ["random"] * 2, 2, seed=-1), "the seed is '-1': expected a whole number from 0 on"),
        (lambda: measure(SHORT, 0), "games is '0': expected a whole number from 1 to 1,000,000"),
        (lambda: START.move(30), "'30' is not a turn as text: `play` plays actions"),  # type: ignore[arg-type]  # refused
        (lambda: START.legal(9), "orion has no seat 9: expected 0 to 1, or CHANCE"),
        (lambda: START.legal("X"), "orion has no seat 'X': expected 0 to 1, or CHANCE"),  # type: ignore[arg-type]  # refused
        (lambda: START.action_name(999), "999 is not an action of orion: expected 0 to 50"),
        (lambda: START.action_name(-5), "-5 is not an action of orion: expected 0 to 50"),
        (lambda: START.explain(7, 3), "orion has no seat 7"),
        (lambda: START.game.parse_position(3), "'3' is not a position as text"),  # type: ignore[arg-type]  # refused
        (lambda: ludarium.load(3), "'3' is not a name with options as text"),
        (lambda: ludarium.Record.parse(3), "int is not a record as text"),  # type: ignore[arg-type]  # refused
        (lambda: ludarium.play_match(SHORT, ["random"] * 2, seed=-1), "the seed is '-1'"),
    ],
)
def test_what_is_out_of_range_is_refused_in_words(ask: Callable[[], object], said: str) -> None:
    with pytest.raises(LudariumError) as refused:
        ask()
    assert said in str(refused.value)


def test_results_print_themselves_as_the_commands_do() -> None:
    simulation = simulate(SHORT, ["random", "chain"], 6, seed=1)
    assert repr(simulation) == f"<Simulation of {SHORT}: 6 games of random v chain, seed 1>"
    assert str(simulation).startswith(f"{SHORT}: 6 games of random v chain, seed 1\n\nseat ")
    assert str(simulation).splitlines()[-1].endswith("of the choices have only one.")
    measures = measure(SHORT, 2, "easy", seed=1)
    assert repr(measures) == f"<Measures of {SHORT}: 2 games of easy, seed 1>"
    assert "Branching factor" in str(measures)
    assert "turn_limit=2000" in str(measures)


def test_a_tournament_prints_its_standings() -> None:
    tournament = played("Ann", "Bob")
    assert repr(tournament) == f"<Tournament of {SHORT}: 2 players, 2 games played>"
    assert str(tournament).splitlines()[:2] == [
        f"2 games of {SHORT}, seed 1",
        "1. Ann: 1 of 2 points (0 won, 2 drawn, 0 lost), rating 25.0 ± 7.8",
    ]
    assert repr(Results.of(tournament)) == f"<Results of {SHORT}: 2 players, 2 games>"
