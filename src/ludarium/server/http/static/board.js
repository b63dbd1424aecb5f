// Touching a board: elements chosen one after another make an action, actions make a turn. The server says what may be
// touched and draws what comes of it; here are only pointers, keys and focus. No game is known here.

const at = (id) => document.getElementById(id);
const board = () => at("board");
const picture = () => board()?.querySelector("svg");

let chosen = []; // the elements touched so far on the way to the next action
let playing = false; // whether a touch, and not a reload, led to the draft that is coming
let hand = null; // finds what the person was using, the board or the field, should the page lose the focus

const touches = () => JSON.parse(picture()?.dataset.touches || "[]").map(([, action, elements]) => ({ action, elements }));
const begins = (elements, path) => path.every((id, i) => elements[i] === id);
const after = (path) => touches().filter(({ elements }) => elements.length > path.length && begins(elements, path));

// Asks for another state of the page. Requests wait for each other, so where to is decided when it is this one's turn.
function go(where) {
  htmx.ajax("GET", location.href, { source: at("main"), where });
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

// A server that is away is waited for; news that was told but could not be fetched is asked for again.
const silent = (away) => (at("silent").hidden = !away);
document.addEventListener("htmx:sse:error", () => silent(true));
document.addEventListener("htmx:sse:after:connection", () => silent(false));
document.addEventListener("htmx:after:request", () => silent(false));
document.addEventListener("htmx:error", (event) => {
  silent(true);
  if (event.detail.ctx?.where === here) setTimeout(() => go(here), 1000);
});

function choose(action) {
  playing = true;
  chosen = [];
  go(() => board().dataset.next && board().dataset.next + action);
}

function touch(id) {
  let path = [...chosen, id];
  if (chosen.at(-1) === id) path = []; // a second touch takes the first one back
  else if (!touches().some(({ elements }) => begins(elements, path))) path = [id];
  const whole = touches().find(({ elements }) => elements.length === path.length && begins(elements, path));
  if (whole && path.length) return choose(whole.action);
  chosen = after(path).length ? path : [];
  light();
}

// Marks what is chosen and what may come next, and lets exactly one element be reached with Tab.
function light() {
  const svg = picture();
  if (!svg) return;
  if (!after(chosen).length) chosen = [];
  const next = new Set(after(chosen).map(({ elements }) => elements[chosen.length]));
  const first = new Set(touches().map(({ elements }) => elements[0]));
  for (const element of svg.querySelectorAll('[role="button"]')) {
    const { id } = element;
    element.classList.toggle("chosen", chosen.includes(id));
    element.classList.toggle("next", chosen.length > 0 && next.has(id));
    element.setAttribute("tabindex", "-1");
    if (!next.has(id) && !first.has(id)) element.removeAttribute("tabindex");
  }
  const focused = svg.contains(document.activeElement) ? document.activeElement : null;
  const reached = focused?.hasAttribute("tabindex") ? focused : svg.querySelector('[tabindex="-1"]');
  reached?.setAttribute("tabindex", "0");
}

// The nearest element in the direction of an arrow key; what lies aside counts as further away.
function neighbour(from, [dx, dy]) {
  const middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
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
  if (event.key in ARROWS) {
    const next = neighbour(event.target, ARROWS[event.key]);
    event.target.setAttribute("tabindex", "-1");
    (next ?? event.target).setAttribute("tabindex", "0");
    next?.focus();
  } else if (event.key === "Enter" || event.key === " ") {
    touch(event.target.id);
  } else {
    return;
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
  const element = event.target.closest?.('#board [role="button"]');
  if (element) touch(element.id);
  if (event.target.closest?.("a.action")) playing = true;
  const button = event.target.closest?.("[data-copy]");
  if (button) copy(button);
});

// The old way serves sites without encryption, where browsers have no other clipboard.
async function copy(button) {
  const source = at(button.dataset.copy);
  source.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(source.value);
  else document.execCommand("copy");
  button.textContent = "Copied";
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea, [popover]")) return;
  if (event.key === "Escape") undo();
  else if (event.target.closest?.('#board [role="button"]')) boardKey(event);
  else document.querySelector(`[data-key="${CSS.escape(event.key)}"][href]`)?.click();
});

const field = () => document.querySelector(".type input[name=text]");
const stop = () => picture()?.querySelector('[tabindex="0"]');

document.addEventListener("htmx:before:swap", () => {
  const used = document.activeElement;
  if (used.closest(".type")) hand = field;
  else if (used.closest("#board, #draft")) hand = stop;
  else if (used !== document.body) hand = null;
});

document.addEventListener("htmx:after:swap", () => {
  ready();
  if (playing && at("whole") && !at("ask").checked) at("whole").requestSubmit(at("whole").querySelector("button"));
  playing = false;
  if (document.activeElement === document.body) hand?.()?.focus({ preventScroll: true });
});

// Whether a touched turn is played at once is each browser's own wish; fingers slip, so touch screens ask.
function ready() {
  const ask = at("ask");
  if (ask) {
    ask.checked = (localStorage.getItem("ask") ?? String(matchMedia("(pointer: coarse)").matches)) === "true";
    ask.onchange = () => localStorage.setItem("ask", String(ask.checked));
  }
  const current = document.querySelector(".turns [aria-current]");
  if (current) at("turns").scrollTop = current.offsetTop - at("turns").clientHeight / 2;
  light();
}

ready();
