// A match that is played live: touches and keys are orders, and each tick brings what moves in the picture. No game is
// known here.

import { board, byId, closest, hasModifier, livePanel, picture, refresh, touches } from "./page.js";
import { showFocus } from "./focus.js";
import { Patcher } from "./patch.js";

/** What a tick sends: looks and shapes by number, and elements as id, number, place, text and label.
 * @typedef {[string, number, string, string, string]} Row
 * @typedef {{ choices: number, caption: string, kinds: [string, string][], elements: Row[], focus?: import("./focus.js").Focus }} Tick
 */

const KEPT = ["touch", "chosen", "next", "ordered"]; // classes that scripts set
const PATIENCE = 5; // seconds without a tick, beyond the usual interval, after which the page is requested

const LONGEST_TIMER = 3600; // seconds; browsers take no timer of many days

/** Resolved when all orders sent so far have been answered. */
let sending = Promise.resolve();
/** The orders by seat that wait until the previous request is answered.
 * @type {Map<number, number> | null}
 */
let waiting = null;
/** The last order of each seat.
 * @type {Map<number, number>}
 */
const ordered = new Map();
/** @type {Patcher | null} */
let patcher = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let alarm;

const isRunning = () => livePanel()?.hasAttribute("data-running") ?? false;

/** Send the orders that wait to an address.
 * @param {string} address
 */
async function send(address) {
  const orders = waiting ?? new Map();
  waiting = null;
  for (const [seat, action] of orders) {
    const body = new URLSearchParams({ seat: String(seat), action: String(action) });
    await fetch(address, { method: "POST", body }).catch(() => {}); // requests.js shows that the connection is lost
  }
}

/** Order an action for a seat; of several orders that wait the last one is sent.
 * @param {number} seat
 * @param {number} action
 */
function order(seat, action) {
  ordered.set(seat, action);
  markOrders();
  if (waiting) return waiting.set(seat, action);
  waiting = new Map([[seat, action]]);
  const address = livePanel()?.dataset.orders ?? "";
  sending = sending.then(() => send(address));
}

/** Show at once what was ordered, since the next tick may be a while away. */
function markOrders() {
  for (const { seat, action, elements } of touches()) {
    byId(elements.at(-1) ?? "")?.classList.toggle("ordered", ordered.get(seat) === action);
  }
}

/** Request the page if no tick arrives, since a restarted server has paused the match, and when a pause is over. */
function watchTicks() {
  clearTimeout(alarm);
  const pause = Number(livePanel()?.dataset.pause ?? 0);
  if (isRunning()) alarm = setTimeout(refresh, 1000 * (PATIENCE + Number(livePanel()?.dataset.tick)));
  else if (pause) alarm = setTimeout(refresh, 1000 * Math.min(pause + 0.2, LONGEST_TIMER));
}

/** Show a tick.
 * @param {Tick} tick
 */
function draw({ caption, kinds, elements, focus }) {
  const svg = picture();
  const line = byId("caption");
  if (!svg || !line) return;
  line.textContent = caption;
  svg.setAttribute("aria-label", caption);
  patcher ??= new Patcher(svg, { fixed: ".ground", kept: KEPT });
  patcher.draw(elements.map(([id, kind, transform, text, label]) => {
    const [looks, shape] = kinds[kind];
    /** @type {Record<string, string>} */
    const attributes = { class: looks, transform };
    /** @type {Record<string, string>} */
    const defaults = {};
    if (label) [attributes["aria-label"], defaults.role] = [label, "img"];
    return { id, attributes, defaults, shape, text };
  }));
  showFocus(svg, board().dataset.seat, focus);
}

/** Follow a page that has changed. */
function showPage() {
  if (livePanel()) markOrders();
  watchTicks();
  patcher = null; // the server has drawn the picture again
}

document.addEventListener("tick", ({ detail: tick }) => {
  const panel = livePanel();
  if (!panel) return;
  watchTicks();
  if (String(tick.choices) === panel.dataset.choices) draw(tick);
  else refresh(); // other actions are possible now, so the page has other buttons
});

// The board's script says what was touched.
document.addEventListener("chosen", (event) => order(...event.detail));

document.addEventListener("click", (event) => {
  const button = closest(event, "#draft.live [data-action]");
  if (button) order(Number(button.dataset.seat), Number(button.dataset.action));
});

// Before all other listeners, so that an arrow key that steers does nothing else.
document.addEventListener("keydown", (event) => {
  if (hasModifier(event) || closest(event, "input, select, textarea, [data-read]")) return;
  const keys = livePanel()?.dataset.keys;
  const known = keys && JSON.parse(keys)[event.code];
  if (!known) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!event.repeat) order(known[0], known[1]);
}, { capture: true });

document.addEventListener("htmx:after:swap", showPage);
if (board()) showPage();
