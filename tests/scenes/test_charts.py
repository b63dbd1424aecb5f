"""Charts of notebooks: names beside lines can be read, however close the lines end."""

import re
from itertools import pairwise

from ludarium.scenes.charts import lines


def test_names_of_lines_that_end_together_do_not_overlap() -> None:
    ends = {"Ann": 25.03, "Bob": 25.02, "Cid": 25.01, "Dot": 25.0, "Eve": 24.9, "Fay": 24.8, "Guy": 0.0, "Hal": 0.1}
    picture = lines({name: [25.0, end] for name, end in ends.items()}, "rating", "Ratings")
    places = {name: float(y) for y, name in re.findall(r'<text x="[\d.]+" y="([\d.]+)">(\w{3})<', picture)}
    assert [*places] == [*ends]
    best_first = sorted(ends, key=ends.__getitem__, reverse=True)
    heights = [places[name] for name in best_first]
    assert all(below - above >= 14 for above, below in pairwise(heights))
    [height] = re.findall(r'<svg width="\d+" height="(\d+)"', picture)
    assert 0 < heights[0] <= heights[-1] < float(height) - 20  # above the foot
    assert "rating: 0 to 25" in picture
