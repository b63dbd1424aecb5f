// What changes between two drawings of an element.

import assert from "node:assert/strict";
import { test } from "node:test";

import { attributeChanges, mergeClasses } from "../../src/ludarium/scenes/patch.js";

test("attributes that stay are left alone", () => {
  const changes = attributeChanges({ class: "piece", transform: "a", role: "img" }, { class: "piece", transform: "b" });
  assert.deepEqual(changes, { removed: ["role"], set: [["transform", "b"]] });
});

test("all attributes are set on a node of which nothing is known", () => {
  assert.deepEqual(attributeChanges({}, { class: "piece" }), { removed: [], set: [["class", "piece"]] });
});

test("classes that scripts have set are kept, each once", () => {
  assert.equal(mergeClasses("piece seat-0", ["old", "chosen", "touch"], ["touch", "chosen", "next"]), "piece seat-0 touch chosen");
  assert.equal(mergeClasses("piece touch", ["touch"], ["touch"]), "piece touch");
});
