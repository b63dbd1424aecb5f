// Touching a board: elements chosen one after another make an action, actions make a turn. The server says what may be
// touched and draws what comes of it; here are only pointers, keys and focus. No game is known here.

const at = (id) => document.getElementById(id);
const board = () => at("play");
const picture = () => board()?.querySelector("svg");

let chosen = []; // the elements touched so far on the way to the next action
let hand = null; // finds what the person was using, the board or the field, should the page lose the focus
let spot = null; // where on the board the Tab key leads, though the element there may go
let keyed = false; // whether the focus was brought where it is by keys
let finger = false; // whether the pointer is one
let near = null; // how large a finger has made the board, for which turn, and where it has moved it
let unsent = null; // asks once more for what a dead server did not answer: a person's last action, else news

const touches = () => JSON.parse(picture()?.dataset.touches || "[]").map(([seat, action, elements]) => ({ seat, action, elements }));
const begins = (elements, path) => path.every((id, i) => elements[i] === id);
const after = (path) => touches().filter(({ elements }) => elements.length > path.length && begins(elements, path));

// Asks for another state of the page. Requests wait for each other, so where to is decided when it is this one's turn.
// `plays` is whether a draft that comes of it is played at once, if it is a whole turn.
function go(where, plays = false) {
  if (where !== here) unsent = null;
  htmx.ajax("GET", location.href, { source: at("main"), where, plays });
}

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (!ctx.where) return;
  const address = ctx.where();
  if (address) ctx.request.action = address;
  else event.preventDefault();
});

const here = () => at("main").dataset.address;
at("live").addEventListener("changed", () => go(here));

// A server that is away is waited for, and asked again. What changes a match is sent again as it was, with what the
// person saw then, so that it cannot be done twice.
const silent = (away) => (at("silent").hidden = !away);
document.addEventListener("htmx:sse:error", () => silent(true));
document.addEventListener("htmx:sse:after:connection", () => silent(false));
document.addEventListener("htmx:after:request", () => silent(false));
document.addEventListener("htmx:error", (event) => {
  silent(true);
  const { ctx } = event.detail;
  if (!ctx) return;
  const { where, plays, request } = ctx;
  const values = request.body && Object.fromEntries(request.body);
  if (!unsent) setTimeout(resend, 1000);
  if (values) unsent = () => htmx.ajax("POST", request.action, { source: at("main"), values });
  else if (where && (where !== here || !unsent)) unsent = () => go(where, plays);
});

function resend() {
  const send = unsent;
  unsent = null;
  send?.();
}

function choose({ seat, action }) {
  chosen = [];
  if (at("draft")?.matches(".live")) {
    light();
    return document.dispatchEvent(new CustomEvent("chosen", { detail: [seat, action] }));
  }
  go(() => board().dataset.next && board().dataset.next + action, true);
}

function touch(id) {
  let path = [...chosen, id];
  if (chosen.at(-1) === id) path = []; // a second touch takes the first one back
  else if (!touches().some(({ elements }) => begins(elements, path))) path = [id];
  const whole = touches().find(({ elements }) => elements.length === path.length && begins(elements, path));
  if (whole && path.length) return choose(whole);
  chosen = after(path).length ? path : [];
  light();
}

// Fingers need room. Where another action is nearer than FINGER, the first touch brings the board nearer, and the second
// chooses; a touch of what cannot be chosen, or a whole turn, shows all of it again.
const FINGER = 30;
const ENOUGH = 44;

// How far it is to the nearest element that means something else.
function room(element) {
  const known = touches();
  const goesOn = (elements, id) => elements[0] === id || begins(elements, [...chosen, id]);
  const means = (id) => known.filter(({ elements }) => goesOn(elements, id)).map(({ action }) => action).join();
  const [x, y] = middle(element);
  const meant = means(element.id);
  const others = [...picture().querySelectorAll("[tabindex]")].filter(({ id }) => means(id) !== meant);
  return Math.min(...others.map((other) => Math.hypot(middle(other)[0] - x, middle(other)[1] - y)));
}

function approach({ clientX, clientY }, times) {
  const { x, y, width, height } = picture().getBoundingClientRect();
  near = { times, height, turn: field()?.id };
  near.at = [(clientX - x) * times - width / 2, (clientY - y) * times - height / 2];
  lens();
}

function lens() {
  if (near?.turn !== field()?.id || !touches().length) near = null;
  board().classList.toggle("near", near !== null);
  board().style.height = near ? `${near.height}px` : "";
  board().style.setProperty("--times", near?.times ?? 1);
  board().scrollTo(...(near?.at ?? [0, 0]));
}

// Marks what is chosen and what may come next, and lets exactly one element be reached with Tab.
function light() {
  const svg = picture();
  if (!svg) return;
  if (!after(chosen).length) chosen = [];
  const next = new Set(after(chosen).map(({ elements }) => elements[chosen.length]));
  const first = new Set(touches().map(({ elements }) => elements[0]));
  for (const element of svg.querySelectorAll('[role="button"], [tabindex]')) {
    const { id } = element;
    element.classList.toggle("chosen", chosen.includes(id));
    element.classList.toggle("next", chosen.length > 0 && next.has(id));
    if (next.has(id) || first.has(id)) element.setAttribute("tabindex", "-1");
    else element.removeAttribute("tabindex");
  }
  const live = [...svg.querySelectorAll("[tabindex]")];
  const reached = live.find((element) => element === document.activeElement) ?? nearest(live);
  reached?.setAttribute("tabindex", "0");
}

