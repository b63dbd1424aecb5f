"""Tournaments over days: pairings and tables, compared with slow programs of the tests' own."""

import random
from collections import Counter
from copy import deepcopy
from itertools import combinations
from typing import Any

import pytest

from ludarium.core.errors import ParseError
from ludarium.tournament.pairing import Pairing
from ludarium.tournament.table import points_of
from ludarium.tournament.tie_breaks import TiePart, parts_of_rounds
from ludarium.tournament.verification import faults_of, seed_order
from ludarium.tournament.waves import Format, Wave, WaveGame, WaveNotOver, standings_of
from tests.cases import each
from tests.tournament.by_kind import next_wave, table

CUPS = 100


def decided(pairing: Pairing, chance: random.Random, absent: frozenset[int] = frozenset()) -> WaveGame:
    """Return a game with a result by chance; those who have left lose."""
    if pairing.bye:
        return WaveGame(pairing, (1.0,), "bye")
    if absent & set(pairing.seating):
        return WaveGame(pairing, tuple(float(player not in absent) for player in pairing.seating), "forfeit")
    first = chance.choice((0.0, 0.5, 1.0))
    return WaveGame(pairing, (first, 1.0 - first), "played")


def could_avoid(players: list[int], met: set[frozenset[int]]) -> bool:
    """Return whether all these players can be paired with somebody new."""
    import networkx as nx  # type: ignore[import-untyped]  # it has no types; here, since it takes long to import

    graph = nx.Graph()
    graph.add_nodes_from(players)
    graph.add_edges_from(pair for pair in combinations(players, 2) if frozenset(pair) not in met)
    return len(nx.max_weight_matching(graph, maxcardinality=True)) == len(players) // 2


@each("seed", range(CUPS))
def test_a_swiss_tournament_with_drop_outs_pairs_everybody_who_is_there_once(seed: int) -> None:
    chance = random.Random(seed)
    form = Format("swiss", chance.randint(4, 14), chance.randint(3, 5), seed=seed, ties=("buchholz", "berger"))
    waves: list[Wave] = []
    absent, met, byes = frozenset[int](), set[frozenset[int]](), set[int]()
    while paired := next_wave(form, waves, absent):
        assert sorted(player for pairing in paired for player in pairing.seating) == sorted(
            set(range(form.players)) - absent
        )
        idle = [pairing.seating[0] for pairing in paired if pairing.bye]
        assert len(idle) == (form.players - len(absent)) % 2
        assert not byes & set(idle) or byes >= set(range(form.players)) - absent
        pairs = [frozenset(pairing.seating) for pairing in paired if not pairing.bye]
        again = [pair for pair in pairs if pair in met]
        assert not again or not could_avoid([player for pair in pairs for player in pair], met)
        leaving = frozenset(player for player in range(form.players) if chance.random() < 0.08)
        wave = [decided(pairing, chance, leaving - absent) for pairing in paired]
        assert next_wave(form, waves, absent) == paired
        met |= {frozenset(board.pairing.seating) for board in wave if board.was_played}
        byes |= {
            player
            for board in wave
            if not board.was_played
            for player, got in zip(board.pairing.seating, board.points, strict=True)
            if got
        }
        waves.append(wave)
        absent |= leaving
    assert len(waves) == form.rounds or form.players - len(absent) < 2
    check_table(form, waves)


def check_table(form: Format, waves: list[Wave]) -> None:
    """Compare the table with one that is computed player by player, as the rules are told."""
    rows = table(form, waves)
    assert sorted(row.player for row in rows) == list(range(form.players))
    points = {player: sum(got(wave, player) or 0.0 for wave in waves) for player in range(form.players)}
    adjusted = {player: points[player] + 0.5 * idle_at_the_end(waves, player) for player in points}
    for row in rows:
        assert row.points == points[row.player]
        buchholz = berger = 0.0
        for wave in waves:
            other, mine = opponent(wave, row.player), got(wave, row.player) or 0.0
            worth = points[row.player] if other is None else adjusted[other]
            buchholz, berger = buchholz + worth, berger + worth * mine
        assert row.buchholz == pytest.approx(buchholz)
        assert row.berger == pytest.approx(berger)
    keys = [(-row.points, -row.buchholz, -row.berger, row.player) for row in rows]
    assert keys == sorted(keys)


def own(wave: Wave, player: int) -> WaveGame | None:
    return next((board for board in wave if player in board.pairing.seating), None)


def got(wave: Wave, player: int) -> float | None:
    board = own(wave, player)
    return board.points[board.pairing.seating.index(player)] if board else None


def opponent(wave: Wave, player: int) -> int | None:
    board = own(wave, player)
    if board is None or board.how != "played":
        return None
    return next(other for other in board.pairing.seating if other != player)


