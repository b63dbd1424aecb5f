// Focus: the part of a picture that matters to a seat is enlarged for its player, with the whole beside the field. The
// server says which part that is, and has drawn the whole; this script moves the elements of the field.

import { hideSmall } from "./legible.js";

const SVG = "http://www.w3.org/2000/svg";
const POINTER = 40; // the size of what points at an army out of sight

/** The field of a picture: its corner, the size of a cell, columns and rows; by seat the part that matters, in cells; and
 * where there is room for the whole beside it.
 * @typedef {[number, number, number, number]} Box
 * @typedef {{ field: [number, number, number, number, number], boxes: (Box | null)[], room: Box }} Focus
 */

/** The place of each element in the whole picture, and the one that it was given.
 * @type {WeakMap<Element, { place: string, given: string }>}
 */
const places = new WeakMap();
/** Whether the reader wants to see the whole field; as long as it is null, the size of the screen decides.
 * @type {boolean | null}
 */
let whole = null;
/** The part of the field of a match that the reader has enlarged.
 * @type {{ match: string | undefined, box: Box } | null}
 */
let looked = null;
const LARGE = 28; // the size of a cell, in pixels, in which every number can be read
const FAIR = 16; // the size in which a field is well seen, its numbers being drawn larger
const LEAST = 0.4; // the least part of its width that is fitted to armies
const SLACK = 0.25; // the part by which what was fitted to the armies may be too large before it is fitted again
/** The part of the field of a match that was fitted to its armies last.
 * @type {{ match: string | undefined, box: Box } | null}
 */
let fitted = null;

/** What turns places of the whole field into those of a part that fills it.
 * @param {Focus["field"]} field
 * @param {readonly number[]} box
 */
export function enlarge([x, y, cell, columns], [left, top, width]) {
  const times = columns / width;
  /** @param {number} corner @param {number} from */
  const shift = (corner, from) => (corner - times * (corner + cell * from)).toFixed(2);
  return `translate(${shift(x, left)} ${shift(y, top)}) scale(${times.toFixed(4)})`;
}

/** Whether a place, given as the transform of an element, is outside a part of the field.
 * @param {Focus["field"]} field
 * @param {readonly number[]} box
 * @param {string} place
 */
export function isBeyond([x, y, cell], [left, top, width, height], place) {
  const [across, down] = (/translate\(([^)]*)\)/.exec(place)?.[1] ?? "0 0").split(" ").map(Number);
  const [column, row] = [(across - x) / cell, (down - y) / cell];
  return column < left || column > left + width || row < top || row > top + height;
}

/** Where the way from the middle of a part of the field to a place leaves it: from 0 to 1 across and down, and the angle.
 * @param {readonly number[]} part
 * @param {readonly [number, number]} place the column and the row
 * @returns {[number, number, number]}
 */
export function leaving([left, top, width, height], [column, row]) {
  const [right, down] = [(column - left) / width - 0.5, (row - top) / height - 0.5];
  const times = 0.5 / Math.max(Math.abs(right), Math.abs(down), 0.5);
  return [0.5 + times * right, 0.5 + times * down, (Math.atan2(down * height, right * width) * 180) / Math.PI];
}

/** The part of a field that shows all armies, with a cell around, in its shape; null where that is little less than all.
 * @param {Focus["field"]} field
 * @param {readonly (readonly [number, number])[]} cells the column and the row of each piece, which may lie within a cell
 * @returns {Box | null}
 */
export function fit([, , , columns, rows], cells) {
  if (!cells.length) return null;
  /** @param {number[]} at @param {number} all */
  const ends = (at, all) => [Math.max(0, Math.floor(Math.min(...at)) - 1), Math.min(all, Math.floor(Math.max(...at)) + 2)];
  const across = ends(cells.map(([column]) => column), columns), down = ends(cells.map(([, row]) => row), rows);
  const part = Math.max(LEAST, (across[1] - across[0]) / columns, (down[1] - down[0]) / rows);
  if (part * part >= 0.75) return null;
  /** @param {number[]} sides @param {number} all @returns {number} */
  const corner = ([low, high], all) => Math.min(Math.max(0, (low + high - part * all) / 2), all - part * all);
  return [corner(across, columns), corner(down, rows), part * columns, part * rows];
}

