// What matters to a seat is enlarged.

import assert from "node:assert/strict";
import { test } from "node:test";

import { enlarge, fit, isBeyond, leaving } from "../../src/ludarium/site/web/static/focus.js";

/** @type {[number, number, number, number, number]} */
const FIELD = [16, 80, 50, 20, 12];

test("a part fills the field", () => {
  assert.equal(enlarge(FIELD, [0, 0, 10, 6]), "translate(-16.00 -80.00) scale(2.0000)");
  assert.equal(enlarge(FIELD, [10, 6, 10, 6]), "translate(-1016.00 -680.00) scale(2.0000)");
});

test("what lies outside the part is known", () => {
  assert.equal(isBeyond(FIELD, [0, 0, 10, 6], "translate(41 105) rotate(0) scale(1.5)"), false);
  assert.equal(isBeyond(FIELD, [0, 0, 10, 6], "translate(541 105) rotate(0)"), true);
  assert.equal(isBeyond(FIELD, [0, 0, 10, 6], "translate(41 405) rotate(0)"), true);
});

test("the way to what is out of sight leaves the part at its edge", () => {
  assert.deepEqual(leaving([0, 0, 10, 6], [15, 3]), [1, 0.5, 0]);
  assert.deepEqual(leaving([0, 0, 10, 6], [5, -9]), [0.5, 0, -90]);
  const [across, down, angle] = leaving([0, 0, 10, 6], [17.5, 9.5]);
  assert.deepEqual([across, down > 0.9, 20 < angle && angle < 45], [1, true, true]);
});

test("what is fitted to the armies has a cell around them, the shape of the field, and stays in it", () => {
  assert.deepEqual(fit(FIELD, [[2.5, 2.5], [8.5, 5.5]]), [0.5, 1, 10, 6]);
  assert.deepEqual(fit(FIELD, [[0.5, 0.5], [7.5, 4.5]]), [0, 0, 10, 6]);
  assert.deepEqual(fit(FIELD, [[19.5, 11.5], [18.5, 10.5]]), [12, 7.199999999999999, 8, 4.800000000000001]);
  assert.equal(fit(FIELD, [[2.5, 2.5], [17.5, 9.5]]), null); // little less than the whole field
  assert.equal(fit(FIELD, []), null);
});