// Where an element is on the board.
function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  const corner = board().getBoundingClientRect();
  return [x + width / 2 - corner.x, y + height / 2 - corner.y];
}

// The element nearest to where the focus was, or the first.
function nearest(elements) {
  const away = (element) => (spot ? Math.hypot(middle(element)[0] - spot[0], middle(element)[1] - spot[1]) : 0);
  return elements.toSorted((a, b) => away(a) - away(b))[0];
}

// The nearest element in the direction of an arrow key; what lies aside counts as further away.
function neighbour(from, [dx, dy]) {
  const [x, y] = middle(from);
  const away = (element) => {
    const [ex, ey] = middle(element);
    const ahead = (ex - x) * dx + (ey - y) * dy;
    const aside = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
    return ahead > 1 ? ahead + 2 * aside : Infinity;
  };
  const others = [...picture().querySelectorAll("[tabindex]")].filter((element) => away(element) < Infinity);
  return others.sort((a, b) => away(a) - away(b))[0];
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function boardKey(event) {
  const next = event.key in ARROWS && neighbour(event.target, ARROWS[event.key]);
  if (next) {
    stop()?.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  } else if (event.target.matches('[role="button"]') && (event.key === "Enter" || event.key === " ")) {
    touch(event.target.id);
  } else if (!(event.key in ARROWS)) {
    return step(event.key);
  }
  event.preventDefault();
}

function undo() {
  if (chosen.length) {
    chosen = [];
    light();
  } else if (board()?.dataset.undo) {
    go(() => board().dataset.undo);
  }
}

document.addEventListener("click", (event) => {
  const element = event.target.closest?.('#play [role="button"]');
  if (element && finger && !near && board().dataset.next && room(element) < FINGER) approach(event, ENOUGH / room(element));
  else if (element) touch(element.id);
  else if (near && event.target.closest?.("#play")) {
    near = null;
    lens();
  }
  const link = event.target.closest?.("#draft a");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    go(() => link.getAttribute("href"), link.matches(".action"));
  }
  const button = event.target.closest?.("[data-copy]");
  if (button) copy(button);
});

// The old way serves sites without encryption, and browsers that refuse the new one.
async function copy(button) {
  const source = at(button.dataset.copy);
  source.select();
  try {
    await navigator.clipboard.writeText(source.value);
  } catch {
    document.execCommand("copy");
  }
  button.textContent = "Copied";
}

document.addEventListener("pointerdown", ({ pointerType }) => {
  keyed = false;
  finger = pointerType === "touch";
});

// Arrows move on the board when keys have led there; after the mouse, as anywhere else, they step through the turns.
document.addEventListener("keydown", (event) => {
  if (event.key === "Tab") keyed = true;
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea, [popover]")) return;
  const link = event.target.closest?.('a[role="button"]');
  const onBoard = at("draft") && event.target.closest?.("#play");
  if (event.key === "Escape") undo();
  else if (event.key === " " && link) {
    event.preventDefault();
    if (!event.repeat) link.click();
  } else if (onBoard && (keyed || !(event.key in ARROWS))) boardKey(event);
  else step(event.key);
});

const step = (key) => document.querySelector(`[data-key="${CSS.escape(key)}"]:is([href], button)`)?.click();
const field = () => document.querySelector(".type input[name=text]");
const stop = () => picture()?.querySelector('[tabindex="0"]');

// News takes away neither what the person was told nor what is typed; both go with the person's next turn or action.
function keep(page, news) {
  const told = at("notice");
  if (news && told && !page.querySelector("#notice")) page.querySelector("#status")?.after(told.cloneNode(true));
  const typed = field();
  const next = page.querySelector(".type input[name=text]");
  if (!typed || !next || (typed.id !== next.id && !news)) return;
  if (!next.value) next.setAttribute("value", typed.value);
  if (news && at("problem") && typed.id === next.id) {
    for (const name of ["aria-invalid", "aria-describedby"]) next.setAttribute(name, typed.getAttribute(name));
    next.form.append(at("problem").cloneNode(true));
  }
}

document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  for (const { fragment } of tasks) keep(fragment, ctx.where === here);
  const used = document.activeElement;
  if (used.closest(".type")) hand = field;
  else if (used.closest("#play, #draft")) hand = () => keyed && (stop() ?? board());
  else if (used !== document.body) hand = null;
  if (stop()) spot = middle(stop());
  if (near) near.at = [board().scrollLeft, board().scrollTop];
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  ready();
  if (ctx.plays && at("whole") && !at("ask").checked) at("whole").requestSubmit(at("whole").querySelector("button"));
  const used = document.activeElement;
  if (used.matches("body, #play, #play :not([tabindex])")) (hand?.() || used.blur())?.focus({ preventScroll: true });
});

// Whether a touched turn is played at once, and what is shown of the picture, is each browser's own wish; fingers slip,
// so touch screens ask.
const WISHES = { ask: matchMedia("(pointer: coarse)").matches, hints: true, overlay: false };

function grant(id, usual) {
  const box = at(id);
  if (!box) return;
  box.checked = (localStorage.getItem(id) ?? String(usual)) === "true";
  box.onchange = () => {
    localStorage.setItem(id, String(box.checked));
    grant(id, usual);
  };
  board().classList.toggle(id, box.checked);
}

function ready() {
  for (const [id, usual] of Object.entries(WISHES)) grant(id, usual);
  const current = document.querySelector(".turns [aria-current]");
  if (current) at("turns").scrollTop = current.offsetTop - at("turns").clientHeight / 2;
  lens();
  light();
}

ready();
