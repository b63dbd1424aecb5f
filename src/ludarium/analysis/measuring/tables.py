"""Measures as tables, for files and for other programs."""

from __future__ import annotations

from ludarium.analysis.measuring.estimates import Estimate
from ludarium.analysis.measuring.measures import Measures
from ludarium.core.extras import extra
from ludarium.core.measures import MEANINGS

with extra("analysis", "a table"):
    import polars as pl


def tables(made: Measures) -> dict[str, pl.DataFrame]:
    """Return the measures as tables, by the names of their files.

    | table       | a row for each                                        |
    | ----------- | ----------------------------------------------------- |
    | `measures`  | measure                                               |
    | `branching` | choice of a game: the first, the second, ...          |
    | `courses`   | turn of an observed game: what each seat could expect |
    | `doublings` | search of the ladder, against the one before          |
    | `options`   | value of an option; the first row is the game as it is |
    """
    return {
        "measures": pl.DataFrame(
            {"measure": name, **_bounds(found), "meaning": MEANINGS[name].says}
            for name, found in made.estimates.items()
        ),
        "branching": pl.DataFrame({"choice": range(1, len(made.branching()) + 1), "actions": made.branching()}),
        "courses": _courses(made),
        "doublings": pl.DataFrame(
            [{"simulations": more, **_bounds(score)} for more, score in made.doublings.items()],
            schema={"simulations": pl.Int64, "value": pl.Float64, "low": pl.Float64, "high": pl.Float64},
        ),
        "options": pl.DataFrame(
            {
                "option": effect.option,
                "value": str(effect.value),
                **_bounds(effect.turns, "turns_"),
                **_bounds(effect.first, "first_"),
                **_bounds(effect.drawn, "drawn_"),
                "branching": effect.branching,
            }
            for effect in made.effects
        ),
    }


def _courses(made: Measures) -> pl.DataFrame:
    names = made.game.setup.seat_names
    return pl.DataFrame(
        [
            {"game": number, "turn": turn, **dict(zip(names, values, strict=True))}
            for number, course in enumerate(made.courses, 1)
            for turn, values in enumerate(course.values.tolist(), 1)
        ],
        schema={"game": pl.Int64, "turn": pl.Int64, **dict.fromkeys(names, pl.Float64)},
    )


def _bounds(found: Estimate, prefix: str = "") -> dict[str, float]:
    return {f"{prefix}{name}": bound for name, bound in found._asdict().items()}
