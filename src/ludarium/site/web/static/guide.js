// A first match: three numbers on the page, with a sentence for each, until three turns are played; once in each browser.

import { centre, distance, holds } from "./geometry.js";
import { board, byId, livePanel, middle, picture, turnField } from "./page.js";

const SEEN = "guided";
const OWN = 3; // own turns after which the sentences go by themselves
const FIELD = 48; // the height of a field
const HALF = 14; // half the height of a number, which is never cut off at the top of the page
const INNER = 0.6; // the part of a place beside whose corners its number stands
const BEFORE = 10; // from a number to the word that it stands before
const ON_EDGE = -2; // and to the edge of a button on which it stands, clear of a count to its left
const FEW = 4; // places that can be played which are marked each, such as the four directions of a compass
const AROUND = [[1, 0, 1, -1], [0, 0, -1, -1], [1, 1, 1, 1], [0, 1, -1, 1], [0.5, 1, 0, 1], [0.5, 0, 0, -1]]; // corners, and the way out

/** The number of turns when the sentences were first shown; null before. */
let since = /** @type {string | null} */ (null);
let isPutAway = false;
/** The numbers of turns before those of the reader that the sentences stood beside.
 * @type {Set<string>}
 */
const own = new Set();

const turns = () => byId("main")?.dataset.turns ?? "";

/** What can be played now, where it is to be seen; after a first touch, what may come next. */
const playable = () => [...(picture()?.querySelectorAll("svg:has(.next) .next, svg:not(:has(.next)) .touch") ?? [])].filter((one) => one.getClientRects().length > 0);

/** The boxes of the pieces of others: a number on one of them would say that it is to be moved. */
function rivals() {
  const { seat } = board().dataset;
  const found = seat === undefined ? [] : [...(picture()?.querySelectorAll(`.piece[class*="seat-"]:not(.seat-${seat})`) ?? [])];
  return found.map((one) => one.getBoundingClientRect());
}

/** What the numbers stand beside: a place that can be played, the line below the board, and the hint or the rules; then
 * the other places that can be played, where they are few.
 * @returns {(Element | null | undefined)[]}
 */
function targets() {
  const { width, height } = board().getBoundingClientRect();
  /** @param {Element} one */
  const away = (one) => distance(middle(one), [width / 2, height / 2]);
  const taken = rivals();
  /** @param {Element} one */
  const isTaken = (one) => taken.some((box) => holds(box, centre(one.getBoundingClientRect())));
  const all = playable();
  const [first, ...others] = all.sort((one, other) => Number(isTaken(one)) - Number(isTaken(other)) || away(one) - away(other));
  const rules = document.querySelector('.of-page a[href^="/games/"]');
  const shown = rules?.getClientRects().length ? rules : document.querySelector(".menu-button"); // it is in the menu on a phone
  return [first, byId("pointed"), document.querySelector('#draft [value="hint"]') ?? shown, ...(all.length > FEW ? [] : others.filter((one) => !isTaken(one)))];
}

/** The places of words on the page: numbers cover none of them.
 * @returns {DOMRect[]}
 */
function words() {
  const found = [...(picture()?.querySelectorAll("text") ?? [])].map((text) => text.getBoundingClientRect());
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent?.trim() || !parent?.closest("header, .status, #pointed") || parent.offsetWidth < 2) continue;
    range.selectNodeContents(walker.currentNode);
    found.push(...range.getClientRects());
  }
  return found.filter(({ width }) => width > 0);
}

/** How much of a number in a place covers words.
 * @param {import("./geometry.js").Point} place
 * @param {readonly DOMRect[]} known
 */
function covered([x, y], known) {
  /** @param {number} low @param {number} high @param {number} at */
  const part = (low, high, at) => Math.max(0, Math.min(high, at + HALF - 2) - Math.max(low, at - HALF + 2));
  return known.reduce((sum, { left, right, top, bottom }) => sum + part(left, right, x) * part(top, bottom, y), 0);
}

/** The place for a number beside a target that covers the least words: a corner, on the target if it is the same, or a
 * little out of it.
 * @param {DOMRect} box
 * @param {readonly DOMRect[]} known
 * @param {Element} [target]
 * @returns {import("./geometry.js").Point}
 */
function beside({ x, y, width, height }, known, target) {
  /** @type {import("./geometry.js").Point[]} */
  const places = [0, 0.5, 1].flatMap((out) => AROUND.map(([right, down, across, along]) => /** @type {[number, number]} */ (
    [x + right * width + out * HALF * across, Math.max(y + down * height + out * HALF * along, HALF - scrollY)])));
  const costs = places.map((point) => covered(point, known) + Number(!target?.contains(document.elementFromPoint(...point))));
  return places[costs.indexOf(Math.min(...costs))];
}

/** What is seen of a place to touch: its shape is smaller than the box around it, whose corners are other places.
 * @param {DOMRect} box
 */
