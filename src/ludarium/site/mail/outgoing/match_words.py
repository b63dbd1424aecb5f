"""Sentences of mails about a match: its beginning, an earlier position, dice, ratings, and the signs of the board."""

from collections.abc import Container
from functools import cache

from ludarium.core.definition import GameDefinition
from ludarium.core.kernel import CHANCE
from ludarium.core.rolls import NumberedTurn
from ludarium.core.rules_page import readme, sections
from ludarium.core.text import counted
from ludarium.site.begin.new_match import describe_game
from ludarium.site.mail.outgoing.markdown_text import markdown_to_text
from ludarium.site.match.played import TurnStates
from ludarium.site.match.views import MatchView
from ludarium.site.words import describe_clock

_LEGEND = "The board in text"
"""The section of a game's page that says what the signs of its board in text mean."""


def tell_beginning(view: MatchView, seats: Container[int], numbered: tuple[NumberedTurn, ...] = ()) -> str:
    """Return who has begun a match, and what is played, for a reader who has played no turn of it yet; or nothing."""
    match = view.match
    mine = [seat for seat in range(match.game.seats) if seat in seats]
    host = next((number for number, seat in enumerate(view.seats) if seat.person and seat.person == view.host), None)
    if host is None or not mine or host in mine or any(turn.seat in mine and turn.text for turn in numbered):
        return ""
    clock = describe_clock(match.clock) if match.clock else "no clock"
    done = "wants to play this game with you" if view.open_seats else "has begun this game with you"
    rated = "rated" if view.rated else "unrated"
    return f"{match.players[host]} {done}: {describe_game(match.game.spec)}; {clock}; {rated}."


def tell_past(view: MatchView, played: TurnStates, numbered: tuple[NumberedTurn, ...], count: int) -> list[str]:
    """Return whose turn it was after a number of lines of the record, and which turn the game has reached."""
    match, state = view.match, played.states[count]
    last = max((turn.number for turn in numbered), default=0)
    after = f"after move {last}" if last else "at its beginning"
    names = [match.display_name(seat) for seat in state.actors if seat != CHANCE]
    turn = f" It was the turn of {' and '.join(names)}." if names else ""
    return [f"This is game {view.number} {after}.{turn} The game has {counted(match.count.number, 'move')} by now."]


def tell_dice(view: MatchView) -> list[str]:
    """Return what the dice of a match follow from: in its first mails their commitment, at its end the secret."""
    match = view.match
    commitment = match.commitment
    if commitment is None or (len(match.turns) > match.game.seats and not match.over):
        return []
    sentences = [f"The dice of this match follow from a secret with the SHA-256 commitment {commitment.digest}."]
    if match.over and commitment.secret:
        sentences.append(
            f"The secret was {commitment.secret.hex()}; ludarium verify checks the record of the match by it."
        )
    return sentences


@cache
def legend(definition: GameDefinition) -> str:
    """Return what the signs of a game's board in text mean; empty for a game that does not say so."""
    found = (section.text for section in sections(readme(definition)) if section.title == _LEGEND)
    return markdown_to_text(next(found, "").partition("```")[0])
