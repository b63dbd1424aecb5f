"""The addresses that the page of a match links to."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from ludarium.core.spec import parse_game_spec
from ludarium.server.addresses import match_address
from ludarium.server.web.match.displayed import DisplayedMatch


@dataclass(frozen=True)
class MatchLinks:
    """The addresses of a match page; those of the same match keep its display mode, except `path`."""

    page: DisplayedMatch

    @property
    def path(self) -> str:
        """The address of the match in the usual display mode."""
        return match_address(self.page.view.id)

    @property
    def home(self) -> str:
        """The address of the match."""
        return self._to()

    @property
    def address(self) -> str:
        """The address of exactly the displayed content."""
        if self.page.at is not None:
            return self._to(f"/at/{self.page.at}")
        return self.with_draft(self.page.draft.address if self.page.draft else "")

    @property
    def refresh(self) -> str:
        """The address that an open page requests when the match has changed.

        It names the offer of this browser, so that the answer can say that it was declined.
        """
        offer = self.page.match.offer
        if offer is None or self.page.at is not None or self.page.access.seats != {offer.seat}:
            return self.address
        return self._here(offer=offer.kind, of=self.page.last)

    def in_layout(self, layout: str) -> str:
        """Return the address of exactly the displayed content, drawn in another layout from now on."""
        return self._here(layout=layout)

    def with_draft(self, draft: str) -> str:
        """Return the address of the match with another draft."""
        return self._to(turn=self.page.last, draft=draft) if draft else self.home

    @property
    def next_action(self) -> str:
        """The address of the draft with one more action, without the action's number; empty if none may follow."""
        draft = self.page.draft
        return self.with_draft(draft.then(0))[:-1] if draft and not draft.complete else ""

    @property
    def steps(self) -> tuple[tuple[str, str, str | None], ...]:
        """The buttons that step through the turns: label, key, and address or None."""
        here, last = self.page.displayed, self.page.last
        back, on = here > 0, here < last
        ends = [turn.played for turn in self.page.numbered]
        before = max((end for end in ends if end < here), default=0)
        after = min((end for end in ends if end > here), default=last)
        return (
            ("First position", "Home", self._at(0) if back else None),
            ("Previous turn", "ArrowLeft", self._at(before) if back else None),
            ("Next turn", "ArrowRight", self._at(after) if on else None),
            ("Last position", "End", self._at(last) if on else None),
        )

    @property
    def empty_board(self) -> str:
        """The address of the empty board, with the options of the match."""
        game = self.page.match.game
        options = parse_game_spec(game.spec).options
        return f"/games/{game.name}/board.svg?{urlencode(options)}".removesuffix("?")

    @property
    def another(self) -> str:
        """The address of the form for a match of the same game, with other opponents."""
        game = self.page.match.game
        options = parse_game_spec(game.spec).options
        return f"/games/{game.name}/new?{urlencode({f'option-{name}': value for name, value in options.items()})}"

    def _here(self, **query: object) -> str:
        """Return the address of the displayed content with more queries."""
        return f"{self.address}{'&' if '?' in self.address else '?'}{urlencode(query)}"

    def _at(self, number: int) -> str:
        return self._to("" if number == self.page.last else f"/at/{number}")

    def _to(self, place: str = "", **query: object) -> str:
        return match_address(self.page.view.id, place, display=self.page.display, **query)
