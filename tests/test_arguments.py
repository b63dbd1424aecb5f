"""Arguments out of range are refused in words over the whole public face, before work begins."""

import inspect
import math
import typing
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium import LudariumError, analysis, authoring, learn, search, solve, tournament
from ludarium.core.rng import generator
from tests.cases import each

MODULES = (
    "ludarium",
    "ludarium.search",
    "ludarium.solve",
    "ludarium.learn",
    "ludarium.tournament",
    "ludarium.analysis",
)
HUGE = 10**30
PLAYERS = {"a": "random", "b": "random"}
SMALL = "orion(rows=3,columns=3,turn_limit=10)"


def game() -> ludarium.Game:
    return ludarium.load(SMALL)


def state() -> ludarium.State:
    return game().initial()


def match(clock: Any = None) -> ludarium.Match:
    return ludarium.Match.begin(game(), ("a", "b"), clock=clock)


def batch(**options: Any) -> search.Batch:
    made = search.Batch(game(), [generator(1)], **options)
    made.reset()
    return made


def config(**options: Any) -> tournament.TournamentConfig:
    return tournament.TournamentConfig(SMALL, PLAYERS, **options)


def mcts(**options: Any) -> search.Mcts:
    return search.Mcts(game(), 1, **{"simulations": 10, **options})


def method(**options: Any) -> learn.Method:
    return learn.Method(**options)


def _method_with(name: str, value: object) -> learn.Method:
    return learn.Method(**{name: value})  # type: ignore[arg-type]  # what is tried


def session(**options: Any) -> learn.Session:
    return learn.Session(game(), method(), Path("never.part"), **{"seconds": 1.0, **options})


