// The bar of every page of a person: it tells of matches that have begun, turns, challenges and rematches.

import { byId } from "./page.js";
import { pick } from "./pick.js";
import { knock } from "./sound.js";
import { soon, watch } from "./watch.js";

const bar = byId("live-bar");
const { person = "", known = "0", tournaments = "" } = bar?.dataset ?? {};
const since = Number(known);
const title = document.title;
/** @type {import("./pick.js").Found} */
let found = { live: null, notices: [] };

/** Whether the page itself leads somewhere.
 * @param {string} path
 */
const leadsTo = (path) =>
  document.querySelector(`main :is(.notice, #called-off) a[href="${CSS.escape(path)}"]`) !== null || (path.includes("/seat/") && byId("rematch-offer") !== null);

const CLOSED = "closed-news";
/** What the person has closed in this tab. */
const closed = () => new Set(sessionStorage.getItem(CLOSED)?.split("\n"));

/** Close what the bar says; what comes after it is shown again.
 * @param {string} key
 */
function close(key) {
  sessionStorage.setItem(CLOSED, [...closed(), key].slice(-100).join("\n"));
  show();
}

/** Show what concerns the person most. */
function show() {
  const item = pick(found, location.pathname, since, leadsTo, (key) => closed().has(key));
  if (!bar || (item?.key ?? "") === (bar.dataset.key ?? "")) return;
  bar.dataset.key = item?.key ?? "";
  bar.hidden = !item;
  bar.setAttribute("role", item ? "alert" : "status");
  document.title = item?.begins ? `Your game begins · ${title}` : title;
  if (!item) return bar.replaceChildren();
  const words = document.createElement("span");
  words.textContent = item.text;
  const link = document.createElement("a");
  link.href = item.path;
  link.className = "button primary";
  link.textContent = item.begins ? "Go to the board" : "Open";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = "Close";
  button.onclick = () => close(item.key);
  if (item.accept) {
    link.className = "";
    link.textContent = item.text;
    bar.replaceChildren(link, " ", ...answers(item), button);
  } else bar.replaceChildren(words, " ", link, " ", button);
  knock();
}

/** The buttons by which a challenge or a rematch is answered on any page; declined, it leaves the page as it is.
 * @param {import("./pick.js").Item} item
 */
function answers({ accept, decline, key, path }) {
  if (!accept || !decline) return [];
  const yes = asked("Accept", accept);
  const no = asked("Decline", decline);
  yes.querySelector("button")?.classList.add("primary");
  no.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await fetch(no.action, { method: "POST", body: new URLSearchParams({ do: decline[1] }) }).catch(() => null);
    if (answer?.ok) close(key);
    else location.assign(path);
  });
  return [yes, " ", no, " "];
}

/** @param {string} label @param {import("./pick.js").Answer} answer */
function asked(label, [address, word]) {
  const form = document.createElement("form");
  const button = document.createElement("button");
  form.method = "post";
  form.action = address;
  button.className = "button";
  button.textContent = label;
  if (word) [button.name, button.value] = ["do", word];
  form.append(button);
  return form;
}

async function ask() {
  const answer = await fetch("/play/found", { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) return;
  found = await answer.json();
  show();
}

const askSoon = soon(ask, [0, 2]);

/** @param {string} subject @param {number} last */
function attend(subject, last) {
  watch(subject, () => last, (news) => {
    if (!("revision" in news) || news.revision <= last) return;
    last = news.revision;
    askSoon();
  });
}

if (person) {
  attend(`person-${person}`, since);
  for (const id of tournaments.split(",")) if (id) attend(`tournament-${id}`, 0);
  if ("begins" in (bar?.dataset ?? {})) ask();
  for (const change of ["followed", "htmx:after:swap"]) document.addEventListener(change, show); // the page may say it itself now
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && bar && !bar.hidden) askSoon(); // what it tells may have been opened elsewhere meanwhile
  });
}
