"""Byes on request: a player of a Swiss tournament does not play in one round, and gets half of its points."""

from ludarium.store.tournaments.rows import StoredTournament, TournamentEntry


def bye_refusal(tournament: StoredTournament, entry: TournamentEntry | None, number: int) -> str:
    """Return why a player may not have a bye in the next round, which has a number from 0; empty if they may.

    Nobody has one in the last round, in which half a point without a game could decide who is first.
    """
    if not tournament.of_kind.draws_opponents or tournament.state not in ("open", "running"):
        return "byes on request are for a Swiss tournament that is not over"
    if entry is None or entry.is_absent:
        return "you are not in this tournament now"
    if entry.bye_round is not None:
        return "you have asked for a bye already: there is one for each player"
    if number >= tournament.rounds - 1:
        return "in the last round nobody has a bye on request"
    return ""


def bye_waits(tournament: StoredTournament, entry: TournamentEntry | None, number: int) -> bool:
    """Return whether a player has asked for a bye in the next round."""
    going_on = tournament.state in ("open", "running") and entry is not None and not entry.is_absent
    return going_on and entry is not None and entry.bye_round == number
