// The parts of a match's page, by which its scripts find them.

import { parseTouches } from "./selection.js";

/** The element with an id.
 * @param {string} id
 */
export const byId = (id) => document.getElementById(id);

/** The checkbox or field with an id.
 * @param {string} id
 */
export const inputById = (id) => /** @type {HTMLInputElement | null} */ (byId(id));

/** The element that holds the picture. */
export const board = () => /** @type {HTMLElement} */ (byId("play"));

/** The picture. */
export const picture = () => board()?.querySelector("svg") ?? null;

/** The panel of a live match. */
export const livePanel = () => /** @type {HTMLElement | null} */ (document.querySelector("#draft.live"));

/** The field in which a turn is typed. */
export const turnField = () => /** @type {HTMLInputElement | null} */ (document.querySelector(".type input[name=text]"));

/** What may be touched. */
export const touches = () => parseTouches(picture()?.dataset.touches);

/** The sentences about elements that cannot be touched now, by id.
 * @returns {Record<string, string>}
 */
export const refusals = () => JSON.parse(picture()?.dataset.refusals ?? "{}");

/** The elements of the picture that may be chosen, where the focus may be on. */
export const focusable = () => /** @type {SVGGElement[]} */ ([...(picture()?.querySelectorAll("[tabindex]:not([data-read])") ?? [])]);

/** Where the middle of an element is on the board.
 * @param {Element} element
 * @returns {import("./geometry.js").Point}
 */
export function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  const corner = board().getBoundingClientRect();
  return [x + width / 2 - corner.x, y + height / 2 - corner.y];
}

/** The nearest ancestor of an event's target, or the target, that a selector fits.
 * @param {Event} event
 * @param {string} selector
 */
export const closest = (event, selector) =>
  event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest(selector)) : null;

/** Ask for the page as it stands now. */
export const refresh = () => document.dispatchEvent(new Event("changed"));

/** Show whether the connection is lost.
 * @param {boolean} lost
 */
export function showConnection(lost) {
  const notice = byId("connection");
  if (notice) notice.hidden = !lost;
}

/** Whether a key is pressed together with one that makes it another command.
 * @param {KeyboardEvent} event
 */
export const hasModifier = (event) => event.ctrlKey || event.metaKey || event.altKey;
