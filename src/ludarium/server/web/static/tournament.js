// A live tournament: its page follows it, and every open page of a player hears when their game begins.

import { byId } from "./page.js";
import { watch } from "./watch.js";

const found = "/play/found";
const BETWEEN = 3; // seconds between two looks, however much happens
const title = document.title;

const region = () => byId("follow");
const notice = () => byId("game-begins");

let known = Number(region()?.dataset.revision ?? 0);
let looks = false;
/** What ends watching a match, by its id.
 * @type {Map<string, () => void>}
 */
const watched = new Map();

/** Show the page as it is now, and keep the focus and what is open. */
async function show() {
  const answer = await fetch(location.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [before, after] = [region(), page.getElementById("follow")];
  if (!before || !after) return;
  const open = [...before.querySelectorAll("details")].map((each) => each.open);
  const focused = before.contains(document.activeElement) ? selector(/** @type {HTMLElement} */ (document.activeElement)) : "";
  before.replaceChildren(...after.childNodes);
  before.dataset.revision = after.dataset.revision;
  const details = [...before.querySelectorAll("details")];
  if (details.length === open.length) details.forEach((each, at) => (each.open = open[at] ?? each.open));
  if (focused) /** @type {HTMLElement | null} */ (before.querySelector(focused))?.focus({ preventScroll: true });
  follow();
}

/** How to find an element again, after the page was replaced.
 * @param {HTMLElement} element
 */
function selector(element) {
  const [href, value] = [element.getAttribute("href"), element.getAttribute("value")];
  if (href) return `a[href="${CSS.escape(href)}"]`;
  if (value) return `button[value="${CSS.escape(value)}"]`;
  return element.getAttribute("aria-labelledby") ? `[aria-labelledby="${element.getAttribute("aria-labelledby")}"]` : "";
}

/** Show the page soon, once for all that happens until then. */
function showSoon() {
  if (looks || !region()) return;
  looks = true;
  setTimeout(() => {
    looks = false;
    show();
  }, 1000 * BETWEEN);
}

/** Watch the matches whose pictures the page has, and no others. */
function follow() {
  const here = [...(region()?.querySelectorAll("[data-board]") ?? [])].map((each) => /** @type {HTMLElement} */ (each).dataset.board ?? "");
  for (const [match, end] of watched) {
    if (here.includes(match)) continue;
    end();
    watched.delete(match);
  }
  for (const match of here) {
    if (watched.has(match)) continue;
    let last = 0;
    watched.set(match, watch(match, () => last, (news) => {
      if (!("revision" in news) && !("tick" in news)) return;
      const first = last === 0;
      if ("revision" in news) last = news.revision;
      if (!first) showSoon();
    }));
  }
}

/** Lead to the game of the person that has begun. */
async function lead() {
  const line = notice();
  if (!line || line.dataset.tournament === region()?.dataset.tournament) return; // the page itself says so
  const answer = await fetch(found, { headers: { Accept: "application/json" } }).catch(() => null);
  const { match, tournament } = answer?.ok ? await answer.json() : { match: null, tournament: null };
  const begins = Boolean(match && tournament) && !location.pathname.startsWith(`/matches/${match}`);
  if (begins === !line.hidden) return;
  line.hidden = !begins;
  document.title = begins ? `Your game begins · ${title}` : title;
  line.setAttribute("role", begins ? "alert" : "status");
  if (!begins) return line.replaceChildren();
  const link = document.createElement("a");
  link.href = `/matches/${match}`;
  link.className = "button primary";
  link.textContent = "Go to the board";
  line.replaceChildren(`Your game in ${tournament} begins. `, link);
}

/** @param {string | undefined} id */
function attend(id) {
  if (!id) return;
  watch(`tournament-${id}`, () => known, (news) => {
    if (!("revision" in news)) return;
    if (region()?.dataset.tournament === id && news.revision > known) {
      known = news.revision;
      showSoon();
    }
    if (notice()?.dataset.tournament === id) lead();
  });
}

for (const id of new Set([region()?.dataset.tournament, notice()?.dataset.tournament])) attend(id);
follow();
lead();
