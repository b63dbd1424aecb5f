// Requesting another state of the page from the server, and repeating requests after a lost connection.

import { byId, showConnection } from "./page.js";

/** Finds an address when the request's turn comes; empty for none.
 * @typedef {() => string | null | undefined} FindAddress
 */

/** Repeats the last request that was not answered: the person's last action, or else an update of the page.
 * @type {(() => void) | null}
 */
let unsent = null;

const PATIENCE = 3000; // milliseconds without an answer after which a person reads that one is awaited
/** @type {ReturnType<typeof setTimeout> | undefined} */
let slow;
/** The request of which that is said.
 * @type {HtmxContext | null}
 */
let awaited = null;

/** The address of this page as it is seen. */
export const currentAddress = () => byId("main")?.dataset.address;

/** Ask for another state of the page. Requests wait for each other, so the address is found when it is this one's turn.
 * @param {FindAddress} where
 * @param {boolean | "surely"} [plays] whether a complete turn is submitted at once when the page has come, surely or
 *   only if the person does not confirm turns
 */
export function go(where, plays = false) {
  if (where !== currentAddress) unsent = null;
  htmx.ajax("GET", location.href, { source: byId("main"), where, plays });
}

function resend() {
  const send = unsent;
  unsent = null;
  send?.();
}

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (document.hidden) ctx.request.headers["Page-Hidden"] = "true"; // nobody has seen the page then
  const address = ctx.where?.();
  if (address) ctx.request.action = address;
  else if (ctx.where) return event.preventDefault();
  if (ctx.request.body || (ctx.where && ctx.where !== currentAddress)) awaitAnswer(ctx);
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx === awaited) awaitAnswer(null);
});

/** Say after a while that the answer to what a person has done is awaited, until it has come.
 * @param {HtmxContext | null} ctx
 */
function awaitAnswer(ctx) {
  awaited = ctx;
  clearTimeout(slow);
  showSlow(false);
  if (ctx) slow = setTimeout(() => showSlow(true), PATIENCE);
}

/** Show whether an answer is awaited for long.
 * @param {boolean} isSlow
 */
function showSlow(isSlow) {
  const line = byId("slow");
  if (line) line.hidden = !isSlow;
}

document.addEventListener("changed", () => go(currentAddress));
document.addEventListener("htmx:after:request", () => {
  showConnection(false);
  showUnsent(false);
});

/** Say whether something that the person has done is sent as soon as the connection stands again.
 * @param {boolean} waits
 */
function showUnsent(waits) {
  const line = byId("unsent");
  if (line) line.hidden = !waits;
}

/** Repeat a request later, as it was: with the revision that the person saw, so that it counts once.
 * @param {HtmxContext} ctx
 */
function repeat({ where, plays, request }) {
  const values = request.body && Object.fromEntries(request.body);
  if (!unsent) setTimeout(resend, 1000);
  showUnsent(Boolean(values) || where !== currentAddress);
  if (values) unsent = () => htmx.ajax("POST", request.action, { source: byId("main"), values });
  else if (where && (where !== currentAddress || !unsent)) unsent = () => go(where, plays);
}

document.addEventListener("htmx:error", (event) => {
  showConnection(true);
  if (event.detail.ctx) repeat(event.detail.ctx);
});

document.addEventListener("htmx:before:response", (event) => {
  const { ctx } = event.detail;
  if (ctx.response.status !== 503) return;
  event.preventDefault(); // the site is closing or busy, and has perhaps changed nothing
  showConnection(true);
  repeat(ctx);
});