METHOD = [
    *("first", "second", "trace", "outcomes", "epsilon", "opening", "rate", "settled", "buffer", "batch", "passes"),
    *("before", "simulations", "explore", "ahead"),
]
"""The numbers of a method of learning, without its seed."""
WHOLE = (-1, HUGE, 2.5, math.nan, math.inf, "x", None)
NUMBER = (-1.0, math.nan, "x", None)
CASES: dict[str, tuple[Callable[[Any], object], tuple[object, ...]]] = {
    "State.legal.seat": (lambda x: state().legal(x), (9, -2, HUGE, 2.5, math.nan, "x")),
    "State.play.actions": (lambda x: state().play(x), (999, *WHOLE)),
    "State.play_actions.actions": (lambda x: state().play_actions(x), (30, "x", None, (999,))),
    "State.move.text": (lambda x: state().move(x), (30, None, "nonsense")),
    "State.format_turn.actions": (lambda x: state().format_turn((x,)), (999, *WHOLE)),
    "State.action_name.action": (lambda x: state().action_name(x), (999, *WHOLE)),
    "State.action_name.seat": (lambda x: state().action_name(0, x), (9, HUGE, 2.5, math.nan, "x")),
    "State.default_action.seat": (lambda x: state().default_action(x), (1, 9, *WHOLE)),
    "State.explain.seat": (lambda x: state().explain(x, 0), (9, HUGE, 2.5, math.nan, "x", None)),
    "State.explain.action": (lambda x: state().explain(0, x), (2.5, math.nan, "x", None)),
    "State.explain.reader": (lambda x: state().explain(0, 0, x), (9, HUGE, 2.5, math.nan, "x")),
    "Game.state.vector": (lambda x: game().state(x), (-1, math.nan, "x", None, np.zeros(3))),
    "observe.seat": (lambda x: ludarium.observe(state(), x), (9, *WHOLE)),
    "load.spec": (ludarium.load, (-1, math.nan, "nonsense", None)),
    "levels.game": (ludarium.levels, (-1, "nonsense", None)),
    "make_bot.seed": (lambda x: ludarium.make_bot("random", SMALL, x), (-1, 2.5, math.nan, "x", None)),
    "make_bot.spec": (lambda x: ludarium.make_bot(x, SMALL, 1), (-1, "nonsense", None)),
    "make_bot.game": (lambda x: ludarium.make_bot("random", x, 1), (-1, "nonsense", None)),
    "choose_turn.seat": (
        lambda x: ludarium.choose_turn(ludarium.make_bot("random", SMALL, 1), state(), x), (1, 9, *WHOLE),
    ),
    "play_match.game": (lambda x: ludarium.play_match(x, ["random"] * 2), (-1, "nonsense", None)),
    "play_match.bots": (lambda x: ludarium.play_match(SMALL, x), (-1, "random", None, ["random"])),
    "play_match.seed": (lambda x: ludarium.play_match(SMALL, ["random"] * 2, x), (-1, 2.5, math.nan, "x", None)),
    "play_match.budget": (
        lambda x: ludarium.play_match(SMALL, ["random"] * 2, budget=x), (0, -1, HUGE, 2.5, math.nan, "x"),
    ),
    "play_match.clock": (lambda x: ludarium.play_match(SMALL, ["random"] * 2, clock=x), (-1, math.nan, "x")),
    "seeded.seed": (ludarium.seeded, WHOLE),
    "Clock.main": (ludarium.Clock, NUMBER),
    "Clock.increment": (lambda x: ludarium.Clock(60, x), NUMBER),
    "Clock.cap": (lambda x: ludarium.Clock(60, 1, x), (-1.0, math.nan, "x")),
    "Clock.longest": (lambda x: ludarium.Clock(60, longest=x), (-1.0, math.nan, "x")),
    "Clock.parse.text": (ludarium.Clock.parse, (-1, math.nan, "x", None)),
    "Match.begin.players": (lambda x: ludarium.Match.begin(game(), x), (-1, "ab", None, ("a",))),
    "Match.begin.dice": (lambda x: ludarium.Match.begin(game(), ("a", "b"), dice=x), (-1, "loaded", None)),
    "Match.submit.seat": (lambda x: match().submit(x, "pass"), (9, *WHOLE)),
    "Match.submit.took": (lambda x: match().submit(0, "p+", x), (math.nan, "x")),
    "Match.resign.seat": (lambda x: match().resign(x), (9, *WHOLE)),
    "Match.forfeit.seat": (lambda x: match().forfeit(x, "why"), (9, *WHOLE)),
    "Match.flag.seat": (lambda x: match(ludarium.Clock(60)).flag(x), (9, *WHOLE)),
    "Match.time_left.seat": (lambda x: match().time_left(x), (9, *WHOLE)),
    "expected_payoffs.evaluate": (lambda x: search.expected_payoffs(state(), x), (-1, "nonsense", None)),
    "perft.depth": (lambda x: search.perft(state(), x), (101, *WHOLE)),
    "playouts.games": (lambda x: search.playouts(state(), x, 1), (0, *WHOLE)),
    "playouts.seed": (lambda x: search.playouts(state(), 2, x), (-1, 2.5, math.nan, "x", None)),
    "playouts.threads": (lambda x: search.playouts(state(), 2, 1, x), (0, *WHOLE)),
    "Batch.seat": (lambda x: batch(seat=x), (9, *WHOLE)),
    "Batch.chance": (lambda x: batch(chance=x), (-1, "rolled", None)),
    "Batch.opponent": (lambda x: batch(opponent=x), (-1, "nonsense", None)),
    "Batch.rngs": (lambda x: search.Batch(game(), x), (-1, "x", None, [1])),
    "Batch.set_rng.number": (lambda x: batch().set_rng(x, generator(1)), (9, *WHOLE)),
    "Batch.state.number": (lambda x: batch().state(x), (9, *WHOLE)),
    "Batch.step.actions": (lambda x: batch().step(x), (-1, "x", None, np.array([2.5]), np.array([HUGE]))),
    "Batch.reset.positions": (lambda x: batch().reset(positions=x), (-1, "x", [1])),
    "Mcts.seed": (lambda x: search.Mcts(game(), x), (-1, 2.5, math.nan, "x")),
    "Mcts.seconds": (lambda x: mcts(seconds=x), NUMBER),
    "Mcts.simulations": (lambda x: mcts(simulations=x), WHOLE),
    "Mcts.threads": (lambda x: mcts(threads=x), (0, *WHOLE)),
    "Mcts.explore": (lambda x: mcts(explore=x), (*NUMBER, HUGE)),
    "Mcts.widen": (lambda x: mcts(widen=x), (*NUMBER, HUGE)),
    "Mcts.memory": (lambda x: mcts(memory=x), (0, *WHOLE)),
    "Mcts.batch": (lambda x: mcts(batch=x), (0, *WHOLE)),
    "Mcts.evaluate": (lambda x: mcts(evaluate=x), (-1, "nonsense", None)),
    "Mcts.choose.seat": (lambda x: mcts().choose(state(), x), (1, 9, *WHOLE)),
    "solve.game": (solve.solve, (-1, "nonsense", None)),
    "solve.tolerance": (lambda x: solve.solve(game(), tolerance=x), (0, 1, *NUMBER)),
    "solve.memory": (lambda x: solve.solve(game(), memory=x), (0, -1.0, math.nan, "x")),
    "check_table.games": (lambda x: solve.check_table(typing.cast(solve.Table, None), x), (0, *WHOLE)),
    "check_table.seed": (
        lambda x: solve.check_table(typing.cast(solve.Table, None), 1, x), (-1, 2.5, math.nan, "x", None),
    ),
    "Method.targets": (lambda x: method(targets=x), (-1, "nonsense")),
    "Session.seconds": (lambda x: session(seconds=x), (0, *NUMBER)),
    "Session.games": (lambda x: session(games=x), (-1, 2.5, math.nan, "x", None)),
    **{f"Method.{name}": (partial(_method_with, name), (-1, HUGE, math.nan, "x")) for name in METHOD},
    "Method.seed": (lambda x: method(seed=x), (-1, 2.5, math.nan, "x")),
    "TournamentConfig.system": (lambda x: config(system=x), (-1, "nonsense", None)),
    "TournamentConfig.games": (lambda x: config(games=x), (0, -1, HUGE, 2.5, math.nan, "x")),
    "TournamentConfig.rounds": (lambda x: config(rounds=x), (0, -1, HUGE, 2.5, math.nan, "x")),
    "TournamentConfig.seed": (lambda x: config(seed=x), (-1, HUGE, 2.5, math.nan, "x")),
    "TournamentConfig.budget": (lambda x: config(budget=x), (0, -1, HUGE, 2.5, math.nan, "x")),
    "TournamentConfig.draw": (lambda x: config(draw=x), (0, -1, HUGE, 2.5, math.nan, "x")),
    "Tournament.play.workers": (lambda x: tournament.Tournament(config()).play(workers=x), (0, *WHOLE)),
    "Tournament.standings.place": (
        lambda x: tournament.Tournament(config()).standings(x), (9, -1, HUGE, 2.5, math.nan, "x"),
    ),
    "open_workers.name": (lambda x: tournament.open_workers(x).__enter__(), (-1, "nonsense", None)),
    "open_workers.count": (lambda x: tournament.open_workers("threads", x).__enter__(), (0, -1, HUGE, 2.5, "x")),
    "wilson.mean": (lambda x: tournament.wilson(x, 10), (2.5, *NUMBER)),
    "wilson.n": (lambda x: tournament.wilson(0.5, x), (0, *NUMBER)),
    "wilson.z": (lambda x: tournament.wilson(0.5, 10, x), NUMBER),
    "Score.add.payoff": (lambda x: tournament.Score("a").add(x), (2.5, *NUMBER)),
    "write_report.replays": (
        lambda x: tournament.write_report(typing.cast(tournament.Results, None), x), (-1, 2.5, math.nan, "x"),
    ),
    "simulate.game": (lambda x: analysis.simulate(x, ["random"] * 2, 2), (-1, "nonsense", None)),
    "simulate.players": (lambda x: analysis.simulate(SMALL, x, 2), (-1, "random", None, ["random"])),
    "simulate.games": (lambda x: analysis.simulate(SMALL, ["random"] * 2, x), (0, *WHOLE)),
    "simulate.seed": (lambda x: analysis.simulate(SMALL, ["random"] * 2, 2, x), (-1, 2.5, math.nan, "x", None)),
    "measure.games": (lambda x: analysis.measure(SMALL, x), (0, *WHOLE)),
    "measure.player": (lambda x: analysis.measure(SMALL, 2, x), (-1, "nonsense", None)),
    "measure.seed": (lambda x: analysis.measure(SMALL, 2, "random", x), (-1, 2.5, math.nan, "x", None)),
    "measure.workers": (lambda x: analysis.measure(SMALL, 2, "random", workers=x), (0, *WHOLE)),
    "make_adviser.seed": (lambda x: analysis.make_adviser(game(), x), (-1, 2.5, math.nan, "x")),
    "review.seconds": (
        lambda x: analysis.review(typing.cast(analysis.Adviser, None), [], x), (0, *NUMBER),
    ),
    "Sample.draw.games": (lambda x: authoring.Sample.draw(game(), 1, x), (0, *WHOLE)),
    "Sample.draw.seed": (lambda x: authoring.Sample.draw(game(), x, 1), (-1, 2.5, math.nan, "x", None)),
}  # fmt: skip
"""By function and parameter, how it is called, and what it refuses."""

