"""A tournament or a season of a site, computed again from its data.

Of a tournament these are its seed numbers, pairings, first turns and table; of a season of a league who plays in which
division, and where each place leads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import cast

from ludarium.core.errors import ParseError
from ludarium.core.rng import derive
from ludarium.tournament.kinds import KINDS
from ludarium.tournament.kinds.kind import Data
from ludarium.tournament.pairing import Pairing
from ludarium.tournament.seasons import divide, move_of, next_divisions
from ludarium.tournament.table import RankedPlayer
from ludarium.tournament.waves import IN_ORDER, Format, Former, How, Wave, WaveGame

_MOST = 300
"""Players of a tournament of a site."""


def faults_of(data: Data) -> list[str]:
    """Return what the data of a tournament has that does not follow from the rest of it, as sentences.

    Raises `ParseError` for what are no data of a tournament, and `MissingExtra`.
    """
    try:
        form = _form(data)
        kind, is_over = KINDS[form.kind], data["state"] == "over"
        waves = [[_board(game, alone=kind.alone) for game in wave] for wave in data["waves"]]
        if not waves:
            return []
        left = {number for number, player in enumerate(data["players"]) if is_over and player["has_left"]}
        faults = [*_seed_numbers(data, form), *kind.pairing_faults(form, waves, left, is_over=is_over)]
        return faults or [*_table(data, form, waves)]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise ParseError(f"these are no data of a tournament: {type(error).__name__} {error}") from error


def seed_order(players: Sequence[tuple[int, int]], seed: int) -> list[tuple[int, int]]:
    """Return the ratings and places of entry of players in the order of their seed numbers.

    The highest rating is first; among equals a number decides that follows from the seed and the place of entry.
    """
    return sorted(players, key=lambda player: (-player[0], derive(seed, player[1])))


def _form(data: Data) -> Format:
    if data["kind"] not in KINDS or not 0 <= len(data["players"]) <= _MOST:
        raise ValueError("an unknown kind, or too many players")
    return Format(
        data["kind"],
        len(data["players"]),
        data["rounds"],
        data["games"],
        data["seed"],
        tuple(data["ties"]),
        int(data.get("seats", 2)),
        int(data.get("fewest", 2)),
        tuple(player.get("team") for player in data["players"]) if KINDS[data["kind"]].has_teams else (),
        str(data.get("first_turn", "")),
        in_rounds=bool(data.get("in_rounds")),
        streaks=bool(data.get("streaks")),
        pairing=int(data.get("pairing", 1)),
    )


def _board(game: Data, *, alone: bool) -> WaveGame:
    pairing = Pairing(game["round"], game["encounter"], tuple(game["players"]), game.get("section", ""), alone)
    return WaveGame(
        pairing,
        tuple(map(float, game["points"])),
        cast("How", game["how"]),
        game.get("turns") or 0,
        game.get("known") or 0,
        tuple(Former(one["until"], one["how"], tuple(map(float, one["points"]))) for one in game.get("before") or ()),
    )


def _seed_numbers(data: Data, form: Format) -> Iterator[str]:
    ordered = KINDS[form.kind].numbered(data)
    players = [(player["rating"], player["place"]) for player in ordered]
    if form.first_turn == IN_ORDER:  # numbered as they were entered
        if players != sorted(players, key=lambda player: player[1]):
            yield "The seed numbers are not the order of entry."
    elif players != seed_order(players, form.seed):
        yield "The seed numbers do not follow from the ratings and the seed."


def _table(data: Data, form: Format, waves: Sequence[Wave]) -> Iterator[str]:
    computed = [tuple(row) for row in KINDS[form.kind].table(form, waves)]
    if [tuple(row[name] for name in RankedPlayer._fields) for row in data["table"]] != computed:
        yield "The table is not what follows from the results."


def season_faults(league: Data, divisions: Sequence[Data], last: Sequence[Data] = ()) -> list[str]:
    """Return what does not follow in a season of a league, as sentences.

    `league` is the data of the season, `divisions` are those of its tournaments, from the highest on, and `last` those
    of the season before; none for the first one.

    Raises `ParseError` for what are no data of a league.
    """
    try:
        return [
            *(f"{one['name']}: {fault}" for one in divisions for fault in faults_of(one)),
            *_players(divisions, last),
            *_moves(league, divisions),
        ]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise ParseError(f"these are no data of a league: {type(error).__name__} {error}") from error


def _players(divisions: Sequence[Data], last: Sequence[Data]) -> Iterator[str]:
    """Yield a sentence if the divisions are not what follows from the last tables and the ratings of new players."""
    played = [_by_place(one) for one in divisions]
    there = [person for division in played for person in division]
    former = [_by_table(one) for one in last]
    known = {person for division in former for person in division}
    new = [person for person in there if person not in known]
    expected = next_divisions(former, {*there}, new) if last else divide(there)
    if played != expected:
        yield "The divisions are not what follows from the tables of the season before."
    ratings = {player["person"]: player["rating"] for one in divisions for player in one["players"]}
    if any(ratings[better] < ratings[worse] for better, worse in pairwise(new)):
        yield "The new players are not in the order of their ratings."


def _moves(league: Data, divisions: Sequence[Data]) -> Iterator[str]:
    """Yield a sentence if the page of the league has another table, or leads a place elsewhere."""
    for number, (published, one) in enumerate(zip(league["divisions"], divisions, strict=True)):
        order = [(row["rank"], row["player"], row["points"]) for row in one["table"]]
        if [(row["rank"], row["player"], row["points"]) for row in published["table"]] != order:
            yield f"{one['name']}: The league has another table than its division."
        size, count = len(order), len(divisions)
        if any(row["move"] != move_of(row["rank"], size, number, count) for row in published["table"]):
            yield f"{one['name']}: A place leads elsewhere than the rules say."


def _by_place(division: Data) -> list[str]:
    """Return the players of a division in the order in which they came to it."""
    return [player["person"] for player in sorted(division["players"], key=lambda player: int(player["place"]))]


def _by_table(division: Data) -> list[str]:
    return [division["players"][row["player"]]["person"] for row in division["table"]]
