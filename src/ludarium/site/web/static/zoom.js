// Zoom for touch. Where another action is nearer than NEAR pixels, the first touch enlarges the board, and the second
// chooses; a touch of what cannot be chosen, or a complete turn, shows all of it again.

import { distance } from "./geometry.js";
import { areAlike } from "./marking.js";
import { board, focusable, middle, picture, touches, turnField } from "./page.js";
import { meaning, select } from "./selection.js";

const FINGER = 44; // the space that a finger needs
const NEAR = 28; // the space with which it can do, since a wrong touch is undone before the turn is confirmed

/** How much larger the board is, its height, for which turn, and where it is scrolled to; null where it is not enlarged.
 * @type {{ times: number, height: number, turn: string | undefined, at: [number, number] } | null}
 */
let zoom = null;

/** Whether the board is enlarged. */
export const isZoomed = () => zoom !== null;

/** The distance to the nearest element that would choose another action at once; a piece that is touched first does not.
 * @param {Element} element
 * @param {readonly string[]} chosen
 */
function spaceAround(element, chosen) {
  const known = touches();
  /** @param {Element} one */
  const chooses = ({ id }) => select(known, chosen, id).action !== undefined;
  if (!chooses(element)) return Infinity;
  const meant = meaning(known, chosen, element.id);
  const svg = /** @type {SVGSVGElement} */ (picture());
  /** @param {Element} one */
  const isSame = (one) => (one.matches(".piece") || element.matches(".piece")) && areAlike(svg, one.id, element.id);
  const others = focusable().filter((one) => chooses(one) && meaning(known, chosen, one.id) !== meant && !isSame(one));
  return Math.min(...others.map((other) => distance(middle(other), middle(element))));
}

/** Enlarge the board around a touch, if other actions are too near to it; return whether it was enlarged.
 * @param {MouseEvent} event
 * @param {Element} element
 * @param {readonly string[]} chosen
 */
export function zoomIfCrowded({ clientX, clientY }, element, chosen) {
  const svg = picture();
  const space = spaceAround(element, chosen);
  if (!svg || space >= NEAR) return false;
  const times = FINGER / space;
  const { x, y, width } = svg.getBoundingClientRect();
  const { height } = board().getBoundingClientRect(); // what stands below stays where it is
  zoom = { times, height, turn: turnField()?.id, at: [(clientX - x) * times - width / 2, (clientY - y) * times - height / 2] };
  showZoom();
  return true;
}

/** Show all of the board again. */
export function zoomOut() {
  zoom = null;
  showZoom();
}

/** Remember where the board is scrolled to, before the page is changed. */
export function keepScroll() {
  if (zoom) zoom.at = [board().scrollLeft, board().scrollTop];
}

/** Show the board as large as it was made, for as long as the same turn goes on. */
export function showZoom() {
  if (zoom?.turn !== turnField()?.id || !touches().length) zoom = null;
  board().classList.toggle("zoomed", zoom !== null);
  board().style.height = zoom ? `${zoom.height}px` : "";
  board().style.setProperty("--times", String(zoom?.times ?? 1));
  board().scrollTo(...(zoom?.at ?? [0, 0]));
}