RESULTS = {
    "AlphaBeta", "ActionInfo", "Advice", "Entry", "Estimate", "Measures", "Playouts", "Positions", "ProofSolution",
    "Race", "RaceLayout", "RaceSolution", "Record", "Review", "Scene", "SearchInfo", "SeatAdvice", "Sides",
    "Simulation", "Solution", "Table", "PlayerResult", "Workers", "Adviser",
}  # fmt: skip
"""What functions return, and the parts of the solver; nobody makes them by hand."""
UNCHECKED = {
    "count_choices", "count_leaves", "expand",  # compiled
    "TournamentConfig.job.number",  # that of a pairing, by which the executor calls its games
    "State.play_unchecked.actions",  # its purpose
    "Clock.allowance.left", "Clock.after.left", "Clock.after.took",  # arithmetic of checked times
    "Score.won", "Score.drawn", "Score.lost", "Score.points", "Score.add.verdict",  # what a tournament has counted
    "Puzzle.seat",  # of a file, which `faults` proves
    "Match.made", "Match.throws", "Match.left", "Match.tick", "Match.takebacks", "Match.hints",  # of `begin`
}  # fmt: skip


def numbers() -> Iterator[str]:
    """Yield every parameter of the public face that is a number, with its function's name."""
    for module in map(import_module, MODULES):
        for name in dir(module):
            public = getattr(module, name)
            if (
                name in RESULTS | UNCHECKED
                or not callable(public)
                or not getattr(public, "__module__", "").startswith("ludarium")
            ):
                continue
            functions = {name: public}
            if inspect.isclass(public):
                if issubclass(public, Exception) or getattr(public, "_is_protocol", False):
                    continue
                functions |= {
                    f"{name}.{method}": getattr(public, method)
                    for method, found in vars(public).items()
                    if not method.startswith("_") and (inspect.isfunction(found) or isinstance(found, classmethod))
                }
            for called, function in functions.items():
                for parameter in inspect.signature(function).parameters.values():
                    if str(parameter.annotation).removesuffix(" | None") in ("int", "float", "<class 'int'>"):
                        yield f"{called}.{parameter.name}"


@each("case, value", [(case, value) for case, (_, bad) in CASES.items() for value in bad])
def test_an_argument_out_of_range_is_refused_in_words(case: str, value: object) -> None:
    call, _ = CASES[case]
    with pytest.raises(LudariumError) as refused:
        call(value)
    assert len(str(refused.value).split()) > 2


def test_every_number_of_the_public_face_is_tried() -> None:
    assert {name for name in numbers() if name not in UNCHECKED} - CASES.keys() == set()
