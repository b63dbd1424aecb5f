"""Offers in words, for pages and mails."""

from collections.abc import Sequence

from ludarium.core.registry import load
from ludarium.core.spec import name_in_spec
from ludarium.core.text import counted
from ludarium.match.clock import DAY, HOUR, Clock
from ludarium.site.begin.new_match import describe_game
from ludarium.site.begin.rows import USUAL_LIVE, USUAL_SLOW, Terms
from ludarium.site.offers.lobby import Figures, LastDay, ListedOffer
from ludarium.site.offers.pairing import Term
from ludarium.site.offers.reading import LIVE_CLOCKS, TICKS, clock_and_tick, live_tempos, offered_games
from ludarium.site.offers.rows import OpenOffer
from ludarium.site.words import describe_start, describe_tempo

PAIR = 2
_MINUTE = 60.0
_MINUTES = [f"{Clock.parse(tempo).main / _MINUTE:g}" for tempo in LIVE_CLOCKS]
_ANY_CLOCK, _ANY_TICK = f"{', '.join(_MINUTES[:-1])} or {_MINUTES[-1]} minutes each", "a turn every 2 seconds or faster"
_ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}


def duration(seconds: float) -> str:
    """Return a time for which people wait, in words.

    >>> duration(20), duration(100), duration(7.4 * 3600), duration(3 * 86400)
    ('a minute', '2 minutes', '7 hours', '3 days')
    """
    for unit, name, from_on in ((DAY, "day", 2 * DAY), (HOUR, "hour", 1.5 * HOUR), (_MINUTE, "minute", 1.5 * _MINUTE)):
        if seconds >= from_on:
            return counted(round(seconds / unit), name)
    return "a minute"


def usual_wait(figures: Figures, *, live: bool) -> str:
    """Return how long people usually wait, as a sentence; if nobody has waited lately, what happens next.

    >>> usual_wait(Figures(None, 7 * HOUR, 3), live=False)
    'Offers by correspondence are usually answered within 7 hours.'
    """
    seconds = figures.live if live else figures.correspondence
    if seconds is not None:
        what = "Somebody usually comes" if live else "Offers by correspondence are usually answered"
        return f"{what} within {duration(seconds)}."
    if live:
        return "The first person who fits begins with you."
    return "You get a notice when a match begins."


def _ticking(specs: Sequence[str]) -> list[str]:
    return [spec for spec in specs if live_tempos(load(spec)) == TICKS]


def pace_words(tempo: str, specs: Sequence[str]) -> str:
    """Return a tempo in words, with the games for which alone it is, if it is one of turns that all come together.

    >>> pace_words("live 2", ["orion", "grid"]), pace_words("600+5", ["orion", "grid"])
    ('live, a turn every 2 seconds, in Grid Game', '10 minutes each, and 5 seconds a turn')
    """
    words, ticking = tempo_words(tempo), _ticking(specs)
    return f"{words}, in {either([game_words(spec) for spec in ticking])}" if tempo in TICKS else words


def ticks_words(specs: Sequence[str]) -> str:
    """Return at which pace those of some games are played live whose turns come together; empty without one.

    >>> ticks_words(["orion", "grid"]), ticks_words(["orion"])
    ('in Grid Game the turns of all come together, every 2 seconds or faster', '')
    """
    names = either([game_words(spec) for spec in _ticking(specs)])
    return f"in {names} the turns of all come together, every 2 seconds or faster" if names else ""


_FEW = 4
"""Answered offers of a day under which nothing is said of them: those of one match are two."""


def last_day_words(day: LastDay) -> str:
    """Return how often people found an opponent in the last day, as a sentence; empty if few did.

    >>> last_day_words(LastDay(17, 14, 170.0))
    'In the last day people looked for an opponent 17 times and found one 14 times, half of them within 3 minutes.'
    >>> last_day_words(LastDay(6, 6, 9.0)).partition(" and ")[2], last_day_words(LastDay(2, 2, 9.0))
    ('found one each time, half of them within a minute.', '')
    """
    if day.answered < _FEW:
        return ""
    found = "each time" if day.answered == day.made else f"{day.answered} times"
    looked = f"In the last day people looked for an opponent {day.made} times"
    return f"{looked} and found one {found}, half of them within {duration(day.waited)}."


NOW = {"180+2": "3 min", USUAL_LIVE: "10 min", "1800+30": "30 min", USUAL_SLOW: "days", "": "any"}
"""The paces of *Play a person now*, in few words; the empty one is any live one."""


def tempo_words(tempo: str) -> str:
    """Return a tempo in words.

    >>> tempo_words("4d+2d/4d"), tempo_words("live 0.5")
    ('by correspondence, 2 days a turn, up to 4 days saved', 'live, 2 turns a second')
    """
    clock, tick = clock_and_tick(tempo)
    return describe_tempo(Terms("", clock=str(clock) if clock else None, tick=tick))


