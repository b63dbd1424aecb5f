// Input on a board: elements chosen one after another make an action, actions make a turn. The server says what may be
// touched and draws the result; this script handles pointers, keys and focus. It knows no game.

import "./copying.js";
import { isLooking, lookAt, lookAway, showFocus, toggleWhole } from "./focus.js";
import { ARROWS, distance, nearest, neighbour } from "./geometry.js";
import { isCrowded, nearestPiece, sayings } from "./legible.js";
import { highlight, mark, preview } from "./marking.js";
import { board, byId, closest, focusable, hasModifier, inputById, livePanel, middle, picture, refusals, touches, turnField } from "./page.js";
import { currentAddress, go } from "./requests.js";
import { continuations, select } from "./selection.js";
import "./typing.js";
import { isZoomed, keepScroll, showZoom, zoomIfCrowded, zoomOut } from "./zoom.js";

const STILL = 3; // pixels within which the pointer rests
const THUMB = 60; // pixels that a finger does not miss
const MISSED = "Nothing can be played exactly there: touch what stands out.";

/** The elements touched so far for the next action.
 * @type {string[]}
 */
let chosen = [];
/** Finds the element that had the focus, the board or the field, if a change of the page removes the focus.
 * @type {(() => HTMLElement | SVGElement | null | undefined | false) | null}
 */
let findUsed = null;
/** The place on the board that the Tab key reaches, also after its element has been removed.
 * @type {import("./geometry.js").Point | null}
 */
let tabPlace = null;
let pointed = ""; // the id of the element under the pointer or with the focus, or that was touched last
/** Where the pointer has pressed what was played: as long as it rests there, no notes cover what comes next.
 * @type {import("./geometry.js").Point | null}
 */
let rests = null;
/** @type {import("./geometry.js").Point} */
let pressed = [0, 0]; // where the pointer was pressed last
let byKeys = false; // whether the focus was moved by keys
let byFinger = false; // whether the pointer is a touch

/** The pieces of a crowded field, whose numbers are said when the focus is on them. */
const readable = () => /** @type {SVGGElement[]} */ ([...(picture()?.querySelectorAll("[data-read]") ?? [])]);

const tabStop = () => /** @type {SVGGElement | null} */ (picture()?.querySelector('[tabindex="0"]:not([data-read])') ?? null);

/**
 * @param {import("./selection.js").Touch} action
 * @param {string} id the element that was touched last
 */
function choose({ seat, action }, id) {
  const sure = cannotSlip(id);
  chosen = [];
  if (livePanel()) {
    markBoard();
    document.dispatchEvent(new CustomEvent("chosen", { detail: [seat, action] }));
  } else {
    if (!byKeys) rests = pressed;
    go(() => board().dataset.next && `${board().dataset.next}${action}`, sure ? "surely" : true);
  }
}

/** Whether a finger can choose a whole turn by an element without a slip: nothing else can be chosen, or the element is
 * there to be pressed and as large as a thumb. Who has said whether turns are to be confirmed is asked as they have said.
 * @param {string} id
 */
function cannotSlip(id) {
  if (!byFinger || board().dataset.undo || localStorage.getItem("ask") !== null) return false;
  const { width, height } = byId(id)?.getBoundingClientRect() ?? { width: 0, height: 0 };
  const isLarge = Boolean(byId(id)?.matches(".handle")) && Math.min(width, height) >= THUMB;
  const isOnly = new Set(touches().map(({ action }) => action)).size === 1 && !document.querySelector("#draft a.action");
  return isLarge || isOnly;
}

/** @param {string} id */
function touch(id) {
  const { path, action } = select(touches(), chosen, id);
  if (action) return choose(action, id);
  chosen = path;
  markBoard();
  if (!path.length) refuse(id);
}

