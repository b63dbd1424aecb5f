#!/usr/bin/env bash
# pydip 0.1.8 (PyPI): an army that retreats to a province and a fleet that retreats to its coast both stay there.
#
# Guess: In Diplomacy a province has one unit, on whichever coast, and two units that are ordered to retreat to the same
# province are both disbanded. The resolution of moves in the same package knows that a coast belongs to its province.
# What it does: resolve_retreats() compares the names of the destinations. "Spain" and "Spain North Coast" are two, so
# both units live on, in one province. With the same name both are disbanded.
# Seen:
#     Gascony to Spain, Marseilles to Spain:
#         left on the board: none
#     Gascony to Spain, Mid-Atlantic Ocean to Spain North Coast:
#         left on the board: Spain, Spain North Coast
#     Mid-Atlantic Ocean to Spain North Coast, Western Mediterranean Sea to Spain South Coast:
#         left on the board: Spain North Coast, Spain South Coast
#     Gascony to Brest, Mid-Atlantic Ocean to Brest Coast:
#         left on the board: Brest, Brest Coast
# Why it matters: On the standard map this can happen in each province with a coast, as fleets stand on "Brest Coast"
# and armies in "Brest". The next turn begins with a position that does not exist in the game, and the ones who should
# have lost a unit keep it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pydip==0.1.8' >&2
cat > "$folder/look.py" <<'EOF'
from pydip.map.predefined import vanilla_dip
from pydip.player.command.retreat_command import RetreatMoveCommand
from pydip.player.player import Player
from pydip.player.unit import Unit, UnitTypes
from pydip.turn.retreat import resolve_retreats

MAP = vanilla_dip.generate_map()
GASCONY, ATLANTIC = Unit(UnitTypes.TROOP, "Gascony"), Unit(UnitTypes.FLEET, "Mid-Atlantic Ocean")
MARSEILLES, WESTERN = Unit(UnitTypes.TROOP, "Marseilles"), Unit(UnitTypes.FLEET, "Western Mediterranean Sea")


def resolved(first, first_to, second, second_to):
    """Print what becomes of two units that retreat."""
    retreats, commands = {}, []
    for name, unit, target in (("France", first, first_to), ("England", second, second_to)):
        start = {"territory_name": unit.position, "unit_type": unit.unit_type}
        player = Player(name, MAP, [start])
        retreats[name] = {unit: {target}}
        commands.append((player, unit, target))
    orders = [RetreatMoveCommand(retreats, player, unit, target) for player, unit, target in commands]
    result = resolve_retreats(retreats, orders)
    places = sorted(unit.position for units in result.values() for unit in units)
    print(f"{first.position} to {first_to}, {second.position} to {second_to}:")
    print("    left on the board:", ", ".join(places) or "none")


resolved(GASCONY, "Spain", MARSEILLES, "Spain")
resolved(GASCONY, "Spain", ATLANTIC, "Spain North Coast")
resolved(ATLANTIC, "Spain North Coast", WESTERN, "Spain South Coast")
resolved(GASCONY, "Brest", ATLANTIC, "Brest Coast")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
Gascony to Spain, Marseilles to Spain:
    left on the board: none
Gascony to Spain, Mid-Atlantic Ocean to Spain North Coast:
    left on the board: Spain, Spain North Coast
Mid-Atlantic Ocean to Spain North Coast, Western Mediterranean Sea to Spain South Coast:
    left on the board: Spain North Coast, Spain South Coast
Gascony to Brest, Mid-Atlantic Ocean to Brest Coast:
    left on the board: Brest, Brest Coast
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
