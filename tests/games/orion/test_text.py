"""Orion's boards as text: the pictures of the source."""

from dataclasses import replace

import ludarium
from ludarium.scenes import text
from ludarium.scenes.picture import draw

ORION = ludarium.load("orion")
START = ORION.initial()
WINNING = ORION.parse_position("5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XXX2/2X2/1X4/5 o 42")

EMPTY_PICTURE = """\
  -----   -----   -----   -----   -----
|  .-.  |  .-.  |  .-.  |  .-.  |  .-.  |
| ( a ) | ( b ) | ( c ) | ( d ) | ( e ) |
|  `-`  |  `-`  |  `-`  |  `-`  |  `-`  |
  -----   -----   -----   -----   -----
|  .-.  |  .-.  |  .-.  |  .-.  |  .-.  |
| ( f ) | ( g ) | ( h ) | ( i ) | ( j ) |
|  `-`  |  `-`  |  `-`  |  `-`  |  `-`  |
  -----   -----   -----   -----   -----
|  .-.  |  .-.  |  .-.  |  .-.  |  .-.  |
| ( k ) | ( l ) | ( m ) | ( n ) | ( o ) |
|  `-`  |  `-`  |  `-`  |  `-`  |  `-`  |
  -----   -----   -----   -----   -----
|  .-.  |  .-.  |  .-.  |  .-.  |  .-.  |
| ( p ) | ( q ) | ( r ) | ( s ) | ( t ) |
|  `-`  |  `-`  |  `-`  |  `-`  |  `-`  |
  -----   -----   -----   -----   -----
|  .-.  |  .-.  |  .-.  |  .-.  |  .-.  |
| ( u ) | ( v ) | ( w ) | ( x ) | ( y ) |
|  `-`  |  `-`  |  `-`  |  `-`  |  `-`  |
  -----   -----   -----   -----   -----"""

START_PICTURE = """\
  OOOOO   OOOOO   OOOOO   OOOOO   OOOOO
O  .-.  O  .-.  O  .-.  O  .-.  O  .-.  O
O ( a ) O ( b ) O ( c ) O ( d ) O ( e ) O
O  `-`  O  `-`  O  `-`  O  `-`  O  `-`  O
  OOOOO   OOOOO   OOOOO   OOOOO   OOOOO
|  .-.  |  .-.  |  .-.  |  .-.  |  .-.  |
| ( f ) | ( g ) | ( h ) | ( i ) | ( j ) |
|  `-`  |  `-`  |  `-`  |  `-`  |  `-`  |
  -----   -----   -----   -----   -----
|  .-.  |  .-.  |  .-.  |  .-.  |  .-.  |
| ( k ) | ( l ) | ( m ) | ( n ) | ( o ) |
|  `-`  |  `-`  |  `-`  |  `-`  |  `-`  |
  -----   -----   -----   -----   -----
|  .-.  |  .-.  |  .-.  |  .-.  |  .-.  |
| ( p ) | ( q ) | ( r ) | ( s ) | ( t ) |
|  `-`  |  `-`  |  `-`  |  `-`  |  `-`  |
  XXXXX   XXXXX   XXXXX   XXXXX   XXXXX
X  .-.  X  .-.  X  .-.  X  .-.  X  .-.  X
X ( u ) X ( v ) X ( w ) X ( x ) X ( y ) X
X  `-`  X  `-`  X  `-`  X  `-`  X  `-`  X
  XXXXX   XXXXX   XXXXX   XXXXX   XXXXX"""

WINNING_PICTURE = """\
  -----   -----   -----   -----   -----
|  .-.  |  .-.  X  .-.  |  .-.  |  .-.  |
| ( a ) | ( b ) X ( c ) | ( d ) | ( e ) |
|  `-`  |  `-`  X  `-`  |  `-`  |  `-`  |
  -----   -----   XXXXX   -----   -----
|  .-.  |  .-.  |  .-.  X  .-.  |  .-.  |
| ( f ) | ( g ) | ( h ) X ( i ) | ( j ) |
|  `-`  |  `-`  |  `-`  X  `-`  |  `-`  |
  -----   -----   -----   XXXXX   -----
|  .-.  |  .-.  |  .-.  |  .-.  X  .-.  |
| ( k ) | ( l ) | ( m ) | ( n ) X ( o ) |
|  `-`  |  `-`  |  `-`  |  `-`  X  `-`  |
  -----   XXXXX   -----   XXXXX   -----
|  .-.  X  .-.  X  .-.  X  .-.  |  .-.  |
| ( p ) X ( q ) X ( r ) X ( s ) | ( t ) |
|  `-`  X  `-`  X  `-`  X  `-`  |  `-`  |
  -----   -----   XXXXX   -----   -----
|  .-.  X  .-.  |  .-.  |  .-.  |  .-.  |
| ( u ) X ( v ) | ( w ) | ( x ) | ( y ) |
|  `-`  X  `-`  |  `-`  |  `-`  |  `-`  |
  -----   -----   -----   -----   -----"""


SMALL_PICTURE = """\
  OOOOO   OOOOO   OOOOO
O  .-.  O  .-.  O  .-.  O
O ( a ) O ( b ) O ( c ) O
O  `-`  O  `-`  O  `-`  O
  OOOOO   OOOOO   OOOOO
|  .-.  |  .-.  |  .-.  |
| ( d ) | ( e ) | ( f ) |
|  `-`  |  `-`  |  `-`  |
  XXXXX   XXXXX   XXXXX
X  .-.  X  .-.  X  .-.  X
X ( g ) X ( h ) X ( i ) X
X  `-`  X  `-`  X  `-`  X
  XXXXX   XXXXX   XXXXX"""


class TestText:
    def test_a_smaller_board_is_drawn_with_its_own_rotors(self) -> None:
        small = ludarium.load("orion(rows=3,columns=3)").initial()
        assert text.render(draw(small)) == SMALL_PICTURE

    def test_the_starting_position_is_the_source_s_picture(self) -> None:
        assert text.render(draw(START)) == START_PICTURE

    def test_the_winning_chain_is_the_source_s_picture(self) -> None:
        assert text.render(draw(WINNING)) == WINNING_PICTURE

    def test_the_empty_board_is_the_source_s_picture(self) -> None:
        scene = draw(START)
        board = tuple(element for element in scene.elements if element.role != "piece")
        assert text.render(replace(scene, elements=board)) == EMPTY_PICTURE

    def test_a_click_and_one_back_on_the_next_rotor_carry_a_piece_as_the_source_draws_it(self) -> None:
        state = ORION.parse_position("O4/6/X4/6/5/6/5/6/5/6/5 o 2")
        after = text.render(draw(state.move("a+b-"))).splitlines()[:5]
        assert [line[:17] for line in after] == [
            "  -----   -----  ",
            "X  .-.  |  .-.  |",
            "X ( a ) | ( b ) |",
            "X  `-`  |  `-`  |",
            "  -----   OOOOO  ",
        ]