/** Mark what is chosen and what may come next, and let exactly one element be reached with Tab. */
function markBoard() {
  const svg = picture();
  if (!svg) return;
  if (!continuations(touches(), chosen).length) chosen = [];
  mark(svg, touches(), chosen);
  showPointed();
  const all = focusable();
  const focused = all.find((element) => element === document.activeElement);
  const reached = focused ?? all[tabPlace ? nearest(all.map(middle), tabPlace) : 0];
  reached?.setAttribute("tabindex", "0");
}

/** @param {KeyboardEvent} event */
function handleBoardKey(event) {
  const target = /** @type {Element} */ (event.target);
  const all = target.matches("[data-read]") ? readable() : focusable();
  const next = event.key in ARROWS && all[neighbour(all.map(middle), middle(target), ARROWS[event.key])];
  if (next) {
    all.find((element) => element.getAttribute("tabindex") === "0")?.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  } else if (target.matches('[role="button"]') && (event.key === "Enter" || event.key === " ")) {
    touch(target.id);
  } else if (!(event.key in ARROWS)) {
    return step(event.key);
  }
  event.preventDefault();
}

/** The action that a key chooses now, if any; arrow keys that move the focus on the board choose none.
 * @param {KeyboardEvent} event
 * @param {boolean} onBoard whether the focus is on the board
 * @returns {number | undefined}
 */
function keyed({ code, key }, onBoard) {
  const keys = byId("draft")?.dataset.keys;
  return keys && !(onBoard && byKeys && key in ARROWS) ? JSON.parse(keys)[code] : undefined;
}

/** Press the link or button that belongs to a key.
 * @param {string} key
 */
function step(key) {
  const found = /** @type {HTMLElement | null} */ (document.querySelector(`[data-key="${CSS.escape(key)}"]:is([href], button)`));
  found?.click();
}

/** Return whether an event is in the field for a turn of an analysis, without any text in which keys would move.
 * @param {Event} event
 */
function isInEmptyField(event) {
  const field = closest(event, ".analysis .type input");
  return field instanceof HTMLInputElement && field.value === "";
}

/** Enlarge what matters to the reader. */
function focus() {
  const svg = picture();
  if (svg) showFocus(svg, board().dataset.seat);
}

/** Show what matters of the board larger, or all of it; where all of it matters, what is around the piece pointed at. */
function toggleFocus() {
  const svg = picture();
  if (!svg) return;
  if (!lookAway() && !(isCrowded() && lookAt(svg, board().dataset.seat, placeToRead()))) toggleWhole(svg);
  showPointed();
}

/** Where the focus is on the field, or what is pointed at, or the middle of the picture. */
function placeToRead() {
  const active = document.activeElement;
  const piece = (active?.matches("[data-read]") && active) || (pointed && byId(pointed)) || readable()[0];
  const { x, y, width, height } = piece.getBoundingClientRect();
  return { clientX: x + width / 2, clientY: y + height / 2 };
}

function undo() {
  if (chosen.length) {
    chosen = [];
    markBoard();
  } else if (board()?.dataset.undo) {
    go(() => board().dataset.undo);
  }
}

document.addEventListener("click", (event) => {
  if (closest(event, "#play .overview")) return toggleFocus();
  const element = closest(event, '#play [role="button"]');
  if (element) {
    const crowded = byFinger && !isZoomed() && board().dataset.next && zoomIfCrowded(event, element, chosen);
    if (crowded) say("Tap again to choose. Tap elsewhere to see the whole board.");
    else touch(element.id);
  } else if (closest(event, "#play")) {
    const wasZoomed = isZoomed();
    if (wasZoomed) zoomOut();
    const answered = read(event) || refuse(closest(event, "#play g[id]")?.id ?? "") || wasZoomed;
    if (!answered && !closest(event, '#play .tells[role="img"]') && focusable().length) say(MISSED, true);
  }
  const link = closest(event, "#draft a:not([data-whole])");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    const ends = link.matches(".action") && Boolean(board().dataset.undo); // such a button says that the turn is over
    const isOnly = !link.matches(".begins") || !touches().length; // a pass for a whole turn is confirmed where another could be played
    go(() => link.getAttribute("href"), ends ? "surely" : link.matches(".action") && isOnly);
  }
});

