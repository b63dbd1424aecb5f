"""What is asked of a study: it is changed, kept, shown or deleted, a bot is asked about it, and its line is planned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from ludarium.core.errors import ParseError
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import generator
from ludarium.core.text import shorten
from ludarium.match.study import Study
from ludarium.site.act import Command, commands_of
from ludarium.site.analysis.board import KEPT, AnalysisBoard
from ludarium.site.analysis.studies import Studies
from ludarium.site.ground.values import Person

_LONGEST_SEED = 9


class Changed(NamedTuple):
    """A study after a command, and the position at which its board goes on."""

    study: Study
    at: int


@dataclass(frozen=True)
class AskedOfStudy:
    """A person, or a stranger, who asks for something at a board.

    | field     | content                                                                       |
    |-----------|-------------------------------------------------------------------------------|
    | `origin`  | the network from which they ask                                               |
    | `become`  | returns the person, and makes a guest of a stranger                           |
    | `changed` | returns the board of a study that its reader has changed                      |
    | `plan`    | plans the line in the match that the reader has studied; returns where it is  |
    """

    studies: Studies
    board: AnalysisBoard
    person: Person | None
    origin: str | None
    become: Callable[[], Person]
    changed: Callable[[Changed], AnalysisBoard]
    plan: Callable[[], str]


class StudyCommand(Command):
    """What is asked for at a board, with a text; `carry_out` returns the address of what shows that it was done."""

    text: str = ""


class StudyChange(StudyCommand):
    """What changes a study at a position."""

    def change(self, study: Study, at: int) -> Changed:
        """Return the study after it, or raise why it is refused."""
        raise NotImplementedError

    def carry_out(self, asked: AskedOfStudy) -> str:
        """Change the study, and store that of one that is kept, or that has just outgrown its address."""
        board = asked.board
        done = self.change(board.study, board.at)
        if board.keeps:
            asked.studies.save(asked.person, board.kept, board.revision, done.study)
        changed = asked.changed(done)
        if board.turn.actions and done.at == board.at:  # a comment, or marks
            return changed.address(draft=board.turn.draft)
        return changed.address() if board.is_outgrown else kept_if_outgrown(replace(asked, board=changed))


class PlayInStudy(StudyChange, tag="play"):
    """Play a turn."""

    def change(self, study: Study, at: int) -> Changed:
        """Return the study with the turn."""
        return Changed(*study.play(at, self.text))


class RollInStudy(StudyChange, tag="roll"):
    """Roll the dice by a seed, which is a number."""

    def change(self, study: Study, at: int) -> Changed:
        """Return the study with what is thrown."""
        if not (self.text.isascii() and self.text.isdigit() and len(self.text) <= _LONGEST_SEED):
            raise ParseError(f"{shorten(self.text)} is not a seed of dice: expected a number")
        state = study.state(at)
        if state.actors != (CHANCE,):
            raise ParseError("no dice are thrown here: expected a position in which they are")
        outcomes = state.chance_outcomes()
        chosen = generator(int(self.text), at).choice(len(outcomes), p=[*outcomes.values()])
        return Changed(*study.play(at, state.format_turn((tuple(outcomes)[int(chosen)],))))


class RemoveTurn(StudyChange, tag="remove"):
    """Remove the turn that leads to a position, and all after it."""

    def change(self, study: Study, at: int) -> Changed:
        """Return the study without it."""
        return Changed(study.with_tree(study.tree.remove(at)), study.tree.nodes[at].parent)


class PromoteTurn(StudyChange, tag="promote"):
    """Make the line to a position the main one."""

    def change(self, study: Study, at: int) -> Changed:
        """Return the study in the new order."""
        turns = study.texts(at)
        changed = study.with_tree(study.tree.promote(at))
        number = 0
        for turn in turns:
            number = next(one for one in changed.tree.children(number) if changed.tree.nodes[one].entry.text == turn)
        return Changed(changed, number)


class CommentOnTurn(StudyChange, tag="comment"):
    """Comment on a position."""

    def change(self, study: Study, at: int) -> Changed:
        """Return the study with the comment."""
        return Changed(study.with_tree(study.tree.comment(at, self.text)), at)


class MarkPosition(StudyChange, tag="mark"):
    """Mark places of a position."""

    def change(self, study: Study, at: int) -> Changed:
        """Return the study with the marks."""
        return Changed(study.with_tree(study.tree.mark(at, self.text.split())), at)


class NameStudy(StudyChange, tag="name"):
    """Give a study a title."""

    def change(self, study: Study, at: int) -> Changed:
        """Return the study with the title."""
        return Changed(study.with_title(self.text), at)


class AskBot(StudyCommand, tag="ask"):
    """Ask a bot about a position, or `by_itself` as a page does that steps."""

    by_itself: str = ""

    def carry_out(self, asked: AskedOfStudy) -> str:
        """Ask it; a turn that is begun remains so."""
        board = asked.board
        asked.studies.ask(
            asked.person, asked.origin, board.states,
            is_set_up=board.study.is_set_up, level=board.level, by_itself=self.by_itself == "yes", match_id=board.match,
        )  # fmt: skip
        return board.address(draft="" if board.turn.complete else board.turn.draft)


class KeepStudy(StudyCommand, tag="keep"):
    """Keep a study, for oneself or for those whom the text names.

    Its page keeps one `by_itself` that has outgrown its address, for who has the link; while its match goes on, for
    nobody else.
    """

    by_itself: str = ""

    def carry_out(self, asked: AskedOfStudy) -> str:
        """Store it; a stranger becomes a guest."""
        if self.by_itself == "yes":
            return kept_if_outgrown(asked)
        kept = asked.studies.keep(asked.become(), asked.board.study, self.text or "private", asked.board.match)
        return replace(asked.board, path=KEPT + kept, is_own=True).address()


class PlanFromStudy(StudyCommand, tag="plan"):
    """Plan the line in the match that the reader has studied."""

    def carry_out(self, asked: AskedOfStudy) -> str:
        """Plan it."""
        return asked.plan()


class OfKeptStudy(StudyCommand):
    """What is for a study that is kept."""

    refused = ParseError

    def refusal(self, asked: AskedOfStudy) -> str:
        """Return that the study is not kept."""
        word = type(self).word
        return "" if asked.board.kept else f"{shorten(word)} is not a command: expected one of {', '.join(WORDS)}"


class ShowStudy(OfKeptStudy, tag="show"):
    """Say who sees a kept study."""

    def carry_out(self, asked: AskedOfStudy) -> str:
        """Store it."""
        asked.studies.show(asked.person, asked.board.kept, self.text)
        return asked.board.address()


class DeleteStudy(OfKeptStudy, tag="delete"):
    """Delete a kept study."""

    def carry_out(self, asked: AskedOfStudy) -> str:
        """Delete it."""
        asked.studies.remove(asked.person, asked.board.kept)
        return "/analysis"


def kept_if_outgrown(asked: AskedOfStudy) -> str:
    """Keep a study that has outgrown its address for who has the link; return the address of its board.

    One of a match that goes on is for nobody else. Where its reader is a stranger or may not keep it, its address goes
    on to hold it.
    """
    board, person = asked.board, asked.person
    if person is None or not board.is_outgrown or not asked.studies.may_link(person):
        return board.address()
    kept = asked.studies.keep_once(person, board.study, asked.studies.shown_at_first(board.match), board.match)
    return replace(board, path=KEPT + kept, is_own=True, grown=True).address()


WORDS = tuple(commands_of(StudyCommand))
"""All that a form may ask of a study."""
