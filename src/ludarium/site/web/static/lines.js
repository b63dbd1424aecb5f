// Draws a turn on the board: the first one of a line that a bot names, while it is pointed at, has the focus or is pressed,
// and the answer to a puzzle while it is unfolded; what goes on after an answer comes into sight. The server says what is
// touched for the turn, and has drawn its marks. A press on the curve of a reviewed match opens the position there.

import { addressAt } from "./curve.js";
import { showFocus } from "./focus.js";
import { board, closest, picture } from "./page.js";

const SVG = "http://www.w3.org/2000/svg";

/** @param {Event} event */
const line = (event) => closest(event, "#said [data-marks]");

/** The line whose button is pressed, or the answer that is unfolded. */
const pressed = () => /** @type {HTMLElement | null} */ (document.querySelector('[data-marks]:is(:has([aria-pressed="true"]), [open])'));

/** The line whose turn is drawn.
 * @type {HTMLElement | null}
 */
let now = null;

/** Draw the turn of a line in place of that of another; without a line, none.
 * @param {HTMLElement | null} shown
 */
function draw(shown) {
  const svg = picture();
  const isDrawn = shown || now;
  now = shown;
  if (!svg || !isDrawn) return; // what the server has drawn remains
  for (const old of svg.querySelectorAll(".line")) old.remove();
  for (const old of svg.querySelectorAll(".advised")) old.classList.remove("advised");
  if (!shown) return;
  for (const id of shown.dataset.touched?.split(" ") ?? []) svg.querySelector(`[id="${CSS.escape(id)}"]`)?.classList.add("advised");
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "line");
  layer.setAttribute("aria-hidden", "true");
  layer.innerHTML = shown.dataset.marks ?? "";
  svg.append(layer);
  showFocus(svg, board().dataset.seat); // the marks may belong to an enlarged field
}

/** @param {Event} event */
function point(event) {
  const next = line(event) ?? pressed();
  if (next !== now) draw(next);
}

document.addEventListener("pointerover", point);
document.addEventListener("focusin", point);

document.addEventListener("click", (event) => {
  const button = closest(event, "#said .shows");
  if (!button) return;
  const isOn = button.getAttribute("aria-pressed") !== "true";
  for (const other of document.querySelectorAll("#said .shows")) other.setAttribute("aria-pressed", String(other === button && isOn));
  draw(isOn ? line(event) : null);
  if (isOn) board().scrollIntoView({ block: "nearest" });
});

document.addEventListener("click", (event) => {
  const curve = closest(event, ".analysis #curve");
  if (curve) location.assign(addressAt(curve, event.clientX));
});

/** What goes on after an answer to a puzzle. */
const goesOn = () => document.querySelector("[data-answered]");
let wasAnswered = Boolean(goesOn());

document.addEventListener("htmx:after:swap", () => {
  goesOn()?.scrollIntoView({ block: "nearest" }); // it is below the board on a phone
  if (wasAnswered && !goesOn()) { // a puzzle begins, with its answer folded
    document.querySelector("details[data-marks]")?.removeAttribute("open");
    scrollTo(0, 0);
  }
  wasAnswered = Boolean(goesOn());
  draw(pressed());
});
document.addEventListener("toggle", (event) => {
  if (!closest(event, "details[data-marks]")) return;
  draw(pressed());
  if (now) board().scrollIntoView({ block: "nearest" });
}, { capture: true }); // since it does not bubble
draw(pressed());
