// The editor of openings in the form for a match: a row for each leg. The form sends the text field beside it.

import { clampTurns, formatOpening, parseOpening } from "./opening.js";

/** @typedef {import("./opening.js").Leg} Leg */
/** @typedef {(change: (legs: Leg[]) => void, redraw?: boolean) => void} Edit */

/** Fill an element.
 * @template {HTMLElement} Filled
 * @param {Filled} element
 * @param {object} values its properties
 * @param {...(Node | string)} inside
 */
function fill(element, values, ...inside) {
  Object.assign(element, values).append(...inside);
  return element;
}

const makeButton = () => document.createElement("button");

/** The row of one leg: direction, number of turns, and a button that removes it.
 * @param {readonly string[]} directions
 * @param {Leg} leg
 * @param {number} index
 * @param {Edit} edit
 */
function makeRow(directions, leg, index, edit) {
  const options = directions.map((each) => fill(document.createElement("option"), { value: each[0], selected: each[0] === leg[0] }, each));
  const direction = fill(document.createElement("select"), {}, ...options);
  const turns = fill(document.createElement("input"), { type: "number", min: "1", max: "999", value: String(leg[1]) });
  const remove = fill(makeButton(), { type: "button", className: "button" }, "×");
  direction.onchange = () => edit(() => (leg[0] = direction.value));
  turns.oninput = () => edit(() => (leg[1] = clampTurns(turns.value)));
  remove.onclick = () => edit((legs) => legs.splice(index, 1), true);
  direction.setAttribute("aria-label", `Part ${index + 1}`);
  turns.setAttribute("aria-label", `Turns of part ${index + 1}`);
  remove.setAttribute("aria-label", `Remove part ${index + 1}`);
  return fill(document.createElement("div"), { className: "leg" }, direction, turns, remove);
}

/** Show the editor of one field.
 * @param {HTMLElement} field
 */
function showEditor(field) {
  const directions = (field.dataset.directions ?? "").split(" ");
  const text = field.querySelector("input");
  const rows = field.querySelector(".legs");
  if (!text || !rows) return;
  const draw = () => {
    const legs = parseOpening(text.value, directions);
    /** @type {Edit} */
    const edit = (change, redraw = false) => {
      change(legs);
      text.value = formatOpening(legs);
      if (redraw) draw(); // only where rows come or go: a row that is drawn again loses the focus
    };
    const add = fill(makeButton(), { type: "button", className: "button" }, "Add a part");
    add.onclick = () => edit(() => legs.push([directions[0][0], 10]), true);
    rows.replaceChildren(...legs.map((leg, index) => makeRow(directions, leg, index, edit)), add);
  };
  text.oninput = draw;
  draw();
}

function showEditors() {
  for (const field of document.querySelectorAll("[data-directions]")) if (field instanceof HTMLElement) showEditor(field);
}

document.addEventListener("htmx:after:swap", showEditors);
showEditors();
