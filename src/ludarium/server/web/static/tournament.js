// A live tournament: its page follows it, and every open page of a player hears when their game begins.

import { byId } from "./page.js";
import { kept } from "./kept.js";
import { watch } from "./watch.js";

const found = "/play/found";
const [SOONEST, SPREAD] = [2, 4]; // seconds before the page is fetched again, since many people see it at once
const title = document.title;

const region = () => byId("follow");
const notice = () => byId("game-begins");

/** The latest revision that is known of each tournament; of others than the page's nothing is known at first.
 * @type {Map<string, number>}
 */
const known = new Map([[region()?.dataset.tournament ?? "", Number(region()?.dataset.revision ?? 0)]]);
let looking = false; // whether the page is being fetched, or will be soon
let again = false; // whether something has happened since it was asked for
/** What ends watching a match, by its id.
 * @type {Map<string, () => void>}
 */
const watched = new Map();

/** Show the page as it is now, and keep the focus, what is open, and what is scrolled. */
async function show() {
  const answer = await fetch(location.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [before, after] = [region(), page.getElementById("follow")];
  if (!before || !after) return;
  const restore = kept(before);
  before.replaceChildren(...after.childNodes);
  before.dataset.revision = after.dataset.revision;
  restore();
  follow();
}

/** Show the page soon, once for all that happens until then, and once more if something happens meanwhile. */
function showSoon() {
  if (!region()) return;
  again = true;
  if (looking) return;
  looking = true;
  setTimeout(async () => {
    again = false;
    await show();
    looking = false;
    if (again) showSoon();
  }, 1000 * (SOONEST + SPREAD * Math.random()));
}

/** Show how a match stands, in its small picture; everybody who watches it gets the same.
 * @param {string} match
 * @param {number} revision
 */
function picture(match, revision) {
  const shot = region()?.querySelector(`[data-board="${CSS.escape(match)}"] .shot`);
  if (!shot) return;
  const image = new Image();
  image.src = `/matches/${match}/small.svg?revision=${revision}`;
  image.alt = "";
  image.decode().then(() => shot.replaceChildren(image), () => {});
}

/** Watch the matches whose pictures the page has, and no others. */
function follow() {
  const here = new Map([...(region()?.querySelectorAll("[data-board]") ?? [])].map((each) => {
    const { board = "", revision } = /** @type {HTMLElement} */ (each).dataset;
    return [board, Number(revision)];
  }));
  for (const [match, end] of watched) {
    if (here.has(match)) continue;
    end();
    watched.delete(match);
  }
  for (const [match, revision] of here) {
    if (watched.has(match)) continue;
    let last = revision;
    watched.set(match, watch(match, () => last, (news) => {
      if (!("revision" in news) || news.revision <= last) return;
      last = news.revision;
      picture(match, last);
    }));
  }
}

/** Lead to the game of the person that has begun, unless the page itself does or is its page. */
async function lead() {
  const line = notice();
  if (!line) return;
  const answer = await fetch(found, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) return;
  const { live } = await answer.json();
  const leads = live && live.tournament !== region()?.dataset.tournament && !location.pathname.startsWith(`/matches/${live.match}`);
  const match = leads ? live.match : "";
  if (match === (line.dataset.match ?? "")) return;
  line.dataset.match = match;
  line.hidden = !match;
  document.title = match ? `Your game begins · ${title}` : title;
  line.setAttribute("role", match ? "alert" : "status");
  if (!match) return line.replaceChildren();
  const link = document.createElement("a");
  link.href = `/matches/${match}`;
  link.className = "button primary";
  link.textContent = "Go to the board";
  line.replaceChildren(`Your game in ${live.name} begins. `, link);
}

/** @param {string} id */
function attend(id) {
  watch(`tournament-${id}`, () => known.get(id) ?? 0, (news) => {
    if (!("revision" in news) || news.revision <= (known.get(id) ?? 0)) return;
    known.set(id, news.revision);
    if (region()?.dataset.tournament === id) showSoon();
    if (notice()) lead();
  });
}

const own = notice()?.dataset.tournaments?.split(",") ?? [];
for (const id of new Set([...own, region()?.dataset.tournament])) if (id) attend(id);
follow();
lead();
