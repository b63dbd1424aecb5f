"""Laws of what a game offers to solvers in its module `exact`."""

from collections import Counter

from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.laws.law import Law, must
from ludarium.laws.sample import Sample
from ludarium.solve.canonical import CanonicalForm


def the_canonical_form_keeps_what_matters(sample: Sample) -> None:
    """A position and its canonical form have the same actors and payoffs, and the same forms follow them as often.

    So they have the same values. Where the form leaves out a rule, one of them may be over when the other is not.
    """
    form = CanonicalForm.of(sample.game)
    for state in sample.states:
        found = _form(form, state)
        must(_form(form, found) == found, "the canonical form of the canonical form is another", state)
        if form.left_out and bool(state.actors) != bool(found.actors):
            continue
        must(found.actors == state.actors, f"the canonical form has the actors {found.actors}", state)
        must(found.payoffs == state.payoffs, f"the canonical form pays {found.payoffs}", state)
        if len(state.actors) == 1:
            one, other = _following(form, state), _following(form, found)
            known = form.left_out and any(not after.actors for after in (*one, *other))
            must(known or one == other, "other positions follow the canonical form", state)


def _form(form: CanonicalForm, state: State) -> State:
    v = state.vector
    form.function(state.game.tables, v)
    return state.game.state(v)


def _following(form: CanonicalForm, state: State) -> Counter[State]:
    """Return the canonical forms of the positions that may follow, and how many actions, or what chance, each has."""
    weights = state.chance_outcomes() if state.actors == (CHANCE,) else dict.fromkeys(state.legal(), 1.0)
    found: dict[State, float] = {}
    for action, weight in weights.items():
        after = _form(form, state.play_unchecked(action))
        found[after] = found.get(after, 0.0) + weight
    return Counter({after: round(1e9 * weight) for after, weight in found.items()})


LAWS = (Law(the_canonical_form_keeps_what_matters),)