const inner = ({ x, y, width, height }) =>
  new DOMRect(x + (width * (1 - INNER)) / 2, y + (height * (1 - INNER)) / 2, width * INNER, height * INNER);

/** Put the numbers where their targets are now.
 * @param {boolean} [shown]
 */
function place(shown = document.querySelector(".guide-number") !== null) {
  for (const old of document.querySelectorAll(".guide-number, .guide-more")) old.remove();
  if (!shown) return;
  const known = words(), pieces = rivals(), sentences = document.querySelectorAll("#guide li");
  /** @type {import("./geometry.js").Point[]} */
  const put = [];
  for (const [index, target] of targets().entries()) {
    const isThere = target && target.getClientRects().length > 0; // a turn that is complete leaves nothing to play
    sentences[index]?.classList.toggle("gone", !isThere);
    if (!isThere) continue;
    let around = target.getBoundingClientRect();
    const isLink = target.matches("nav a, .menu-button"); // in a row without room: right before its word
    const onBoard = index !== 1 && index !== 2;
    if (onBoard) around = inner(around);
    const [x, y] = index === 1 ? [around.x + 16, around.y + 12] : isLink ? [around.x - (target.matches(".menu-button") ? ON_EDGE : BEFORE), around.y + around.height / 2] : beside(around, onBoard ? [...known, ...pieces] : known, onBoard ? target : undefined);
    if (index > 2 && put.some((other) => distance(other, [x, y]) < 2 * HALF)) continue; // a piece and its place, say
    put.push([x, y]);
    const number = document.createElement("span");
    number.className = `guide-${index > 2 ? "more" : "number"} ${onBoard ? "on-board" : isLink ? "small" : ""}`;
    number.textContent = String(onBoard ? 1 : index + 1);
    number.setAttribute("aria-hidden", "true");
    const isFixed = getComputedStyle(target.closest("#draft > .row") ?? target).position === "fixed"; // it stays on the screen
    number.classList.toggle("at-foot", isFixed);
    number.style.left = `${(isFixed ? 0 : scrollX) + x}px`;
    number.style.top = `${(isFixed ? 0 : scrollY) + y}px`;
    document.body.append(number);
  }
}

let isDue = false;

/** Put the numbers where their targets are, once before the next frame. */
function follow() {
  if (isDue || document.querySelector(".guide-number") === null) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    place();
  });
}

const sizes = new ResizeObserver(follow);

/** Follow what moves the targets: anything above or beside them that appears, grows or goes. */
function watchSizes() {
  sizes.disconnect();
  for (const one of document.querySelectorAll("body, body > :not(.guide-number, .guide-more), main > *, .play > *, .notices > *")) sizes.observe(one);
}

/** Show the sentences and the numbers when a first turn is to be played, and on no page after it.
 *
 * On this page they stay until they are put away or three turns were played, and their room stays then, so that nothing
 * moves under a finger or the mouse: with each further turn that is to be played the numbers are there again. A sentence
 * whose number has no place is not seen meanwhile.
 */
function guide() {
  if (since !== null && turns() !== since) localStorage.setItem(SEEN, "true");
  const isNew = localStorage.getItem(SEEN) !== "true" && playable().length > 0 && !livePanel() && !document.querySelector(".projector");
  if (isNew) since ??= turns();
  if (since !== null && document.querySelector("#draft:not(.idle)")) own.add(turns());
  const sentences = byId("guide");
  const isAway = own.size > OWN || document.querySelector("#draft .row .said") !== null; // a hint has numbers of its own
  if (sentences) {
    sentences.hidden = !isNew && (since === null || isPutAway);
    sentences.classList.toggle("gone", isAway); // their room stays, so that nothing moves
    const { style } = document.documentElement;
    if (sentences.hidden) style.removeProperty("--draft");
    else if (!style.getPropertyValue("--draft")) {
      // the controls of other turns take as much room, and so does the field for typed turns when it is unfolded
      const room = (byId("draft")?.offsetHeight ?? 0) + ((turnField()?.parentElement?.offsetWidth ?? 0) > 1 ? 0 : FIELD);
      style.setProperty("--draft", `${room}px`);
    }
  }
  const isShown = sentences?.hidden === false && !isAway;
  place(isShown);
  if (isShown) watchSizes();
  else sizes.disconnect();
}

document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element && target.closest("#guided"))) return;
  localStorage.setItem(SEEN, "true");
  isPutAway = true;
  guide();
  board().focus({ preventScroll: true }); // the button is gone: the next Tab leads to what can be played
});
document.addEventListener("htmx:after:swap", guide);
document.addEventListener("change", () => place()); // such as of what turns the board around
for (const event of ["transitionend", "click", "keydown"]) document.addEventListener(event, follow); // such as of a bot's token
addEventListener("resize", () => place());
guide();
