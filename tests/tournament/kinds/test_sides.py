"""Exhibitions and team matches: who meets whom, who begins, and the table, told again by slow programs."""

import random
from dataclasses import asdict
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ludarium.tournament.kinds.exhibition import FIRST_TURNS
from ludarium.tournament.kinds.team_match import boards_of_teams, reserves_of
from ludarium.tournament.verification import faults_of
from ludarium.tournament.waves import Format, WaveGame
from tests.tournament.by_kind import next_wave, table

seeds = st.integers(0, 10**6)


def data_of(form: Format, wave: list[WaveGame]) -> dict[str, Any]:  # Any: JSON
    """Return the data of a tournament that is over, in which the first player has the lowest rating."""
    teams = form.teams or (None,) * form.players
    return {
        **asdict(form), "state": "over", "ties": form.ties,
        "players": [
            {"rating": -player if player else -1000, "place": player, "has_left": False, "team": team}
            for player, team in enumerate(teams)
        ],
        "waves": [[
            {"round": b.pairing.round, "encounter": b.pairing.encounter, "players": [*b.pairing.seating],
             "points": [*b.points], "how": b.how}
            for b in wave
        ]],
        "table": [row._asdict() for row in table(form, [wave])],
    }  # fmt: skip


def played(form: Format, seed: int) -> list[WaveGame]:
    chance = random.Random(seed)
    found = []
    for pairing in next_wave(form, []):
        got = chance.choice((0.0, 0.5, 1.0))
        found.append(WaveGame(pairing, (got, 1.0 - got), "played"))
    return found


@given(st.integers(3, 31), st.sampled_from(FIRST_TURNS), st.integers(1, 2), seeds)
def test_in_an_exhibition_one_plays_everybody_and_begins_as_was_said(
    players: int, begins: str, games: int, seed: int
) -> None:
    form = Format("exhibition", players, 1, games, seed, first_turn=begins)
    wave = played(form, seed)
    met = [next(player for player in board.pairing.seating if player) for board in wave]
    assert sorted(met) == sorted([*range(1, players)] * games)
    firsts = sum(board.pairing.seating[0] == 0 for board in wave)
    expected = len(wave) if begins == "exhibitor" and games == 1 else -(-len(wave) // 2)
    assert firsts == expected
    got = {player: sum(b.got(player) for b in wave if player in b.pairing.seating) for player in range(players)}
    rows = table(form, [wave])
    assert (rows[0].player, rows[0].rank, rows[0].points) == (0, 0, got[0])
    assert [row.rank for row in rows] == [*range(players)]
    assert [row.points for row in rows[1:]] == sorted((got[player] for player in range(1, players)), reverse=True)
    assert next_wave(form, [wave]) == []
    assert faults_of(data_of(form, wave)) == []
    other = Format("exhibition", players, 1, games, seed, first_turn=next(one for one in FIRST_TURNS if one != begins))
    assert games == 2 or faults_of(data_of(other, wave)) != []


@given(st.lists(st.integers(0, 1), min_size=4, max_size=30), seeds)
def test_in_a_team_match_the_boards_follow_from_the_ratings_and_each_has_both_seats(
    teams: list[int], seed: int
) -> None:
    form = Format("team-match", len(teams), 1, 2, seed, teams=tuple(teams))
    wave = played(form, seed)
    sizes = [teams.count(0), teams.count(1)]
    assert len(wave) == 2 * min(sizes)
    for number, (one, other) in enumerate(boards_of_teams(teams)):
        assert (teams[one], teams[other]) == (0, 1)
        assert (teams[:one].count(0), teams[:other].count(1)) == (number, number)
        seatings = [board.pairing.seating for board in wave if one in board.pairing.seating]
        assert sorted(seatings) == sorted([(one, other), (other, one)])
    reserves = reserves_of(teams)
    assert len(reserves) == abs(sizes[0] - sizes[1])
    rows = {row.player: row for row in table(form, [wave])}
    assert all(rows[player].points == 0 for player in reserves)
    assert sum(row.points for row in rows.values()) == len(wave)
    data = data_of(form, wave)
    data["players"][0]["rating"] = 1
    assert faults_of(data) == []
    if wave:
        data["players"][0]["team"], data["players"][-1]["team"] = 1 - teams[0], 1 - teams[-1]
        assert faults_of(data) != []
