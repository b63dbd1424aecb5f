// Rings and arrows on the board of a study: drawn while a button is pressed, by touching places or dragging between them.

const button = () => document.getElementById("mark");
/** Whether marks are drawn: so until the button is pressed again, although each mark brings another board. */
let isDrawing = false;
/** The place at which an arrow begins. */
let from = "";

/** Show on the button whether marks are drawn. */
function show() {
  button()?.setAttribute("aria-pressed", String(isDrawing));
}

/** The place under a pointer: the lowest element of the board's cells there, which pieces lie on.
 * @param {MouseEvent} event
 */
function place(event) {
  const svg = document.querySelector("#play svg");
  if (!svg?.contains(document.elementFromPoint(event.clientX, event.clientY))) return "";
  /** @type {[number, string]} */
  let best = [Infinity, ""];
  for (const group of svg.querySelectorAll("g.cell[id], g.ground[id]")) {
    const { x, y, width, height } = group.getBoundingClientRect();
    const far = Math.hypot(event.clientX - x - width / 2, event.clientY - y - height / 2);
    if (far < best[0] && far <= Math.max(width, height) && Math.max(width, height) < svg.clientWidth / 2) best = [far, group.id];
  }
  return best[1];
}

/** Add a mark, or remove one that is there, and send them all.
 * @param {string} mark
 */
function toggle(mark) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById("marks"));
  const marks = new Set(field.value.split(" ").filter(Boolean));
  if (!marks.delete(mark)) marks.add(mark);
  field.value = [...marks].join(" ");
  /** @type {HTMLFormElement} */ (document.getElementById("marking")).requestSubmit();
}

document.addEventListener("click", (event) => {
  if (!(/** @type {Element} */ (event.target).closest("#mark"))) return;
  isDrawing = !isDrawing;
  show();
});
document.addEventListener("pointerdown", (event) => {
  if (isDrawing) from = place(event);
});
document.addEventListener("pointerup", (event) => {
  if (!isDrawing || !from) return;
  const to = place(event);
  if (to) toggle(to === from ? to : `${from}>${to}`);
  from = "";
});
document.addEventListener("pointercancel", () => {
  from = "";
});
document.addEventListener(
  "click",
  (event) => {
    if (isDrawing && /** @type {Element} */ (event.target).closest("#play svg")) event.stopImmediatePropagation();
  },
  true,
);
document.addEventListener("htmx:after:swap", show);
