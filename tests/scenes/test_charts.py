"""Charts of notebooks: names beside lines can be read, however close the lines end."""

import re
from itertools import pairwise

from ludarium.scenes.charts import lines


def test_names_of_lines_that_end_together_do_not_overlap() -> None:
    names = [f"player {number}" for number in range(8)]
    picture = lines({name: [25.0, 25.0 + number / 100] for number, name in enumerate(names)}, "rating", "Ratings")
    places = {name: float(y) for y, name in re.findall(r'y="([\d.]+)">(player \d)<', picture)}
    assert [*places] == names
    heights = sorted(places.values())
    assert all(later - earlier >= 14 for earlier, later in pairwise(heights))
    assert heights == [places[name] for name in reversed(names)]  # the best at the top
    [height] = re.findall(r'<svg width="\d+" height="(\d+)"', picture)
    assert 0 < heights[0] <= heights[-1] < float(height) - 20  # above the foot
    assert "rating: 25 to 25.1" in picture
