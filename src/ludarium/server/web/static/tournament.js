// A live tournament: its page follows it, and every open page of a player hears when their game begins.

import { byId } from "./page.js";
import { kept } from "./kept.js";
import { watch } from "./watch.js";

const found = "/play/found";
// The least seconds after news before something is asked for, and how far it is spread, since many hear of it at once.
const [PAGE, GAME] = [[3, 7], [0, 2]];
const title = document.title;

const region = () => byId("follow");
const notice = () => byId("game-begins");

/** The latest revision that is known of each tournament; of others than the page's nothing is known at first.
 * @type {Map<string, number>}
 */
const known = new Map([[region()?.dataset.tournament ?? "", Number(region()?.dataset.revision ?? 0)]]);
/** The game of the person that goes on, as the server has said last.
 * @type {{ match: string, tournament: string, name: string } | null}
 */
let live = null;
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
  tell();
}

/** What asks for something soon, once for all that happens until then, and once more if something happens meanwhile.
 * @param {() => Promise<void>} ask
 * @param {number[]} seconds the least, and the spread
 */
function soon(ask, [least = 0, spread = 0]) {
  let [waits, again] = [false, false];
  const begin = () => {
    again = true;
    if (waits) return;
    waits = true;
    setTimeout(async () => {
      again = false;
      await ask();
      waits = false;
      if (again) begin();
    }, 1000 * (least + spread * Math.random()));
  };
  return begin;
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

/** Ask for the game of the person that has begun, and lead to it. */
async function lead() {
  const answer = await fetch(found, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) return;
  ({ live } = await answer.json());
  tell();
}

/** Lead to the game of the person, unless the page itself does or is its page. */
function tell() {
  const line = notice();
  if (!line) return;
  const address = `/matches/${live?.match}`;
  const says = location.pathname.startsWith(address) || region()?.querySelector(`.notice a[href="${CSS.escape(address)}"]`);
  const match = live && !says ? live.match : "";
  if (match === (line.dataset.match ?? "")) return;
  line.dataset.match = match;
  line.hidden = !match;
  document.title = match ? `Your game begins · ${title}` : title;
  line.setAttribute("role", match ? "alert" : "status");
  if (!match || !live) return line.replaceChildren();
  const link = document.createElement("a");
  link.href = address;
  link.className = "button primary";
  link.textContent = "Go to the board";
  line.replaceChildren(`Your game in ${live.name} begins. `, link);
}

const [showSoon, leadSoon] = [soon(show, PAGE), soon(lead, GAME)];

/** @param {string} id */
function attend(id) {
  watch(`tournament-${id}`, () => known.get(id) ?? 0, (news) => {
    if (!("revision" in news) || news.revision <= (known.get(id) ?? 0)) return;
    known.set(id, news.revision);
    if (region()?.dataset.tournament === id) showSoon();
    if (notice()) leadSoon();
  });
}

const own = notice()?.dataset.tournaments?.split(",") ?? [];
for (const id of new Set([...own, region()?.dataset.tournament])) if (id) attend(id);
follow();
if (notice()) lead();