def either(words: Sequence[str]) -> str:
    """Return a list of alternatives in words.

    >>> either(["a", "b", "c"])
    'a, b or c'
    """
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def game_words(spec: str) -> str:
    """Return a game of an offer in words.

    >>> game_words("ludo(players=3)"), game_words("orion(clicks=2)")
    ('Multiplication Ludo for 3', 'Orion: Hydra (2 clicks)')
    """
    name = name_in_spec(spec)
    if spec not in offered_games().get(name, ()):
        return describe_game(spec)
    seats = load(spec).seats
    return describe_game(name) + (f" for {seats}" if seats > PAIR else "")


def short_tempo(tempo: str) -> str:
    """Return a tempo in few words.

    >>> short_tempo("600+5"), short_tempo("live 2"), short_tempo("4d+2d/4d")
    ('10 min + 5 s', 'a turn every 2 seconds', '2 days a turn, up to 4 days saved')
    """
    clock, _ = clock_and_tick(tempo)
    if clock and not clock.is_correspondence:
        return f"{clock.main / _MINUTE:g} min + {clock.increment:g} s"
    return tempo_words(tempo).partition(", ")[2]


def games_of(terms: Sequence[Term]) -> list[str]:
    """Return the games of matches in words."""
    return [game_words(game) for game in dict.fromkeys(term.game for term in terms)]


def paces_of(terms: Sequence[Term]) -> str:
    """Return at which paces matches are played, in few words: first those of all games, then others, with the games.

    >>> paces_of([Term("orion", tempo) for tempo in ("180+2", "600+5")])
    '3 min + 2 s or 10 min + 5 s'
    >>> paces_of([Term("orion", "600+5"), Term("throngs", "600+5"), *(Term("grid", tempo) for tempo in TICKS)])
    '10 min + 5 s in Orion: Hydra or Throngs; a turn every 2 seconds or faster in Grid Game'
    """
    tempos = {term.game: [one.tempo for one in terms if one.game == term.game] for term in terms}
    common = [one for one in dict.fromkeys(term.tempo for term in terms) if all(one in own for own in tempos.values())]
    games = dict[str, list[str]]()
    for game, found in tempos.items():
        own = _paces(game, [tempo for tempo in found if tempo not in common])
        games.setdefault(own, []).append(game_words(game))
    parts = [f"{own} in {either(names)}" for own, names in games.items() if own]
    return "; ".join(filter(None, [_paces(next(iter(tempos), ""), common), *parts]))


def _paces(game: str, tempos: Sequence[str]) -> str:
    """Return tempos of a game in few words; one phrase for those that are live if none of them is missing."""
    live = live_tempos(load(game)) if tempos else ()
    whole = {*live} <= {*tempos} and bool(tempos)
    rest = [short_tempo(tempo) for tempo in tempos if not (whole and tempo in live)]
    return either([_ANY_TICK if live == TICKS else _ANY_CLOCK] * whole + rest)


def who_begins(listed: ListedOffer) -> str:
    """Return who begins if somebody else accepts an offer."""
    begins = {"first": f"{listed.offer.person.name} begins", "later": "you begin"}
    chosen = begins.get(listed.offer.begins, "chance decides who begins")
    return describe_start([*dict.fromkeys(term.game for term in listed.terms)], chosen)


def ratings_of(offer: OpenOffer) -> str:
    """Return the range of ratings of an offer, in words; empty for any.

    The numbers stand for themselves: a new player has 1500.
    """
    if offer.lowest is None and offer.highest is None:
        return ""
    if offer.highest is None:
        return f"for ratings from {offer.lowest} on"
    if offer.lowest is None:
        return f"for ratings up to {offer.highest}"
    return f"for ratings from {offer.lowest} to {offer.highest}"


def seat_words(listed: ListedOffer) -> str:
    """Return the seat for a person who accepts an offer for three or more; empty for two."""
    seats = listed.terms[0].seats if listed.terms else 0
    taken = len(listed.together)
    if seats <= PAIR:
        return ""
    return f"you take the {_ORDINALS.get(taken + 1, 'next')} of {seats} seats"


def awaited_words(listed: ListedOffer) -> str:
    """Return for whom an offer waits: a person, or for three or more seats as many people as are missing."""
    seats, taken = listed.terms[0].seats if listed.terms else 0, len(listed.together)
    if seats <= PAIR:
        return "a person"
    missing = seats - taken
    return "1 more person" if missing == 1 else f"{missing} people"


def last_seen(seconds: float) -> str:
    """Return when the person of an offer was last seen, that many seconds ago.

    >>> last_seen(3600), last_seen(3 * 86400)
    ('was here today', 'was here 3 days ago')
    """
    days = int(seconds // DAY)
    return f"was here {counted(days, 'day')} ago" if days else "was here today"
