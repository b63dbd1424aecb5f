"""Exponential function, logarithm and powers, of which every processor and operating system gets the same bits.

The mathematical library of a system may round the last bit otherwise than that of another, or otherwise on a processor
that multiplies and adds in one step. Additions, multiplications and roots are the same everywhere (IEEE 754), so these
functions consist of them and of tables: an argument is brought near the next entry, and a short series does the rest.
They are wrong by less than two units in the last place, or by less than 5e-16.
"""

import math
from decimal import Context, Decimal

import numpy as np

from ludarium.core.kernel import Floats, rule

_PARTS, _STEP = 64, 32
_PRECISE = Context(prec=40)
_LN2 = _PRECISE.ln(Decimal(2))
_PER_PART = float(_LN2 / _PARTS)
_PARTS_PER_UNIT = float(_PARTS / _LN2)
_COARSE = math.ldexp(math.floor(math.ldexp(_PER_PART, 38)), -38)
"""The first 32 bits of ln 2 / 64: its product with a number of parts is exact."""
_FINE = float(_LN2 / _PARTS - Decimal(_COARSE))
_LEAST, _GREATEST = -708.0, 709.0
"""Arguments between which e to their power is an ordinary number; those beyond count as these."""
_LN2_ROUNDED = float(_LN2)


def _table(values: list[Decimal]) -> Floats:
    return np.array([float(value) for value in values])


_ROOTS = _table([_PRECISE.power(Decimal(2), Decimal(part) / _PARTS) for part in range(_PARTS)])
"""2 to the power of part / 64."""
_LOW = np.array([math.ldexp(1.0, power) for power in range(_STEP)])
_HIGH = np.array([math.ldexp(1.0, _STEP * power) for power in range(-_STEP, _STEP)])
_CENTRES = np.array([0.5 + number / 256 for number in range(129)])
_RECIPROCALS = 1.0 / _CENTRES
_LOGARITHMS = _table([_PRECISE.ln(Decimal(centre)) for centre in _CENTRES.tolist()])


@rule()
def exp(x: float) -> float:
    """Return e to the power of a number.

    >>> float(exp(0.0)), bool(exp(1.0) == math.e), bool(exp(-1000.0) > 0.0)
    (1.0, True, True)
    """
    x = np.float64(x)
    x = min(x, _GREATEST) if x > _LEAST else _LEAST  # so that what is not a number finds its place in the tables, too
    parts = math.floor(x * _PARTS_PER_UNIT + 0.5)
    r = x - parts * _COARSE - parts * _FINE
    square = r * r
    grown = r + square * (0.5 + r * (1 / 6) + square * (1 / 24 + r * (1 / 120)))
    number = int(parts)
    root, power = _ROOTS[number & (_PARTS - 1)], (number >> 6) + _STEP * _STEP
    found: float = (root + root * grown) * _LOW[power & (_STEP - 1)] * _HIGH[power >> 5]
    return found


@rule()
def log(x: float) -> float:
    """Return the natural logarithm of a positive number.

    >>> float(log(1.0)), bool(abs(log(math.e) - 1.0) < 1e-15)
    (0.0, True)
    """
    part, exponent = math.frexp(x)  # part is from 0.5 to 1
    number = int(part * 256.0 - 127.5)
    r = (part - _CENTRES[number]) * _RECIPROCALS[number]
    square = r * r
    grown = r - square * (0.5 - r * (1 / 3) + square * (0.25 - r * 0.2 + square * (1 / 6)))
    found: float = exponent * _LN2_ROUNDED + (_LOGARITHMS[number] + grown)
    return found


@rule()
def power(base: float, exponent: int) -> float:
    """Return a number to the power of a whole number from 0 on.

    >>> power(3.0, 5), power(0.5, 0)
    (243.0, 1.0)
    """
    found = 1.0
    while exponent:
        if exponent & 1:
            found *= base
        base *= base
        exponent >>= 1
    return found
