// Pictures on the front page that play some turns over and over. A picture asks for its turns when it comes into sight,
// and rests out of sight, in a hidden tab, for people who want no motion, and while the pictures are paused.

import { inputById } from "./page.js";

const PACE = 1500; // milliseconds a turn
const SVG = "http://www.w3.org/2000/svg";

/** A change of one element: its id, classes, transform, and what is inside unless that stays; an id alone is gone.
 * @typedef {[string, string?, string?, string?]} Change
 */

const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Map<Element, { steps: Change[][], next: number }>} */
const playing = new Map();
/** @type {Set<Element>} */
const seen = new Set();

/** @param {Element} svg @param {Change} change */
function apply(svg, [id, classes, transform, inside]) {
  let node = document.getElementById(id);
  if (classes === undefined) return node?.remove();
  if (!node) {
    node = /** @type {HTMLElement} */ (/** @type {unknown} */ (document.createElementNS(SVG, "g")));
    node.id = id;
    svg.append(node);
  }
  node.setAttribute("class", classes);
  node.setAttribute("transform", transform ?? "");
  if (inside !== undefined) node.innerHTML = inside;
}

/** @param {Element} shot */
async function load(shot) {
  if (playing.has(shot)) return;
  playing.set(shot, { steps: [], next: 0 });
  const answer = await fetch(shot.getAttribute("data-moves") ?? "").catch(() => null);
  if (answer?.ok) playing.set(shot, { steps: await answer.json(), next: 0 });
}

const isPaused = () => calm.matches || document.hidden || Boolean(inputById("pause-pictures")?.checked);

function step() {
  if (isPaused()) return;
  for (const shot of seen) {
    const svg = shot.querySelector("svg");
    const played = playing.get(shot);
    if (!played) load(shot);
    if (!svg || !played?.steps.length) continue;
    for (const change of played.steps[played.next]) apply(svg, change);
    played.next = (played.next + 1) % played.steps.length;
  }
}

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) seen.add(target);
    else seen.delete(target);
  }
});

function begin() {
  for (const shot of document.querySelectorAll("[data-moves]")) observer.observe(shot);
  const box = inputById("pause-pictures");
  const label = box?.closest("label");
  if (box && label) {
    label.hidden = calm.matches;
    box.checked = localStorage.getItem(box.id) === "true";
    box.onchange = () => localStorage.setItem(box.id, String(box.checked));
  }
  setInterval(step, PACE);
}

begin();
