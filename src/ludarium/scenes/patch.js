// Draws a picture again by changing what differs, for replays and for live matches.

const SVG = "http://www.w3.org/2000/svg";

/**
 * A `<g>` of a picture.
 *
 * @typedef {object} Drawing
 * @property {string} id
 * @property {Record<string, string>} attributes
 * @property {Record<string, string>} [defaults] attributes that are set only where the node has none of that name
 * @property {string} shape the markup inside
 * @property {string} [text] plain text, written after the shape
 */

/**
 * What is known of a node: `drawing` is missing where a server has drawn it.
 *
 * @typedef {{ node: Element, drawing?: Drawing }} Known
 */

/** The class names of a drawing, and those names of `kept` that the node already has.
 * @param {string} names
 * @param {Iterable<string>} present
 * @param {readonly string[]} kept
 */
export function mergeClasses(names, present, kept) {
  const before = new Set(present);
  return [...new Set([...names.split(" "), ...kept.filter((name) => before.has(name))])].filter(Boolean).join(" ");
}

/** The attributes that must be removed from and set on a node to turn one drawing into the next.
 * @param {Record<string, string>} before
 * @param {Record<string, string>} after
 */
export function attributeChanges(before, after) {
  return {
    removed: Object.keys(before).filter((name) => !(name in after)),
    set: Object.entries(after).filter(([name, value]) => before[name] !== value),
  };
}

/** Keeps the children of one element equal to lists of drawings. Nodes that stay are changed, neither replaced nor
 * moved without need, so that CSS transitions glide. */
export class Patcher {
  /**
   * @param {Element} parent
   * @param {object} [options]
   * @param {string} [options.fixed] a selector of children that are left alone
   * @param {readonly string[]} [options.kept] classes that a drawing does not take away from a node
   * @param {boolean} [options.ids] whether nodes carry the ids of their drawings
   */
  constructor(parent, options = {}) {
    this.parent = parent;
    /** @type {string} */
    this.fixed = options.fixed ?? "";
    this.kept = options.kept ?? [];
    this.ids = options.ids ?? true;
    /** @type {Map<string, Known>} */
    this.known = new Map();
    for (const node of parent.children) if (node.localName === "g" && !this.isFixed(node)) this.known.set(node.id, { node });
  }

  /** Show these drawings, the first one lowest.
   * @param {Iterable<Drawing>} drawings
   */
  draw(drawings) {
    const wanted = new Map([...drawings].map((drawing) => [drawing.id, drawing]));
    for (const [id, { node }] of this.known) {
      if (wanted.has(id)) continue;
      node.remove();
      this.known.delete(id);
    }
    let next = this.movable(this.parent.firstElementChild);
    for (const [id, drawing] of wanted) {
      const known = this.known.get(id);
      const node = known?.node ?? document.createElementNS(SVG, "g");
      if (!known && this.ids) node.id = id;
      if (known?.drawing !== drawing) this.change(node, drawing, known?.drawing);
      this.known.set(id, { node, drawing });
      if (node === next) next = this.movable(next.nextElementSibling);
      else this.parent.insertBefore(node, next);
    }
  }

  /** @param {Element} node */
  isFixed(node) {
    return this.fixed !== "" && node.matches(this.fixed);
  }

  /** The first of a node and its next siblings that is not fixed.
   * @param {Element | null} node
   */
  movable(node) {
    let found = node;
    while (found && this.isFixed(found)) found = found.nextElementSibling;
    return found;
  }

  /**
   * @param {Element} node
   * @param {Drawing} drawing
   * @param {Drawing} [before] what the node shows; missing where that is not known
   */
  change(node, drawing, before) {
    const { removed, set } = attributeChanges(before?.attributes ?? {}, drawing.attributes);
    for (const name of removed) node.removeAttribute(name);
    for (const [name, value] of set) {
      const whole = name === "class" ? mergeClasses(value, node.classList, this.kept) : value;
      if (node.getAttribute(name) !== whole) node.setAttribute(name, whole);
    }
    for (const [name, value] of Object.entries(drawing.defaults ?? {})) if (!node.hasAttribute(name)) node.setAttribute(name, value);
    if (before?.shape === drawing.shape && before.text === drawing.text) return;
    node.innerHTML = drawing.shape;
    if (!drawing.text) return;
    const text = document.createElementNS(SVG, "text");
    text.textContent = drawing.text;
    node.append(text);
  }
}