def idle_at_the_end(waves: list[Wave], player: int) -> int:
    """Return how many rounds a player missed or forfeited after the last one."""
    count = 0
    for wave in reversed(waves):
        board = own(wave, player)
        if board and not (board.how == "forfeit" and not got(wave, player)):
            return count
        count += 1
    return count


def test_who_comes_back_gets_nothing_for_the_rounds_that_were_missed() -> None:
    form, chance = Format("swiss", 6, 5, seed=3), random.Random(3)
    waves: list[Wave] = []
    for absent in ((), (5,), (5,), (), ()):
        waves.append([decided(pairing, chance) for pairing in next_wave(form, waves, absent)])
    (row,) = (row for row in table(form, waves) if row.player == 5)
    assert row.points == sum(got(wave, 5) or 0.0 for wave in waves)


def played(number: int, first: int, second: int, points: float) -> WaveGame:
    return WaveGame(Pairing(number, 0, (first, second)), (points, 1.0 - points), "played")


def test_rounds_that_were_not_played_count_as_fide_has_it() -> None:
    """Three players who each had a bye: on request before the last round, by the pairing, and in the last round."""
    form = Format("swiss", 3, 3, ties=("cut", "buchholz", "berger"))
    waves = [
        [played(0, 0, 1, 1.0), WaveGame(Pairing(0, 1, (2,)), (1.0,), "bye")],
        [played(1, 0, 2, 0.5), WaveGame(Pairing(1, 1, (1,)), (0.5,), "half-bye")],
        [played(2, 1, 2, 1.0)],
    ]
    rows = {row.player: row for row in table(form, waves)}
    assert [rows[player].points for player in range(3)] == [1.5, 1.5, 1.5]
    # 0 was absent in the last round, which counts as a draw for the others: 2 points; the bye of 1 as it was given
    assert [rows[player].buchholz for player in range(3)] == [1.5 + 1.5 + 1.5, 2.0 + 1.5 + 1.5, 1.5 + 2.0 + 1.5]
    assert [rows[player].cut for player in range(3)] == [3.0, 3.5, 3.5]
    assert [rows[player].berger for player in range(3)] == [1.5 + 0.75, 0.75 + 1.5, 1.5 + 1.0]
    assert [row.player for row in table(form, waves)] == [2, 1, 0]


def test_a_bye_on_request_at_the_end_is_no_draw_twice_and_bars_nobody_from_a_bye() -> None:
    form = Format("swiss", 5, 3, seed=1)
    first = [decided(pairing, random.Random(1)) for pairing in next_wave(form, [], (), [4])]
    assert [board.pairing.seating for board in first if board.pairing.bye] == [(4,)]
    rested = [board._replace(points=(0.5,), how="half-bye") if board.pairing.bye else board for board in first]
    second = next_wave(form, [rested])
    assert len([pairing for pairing in second if pairing.bye]) == 1
    assert sum(standings_of(form, [rested]).byes) == 0
    (met,) = (part for part in parts_of_rounds(form, [rested], points_of(form, [rested]))[4])
    assert met == TiePart(0, None, 0.5, 0.5, voluntary=True)


def test_direct_encounter_counts_where_all_who_are_tied_have_met() -> None:
    won = {(0, 1): 0.0, (0, 2): 1.0, (0, 3): 0.5, (1, 2): 0.5, (1, 3): 0.0, (2, 3): 1.0}
    wave = [played(0, first, second, points) for (first, second), points in won.items()]
    form = Format("round-robin", 4, 1, ties=("direct", "berger"))
    rows = table(form, [wave])  # all have one point and a half: 0 lost to 1, beat 2, drew with 3
    assert [row.points for row in rows] == [1.5] * 4
    assert [row.direct for row in rows] == [1.5] * 4
    assert [row.player for row in rows] == [
        row.player for row in sorted(rows, key=lambda row: (-row.berger, row.player))
    ]
    some = [played(0, *pair, 0.5) for pair in won if pair not in ((0, 1), (2, 3))]
    assert [(row.points, row.direct) for row in table(form, [some])] == [(1.0, None)] * 4


def test_direct_encounter_is_asked_again_among_those_who_are_still_tied() -> None:
    """Four have three points; of these games 0 and 1 won two, 2 and 3 one; 1 won against 0, and 3 against 2."""
    won = {(0, 1): 0.0, (0, 2): 1.0, (0, 3): 1.0, (1, 2): 0.0, (1, 3): 1.0, (2, 3): 0.0, (0, 4): 0.0, (1, 4): 0.0,
           (2, 4): 1.0, (3, 4): 1.0, (0, 5): 1.0, (1, 5): 1.0, (2, 5): 1.0, (3, 5): 1.0, (4, 5): 0.0}  # fmt: skip
    wave = [played(0, first, second, points) for (first, second), points in won.items()]
    rows = table(Format("round-robin", 6, 1, ties=("direct",)), [wave])
    assert [(row.player, row.points, row.direct) for row in rows] == [
        (1, 3.0, 2.0), (0, 3.0, 2.0), (3, 3.0, 1.0), (2, 3.0, 1.0), (4, 2.0, None), (5, 1.0, None),
    ]  # fmt: skip


