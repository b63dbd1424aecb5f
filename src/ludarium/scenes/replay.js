// The tag <ludarium-replay>, as film.py describes it; the argument is the style of pictures and players.
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
  const SLOWEST = 900; // milliseconds a turn
  const LONGEST = 90_000; // and a whole match, where its turns can be followed so fast
  const FASTEST = 120;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);

  const markup = `<div class="film" role="group" aria-label="Match" tabindex="0"><slot></slot>
    <svg class="scene" role="img"></svg>
    <div class="row">${BUTTONS.map(([label, sign]) => `<button type="button" aria-label="${label}" title="${label}">
      <svg class="sign" viewBox="0 0 16 16" aria-hidden="true"><path d="${sign}"/></svg></button>`).join("")}
      <input type="range" min="0" aria-label="Turn"><output></output></div>
    <p class="said" aria-live="polite"><span class="turn"></span> <span class="caption"></span></p></div>`;

  async function read(packed) {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
  }

  class Film extends HTMLElement {
    connectedCallback() {
      if (this.shadowRoot) return;
      this.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet];
      const seen = new IntersectionObserver((entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        seen.disconnect();
        read(this.dataset.reel).then((reel) => this.unroll(reel));
      });
      this.shadowRoot.innerHTML = "<slot></slot>";
      seen.observe(this);
    }

    disconnectedCallback() {
      this.pause();
    }

    unroll(reel) {
      this.reel = reel;
      this.shadowRoot.innerHTML = markup;
      const find = (what) => this.shadowRoot.querySelector(what);
      [this.picture, this.slider, this.count] = [find(".scene"), find("input"), find("output")];
      [this.turn, this.caption, this.buttons] = [find(".turn"), find(".caption"), [...this.shadowRoot.querySelectorAll("button")]];
      this.picture.setAttribute("viewBox", `0 0 ${reel.size.join(" ")}`);
      if (reel.palette) this.picture.classList.add(reel.palette);
      this.nodes = new Map();
      this.last = reel.frames.length - 1;
      this.slider.max = this.last;
      this.slider.oninput = () => this.go(Number(this.slider.value));
      this.buttons.forEach((button, which) => { button.onclick = () => this.press(which); });
      find(".film").onkeydown = (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target === this.slider) return;
        if (!(event.key in KEYS) || (event.key === " " && event.target.localName === "button")) return;
        event.preventDefault();
        event.stopPropagation(); // notebooks have keys of their own
        this.press(KEYS[event.key]);
      };
      this.show(this.last);
    }

    press(which) {
      if (which === 2) this.timer ? this.pause() : this.play();
      else this.go([0, this.at - 1, 0, this.at + 1, this.last][which]);
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
      this.sign("Pause", PAUSE);
    }

    pause() {
      clearInterval(this.timer);
      this.timer = null;
      if (this.reel) this.sign(BUTTONS[2][0], BUTTONS[2][1]);
    }

    sign(label, path) {
      const button = this.buttons[2];
      button.title = label;
      button.setAttribute("aria-label", label);
      button.querySelector("path").setAttribute("d", path);
    }

    show(number) {
      const { frames, parts } = this.reel;
      const at = Math.max(0, Math.min(this.last, number));
      const frame = frames[at];
      const glides = Math.abs(at - this.at) === 1 && frame.take === frames[this.at].take;
      this.picture.classList.toggle("cut", !glides);
      this.at = at;
      this.draw(frame.parts.map((part) => parts[part]));
      this.picture.setAttribute("aria-label", frame.caption);
      this.turn.textContent = frame.turn;
      this.caption.textContent = frame.caption;
      this.slider.value = at;
      this.slider.setAttribute("aria-valuetext", at ? `${at}, ${frame.turn}` : "start");
      this.count.textContent = `${at} / ${this.last}`;
      this.buttons.forEach((button, which) => { button.disabled = which < 2 ? at === 0 : which > 2 ? at === this.last : this.last === 0; });
    }

    // Elements that stay are changed and neither replaced nor moved, so that they glide.
    draw(parts) {
      const drawn = new Map(parts.map((part) => [part.split('"', 2)[1], part])); // a part begins with its id
      for (const [id, { node }] of this.nodes) {
        if (drawn.has(id)) continue;
        node.remove();
        this.nodes.delete(id);
      }
      let next = this.picture.firstChild;
      for (const [id, part] of drawn) {
        const known = this.nodes.get(id);
        const node = known?.part === part ? known.node : this.change(known?.node, part);
        this.nodes.set(id, { node, part });
        if (node === next) next = next.nextSibling;
        else this.picture.insertBefore(node, next);
      }
    }

    // The node, or a new one, as the part has it, but without its id, which elements of other films have, too.
    change(node, part) {
      const holder = document.createElementNS(SVG, "g");
      holder.innerHTML = part;
      const fresh = holder.firstChild;
      fresh.removeAttribute("id");
      if (!node) return fresh;
      for (const { name } of [...node.attributes]) if (!fresh.hasAttribute(name)) node.removeAttribute(name);
      for (const { name, value } of fresh.attributes) node.setAttribute(name, value);
      if (node.innerHTML !== fresh.innerHTML) node.replaceChildren(...fresh.childNodes);
      return node;
    }
  }

  customElements.define("ludarium-replay", Film);
});
