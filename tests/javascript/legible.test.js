// Numbers on a crowded field.

import assert from "node:assert/strict";
import { test } from "node:test";

import { around } from "../../src/ludarium/site/web/static/focus.js";
import { legible, sayings, shadeOf, sizeOf } from "../../src/ludarium/site/web/static/legible.js";

test("the size of a number on the screen has every scale of its place", () => {
  assert.equal(sizeOf(20, "translate(1 2) rotate(0) scale(0.5)", 0.5), 5);
  assert.equal(sizeOf(20, "translate(0 0) scale(2) translate(1 2) rotate(0) scale(0.5)", 0.5), 10);
  assert.equal(sizeOf(20, "translate(1 2)", 1), 20);
});

test("a shade is one of five", () => {
  assert.deepEqual([1, 30, 50, 100, 200].map((value) => shadeOf(value, 100)), [0, 0.25, 0.5, 1, 1]);
});

test("keys are named where there are some", () => {
  assert.match(sayings(true).hint, /press Z/);
  assert.match(sayings(true).whole, /press Z/);
  assert.doesNotMatch(Object.values(sayings(false)).join(), /press/);
});

test("what is enlarged has large cells, the shape of the field, and stays in it", () => {
  assert.deepEqual(around([0, 0, 28, 40, 30], [20, 15], 0.5), [10, 7.5, 20, 15]);
  assert.deepEqual(around([0, 0, 28, 40, 30], [1, 29], 0.5), [0, 15, 20, 15]);
  assert.equal(around([0, 0, 56, 20, 12], [10, 6], 0.5), null);
});

test("a number that is too small is drawn larger where a cell holds it", () => {
  assert.equal(legible(20, 12, 30), 20);
  assert.equal(legible(20, 8, 17), 22.5);
  assert.equal(legible(20, 8, 10), 20);
});