@pytest.mark.parametrize("players", range(3, 13))
@pytest.mark.parametrize("games", [1, 2])
def test_a_round_robin_pairs_everybody_with_everybody_and_shares_the_first_turns(players: int, games: int) -> None:
    paired = next_wave(Format("round-robin", players, 1, games), [])
    assert len(paired) == games * players * (players - 1) // 2
    assert {frozenset(pairing.seating) for pairing in paired} == set(map(frozenset, combinations(range(players), 2)))
    firsts = [sum(pairing.seating[0] == player for pairing in paired) for player in range(players)]
    assert max(firsts) - min(firsts) <= 1
    assert len({pairing.seating for pairing in paired}) == len(paired)


@pytest.mark.parametrize("seed", range(20))
def test_who_loses_two_encounters_of_a_double_elimination_is_out(seed: int) -> None:
    chance = random.Random(seed)
    form = Format("double-knock-out", chance.randint(4, 17), 1, seed=seed)
    waves: list[Wave] = []
    defeats = [0] * form.players
    while paired := next_wave(form, waves):
        there = [player for pairing in paired for player in pairing.seating]
        assert len(there) == len({*there})
        assert all(defeats[player] < 2 for player in there)
        wave = []
        for pairing in paired:
            of_section = {"winners": [[0], [0, 0]], "losers": [[1], [1, 1]], "final": [[0, 1], [1, 1]]}
            assert sorted(defeats[player] for player in pairing.seating) in of_section[pairing.section]
            if not pairing.bye:
                loser = chance.choice(pairing.seating)
                defeats[loser] += 1
                points = tuple(float(player != loser) for player in pairing.seating)
            wave.append(WaveGame(pairing, (1.0,), "bye") if pairing.bye else WaveGame(pairing, points, "played"))
        waves.append(wave)
        order = [row.player for row in table(form, [*waves[:-1], [WaveGame(game.pairing) for game in wave]])]
        before = [defeats[player] for player in order]
        for game in wave:
            if not game.pairing.bye:
                loser = next(player for player in game.pairing.seating if not game.got(player))
                before[order.index(loser)] -= 1
        assert before == sorted(before)
    assert sorted(defeats)[:2] in ([0, 2], [1, 2])
    assert sorted(defeats)[1:] == [2] * (form.players - 1)
    rows = table(form, waves)
    assert defeats[rows[0].player] < 2
    assert faults_of(data_of(form, waves)) == []


@pytest.mark.parametrize("seed", range(20))
def test_a_knock_out_plays_drawn_encounters_again_and_then_the_better_seed_goes_on(seed: int) -> None:
    chance = random.Random(seed)
    form = Format("knock-out", chance.randint(3, 16), 1, seed=seed)
    waves: list[Wave] = []
    out = set[int]()
    while paired := next_wave(form, waves):
        assert not out & {player for pairing in paired for player in pairing.seating}
        wave = [decided(pairing, chance) for pairing in paired]
        tied = {
            frozenset(board.pairing.seating)
            for board in wave
            if board.was_played and sum_of(wave, board)[0] == sum_of(wave, board)[1]
        }
        for board in wave:
            pair = frozenset(board.pairing.seating)
            is_replay = sum(frozenset(other.pairing.seating) == pair for other in wave) > 1
            if board.was_played and (pair not in tied or is_replay):
                first, second = sum_of(wave, board)
                low, high = sorted(pair)
                loser = high if first == second else board.pairing.seating[first > second]
                out.add(loser)
                assert {low, high} >= {loser}
        waves.append(wave)
    rows = table(form, waves)
    assert rows[0].player not in out
    assert len(out) == form.players - 1


def sum_of(wave: Wave, board: WaveGame) -> tuple[float, float]:
    """Return what the two players of a game got in all games that they have in a wave."""
    first, second = board.pairing.seating
    games = [each for each in wave if set(each.pairing.seating) == {first, second}]
    return tuple(sum(each.points[each.pairing.seating.index(player)] for each in games) for player in (first, second))  # type: ignore[return-value]  # there are two


def test_nothing_is_paired_before_a_wave_is_over() -> None:
    form = Format("swiss", 4, 3)
    with pytest.raises(WaveNotOver):
        next_wave(form, [[WaveGame(pairing) for pairing in next_wave(form, [])]])


