"""The rules of tournaments in words, for pages."""

from dataclasses import replace

from ludarium.club.tournaments.conducting import may_adjourn, may_conduct
from ludarium.club.tournaments.organising import has_correctable
from ludarium.club.tournaments.pace import is_live
from ludarium.club.tournaments.published import published_of
from ludarium.club.tournaments.site_bots import takes_bots
from ludarium.club.tournaments.views import StoredTournament
from ludarium.club.tournaments.waiting_list import DAYS_TO_ANSWER, has_waiting_list
from ludarium.core.text import utc_time
from ludarium.tournament.waves import ARENA, BRACKETS, DUPLICATE

ROUND_ROBIN_LEAVING = (
    "When somebody leaves who has finished more than half of their matches, the others are lost; otherwise all of "
    "their matches are annulled for the table."
)
NOBODY_CAME = (
    "If none of its players comes to a match, or, where all turns are simultaneous, comes back to one that has "
    "stopped, they all get nothing for it and count as away; it changes no rating. Who waits for the first turn of a "
    "match of two is there if they open its page before it ends."
)
ARENA_RULES = [
    "A victory counts 2 points, a draw 1. Equal points are ordered by matches won, then by seed number.",
    "You meet somebody near in points, and nobody twice running while somebody else waits.",
    "Who had the first turn less often has it. Of an odd number, who has played most matches waits a moment.",
    "When the time is over, no match begins any more. Matches that go on then count; the last of them ends the arena.",
    "The clocks run from the beginning of a match; whose first turn has not come after 15 minutes loses.",
    "Who loses on time without a turn is paused until they press that they play on.",
    "Who pauses before their first turn in a match loses it at once, so that nobody waits for them; it is not rated.",
    NOBODY_CAME,
    "Who comes later begins without points, and with the next seed number.",
    "Bots of this site play in no arena; programs with an account do where computers may take part.",
]
LIVE_RULES = [
    "Nobody plays two matches at once. A round begins a minute after the last match of the one before has ended.",
    "The clocks run from the beginning of a match. Whose first turn has not come after 15 minutes loses.",
    "Who loses on time without a turn has left.",
    NOBODY_CAME,
]


def rules(tournament: StoredTournament) -> list[str]:
    """Return the rules of a tournament, as sentences."""
    if tournament.published:
        return [*published_of(tournament).about, "Each match is a recorded game. No ratings change."]
    found = ["Seed numbers follow from the ratings at the start; lots from the published seed decide among equals."]
    if tournament.seats > 2:
        live = LIVE_RULES if is_live(tournament.tempo) else []
        return [*found, *_rules_of_tables(tournament), *live, *_for_all(tournament)]
    if tournament.kind == DUPLICATE:
        return [*found, *_rules_of_duplicates(tournament), *_for_all(tournament)]
    if tournament.kind == ARENA:
        streaks = "From the third victory in a row on, points are doubled, until a match is not won."
        no_streaks = "Victories in a row count no more than others."
        return [*found, *ARENA_RULES, streaks if tournament.streaks else no_streaks, *_for_all(tournament)]
    if tournament.kind == "swiss":
        found += [
            "Nobody meets the same opponent twice while that can be avoided.",
            "With an odd number of players, the last of those who had the fewest byes has one, which counts as a win.",
            "The one before has it, if two players would meet again otherwise.",
            "A player who leaves loses the match that goes on, and is not paired any more.",
            "A player may ask for a bye before a round, once and not for the last round: half of its points.",
            "A player who has left may come back for later rounds; the rounds that were missed count nothing.",
        ]
    elif tournament.kind in BRACKETS:
        if tournament.kind == "double-knock-out":
            found.append("In the final the player without a defeat needs one victory, and the other two.")
        found += [
            "A drawn encounter is played again, with one match from each seat.",
            "If it is drawn once more, the better seed goes on.",
            "A player who leaves loses the match that goes on.",
        ]
    elif tournament.kind in ("exhibition", "team-match"):
        found = _rules_of_sides(tournament)
    else:
        found.append(ROUND_ROBIN_LEAVING)
    if is_live(tournament.tempo):
        found += LIVE_RULES
    if tournament.kind == "exhibition" and tournament.games == 1:
        begins = {"exhibitor": f"{tournament.exhibitor_name} has it in all matches"}
        return [
            *found,
            f"The first turn: {begins.get(tournament.first_turn, 'each side has it in every other match')}.",
            *_for_all(tournament),
        ]
    seats = "one from each seat" if tournament.games > 1 else "so that everybody has the first turn about equally often"
    return [*found, f"The first turn: {seats}.", *_for_all(tournament)]


