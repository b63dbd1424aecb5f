// The custom element <ludarium-replay>, described in replay.py: it plays a match from its data, without a server.
// The argument is the style sheet of pictures and players.
((style) => {
  if (customElements.get("ludarium-replay")) return;
  const SVG = "http://www.w3.org/2000/svg";
  const BUTTONS = [
    ["First", "M8 1l2 2-5 5 5 5-2 2-7-7zM14 1l2 2-5 5 5 5-2 2-7-7z"],
    ["Previous", "M10 1l2 2-5 5 5 5-2 2-7-7z"],
    ["Play", "M3 1v14l11-7z"],
    ["Next", "M6 1l-2 2 5 5-5 5 2 2 7-7z"],
    ["Last", "M2 1l-2 2 5 5-5 5 2 2 7-7zM8 1l-2 2 5 5-5 5 2 2 7-7z"],
  ];
  const PAUSE = "M2 1h4v14h-4zM10 1h4v14h-4z";
  const KEYS = { Home: 0, ArrowLeft: 1, " ": 2, ArrowRight: 3, End: 4 };
  const SLOWEST = 900; // milliseconds for each turn
  const FASTEST = 120;
  const LONGEST = 90_000; // milliseconds for a whole match, if FASTEST allows it
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);

  const markup = `<div class="replay" role="group" aria-label="Match" tabindex="0"><slot></slot>
    <svg class="scene" role="img"></svg>
    <div class="row">${BUTTONS.map(([label, icon]) => `<button type="button" aria-label="${label}" title="${label}">
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="${icon}"/></svg></button>`).join("")}
      <input type="range" min="0" aria-label="Turn"><output></output></div>
    <p class="status" aria-live="polite"><span class="turn"></span> <span class="caption"></span></p></div>`;

  // Decode the attribute `data-replay`: JSON, deflated, in base 64.
  async function decode(packed) {
    const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
  }

  class Replay extends HTMLElement {
    connectedCallback() {
      if (this.shadowRoot) return;
      this.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet];
      const visible = new IntersectionObserver((entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        visible.disconnect();
        decode(this.dataset.replay).then((replay) => this.start(replay));
      });
      this.shadowRoot.innerHTML = "<slot></slot>";
      visible.observe(this);
    }

    disconnectedCallback() {
      this.pause();
    }

    // Build the player and show the last position.
    start(replay) {
      this.replay = replay;
      this.shadowRoot.innerHTML = markup;
      const find = (selector) => this.shadowRoot.querySelector(selector);
      [this.picture, this.slider, this.count] = [find(".scene"), find("input"), find("output")];
      [this.turn, this.caption, this.buttons] = [find(".turn"), find(".caption"), [...this.shadowRoot.querySelectorAll("button")]];
      this.picture.setAttribute("viewBox", `0 0 ${replay.size.join(" ")}`);
      if (replay.palette) this.picture.classList.add(replay.palette);
      this.nodes = new Map();
      this.last = replay.frames.length - 1;
      this.slider.max = this.last;
      this.slider.oninput = () => this.go(Number(this.slider.value));
      this.buttons.forEach((button, index) => { button.onclick = () => this.press(index); });
      find(".replay").onkeydown = (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target === this.slider) return;
        if (!(event.key in KEYS) || (event.key === " " && event.target.localName === "button")) return;
        event.preventDefault();
        event.stopPropagation(); // notebooks also react to these keys
        this.press(KEYS[event.key]);
      };
      this.show(this.last);
    }

    press(index) {
      if (index === 2) this.timer ? this.pause() : this.play();
      else this.go([0, this.at - 1, 0, this.at + 1, this.last][index]);
    }

    go(number) {
      this.pause();
      this.show(number);
    }

    play() {
      if (this.at === this.last) this.show(0);
      this.timer = setInterval(() => {
        this.show(this.at + 1);
        if (this.at === this.last) this.pause();
      }, Math.max(FASTEST, Math.min(SLOWEST, LONGEST / this.last)));
      this.label("Pause", PAUSE);
    }

    pause() {
      clearInterval(this.timer);
      this.timer = null;
      if (this.replay) this.label(BUTTONS[2][0], BUTTONS[2][1]);
    }

    // Change what the button in the middle says: play or pause.
    label(label, path) {
      const button = this.buttons[2];
      button.title = label;
      button.setAttribute("aria-label", label);
      button.querySelector("path").setAttribute("d", path);
    }

    show(number) {
      const { frames, elements } = this.replay;
      const at = Math.max(0, Math.min(this.last, number));
      const frame = frames[at];
      const glides = Math.abs(at - this.at) === 1 && frame.segment === frames[this.at].segment;
      this.picture.classList.toggle("jump", !glides);
      this.at = at;
      this.draw(frame.elements.map((index) => elements[index]));
      this.picture.setAttribute("aria-label", frame.caption);
      this.turn.textContent = frame.turn;
      this.caption.textContent = frame.caption;
      this.slider.value = at;
      this.slider.setAttribute("aria-valuetext", at ? `${at}, ${frame.turn}` : "start");
      this.count.textContent = `${at} / ${this.last}`;
      this.buttons.forEach((button, index) => { button.disabled = index < 2 ? at === 0 : index > 2 ? at === this.last : this.last === 0; });
    }

    // Show these elements; those that stay are changed in place, so that the style sheet can animate them.
    draw(elements) {
      const drawn = new Map(elements.map((element) => [element.split('"', 2)[1], element])); // an element begins with its id
      for (const [id, { node }] of this.nodes) {
        if (drawn.has(id)) continue;
        node.remove();
        this.nodes.delete(id);
      }
      let next = this.picture.firstChild;
      for (const [id, element] of drawn) {
        const known = this.nodes.get(id);
        const node = known?.element === element ? known.node : this.patch(known?.node, element);
        this.nodes.set(id, { node, element });
        if (node === next) next = next.nextSibling;
        else this.picture.insertBefore(node, next);
      }
    }

    // Change the node, or create one, to match the element; leave out the id, which other players of the page also use.
    patch(node, element) {
      const holder = document.createElementNS(SVG, "g");
      holder.innerHTML = element;
      const fresh = holder.firstChild;
      fresh.removeAttribute("id");
      if (!node) return fresh;
      for (const { name } of [...node.attributes]) if (!fresh.hasAttribute(name)) node.removeAttribute(name);
      for (const { name, value } of fresh.attributes) node.setAttribute(name, value);
      if (node.innerHTML !== fresh.innerHTML) node.replaceChildren(...fresh.childNodes);
      return node;
    }
  }

  customElements.define("ludarium-replay", Replay);
});
