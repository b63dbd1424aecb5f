// A replay on a match's page, which follows the link to the next turn by itself or by a push on the board, and clocks
// that tick.

import { addressAt } from "./curve.js";
import { formatAgo, showTime } from "./clock.js";
import { board, byId, closest, inputById, livePanel, refresh } from "./page.js";
import { go } from "./requests.js";

const QUICK = 400; // milliseconds a turn, below which pieces glide from turn to turn without a stop

/** The timer of the next turn; null where no replay plays.
 * @type {ReturnType<typeof setTimeout> | 0 | null}
 */
let timer = null;
let steppedAt = 0; // when the last turn was asked for, by the page's own clock
/** When each clock runs out; 0 after the page has been requested again.
 * @type {WeakMap<Element, number>}
 */
const endings = new WeakMap();

/** Whether a replay plays. */
export const isPlaying = () => timer !== null;

/** @param {string} key */
const stepLink = (key) => /** @type {HTMLElement | null} */ (document.querySelector(`.steps [data-key="${key}"][href]`));

/** The milliseconds from one turn of a replay to the next. */
const interval = () => 1000 / Number(inputById("speed")?.value ?? 2);

/** Play on, from the first position if the last one is displayed. */
function play() {
  timer = 0;
  const first = stepLink("Home");
  if (stepLink("ArrowRight") || !first) step();
  else first.click();
  showPage();
}

function step() {
  steppedAt = performance.now();
  const next = stepLink("ArrowRight");
  if (next) next.click();
  else pause();
}

function pause() {
  if (timer) clearTimeout(timer);
  timer = null;
  showPage();
}

/** Note when each clock runs out; the page was sent with the seconds that are left. */
function startClocks() {
  for (const clock of document.querySelectorAll(".clock[data-left]")) {
    endings.set(clock, performance.now() + 1000 * Number(clock.getAttribute("data-left")));
  }
  for (const ago of document.querySelectorAll("[data-ago]")) {
    endings.set(ago, performance.now() - 1000 * Number(ago.getAttribute("data-ago")));
  }
}

function showClocks() {
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".clock[data-left]"))) {
    const end = endings.get(clock) ?? 0;
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    showTime(clock, left);
    sayLow(clock, left);
    if (left || !end) continue;
    endings.set(clock, 0); // request the page once: the server ends the match
    setTimeout(refresh, 1000);
  }
  for (const ago of document.querySelectorAll("[data-ago]")) {
    ago.textContent = formatAgo((performance.now() - (endings.get(ago) ?? 0)) / 1000);
  }
  showTimeInTitle();
}

/** The person's seats whose clocks are low, which was said. */
const low = new Set();

/** Say once, to who hears the page, that the person's own clock has become low.
 * @param {HTMLElement} clock
 * @param {number} seconds
 */
function sayLow(clock, seconds) {
  const { own } = clock.dataset;
  const line = byId("time-left");
  if (own === undefined || !line) return;
  if (!clock.classList.contains("low")) return void low.delete(own);
  if (low.has(own)) return;
  low.add(own);
  line.textContent = `${seconds} ${seconds === 1 ? "second" : "seconds"} left`;
}

/** Begin the tab's title with the clock that runs, the person's own if it does. */
function showTimeInTitle() {
  const clock = document.querySelector(".clock[data-left][data-own]") ?? document.querySelector(".clock[data-left]");
  const title = document.title.replace(/^[0-9:dh ]+ · /, "");
  const wanted = clock ? `${clock.textContent} · ${title}` : title;
  if (wanted !== document.title) document.title = wanted;
}

/** Follow a page that has changed: pieces glide for as long as a tick or a turn of a quick replay lasts. */
function showPage() {
  startClocks();
  const speed = inputById("speed");
  const button = byId("replay");
  if (speed && button) {
    speed.value = localStorage.getItem("speed") ?? "2";
    speed.oninput = () => localStorage.setItem("speed", speed.value);
    button.textContent = timer === null ? "▶" : "❚❚";
    button.setAttribute("aria-label", timer === null ? "Watch replay" : "Pause");
    const row = speed.closest("p");
    if (row) row.hidden = timer === null;
  }
  const { style } = document.documentElement;
  const panel = livePanel();
  const running = panel?.hasAttribute("data-running");
  const quick = timer !== null && speed && interval() < QUICK;
  style.setProperty("--glide", running ? `${panel?.dataset.tick}s` : quick ? `${interval()}ms` : "");
  style.setProperty("--pace", running || quick ? "linear" : "");
}

document.addEventListener("htmx:after:swap", () => {
  if (timer !== null && byId("replay")) {
    if (timer) clearTimeout(timer);
    timer = setTimeout(step, Math.max(0, steppedAt + interval() - performance.now()));
  }
  showPage();
});

document.addEventListener("click", (event) => {
  const curve = closest(event, "#curve");
  if (curve) go(() => addressAt(curve, event.clientX));
  if (closest(event, "#replay")) {
    if (timer === null) play();
    else pause();
  } else if (timer !== null && event.isTrusted && closest(event, "a, button")) pause();
});

document.addEventListener("keydown", (event) => {
  const stops = ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key) && !closest(event, "#speed");
  if (timer !== null && stops) pause();
});

const PUSH = 40; // pixels that a finger goes sideways at least
const BORDER = 24; // pixels at the edges of the screen, where a push means the browser
/** Where one finger has touched a board that it does not play on.
 * Its numbers are kept, since a browser may change the same `Touch` while the finger goes on.
 * @type {{ x: number, y: number } | null}
 */
let touched = null;

document.addEventListener("touchstart", (event) => {
  const [finger, other] = event.touches;
  const isLooking = closest(event, "#play") && !document.querySelector("#draft:not(.idle)") && (visualViewport?.scale ?? 1) < 1.01;
  const isInside = finger.clientX > BORDER && finger.clientX < innerWidth - BORDER;
  touched = isLooking && isInside && !other ? { x: finger.clientX, y: finger.clientY } : null;
}, { passive: true });

document.addEventListener("touchend", ({ changedTouches: [finger] }) => {
  const [across, down] = [finger.clientX - (touched?.x ?? finger.clientX), finger.clientY - (touched?.y ?? finger.clientY)];
  touched = null;
  if (Math.abs(across) < PUSH || Math.abs(across) < 2 * Math.abs(down)) return;
  if (timer !== null) pause();
  board().dispatchEvent(new PointerEvent("pointerover", { bubbles: true })); // what the finger came over is not asked about
  stepLink(across < 0 ? "ArrowRight" : "ArrowLeft")?.click();
}, { passive: true });

setInterval(showClocks, 250);
showPage();
