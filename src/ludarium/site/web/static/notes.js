// Saves a comment on a position of a study before its reader goes on, so that it stays with the position at which it was
// written. What was asked for waits until it is saved, and is then asked of the study that has it.

import { byId } from "./page.js";
import { go } from "./requests.js";

const field = () => /** @type {HTMLTextAreaElement | null} */ (byId("comment"));
/** What says of which study a form is. */
const HELD = ["s", "own", "revision"];
/** The request that saves the comment.
 * @type {HtmxContext | null}
 */
let saving = null;
/** The text that was sent last. */
let sent = "";
/** What waits for the comment to be saved.
 * @type {WeakSet<HtmxContext>}
 */
const waiting = new WeakSet();

/** Whether the field has a text that is not saved: one that was typed, or that was refused. */
function isUnsaved() {
  const text = field();
  return Boolean(text && (text.value !== text.defaultValue || "refused" in text.dataset));
}

/** Save the comment. */
function save() {
  const form = field()?.form;
  form?.requestSubmit(form.querySelector("button"));
}

/** An address of the board, of the study as it is now.
 * @param {string} address
 */
function renewed(address) {
  const form = /** @type {HTMLFormElement} */ (field()?.form);
  const [url, now] = [new URL(address, location.href), new FormData(form)];
  url.pathname = new URL(form.action).pathname;
  for (const name of ["s", "own"]) {
    url.searchParams.delete(name);
    if (now.has(name)) url.searchParams.set(name, String(now.get(name)));
  }
  return url.pathname + url.search;
}

/** Ask of the study as it is now.
 * @param {HtmxContext} ctx
 */
function renew({ request }) {
  const form = /** @type {HTMLFormElement} */ (field()?.form);
  if (!request.body) {
    request.action = renewed(request.action);
    return;
  }
  const now = new FormData(form);
  request.action = form.action;
  for (const name of HELD) {
    request.body.delete(name);
    if (now.has(name)) request.body.set(name, String(now.get(name)));
  }
}

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  const text = field();
  if (!text?.form || ctx.sourceElement.closest("#said")) return; // the reader stays, and may go on writing
  if (ctx.sourceElement === text.form) {
    saving = ctx;
    sent = text.value;
    return;
  }
  if (!saving && !isUnsaved()) return;
  if (!saving) save();
  if ("HX-History-Restore-Request" in ctx.request.headers) { // it would not wait
    event.preventDefault();
    go(() => renewed(ctx.request.action));
  } else {
    waiting.add(ctx);
  }
});

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (!waiting.has(ctx)) return;
  if (isUnsaved()) event.preventDefault(); // the page says why
  else renew(ctx);
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const text = field();
  if (!text || ctx.sourceElement.closest("#said")) return;
  if (ctx !== saving || text.value === sent) text.value = text.defaultValue;
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx === saving) saving = null;
});

addEventListener("beforeunload", (event) => {
  if (isUnsaved()) event.preventDefault(); // the browser asks
});