/** Fit a part of the field to its armies; what was fitted before stays while it shows them and is hardly larger.
 * @param {Focus["field"]} field
 * @param {readonly Element[]} elements
 */
function fitToArmies(field, elements) {
  const [x, y, cell] = field;
  const box = fit(field, elements.filter((one) => one.matches(".piece:not(.note)")).map((piece) => cellOf(piece, [x, y, cell])));
  const before = fitted?.match === match() ? fitted?.box : undefined;
  if (!box) return null;
  /** @param {number} side */
  const holds = (side) => before && before[side] <= box[side] && before[side] + before[side + 2] >= box[side] + box[side + 2];
  if (before && holds(0) && holds(1) && before[2] <= (1 + SLACK) * box[2]) return before;
  fitted = { match: match(), box };
  return box;
}

/** The part of the field that is shown, or null for the whole, and whether that is the seat's own, with the rest around it.
 *
 * All of the field is shown where its cells are well seen, else all armies where that does, else what matters to the seat.
 * @param {SVGSVGElement} svg
 * @param {string | undefined} seat
 * @param {Focus} focus
 * @param {readonly Element[]} elements
 * @returns {{ box: Box | null, isOwn: boolean }}
 */
function shownPart(svg, seat, { field, boxes }, elements) {
  const own = (seat && boxes[Number(seat)]) || null;
  if (whole !== null || showsWhole(svg, field)) return { box: whole === false ? own : null, isOwn: true };
  const armies = fitToArmies(field, elements);
  const large = armies && (field[2] * field[3] * (svg.getScreenCTM()?.a ?? 0)) / armies[2];
  return own && (large ?? 0) < FAIR ? { box: own, isOwn: true } : { box: armies, isOwn: false };
}

/** Enlarge what matters to a seat; where the whole field is well seen, show all of it.
 * @param {SVGSVGElement} svg
 * @param {string | undefined} seat
 * @param {Focus} [now] of a picture that has changed
 */
export function showFocus(svg, seat, now) {
  if (now) svg.dataset.focus = JSON.stringify(now);
  if (!svg.dataset.focus) return;
  /** @type {Focus} */
  const focus = JSON.parse(svg.dataset.focus);
  const { field, boxes } = focus;
  const near = lookedAt();
  for (const old of svg.querySelectorAll(".overview, .pointers, #focus-clip")) old.remove();
  const elements = [...svg.querySelectorAll("g.on-field")];
  const shown = shownPart(svg, seat, focus, elements);
  const box = near ?? shown.box;
  const part = near ?? (seat ? boxes[Number(seat)] : null);
  const prefix = box ? `${enlarge(field, box)} ` : "";
  for (const element of elements) move(element, prefix, box, field);
  if (box) clip(svg, box);
  if (part && (near || shown.isOwn) && (box || whole)) drawOverview(svg, focus, part, elements, !box);
  hideSmall(svg, elements, field[2] * (box ? field[3] / box[2] : 1));
}

/** Whether the whole field is shown: where the reader wants that, and else where it is well seen.
 * @param {SVGSVGElement} svg
 * @param {Focus["field"]} field
 */
const showsWhole = (svg, [, , cell]) => whole ?? cell * (svg.getScreenCTM()?.a ?? 0) >= FAIR;

const match = () => /** @type {HTMLElement | null} */ (document.querySelector("main[data-match]"))?.dataset.match;

/** Whether the reader has enlarged a part of the field. */
export const isLooking = () => lookedAt() !== null;

const lookedAt = () => (looked && looked.match === match() ? looked.box : null);

/** The part of a field around a place in it, so large that its cells have a size on the screen.
 * @param {Focus["field"]} field
 * @param {readonly [number, number]} place the column and the row
 * @param {number} unit pixels for each unit of the picture
 * @returns {Box | null} null where all cells are as large
 */
