// What goes on by itself: matches that are played live, films of what was played, and clocks. No game is known here.

const at = (id) => document.getElementById(id);
const panel = () => document.querySelector("#draft.live");
const picture = () => document.querySelector("#play svg");

const OWN = ["touch", "chosen", "next", "ordered"]; // classes that no picture takes away
const SVG = "http://www.w3.org/2000/svg";

// A live match: touches and keys are orders, and each tick brings what moves in the picture.
let sending = Promise.resolve();
let waiting = null; // the orders by seat that wait for the one that is on its way
const ordered = new Map(); // the last order of each seat

function order(seat, action) {
  ordered.set(seat, action);
  mark();
  if (waiting) return waiting.set(seat, action);
  waiting = new Map([[seat, action]]);
  const address = panel().dataset.orders;
  sending = sending.then(async () => {
    const orders = waiting;
    waiting = null;
    for (const [seat, action] of orders) {
      const body = new URLSearchParams({ seat, action });
      await fetch(address, { method: "POST", body }).catch(() => {}); // a dead server is told elsewhere
    }
  });
}

// Shows at once what was ordered; the tick may be a while away.
function mark() {
  for (const [seat, action, elements] of JSON.parse(picture().dataset.touches || "[]")) {
    at(elements.at(-1)).classList.toggle("ordered", ordered.get(seat) === action);
  }
}

// A match whose ticks stay away may have been paused by nobody, as when its server was begun anew: the page is asked for.
let silence = 0;

function listen() {
  clearTimeout(silence);
  if (!panel()?.hasAttribute("data-running")) return;
  silence = setTimeout(() => at("live").dispatchEvent(new Event("changed")), 5000 + 1000 * panel().dataset.tick);
}

function draw({ caption, kinds, elements }) {
  at("caption").textContent = caption;
  picture().setAttribute("aria-label", caption);
  const svg = picture();
  const drawn = new Set(elements.map(([id]) => id));
  for (const node of [...svg.querySelectorAll(":scope > g:not(.ground)")]) if (!drawn.has(node.id)) node.remove();
  let last = [...svg.querySelectorAll(":scope > .ground")].at(-1);
  for (const [id, kind, place, text, label] of elements) {
    let node = document.getElementById(id);
    if (!node) {
      node = document.createElementNS(SVG, "g");
      node.id = id;
      last ? last.after(node) : svg.prepend(node);
    }
    const [looks, shape] = kinds[kind];
    if (node.inside !== shape + text) fill(node, shape, text);
    const kept = OWN.filter((name) => node.classList.contains(name));
    put(node, "class", [looks, ...kept].join(" "));
    put(node, "transform", place);
    if (label) put(node, "aria-label", label);
    if (label && !node.hasAttribute("role")) node.setAttribute("role", "img");
    last = node;
  }
}

function fill(node, shape, text) {
  node.innerHTML = shape;
  node.inside = shape + text;
  if (!text) return;
  const written = document.createElementNS(SVG, "text");
  written.textContent = text;
  node.append(written);
}

const put = (node, name, value) => node.getAttribute(name) === value || node.setAttribute(name, value);

// A film steps forward by itself, from the first position if it stands at the last.
const forward = () => document.querySelector('.steps [data-key="ArrowRight"][href]');
let film = null; // the timer of the next step
let stepped = 0; // when the last one was asked for

function play() {
  film = 0;
  const first = document.querySelector('.steps [data-key="Home"][href]');
  if (forward() || !first) step();
  else first.click();
  ready();
}

function step() {
  stepped = performance.now();
  if (forward()) forward().click();
  else halt();
}

function halt() {
  clearTimeout(film);
  film = null;
  ready();
}

// Milliseconds from one turn of a film to the next.
const pause = () => 1000 / Number(at("speed").value);

document.addEventListener("htmx:after:swap", () => {
  if (film === null || !at("film")) return;
  clearTimeout(film);
  film = setTimeout(step, Math.max(0, stepped + pause() - performance.now()));
});

document.addEventListener("click", (event) => {
  if (event.target.closest?.("#film")) film === null ? play() : halt();
  else if (film !== null && event.isTrusted && event.target.closest?.("a, button")) halt();
});

document.addEventListener("keydown", (event) => {
  if (film !== null && ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key) && event.target.id !== "speed") halt();
});

// Clocks show what the page was sent with, less what has passed since.
function run() {
  for (const clock of document.querySelectorAll(".clock[data-left]")) {
    clock.until = performance.now() + 1000 * Number(clock.dataset.left);
  }
}

function wind() {
  for (const clock of document.querySelectorAll(".clock[data-left]")) {
    const left = Math.max(0, Math.ceil((clock.until - performance.now()) / 1000));
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    clock.textContent = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
    if (left || !clock.until) continue;
    clock.until = 0; // asked once: the server ends the match
    setTimeout(() => at("live").dispatchEvent(new Event("changed")), 1000);
  }
}

setInterval(wind, 250);

// The pieces glide from tick to tick, and from turn to turn of a film; elsewhere at the style sheet's own pace.
function ready() {
  run();
  if (panel()) mark();
  listen();
  picture()?.querySelectorAll("g").forEach((node) => delete node.inside); // another hand has drawn them
  const { style } = document.documentElement;
  const live = panel()?.hasAttribute("data-running");
  const speed = at("speed");
  if (speed) {
    speed.value = localStorage.getItem("speed") ?? "2";
    speed.oninput = () => localStorage.setItem("speed", speed.value);
    at("film").textContent = film === null ? "Watch the film" : "Pause";
  }
  const quick = film !== null && speed && pause() < 400;
  style.setProperty("--glide", live ? `${panel().dataset.tick}s` : quick ? `${pause()}ms` : "");
  style.setProperty("--pace", live || quick ? "linear" : "");
}

at("live").addEventListener("tick", (event) => {
  const live = panel();
  if (!live) return;
  listen();
  const news = JSON.parse(event.detail.data);
  if (String(news.choices) === live.dataset.choices) draw(news);
  else at("live").dispatchEvent(new Event("changed")); // something else can be done, so the page is asked for
});

// Touches come from board.js, which knows what on the board was touched.
document.addEventListener("chosen", (event) => order(...event.detail));

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("#draft.live [data-action]");
  if (button) order(Number(button.dataset.seat), Number(button.dataset.action));
});

// Before all others, so that an arrow that steers does nothing else.
document.addEventListener("keydown", (event) => {
  const { code } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea")) return;
  const keys = panel()?.dataset.keys;
  const known = keys && JSON.parse(keys)[code];
  if (!known) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!event.repeat) order(...known);
}, { capture: true });

document.addEventListener("htmx:after:swap", ready);
ready();
