// What goes on by itself: matches that are played live, and clocks. No game is known here.

const at = (id) => document.getElementById(id);
const panel = () => document.querySelector("#draft.live");
const picture = () => document.querySelector("#board svg");

const OWN = ["touch", "chosen", "next", "ordered"]; // classes that no picture takes away
const SVG = "http://www.w3.org/2000/svg";

// A live match: touches and keys are orders, and each tick brings what moves in the picture.
let sending = Promise.resolve();
let waiting = null; // the orders by seat that wait for the one that is on its way

function order(seat, action) {
  mark(seat, action);
  if (waiting) return waiting.set(seat, action);
  waiting = new Map([[seat, action]]);
  sending = sending.then(async () => {
    const orders = waiting;
    waiting = null;
    for (const [seat, action] of orders) {
      const body = new URLSearchParams({ seat, action });
      await fetch(panel().dataset.orders, { method: "POST", body }).catch(() => {}); // a dead server is told elsewhere
    }
  });
}

// Shows at once what was ordered; the tick may be a while away.
function mark(seat, action) {
  for (const [whose, which, elements] of JSON.parse(picture().dataset.touches || "[]")) {
    if (whose === seat) at(elements.at(-1)).classList.toggle("ordered", which === action);
  }
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
    const inside = shape + (text && `<text>${text}</text>`);
    if (node.inside !== inside) node.innerHTML = node.inside = inside;
    const kept = OWN.filter((name) => node.classList.contains(name));
    put(node, "class", [looks, ...kept].join(" "));
    put(node, "transform", place);
    if (label) put(node, "aria-label", label);
    if (label && !node.hasAttribute("role")) node.setAttribute("role", "img");
    last = node;
  }
}

const put = (node, name, value) => node.getAttribute(name) === value || node.setAttribute(name, value);

// The pieces glide from tick to tick; elsewhere they go at the style sheet's own pace.
function ready() {
  const { style } = document.documentElement;
  const live = panel();
  style.setProperty("--glide", live?.hasAttribute("data-running") ? `${live.dataset.tick}s` : "");
  style.setProperty("--pace", live?.hasAttribute("data-running") ? "linear" : "");
}

at("live").addEventListener("tick", (event) => {
  const live = panel();
  if (!live) return;
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