export function around([, , cell, columns, rows], [column, row], unit) {
  const part = (cell * unit) / LARGE;
  if (part >= 1) return null;
  const [width, height] = [part * columns, part * rows];
  /** @param {number} at @param {number} size @param {number} all */
  const corner = (at, size, all) => Math.min(Math.max(0, at - size / 2), all - size);
  return [corner(column, width, columns), corner(row, height, rows), width, height];
}

/** Enlarge the field around a place on the screen; return whether it is in the field and was not as large.
 * @param {SVGSVGElement} svg
 * @param {string | undefined} seat
 * @param {{ clientX: number, clientY: number }} at
 */
export function lookAt(svg, seat, { clientX, clientY }) {
  const matrix = svg.getScreenCTM();
  if (!svg.dataset.focus || !matrix || lookedAt()) return false;
  /** @type {Focus} */
  const focus = JSON.parse(svg.dataset.focus);
  const { field } = focus, [x, y, cell, columns, rows] = field;
  const { box: shown } = shownPart(svg, seat, focus, [...svg.querySelectorAll("g.on-field")]);
  const [left, top, width, height] = shown ?? [0, 0, columns, rows];
  const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  const [right, down] = [(point.x - x) / (cell * columns), (point.y - y) / (cell * rows)];
  if (Math.min(right, down) < 0 || Math.max(right, down) > 1) return false;
  const box = around(field, [left + right * width, top + down * height], matrix.a);
  if (!box || box[2] >= width) return false;
  looked = { match: match(), box };
  return true;
}

/** Show again what was shown before the reader enlarged a part; return whether there was one. */
export function lookAway() {
  const had = lookedAt() !== null;
  looked = null;
  return had;
}

/** @param {Element} element */
function placeOf(element) {
  const current = element.getAttribute("transform") ?? "";
  const known = places.get(element);
  return known?.given === current ? known.place : current;
}

/**
 * @param {Element} element
 * @param {string} prefix
 * @param {readonly number[] | null} box
 * @param {Focus["field"]} field
 */
function move(element, prefix, box, field) {
  const place = placeOf(element);
  const given = prefix + place;
  if (element.getAttribute("transform") !== given) element.setAttribute("transform", given);
  places.set(element, { place, given });
  const spread = element.matches(".ground, .spread"); // such an element is drawn in cells
  if (spread && box) element.setAttribute("clip-path", "url(#focus-clip)");
  else element.removeAttribute("clip-path");
  element.classList.toggle("beyond", !spread && box !== null && isBeyond(field, box, place));
}

/** Cut what is spread over the field to a part of it.
 * @param {SVGSVGElement} svg
 * @param {readonly number[]} box
 */
function clip(svg, box) {
  const path = document.createElementNS(SVG, "clipPath");
  path.id = "focus-clip";
  const rect = document.createElementNS(SVG, "rect");
  ["x", "y", "width", "height"].forEach((name, index) => rect.setAttribute(name, String(box[index])));
  path.append(rect);
  svg.append(path);
}

/** Draw the whole field where there is room for it, or the frame of the part upon the whole field.
 * @param {SVGSVGElement} svg
 * @param {Focus} focus
 * @param {readonly number[]} part
 * @param {readonly Element[]} elements
 * @param {boolean} all whether all of the field is shown
 */
