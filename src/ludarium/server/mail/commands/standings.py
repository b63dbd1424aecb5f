"""The commands standings and ratings."""

from ludarium.club.ratings.standings import Standing
from ludarium.core.errors import ParseError
from ludarium.server.mail.answers import MailAnswer
from ludarium.server.mail.command_line import ALL
from ludarium.server.mail.request import Request, Result
from ludarium.tournament.ratings import PostalRating

_CHANGES = 50
_OUTCOMES = {1: "won against", 0: "drew with", -1: "lost to"}
_EXPLAINED = (
    "Ratings marked with ? are provisional: they follow from fewer than 20 games. "
    "Games between two people with accounts count, those that are unrated on the site, too."
)


def standings(request: Request) -> Result:
    """Answer with the table of players: games won and lost, the best rating first."""
    request.end()
    found = _standings(request)
    lines = [f"{'':>4}  {'rating':>6}   {'games':>5}  {'won':>4}  {'drawn':>5}  {'lost':>4}  name"]
    for place, one in enumerate(found, 1):
        total = one.won + one.drawn + one.lost
        row = f"{place:>4}  {format_rating(one.rating)}  {total:>5}  {one.won:>4}  {one.drawn:>5}  {one.lost:>4}"
        lines.append(f"{row}  {one.person.name}")
    return Result(MailAnswer("\n".join(lines) + f"\n\n{_EXPLAINED}" if found else "No game was finished yet."))


def ratings(request: Request) -> Result:
    """Answer with all ratings, or with the changes of named people's ratings."""
    people = [request.find(name).id for name in request.words]
    request.words.clear()
    found = _standings(request)
    if people:
        parts = [_changes(one, found) for one in found if one.person.id in people]
        return Result(MailAnswer("\n\n".join(parts) or "They have finished no game that counts."))
    lines = [f"{format_rating(one.rating)}  {one.person.name}" for one in found]
    return Result(MailAnswer("\n".join(lines) + f"\n\n{_EXPLAINED}" if found else "No game was finished yet."))


def format_rating(rating: PostalRating) -> str:
    """Return a rating as text, with a mark if it is provisional.

    >>> format_rating(PostalRating(1712.4, 25)), format_rating(PostalRating())
    ('  1712 ', '  1600?')
    """
    return f"{rating.points:6.0f}{'?' if rating.is_provisional else ' '}"


def _standings(request: Request) -> list[Standing]:
    if request.command.game in ("", ALL):
        verb = request.command.verb
        raise ParseError(f"no game was named: expected one before the word {verb}, as in orion {verb}")
    return request.service.standings.of_game(request.command.game)


def _changes(one: Standing, everybody: list[Standing]) -> str:
    """Return the changes of a rating, game by game."""
    names = {other.person.id: other.person.name for other in everybody}
    lines = []
    for result, change in one.changes[-_CHANGES:]:
        seat = change.players.index(one.person.id)
        before, after = (format_rating(side[seat]).strip() for side in (change.before, change.after))
        if result.private:
            lines.append(f"        in a private game: {before} to {after}")
            continue
        outcome = change.outcome if seat == 0 else -change.outcome
        other = f"{names[change.players[1 - seat]]} ({format_rating(change.before[1 - seat]).strip()})"
        lines.append(f"{result.number:>6}  {_OUTCOMES[outcome]} {other}: {before} to {after}")
    return "\n".join([f"{one.person.name}: {format_rating(one.rating).strip()}", *lines])
