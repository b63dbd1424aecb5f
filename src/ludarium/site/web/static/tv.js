// The large board of the page where matches are watched goes on to the next match when its own is over.

import { follow } from "./boards.js";
import { inputById } from "./page.js";
import { showTime } from "./clock.js";
import { localise } from "./times.js";
import { soon } from "./watch.js";

const STAY = 6; // seconds in which the end is seen
const [AGAIN, SPREAD] = [20, 10]; // seconds after which is asked again while nothing else is played

const screen = () => document.querySelector("#tv .tiles");
const shown = () => /** @type {HTMLElement | null} */ (document.querySelector("#tv [data-board]"))?.dataset.board ?? "";
const box = inputById("go-on");
let [isOver, isSeen, isAsking] = [false, false, false];
/** There is at most one; it is `due` at a time of `performance.now()`.
 * @type {ReturnType<typeof setTimeout> | undefined}
 */
let timer;
let due = 0;
let latest = 0; // the revision of the match in front that was said last
let seen = performance.now(); // when the clocks stood as they were sent

/** Ask after some seconds, and not before. */
function askIn(/** @type {number} */ seconds) {
  clearTimeout(timer);
  due = performance.now() + 1000 * seconds;
  timer = setTimeout(next, 1000 * seconds);
}

/** Go on for one who comes back: what was to come later still does, and an end that nobody saw stays as any other. */
function comeBack() {
  if (!isOver || document.hidden) return;
  askIn(isSeen ? Math.max(0, due - performance.now()) / 1000 : STAY);
  isSeen = true;
}

/** Show what is played now in place of the match that is over, if that is wanted. */
async function next() {
  if (!isOver || isAsking || document.hidden || !box?.checked) return; // one who comes back, or wants it again, begins it
  isAsking = true;
  await ask().finally(() => { isAsking = false; });
}

/** What the site has in front now, or a match as long as it is played; nothing while it does not answer. */
async function look(match = "") {
  const url = new URL(location.href);
  if (match) url.searchParams.set("match", match);
  const answer = await fetch(url, { headers: { "HX-Request": "true" } }).catch(() => null);
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  return page?.querySelector("#tv .tiles") ?? null;
}

/** Say who is to move, the clocks and the last turns again; return whether nothing newer is known. */
async function renew() {
  const selector = `[data-board="${CSS.escape(shown())}"]`;
  const after = /** @type {HTMLElement | null | undefined} */ ((await look(shown()))?.querySelector(selector));
  const [before, facts] = [document.querySelector(`#tv ${selector} .facts`), after?.querySelector(".facts")];
  if (!before || isOver) return true;
  if (facts) {
    before.replaceWith(facts);
    seen = performance.now();
  }
  return Number(after?.dataset.revision ?? -1) >= latest;
}

/** Do so once for all that was played meanwhile.
 *
 * A busy server may answer with what it had before, or not at all: then it is asked again, a few times.
 */
const refresh = soon(async () => {
  for (let wait = 2; !await renew() && wait <= 16; wait *= 2) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * wait));
  }
}, [1]);

/** Let the clocks run that do. */
function tick() {
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#tv [data-left]"))) {
    if (!isOver) showTime(clock, Number(clock.dataset.left) - (performance.now() - seen) / 1000);
  }
}

/** Ask what is played now, and show that, with its picture there before; or ask again later. */
async function ask() {
  const [before, after] = [screen(), await look()];
  const link = /** @type {HTMLElement | null | undefined} */ (after?.querySelector("[data-board]"));
  if (!before || !after || !link || link.dataset.board === shown()) {
    askIn(AGAIN + SPREAD * Math.random());
    return;
  }
  const picture = new Image();
  picture.src = link.querySelector("img")?.src ?? "";
  await picture.decode().catch(() => {});
  picture.alt = "";
  link.querySelector(".shot")?.replaceChildren(picture);
  document.querySelector(`.tile:has([data-board="${CSS.escape(link.dataset.board ?? "")}"])`)?.remove();
  const hasFocus = before.contains(document.activeElement);
  localise(after);
  before.replaceChildren(...after.childNodes);
  [isOver, seen] = [false, performance.now()];
  if (hasFocus) before.querySelector("a")?.focus();
  follow();
}

document.addEventListener("moved", async (event) => {
  const { match, revision, src } =
    /** @type {CustomEvent<{ match: string, revision: number, src: string }>} */ (event).detail;
  if (match !== shown()) return;
  latest = revision;
  const answer = await fetch(src).catch(() => null); // which the browser has just got
  if (match !== shown()) return;
  if (!answer?.headers.has("Game-Over")) return refresh();
  [isOver, isSeen] = [true, !document.hidden];
  const says = document.querySelector("#tv .kind");
  if (says) says.textContent = "Over";
  askIn(STAY);
});
setInterval(tick, 1000);
document.addEventListener("visibilitychange", comeBack);
box?.addEventListener("change", next);
box?.closest("label")?.removeAttribute("hidden");