/** Say what piece of a crowded field was touched, and enlarge the field there; return whether it was enlarged.
 * @param {MouseEvent} event
 */
function read(event) {
  const svg = picture();
  if (!svg || !isCrowded()) return false;
  pointed = closest(event, "[data-read]")?.id ?? nearestPiece([event.clientX, event.clientY])?.id ?? "";
  const enlarged = lookAt(svg, board().dataset.seat, event);
  showPointed();
  return enlarged;
}

/** Write a sentence below the board.
 * @param {string} text
 * @param {boolean} [refused] whether it says why a touch is not allowed
 */
function say(text, refused = false) {
  const says = byId("pointed");
  if (!says) return;
  const [, name, rest] = /^([^ :]{1,3}): (.*)$/.exec(text) ?? ["", "", text]; // the name of a place stands out
  const strong = document.createElement("strong");
  strong.textContent = name;
  says.replaceChildren(...(name ? [strong, " "] : []), rest);
  says.classList.toggle("refused", refused);
  says.setAttribute("aria-hidden", String(!refused));
}

/** Say why an element cannot be touched now, where the rules have a sentence about it; return whether they do.
 * @param {string} id
 */
function refuse(id) {
  const why = refusals()[id];
  const svg = picture();
  if (!why || !svg) return false;
  pointed = id;
  highlight(svg, id, true);
  focus();
  say(`${/^[a-z]+\d/.test(why) ? why : why[0].toUpperCase() + why.slice(1)}.`, true); // a site keeps its small letter
  return true;
}

/** Say what is pointed at, and highlight what belongs to it. */
function showPointed() {
  const svg = picture();
  if (!svg) return;
  highlight(svg, pointed);
  focus(); // where the notes belong
  say((pointed && byId(pointed)?.getAttribute("aria-label")) || (isLooking() ? sayings().whole : isCrowded() ? sayings().hint : ""));
}

/** @param {Event} event */
function point(event) {
  const svg = picture();
  if (rests && event instanceof PointerEvent) {
    if (distance(rests, [event.clientX, event.clientY]) < STILL) return;
    rests = null;
  }
  const id = closest(event, "#play g[id]")?.id ?? "";
  if (svg && !chosen.length && !byFinger) preview(svg, touches(), id);
  if (id === pointed) return;
  pointed = id;
  showPointed();
}

/** Leave the field for typed turns open on this page: folding it again would move what is about to be pressed. */
const unfoldTyping = () => document.documentElement.classList.add("types");

document.addEventListener("focusin", (event) => event.target === turnField() && unfoldTyping());
document.addEventListener("pointerover", point);
document.addEventListener("focusin", (event) => event.target !== board() && point(event)); // a touch gives it the focus

document.addEventListener("pointerdown", ({ pointerType, clientX, clientY }) => {
  [pressed, rests] = [[clientX, clientY], null];
  byKeys = false;
  byFinger = pointerType === "touch";
});

// Arrow keys move the focus on the board if keys moved it there; otherwise they step through the turns.
document.addEventListener("keydown", (event) => {
  if (event.key === "Tab") {
    byKeys = true;
    document.documentElement.classList.add("tabbed"); // what keys do is said
    unfoldTyping();
  }
  if (hasModifier(event)) return;
  if (closest(event, "input, select, textarea, [popover]")) {
    if (event.key in ARROWS && isInEmptyField(event)) step(event.key);
    return;
  }
  const link = closest(event, 'a[role="button"]');
  const onBoard = Boolean(byId("draft") && closest(event, "#play"));
  const action = keyed(event, onBoard);
  if (event.key === "Escape" && lookAway()) showPointed();
  else if (event.key === "Escape") undo();
  else if (action !== undefined) {
    event.preventDefault(); // arrows do not scroll
    if (!event.repeat) choose({ seat: Number(board().dataset.seat), action, elements: [] }, "");
  }
  else if (event.key.toLowerCase() === "z" && picture()?.dataset.focus) toggleFocus();
  else if (event.key === " " && link) {
    event.preventDefault();
    if (!event.repeat) link.click();
  } else if (onBoard && (byKeys || !(event.key in ARROWS))) handleBoardKey(event);
  else step(event.key);
});