def data_of(form: Format, waves: list[Wave], state: str = "over") -> dict[str, Any]:
    """Return the data that a site gives of a tournament whose players entered in the order of their seed numbers."""
    order = seed_order([(1500, place) for place in range(form.players)], form.seed)
    games = [
        [
            {
                **board.pairing._asdict(),
                "players": list(board.pairing.seating),
                "points": board.points,
                "how": board.how,
            }
            for board in wave
        ]
        for wave in waves
    ]
    players = [{"name": f"P{place}", "place": place, "rating": rating, "has_left": False} for rating, place in order]
    about: dict[str, Any] = {
        "name": "A cup",
        "kind": form.kind,
        "rounds": form.rounds,
        "games": form.games,
        "pairing": form.pairing,
        "seed": form.seed,
    }
    about["ties"] = [*form.ties]
    rows = [row._asdict() for row in table(form, waves)]
    return {**about, "state": state, "players": players, "waves": games, "table": rows}


def _game(board: WaveGame) -> dict[str, Any]:
    pairing = board.pairing
    where = {"round": pairing.round, "encounter": pairing.encounter, "players": list(pairing.seating)}
    return {**where, "points": board.points, "how": board.how}


def finished(form: Format, seed: int) -> list[Wave]:
    chance, waves = random.Random(seed), list[Wave]()
    while paired := next_wave(form, waves):
        waves.append([decided(pairing, chance) for pairing in paired])
    return waves


@pytest.mark.parametrize("kind", ["round-robin", "swiss", "knock-out", "double-knock-out"])
def test_what_was_changed_in_a_tournament_is_found(kind: str) -> None:
    form = Format(kind, 7, 3, seed=5)
    data = data_of(form, finished(form, 5))
    assert faults_of(data) == []
    swapped = deepcopy(data)
    swapped["players"][0], swapped["players"][1] = swapped["players"][1], swapped["players"][0]
    assert any("seed numbers" in fault for fault in faults_of(swapped))
    turned = deepcopy(data)
    next(game for game in turned["waves"][0] if len(game["players"]) == 2)["players"].reverse()
    assert any("Wave 1" in fault for fault in faults_of(turned))
    tabled = deepcopy(data)
    tabled["table"].reverse()
    assert faults_of(tabled) == ["The table is not what follows from the results."]
    if kind != "round-robin":
        short = {**data, "waves": data["waves"][:-1]}
        assert "The tournament is over before its last round." in faults_of(short)
    with pytest.raises(ParseError):
        faults_of({"waves": 3})


def test_the_points_of_verdicts_are_added_as_decimals() -> None:
    """In floating point the sums of these are 0.30000000000000004 and 2.6999999999999997."""
    games = [
        WaveGame(Pairing(0, number, (0, 1)), (got, 1 - got), "adjudicated") for number, got in enumerate((0.1, 0.2))
    ]
    games.append(WaveGame(Pairing(0, 2, (1, 0)), (1.0, 0.0), "played"))
    assert points_of(Format("round-robin", 2, 1), [games]) == [0.3, 2.7]
    assert [row.points for row in table(Format("round-robin", 2, 1), [games])] == [2.7, 0.3]


@pytest.mark.parametrize("seed", range(5))
def test_a_swiss_tournament_of_the_first_version_is_verified_as_it_was_paired(seed: int) -> None:
    form = Format("swiss", 7, 4, seed=seed, pairing=1)
    data = data_of(form, finished(form, seed))
    del data["pairing"]  # which earlier versions did not write
    assert faults_of(data) == []
    assert faults_of({**data, "pairing": 2}) != []


@pytest.mark.parametrize("seed", range(20))
def test_a_swiss_tournament_of_a_site_has_even_first_turns(seed: int) -> None:
    form = Format("swiss", 4 + seed % 11, 1 + seed % 6, seed=seed)
    firsts, games = Counter[int](), Counter[int]()
    for board in (board for wave in finished(form, seed) for board in wave if board.was_played):
        firsts[board.pairing.seating[0]] += 1
        games.update(board.pairing.seating)
    for count in {*games.values()}:
        had = [firsts[player] for player in games if games[player] == count]
        assert max(had) - min(had) <= 1


def test_who_has_not_played_yet_stands_by_seed_number_among_equals() -> None:
    form = Format("round-robin", 3, 1, in_rounds=True)
    (pairing,) = next_wave(form, [])
    assert [row.player for row in table(form, [[WaveGame(pairing)]])] == [0, 1, 2]
    won = WaveGame(pairing, (1.0, 0.0), "played")
    winner, _ = pairing.seating
    assert [row.player for row in table(form, [[won]])] == [winner, *sorted({0, 1, 2} - {winner})]
    annulled = [WaveGame(Pairing(0, 0, (0, 1)), (1.0, 0.0), "annulled"), WaveGame(Pairing(0, 1, (1, 2)))]
    assert [row.player for row in table(form, [annulled])] == [1, 2, 0]
