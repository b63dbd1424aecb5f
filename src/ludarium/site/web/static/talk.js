// What is said in a match: it comes without loading the page again, and is sent without leaving it. The server decides
// who may say and hear what, and without this script its forms do the same.

import { byId, closest, inputById } from "./page.js";
import { localise } from "./times.js";
import { watch } from "./watch.js";

const TALK = "talk-"; // before the id of a match, where its talk is watched
const LOST = "Not sent: there is no connection. Try again.";
const PARTS = ["said", "talk-problem", "talk-mute"]; // are replaced; what is being written stays
let known = 0;
let sending = false;

const panel = () => /** @type {HTMLElement | null} */ (byId("talk-panel"));
const fold = () => /** @type {HTMLDetailsElement | null} */ (byId("talk"))?.closest("details") ?? null;
const isFolded = () => fold()?.open === false;
const path = () => `/matches/${panel()?.dataset.match}/talk`;

/** Show how much is new: on the panel, and on the link to it beside the board.
 * @param {number} unread
 */
function showCount(unread) {
  for (const [count, text] of /** @type {const} */ ([[byId("talk-count"), `${unread} new`], [document.querySelector("#talk-link .new"), `${unread}`]])) {
    const shown = unread ? text : "";
    if (count && count.textContent !== shown) count.textContent = shown;
  }
}

function scrollDown() {
  const list = byId("said");
  if (list) list.scrollTop = list.scrollHeight;
}

/** Show an answer of the server; return whether it has the talk.
 * @param {Response | null} answer
 */
async function show(answer) {
  const page = answer && new DOMParser().parseFromString(await answer.text(), "text/html");
  const [before, after] = [panel(), page?.getElementById("talk-panel")];
  if (!before || !after) return false;
  localise(after);
  for (const id of PARTS) {
    const [old, fresh] = [byId(id), after.querySelector(`#${id}`)];
    if (old?.innerHTML !== fresh?.innerHTML) old?.replaceChildren(...(fresh?.childNodes ?? []));
    old?.toggleAttribute("hidden", fresh?.hasAttribute("hidden") ?? true);
  }
  before.dataset.number = after.dataset.number;
  before.dataset.unread = after.dataset.unread;
  known = Math.max(known, Number(after.dataset.number));
  showCount(Number(after.dataset.unread));
  scrollDown();
  return true;
}

/** Ask for what was said; it counts as read if it can be seen. */
async function load() {
  const headers = { "HX-Request": "true", ...(document.hidden && { "Page-Hidden": "true" }) };
  await show(await fetch(path() + (isFolded() ? "?folded=yes" : ""), { headers }).catch(() => null));
}

/** @param {string} text */
function say(text) {
  const problem = byId("talk-problem");
  if (problem) [problem.textContent, problem.hidden] = [text, !text];
}

/** Send a form of the panel.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 */
async function send(form, button) {
  const body = new URLSearchParams([...new FormData(form, button)].map(([name, value]) => [name, String(value)]));
  sending = true;
  const answer = await fetch(form.action, { method: "POST", headers: { "HX-Request": "true" }, body }).catch(() => null);
  sending = false;
  const [field, ok] = [inputById("say"), answer?.ok];
  if (!(await show(answer))) return say(LOST);
  if (ok && field && body.get("do") === "say" && !body.get("greeting") && form.contains(field)) field.value = "";
}

document.addEventListener("submit", (event) => {
  const form = closest(event, "#talk-panel form");
  if (!(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  if (!sending) send(form, event.submitter);
});

/** Show what is new once the person opens the panel, or sees the page again. */
function look() {
  if (!panel() || document.hidden) return;
  if (Number(panel()?.dataset.unread) && !isFolded()) load();
  else scrollDown();
}

document.addEventListener("click", (event) => {
  const panelFold = closest(event, "#talk-link") && fold();
  if (!panelFold) return;
  event.preventDefault();
  panelFold.open = true;
  panelFold.scrollIntoView();
});
document.addEventListener("toggle", (event) => event.target === fold() && look(), { capture: true });
document.addEventListener("visibilitychange", look);

/** The position to which a note belongs that is being written, and is not saved, though the match goes on.
 * @type {{ turn: string, label: string } | null}
 */
let noting = null;
const note = () => /** @type {HTMLTextAreaElement | null} */ (byId("note"));
const turn = () => /** @type {HTMLInputElement | null} */ (note()?.form?.elements.namedItem("turn") ?? null);
const label = () => document.querySelector('label[for="note"]');

document.addEventListener("input", (event) => {
  if (event.target === note()) noting ??= { turn: turn()?.value ?? "", label: label()?.textContent ?? "" };
});
document.addEventListener("submit", (event) => {
  if (note() && event.target === note()?.form) noting = null;
});
document.addEventListener("htmx:after:swap", () => {
  scrollDown();
  const [field, of] = [note(), turn()];
  if (!noting || !field || !of || field.value === field.defaultValue) return void (noting = null);
  of.value = noting.turn;
  const says = label();
  if (says) says.textContent = noting.label;
});

if (panel()) {
  known = Number(panel()?.dataset.number);
  watch(TALK + panel()?.dataset.match, () => known, (news) => {
    if (!("revision" in news) || news.revision <= known) return;
    known = news.revision;
    load();
  });
  look();
}
