"""Duplicate tournaments: what each got is compared with what all others got in the same game."""

from collections import Counter
from dataclasses import asdict
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ludarium.tournament.verification import faults_of
from ludarium.tournament.waves import Format, How, WaveGame
from tests.tournament.by_kind import next_wave, table

hows = st.sampled_from(tuple[How, ...](("played", "forfeit")))
outcomes = st.tuples(st.sampled_from([0.0, 0.5, 1.0]), st.integers(1, 4), hows)


@given(st.integers(2, 6), st.integers(1, 3), st.data())
def test_a_point_for_each_who_did_worse_and_half_for_each_who_did_as_well(
    players: int, games: int, data: st.DataObject
) -> None:
    form = Format("duplicate", players, 1, games)
    wave = []
    for pairing in next_wave(form, []):
        payoff, turns, how = data.draw(outcomes)
        payoff = payoff if how == "played" else 0.0
        wave.append(WaveGame(pairing, (payoff,), how, turns))
    points, won = Counter[int](), Counter[int]()
    for one in wave:
        (player,) = one.pairing.seating
        won[player] += one.how == "played" and one.points == (1.0,)
        for other in (each for each in wave if each.pairing.encounter == one.pairing.encounter and each is not one):
            points[player] += 2 * is_better(one, other) + (not is_better(one, other) and not is_better(other, one))
    rows = table(form, [wave])
    assert {row.player: 2 * row.points for row in rows} == {player: points[player] for player in range(players)}
    assert [row.rank for row in rows] == [*range(1, players + 1)]
    keys = [(-row.points, -row.won) for row in rows]
    assert keys == sorted(keys)
    assert {row.player: row.won for row in rows} == {player: won[player] for player in range(players)}
    assert faults_of(data_of(form, wave)) == []


def is_better(one: WaveGame, other: WaveGame) -> bool:
    if one.how != other.how:
        return one.how == "played"
    if one.points != other.points:
        return one.points > other.points
    return one.points[0] > 0 and one.turns < other.turns and one.how == "played"


def data_of(form: Format, wave: list[WaveGame]) -> dict[str, Any]:  # Any: JSON
    return {
        **asdict(form), "state": "over", "ties": form.ties,
        "players": [{"rating": -player, "place": player, "has_left": False} for player in range(form.players)],
        "waves": [[
            {"round": b.pairing.round, "encounter": b.pairing.encounter, "players": [*b.pairing.seating],
             "points": [*b.points], "how": b.how, "turns": b.turns}
            for b in wave
        ]],
        "table": [row._asdict() for row in table(form, [wave])],
    }  # fmt: skip


def test_a_game_counts_for_nobody_until_all_have_ended_it() -> None:
    form = Format("duplicate", 3, 1, 2)
    wave = [WaveGame(pairing, (1.0,), "played", 5) for pairing in next_wave(form, [])]
    assert [row.points for row in table(form, [wave])] == [2.0, 2.0, 2.0]
    wave[1] = WaveGame(wave[1].pairing)
    assert [(row.points, row.won) for row in table(form, [wave])] == [(1.0, 1)] * 3
