// A first match: three numbers on the page, with a sentence for each, until a turn is played; once in each browser.

import { distance } from "./geometry.js";
import { board, byId, livePanel, middle, picture, turnField } from "./page.js";

const SEEN = "guided";
const FIELD = 48; // the height of a field
const HALF = 14; // half the height of a number, which is never cut off at the top of the page

/** The number of turns when the sentences were first shown; null before. */
let since = /** @type {string | null} */ (null);
let isPutAway = false;

const turns = () => byId("main")?.dataset.turns ?? "";

/** What can be played now, where it is to be seen. */
const playable = () => [...(picture()?.querySelectorAll(".touch") ?? [])].filter((one) => one.getClientRects().length > 0);

/** What the numbers stand beside: a place that can be played, the line below the board, and the hint or the rules.
 * @returns {(Element | null | undefined)[]}
 */
function targets() {
  const { width, height } = board().getBoundingClientRect();
  /** @param {Element} one */
  const away = (one) => distance(middle(one), [width / 2, height / 2]);
  const [first] = playable().sort((one, other) => away(one) - away(other));
  return [first, byId("pointed"), document.querySelector('#draft [value="hint"]') ?? document.querySelector('nav a[href^="/games/"]')];
}

/** Put the numbers where their targets are now.
 * @param {boolean} [shown]
 */
function place(shown = document.querySelector(".guide-number") !== null) {
  for (const old of document.querySelectorAll(".guide-number")) old.remove();
  if (!shown) return;
  for (const [index, target] of targets().entries()) {
    if (!target || (index === 0 && board().classList.contains("zoomed"))) continue;
    const { x, y, width } = target.getBoundingClientRect();
    const number = document.createElement("span");
    number.className = "guide-number";
    number.textContent = String(index + 1);
    number.setAttribute("aria-hidden", "true");
    number.style.left = `${scrollX + x + (index === 1 ? 16 : width)}px`;
    number.style.top = `${Math.max(scrollY + y + (index === 1 ? 12 : 0), HALF)}px`;
    document.body.append(number);
  }
}

/** Show the sentences and the numbers while the first turn is to be played, and never again after it.
 *
 * The sentences stay on this page until they are put away, so that nothing moves under a finger or the mouse.
 */
function guide() {
  if (since !== null && turns() !== since) localStorage.setItem(SEEN, "true");
  const isNew = localStorage.getItem(SEEN) !== "true" && playable().length > 0 && !livePanel() && !document.querySelector(".projector");
  if (isNew) since ??= turns();
  const sentences = byId("guide");
  if (sentences) {
    sentences.hidden = !isNew && (since === null || isPutAway);
    const { style } = document.documentElement;
    if (sentences.hidden) style.removeProperty("--draft");
    else if (!style.getPropertyValue("--draft")) {
      // the controls of other turns take as much room, and so does the field for typed turns when it is unfolded
      const room = (byId("draft")?.offsetHeight ?? 0) + ((turnField()?.parentElement?.offsetWidth ?? 0) > 1 ? 0 : FIELD);
      style.setProperty("--draft", `${room}px`);
    }
  }
  place(isNew);
}

document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element && target.closest("#guided"))) return;
  localStorage.setItem(SEEN, "true");
  isPutAway = true;
  guide();
});
document.addEventListener("htmx:after:swap", guide);
document.addEventListener("change", () => place()); // such as of what turns the board around
addEventListener("resize", () => place());
guide();