/** Copy a message to a page that was asked for because the match has changed; the person's next action clears it.
 * @param {ParentNode} page
 */
function carryNotice(page) {
  const notice = byId("notice");
  const ends = page.querySelector("[data-over]") && !byId("main")?.matches("[data-over]"); // of which the notice is no news
  if (notice && !ends && !page.querySelector("#notice")) page.querySelector(".notices")?.prepend(notice.cloneNode(true));
}

/** Whether the turn of a page that was asked for is submitted as soon as the page has come.
 * @param {HtmxContext} ctx
 */
const isSent = ({ plays }) => plays === "surely" || (plays === true && !inputById("ask")?.checked);

/** Hide what would ask the person to confirm or undo a turn that is submitted at once, so that no button flashes.
 * @param {ParentNode} page
 */
function hideConfirmation(page) {
  if (!page.querySelector("#confirm")) return;
  page.querySelector("#draft")?.classList.add("sent");
  const caption = page.querySelector("#caption");
  if (caption) caption.textContent = byId("caption")?.textContent ?? "";
}

document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  for (const { fragment } of tasks) {
    if (ctx.where === currentAddress) carryNotice(fragment);
    if (isSent(ctx)) hideConfirmation(fragment);
  }
  const used = document.activeElement;
  if (used?.closest(".type")) findUsed = turnField;
  else if (used?.closest("#play, #draft")) findUsed = () => byKeys && (tabStop() ?? board());
  else if (used !== document.body) findUsed = null;
  const stop = tabStop();
  if (stop) tabPlace = middle(stop);
  keepScroll();
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const form = /** @type {HTMLFormElement | null} */ (byId("confirm"));
  if (form || rests) pointed = ""; // what stands there now was not what was touched
  showPage();
  if (form && isSent(ctx)) form.requestSubmit(form.querySelector("button"));
  const used = /** @type {HTMLElement} */ (document.activeElement);
  if (!used.matches("body, #play, #play :not([tabindex], .plate *)")) return; // who is at the result stays there
  const target = findUsed?.();
  if (target) target.focus({ preventScroll: true });
  else used.blur();
});

/** Each browser's preferences: whether a touched turn is played at once, and which parts of the picture are displayed. Fingers slip,
 * so touch screens ask where they could (see `cannotSlip`). */
const PREFERENCES = { ask: matchMedia("(pointer: coarse)").matches, hints: true, overlay: false, coordinates: true, flipped: false, sound: false };

/** Show a preference and keep it when it is changed.
 * @param {string} id
 * @param {boolean} usual
 */
function applyPreference(id, usual) {
  const box = inputById(id);
  if (!box) return;
  box.checked = (localStorage.getItem(id) ?? String(usual)) === "true";
  box.indeterminate = id === "ask" && usual && localStorage.getItem(id) === null; // only where a finger could slip
  box.onchange = () => {
    localStorage.setItem(id, String(box.checked));
    applyPreference(id, usual);
  };
  board().classList.toggle(id, box.checked);
}

/** Bring the turn that is shown into sight in the list of turns, and again when what stands beside it takes its room. */
function showTurn() {
  const list = byId("turns");
  const current = /** @type {HTMLElement | null} */ (list?.querySelector("[data-first]") ?? list?.querySelector("[aria-current]"));
  if (list && current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
}
const lists = new ResizeObserver(showTurn);

function showPage() {
  if (!board()) return; // such as the result of a run of puzzles
  focus();
  for (const [id, usual] of Object.entries(PREFERENCES)) applyPreference(id, usual);
  const list = byId("turns");
  if (list) lists.observe(list);
  showTurn();
  showZoom();
  markBoard();
}

visualViewport?.addEventListener("resize", focus); // two fingers make numbers larger, too
showPage();
