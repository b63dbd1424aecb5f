// Distances and directions on the board.

import assert from "node:assert/strict";
import { test } from "node:test";

import { centre, ARROWS, distance, nearest, neighbour, holds } from "../../src/ludarium/site/web/static/geometry.js";

/** @type {[number, number][]} */
const POINTS = [[0, 0], [10, 0], [20, 1], [0, 30]];

test("the distance is that of a ruler", () => assert.equal(distance([0, 0], [3, 4]), 5));

test("the nearest point is found, and none among none", () => {
  assert.equal(nearest(POINTS, [9, 9]), 1);
  assert.equal(nearest([], [0, 0]), -1);
});

test("an arrow leads to the nearest point in its direction", () => {
  assert.equal(neighbour(POINTS, [0, 0], ARROWS.ArrowRight), 1);
  assert.equal(neighbour(POINTS, [10, 0], ARROWS.ArrowRight), 2);
  assert.equal(neighbour(POINTS, [0, 0], ARROWS.ArrowDown), 3);
});

test("an arrow leads nowhere where nothing lies", () => {
  assert.equal(neighbour(POINTS, [0, 0], ARROWS.ArrowLeft), -1);
  assert.equal(neighbour(POINTS, [0, 0], ARROWS.ArrowUp), -1);
});

test("what lies aside counts as further away", () => {
  assert.equal(neighbour([[5, 6], [12, 0]], [0, 0], ARROWS.ArrowRight), 1);
});

test("a box holds its middle and its edges, and nothing beside it", () => {
  const box = { x: 10, y: 20, width: 4, height: 6 };
  assert.deepEqual(centre(box), [12, 23]);
  const points = /** @type {[number, number][]} */ ([[12, 23], [10, 26], [14.5, 23], [12, 19]]);
  assert.deepEqual(points.map((point) => holds(box, point)), [true, true, false, false]);
});
