// Numbers on a crowded field: those that would be too small to read are drawn larger where a cell has room for them, and
// else not at all. A shade then says how strong a piece is, and its number is said below the board when it is pointed at,
// touched or reached with the Tab key.

import { distance } from "./geometry.js";
import { byId, middle, picture } from "./page.js";

const LEGIBLE = 9; // the least size of a number on the screen, in pixels
const ROOM = 14; // the least size of a cell, in pixels, that holds a number of this size
const FINGER = 24; // how far from a small piece a finger may be

/** What is said of a field that is enlarged, or may be: keys are named where the pointer is one that comes with them.
 * @param {boolean} [hasKeys]
 */
export const sayings = (hasKeys = matchMedia("(hover: hover)").matches) => ({
  whole: `Touch the small field${hasKeys ? ", or press Z," : ""} to see all of it.`,
  hint: `Numbers are too small to show: touch or click the field to enlarge it${hasKeys ? ", or press Z" : ""}.`,
});

/** The size on the screen of a text in an element.
 * @param {number} font the size of its font, in the units of the element
 * @param {string} place the transform of the element
 * @param {number} unit pixels for each unit of the picture
 */
export function sizeOf(font, place, unit) {
  const factors = [...place.matchAll(/scale\(([\d.]+)\)/g)].map(([, factor]) => Number(factor));
  return font * unit * factors.reduce((product, factor) => product * factor, 1);
}

/** How strong a piece is, from 0 to 1, in steps that the eye can distinguish.
 * @param {number} value
 * @param {number} most
 */
export const shadeOf = (value, most) => Math.round(4 * Math.min(1, value / most)) / 4;

/** The size of the font of a number, in the units of its element: larger where it would be too small to read and has room.
 * @param {number} font
 * @param {number} size its size on the screen, in pixels
 * @param {number} cell the size of a cell on the screen, in pixels
 */
export const legible = (font, size, cell) => (size < LEGIBLE && cell >= ROOM ? (font * LEGIBLE) / size : font);

/** Enlarge or hide the numbers of a field that are too small to read, and let pieces without one be reached with the Tab key.
 * @param {SVGSVGElement} svg
 * @param {readonly Element[]} elements of the field
 * @param {number} cell the size of a cell, in units of the picture
 */
export function hideSmall(svg, elements, cell) {
  const unit = (svg.getScreenCTM()?.a ?? 1) * (visualViewport?.scale ?? 1);
  /** @type {Map<string, number>} */
  const fonts = new Map();
  /** @type {[Element, number][]} */
  const pieces = [];
  for (const element of elements) {
    const text = element.querySelector("text");
    if (!text?.textContent) continue;
    const kind = element.classList.contains("loss") ? "loss" : element.matches(".city") ? "city" : "walker";
    const key = kind + element.matches(".narrow");
    text.style.fontSize = "";
    const font = fonts.get(key) ?? Number.parseFloat(getComputedStyle(text).fontSize);
    fonts.set(key, font);
    const size = sizeOf(font, element.getAttribute("transform") ?? "", unit);
    const grown = kind === "loss" ? font : legible(font, size, cell * unit);
    if (grown > font) text.style.fontSize = `${grown.toFixed(2)}px`;
    element.classList.toggle("unread", grown === font && size < LEGIBLE);
    if (kind !== "loss") pieces.push([element, Number(text.textContent)]);
  }
  const most = Math.max(1, ...pieces.map(([, value]) => value));
  for (const [piece, value] of pieces) shade(piece, shadeOf(value, most));
  letRead(pieces.map(([piece]) => piece));
}

/** Let pieces of a crowded field be reached: one of them with the Tab key, the others from it.
 * @param {readonly Element[]} pieces
 */
function letRead(pieces) {
  const crowded = isCrowded();
  const readable = pieces.filter((piece) => crowded && !piece.matches(".beyond"));
  if (readable.length && picture()?.getAttribute("role") === "img") picture()?.setAttribute("role", "group");
  const stop = readable.find((piece) => piece === document.activeElement) ?? readable[0];
  for (const piece of pieces) {
    piece.toggleAttribute("data-read", readable.includes(piece));
    if (readable.includes(piece)) piece.setAttribute("tabindex", piece === stop ? "0" : "-1");
    else piece.removeAttribute("tabindex");
  }
}

/** @param {Element} piece @param {number} strength */
function shade(piece, strength) {
  const style = /** @type {SVGElement} */ (piece).style;
  if (piece.matches(".unread")) style.setProperty("--strength", String(strength));
  else style.removeProperty("--strength");
}

/** Whether numbers of the picture are hidden. */
export const isCrowded = () => Boolean(picture()?.querySelector(".piece.unread:not(.beyond)"));

/** The piece of a field nearest to a place on the screen, within the reach of a finger.
 * @param {import("./geometry.js").Point} place
 */
export function nearestPiece([x, y]) {
  const corner = byId("play")?.getBoundingClientRect();
  if (!corner) return null;
  /** @type {import("./geometry.js").Point} */
  const at = [x - corner.x, y - corner.y];
  const found = [...(picture()?.querySelectorAll("[data-read]") ?? [])].map((piece) => ({ piece, away: distance(middle(piece), at) }));
  found.sort((one, other) => one.away - other.away);
  return found.length && found[0].away < FINGER ? found[0].piece : null;
}