function drawOverview(svg, { field: [x, y, cell, columns, rows], room }, part, elements, all) {
  const [wide, high] = [cell * columns, cell * rows];
  const pieces = elements.filter((element) => element.matches(".piece:not(.note)"));
  const times = all ? 1 : Math.min(room[2] / wide, room[3] / high);
  const [left, top] = all ? [x, y] : [room[0] + (room[2] - times * wide) / 2, room[1]];
  const pointers = all ? [] : outOfSight(pieces, [x, y, cell], part);
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", all ? "overview whole" : "overview");
  layer.setAttribute("aria-hidden", "true");
  layer.innerHTML = `<path class="paper" d="M${left} ${top}h${times * wide}v${times * high}h${-times * wide}z"/>`;
  for (const piece of all ? [] : pieces) {
    const small = /** @type {Element} */ (piece.cloneNode(true));
    for (const gone of small.querySelectorAll("text, .shade, .face")) gone.remove();
    for (const name of ["id", "tabindex", "data-read"]) small.removeAttribute(name);
    small.setAttribute("class", piece.classList.value.replace(/\b(on-field|beyond|lit|tells|solid|unread)\b/g, ""));
    small.setAttribute("transform", `translate(${left - times * x} ${top - times * y}) scale(${times}) ${placeOf(piece)} scale(1.7)`);
    layer.append(small);
  }
  const size = times * cell;
  const frame = document.createElementNS(SVG, "path");
  frame.setAttribute("class", "box");
  frame.setAttribute("d", `M${left + size * part[0]} ${top + size * part[1]}h${size * part[2]}v${size * part[3]}h${-size * part[2]}z`);
  layer.append(frame);
  svg.append(layer);
  if (pointers.length) svg.append(drawPointers(pointers, [x, y, wide, high]));
}

/** Draw what points at armies out of sight, at the edge of the field.
 * @param {readonly { seat: string, at: readonly [number, number, number] }[]} pointers
 * @param {readonly [number, number, number, number]} field its corner, and its size
 */
function drawPointers(pointers, [x, y, wide, high]) {
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "pointers");
  layer.setAttribute("aria-hidden", "true");
  const inset = 0.6 * POINTER + 4;
  const shape = `M${0.6 * POINTER} 0L${-POINTER / 2} ${POINTER / 3}L${-POINTER / 4} 0L${-POINTER / 2} ${-POINTER / 3}z`;
  layer.innerHTML = pointers.map(({ seat, at: [across, down, angle] }) => {
    const place = [x + inset + across * (wide - 2 * inset), y + inset + down * (high - 2 * inset)];
    const [right, low] = place.map((one) => one.toFixed(1));
    return `<g class="pointer ${seat}" transform="translate(${right} ${low}) rotate(${angle.toFixed(0)})"><path class="body" d="${shape}"/></g>`;
  }).join("");
  return layer;
}

/** The column and the row of a piece, which may lie within a cell.
 * @param {Element} piece
 * @param {readonly [number, number, number]} field
 * @returns {[number, number]}
 */
function cellOf(piece, [x, y, cell]) {
  const [, across, down] = (/translate\((\S+) (\S+)\)/.exec(placeOf(piece)) ?? []).map(Number);
  return [(across - x) / cell, (down - y) / cell];
}

/** The armies of which no piece is seen in a part of the field: where the way to the nearest piece of each leaves it.
 * @param {readonly Element[]} pieces
 * @param {readonly [number, number, number]} field
 * @param {readonly number[]} part
 */
function outOfSight(pieces, field, part) {
  /** @type {Map<string, Element[]>} */
  const armies = new Map();
  for (const piece of pieces) {
    const seat = /\bseat-\d+/.exec(piece.classList.value)?.[0];
    if (seat) armies.set(seat, [...(armies.get(seat) ?? []), piece]);
  }
  const middle = [part[0] + part[2] / 2, part[1] + part[3] / 2];
  /** @param {readonly [number, number]} place */
  const away = ([column, row]) => Math.max(Math.abs(column - middle[0]), Math.abs(row - middle[1]));
  return [...armies].filter(([, army]) => army.every((piece) => piece.matches(".beyond"))).map(([seat, army]) => {
    const [nearest] = army.map((piece) => cellOf(piece, field)).sort((one, other) => away(one) - away(other));
    return { seat, at: leaving(part, nearest) };
  });
}

/** Show the whole field, or what matters again.
 * @param {SVGSVGElement} svg
 */
export function toggleWhole(svg) {
  /** @type {Focus} */
  const { field } = JSON.parse(svg.dataset.focus ?? "{}");
  whole = !showsWhole(svg, field);
}
