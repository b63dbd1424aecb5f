"""The rules of tournaments in words, for pages."""

from dataclasses import replace

from ludarium.club.tournaments.conducting import may_adjourn, may_conduct
from ludarium.club.tournaments.organising import has_correctable
from ludarium.club.tournaments.published import published_of
from ludarium.club.tournaments.site_bots import takes_bots
from ludarium.club.tournaments.views import StoredTournament
from ludarium.club.tournaments.waiting_list import DAYS_TO_ANSWER, has_waiting_list
from ludarium.server.tournament_words import told


def rules(tournament: StoredTournament) -> list[str]:
    """Return the rules of a tournament, as sentences."""
    if tournament.published:
        return [*published_of(tournament).about, "Each match is a recorded game. No ratings change."]
    return [*tournament.of_kind.rules(told(tournament)), *_for_all(tournament)]


def _for_all(tournament: StoredTournament) -> list[str]:
    """Return the rules of all kinds: what the organiser may do at some time, and how matches count."""
    running = replace(tournament, state="running", rests_until=None)
    disqualify = "disqualify a player, who then counts as one who has left"
    adjourn = (
        "adjourn the tournament for at most 30 days: no round begins, and clocks of matches by correspondence wait as "
        "for a vacation"
    )
    may = [disqualify] * may_conduct(running) + [adjourn] * may_adjourn(running)
    undone = (
        "If a disqualification is undone, the player plays on where the kind allows it; matches that were lost or "
        "annulled by it stay so."
    )
    substitutes = (
        "The organiser may let somebody play on for a player: from the waiting list, or who accepts it "
        f"within {DAYS_TO_ANSWER} days, and never themselves. Substitutes have the place with its points, and the "
        "matches that go on; these are unrated then, unless the player has left before."
    )
    rated = "Matches are rated as all others are." if tournament.rated else "No ratings change."
    bots = (
        "Bots of this site are entered by the organiser, and published ones by their authors too. They have no rating: "
        "they count as new players for the seed numbers, and their matches are unrated."
    )
    blocked = (
        "People of whom one has blocked the other may be paired, since a block must not change the pairings of others."
    )
    return [
        *([f"The organiser may {', and '.join(may)}. This page says why.", undone] if may else []),
        *([substitutes] if has_waiting_list(running) else []),
        f"The first result of a match counts. {rated}",
        *([tournament.of_kind.correcting] if has_correctable(tournament) else []),
        *([bots] if takes_bots(replace(tournament, state="open")) else []),
        *([] if tournament.of_kind.alone else [blocked]),
    ]