def _rules_of_duplicates(tournament: StoredTournament) -> list[str]:
    bot = [
        (
            "The bot has the same seeds in all matches of a game. You have the same seat as all the others, and the "
            "other seat in the next game; where the dice decide who begins, it is the same player in all matches."
        ),
        "If the bot fails to play on, the match counts as half a win.",
    ]
    return [
        "In a game all have the same dice: the first throw is the same in every match, so is the second, and so on.",
        "A point for each player who did worse in a game, half a point for each who did as well.",
        (
            "Who gets more from the game has done better; of those who win, who needs fewer turns. A turn whose roll "
            "could not be used counts, too."
        ),
        "A match that is not played to the end, as somebody has left or the time is over, is the worst of all.",
        *_end_of_duplicate(tournament),
        *(bot if tournament.opponent else []),
        (
            "Nobody sees the match of another player before all have ended that game. Then all its matches are public, "
            "and so is the secret of the dice, by which everybody can check them."
        ),
        "Nobody adds a nonce to the dice, takes turns back, gets hints, or plays on for another; no computers enter.",
        (
            "The site cannot see whether a player hears the dice from another one, or plays with a second account: "
            "such a player knows them before. So it is unrated."
        ),
    ]


def _end_of_duplicate(tournament: StoredTournament) -> list[str]:
    if tournament.ends_at is None:  # it was made before duplicates had an end
        return []
    return [
        f"It ends on {utc_time(tournament.ends_at)}; an adjournment moves this date.",
        "A vacation stops the clock of a match, and not the time of the duplicate.",
    ]


def _rules_of_sides(tournament: StoredTournament) -> list[str]:
    leaving = "A player who leaves loses the matches that go on."
    lots = "lots from the published seed decide among equals."
    if tournament.kind == "exhibition":
        return [
            f"It begins if {tournament.exhibitor_name} has accepted. The others are numbered by their ratings; {lots}",
            leaving,
        ]
    return [
        "Who enters chooses a team, until it begins; the organiser may change it. The first of a team is its captain.",
        (
            f"Boards follow from the ratings at the start; {lots} Who has no opponent at a board is a reserve, and "
            "plays if somebody leaves before the start."
        ),
        "The points of a team are those of its players.",
        leaving,
    ]


def _rules_of_tables(tournament: StoredTournament) -> list[str]:
    small = "A table that cannot be filled plays with fewer" if tournament.fewest < tournament.seats else ""
    none = "Who finds no place in a round has a bye, which counts half of the points of a first place"
    swiss = [
        "Nobody meets the same opponent twice where this can be found, then those with equal points meet.",
        "A player who leaves is not paired any more, and may come back for later rounds.",
        "A player may ask for a bye before a round, once and not for the last round: half the points of a first place.",
    ]
    return [
        f"{small or none}.",
        (
            "Players with the same result share the points of their places. At a smaller table the first place counts "
            "as much, and the last nothing."
        ),
        *(swiss if tournament.kind == "swiss" else []),
        "When somebody leaves, the match goes on without them if the game allows it, or ends as after a resignation.",
        "The seats of a table: each player has one of those that they had less often.",
    ]


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
    stays = "; rounds that were paired before stay as they are" if tournament.kind == "swiss" else ""
    correct = f"The organiser may correct a result, and the page then says so{stays}."
    if tournament.kind in BRACKETS:
        correct = "The organiser may correct a result from which no later round was paired; the page then says so."
    return [
        *([f"The organiser may {', and '.join(may)}. This page says why.", undone] if may else []),
        *([substitutes] if has_waiting_list(running) else []),
        f"The first result of a match counts. {rated}",
        *([correct] if has_correctable(tournament) else []),
        *([bots] if takes_bots(replace(tournament, state="open")) else []),
        *([blocked] if tournament.kind != DUPLICATE else []),
    ]
