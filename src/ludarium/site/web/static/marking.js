// What a picture shows while somebody chooses: what has been touched, what may come next, and where the Tab key leads.

import { continuations } from "./selection.js";

const SVG = "http://www.w3.org/2000/svg";

/** Show what may be touched after an element, before it is: its reach.
 * @param {Element} svg
 * @param {readonly import("./selection.js").Touch[]} touches
 * @param {string} id of the element under the pointer or with the focus; empty for none
 */
export function preview(svg, touches, id) {
  const after = new Set(id && continuations(touches, [id]).map(({ elements }) => elements[1]));
  for (const element of svg.querySelectorAll("g")) element.classList.toggle("preview", after.has(element.id));
}

/** Whether pointing at two elements shows the same, but for one mark of each: equal pieces on one place.
 * @param {SVGSVGElement} svg
 * @param {string} one
 * @param {string} other
 */
export function areAlike(svg, one, other) {
  /** @type {Record<string, string>} */
  const known = JSON.parse(svg.dataset.highlights ?? "{}");
  const shown = new Set(known[one]?.split(" "));
  const shared = known[other]?.split(" ").filter((id) => shown.has(id)).length ?? 0;
  return shared > 1 && shown.size - shared <= 1 && known[other].split(" ").length - shared <= 1;
}

/** Highlight what belongs to an element, draw its notes, and let all that says something be pointed at.
 * @param {SVGSVGElement} svg
 * @param {string} id of the element under the pointer or with the focus, or that was touched; empty for none
 * @param {boolean} [refused] whether it was touched and cannot be chosen
 */
export function highlight(svg, id, refused = false) {
  /** @type {Record<string, string>} */
  const known = JSON.parse(svg.dataset.highlights ?? "{}");
  /** @type {Record<string, string>} */
  const refusals = JSON.parse(svg.dataset.refusals ?? "{}");
  const lit = new Set(known[id]?.split(" "));
  for (const element of svg.querySelectorAll("g")) {
    element.classList.toggle("lit", lit.has(element.id));
    element.classList.toggle("tells", element.id in known || element.id in refusals);
    element.classList.toggle("refuses", element.id in refusals);
  }
  svg.classList.toggle("refusing", refused);
  drawNotes(svg, id);
}

/** Draw the notes of an element on top of the picture, in place of those of another.
 * @param {SVGSVGElement} svg
 * @param {string} id
 */
function drawNotes(svg, id) {
  svg.querySelector(".notes")?.remove();
  /** @type {{ kinds: [string, string][], notes: Record<string, [number, string, string][]> }} */
  const { kinds, notes } = JSON.parse(svg.dataset.notes ?? '{"kinds":[],"notes":{}}');
  svg.classList.toggle("telling", id in notes);
  if (!notes[id]) return;
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "notes");
  layer.setAttribute("aria-hidden", "true");
  for (const [kind, transform, words] of notes[id]) {
    const note = document.createElementNS(SVG, "g");
    note.setAttribute("class", kinds[kind][0]);
    note.setAttribute("transform", transform);
    note.innerHTML = kinds[kind][1];
    const text = document.createElementNS(SVG, "text");
    text.textContent = words;
    if (words) note.append(text);
    layer.append(note);
  }
  svg.append(layer);
}

/** Mark what is chosen in a picture and what may come next, so that it can be reached with the keyboard.
 * @param {Element} svg
 * @param {readonly import("./selection.js").Touch[]} touches
 * @param {readonly string[]} chosen
 */
export function mark(svg, touches, chosen) {
  const next = new Set(continuations(touches, chosen).map(({ elements }) => elements[chosen.length]));
  const first = new Set(touches.map(({ elements }) => elements[0]));
  for (const element of svg.querySelectorAll('[role="button"], [tabindex]')) {
    const { id } = element;
    element.classList.toggle("chosen", chosen.includes(id));
    element.classList.toggle("next", chosen.length > 0 && next.has(id));
    if (next.has(id) || first.has(id)) element.setAttribute("tabindex", "-1");
    else element.removeAttribute("tabindex");
  }
}
