// The large board of the page where matches are watched goes on to the next match when its own is over.

import { follow } from "./boards.js";
import { inputById } from "./page.js";
import { localise } from "./times.js";

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

/** Ask what is played now, and show that, with its picture there before; or ask again later. */
async function ask() {
  const answer = await fetch(location.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  const [before, after] = [screen(), page?.querySelector("#tv .tiles")];
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
  isOver = false;
  if (hasFocus) before.querySelector("a")?.focus();
  follow();
}

document.addEventListener("moved", async (event) => {
  const { match, src } = /** @type {CustomEvent<{ match: string, src: string }>} */ (event).detail;
  if (match !== shown()) return;
  const answer = await fetch(src).catch(() => null); // which the browser has just got
  if (!answer?.headers.has("Game-Over") || match !== shown()) return;
  [isOver, isSeen] = [true, !document.hidden];
  const says = document.querySelector("#tv .kind");
  if (says) says.textContent = "Over";
  askIn(STAY);
});
document.addEventListener("visibilitychange", comeBack);
box?.addEventListener("change", next);
box?.closest("label")?.removeAttribute("hidden");
