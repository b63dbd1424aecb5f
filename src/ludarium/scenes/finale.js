// The winning moment of a picture: what did not win fades, the way that won is drawn, its pieces rise one by one.

const NAMESPACE = "http://www.w3.org/2000/svg";
const BEGIN = 0.25; // seconds from the end of the match to the first piece that rises
const APART = 0.11; // between two pieces
const LONGEST = 1.5; // between the first and the last one
const RISE = 0.0155; // how high they rise, as a part of the picture's width

/**
 * What `svg.finale` of the server says; a note is its classes, its transform and its shape.
 *
 * @typedef {{ winners: number[], pieces: string[], kept: string[], below: string, notes: [string, string, string][] }} Finale
 */

/** When each of so many elements has its turn, in seconds.
 * @param {number} count
 * @returns {number[]}
 */
export function delays(count) {
  const apart = Math.min(APART, LONGEST / Math.max(1, count - 1));
  return Array.from({ length: count }, (_, index) => BEGIN + apart * index);
}

/** Whether an element stays as it is while what has not won fades: the ground does, and what has won.
 * @param {readonly string[]} classes
 * @param {boolean} named whether the winning moment names it
 */
export const remains = (classes, named) => named || classes.includes("ground") || classes.includes("win");

/** Show a winning moment that began some seconds ago; one that began long ago is its last picture.
 * @param {SVGSVGElement} svg
 * @param {Finale} finale
 * @param {(id: string) => Element | null | undefined} find returns an element of the picture
 * @param {number} elapsed
 */
export function showFinale(svg, finale, find, elapsed) {
  clearFinale(svg);
  if (!finale.winners.length) return; // a draw: both are as strong as before
  svg.classList.add("won");
  svg.style.setProperty("--since", `${-elapsed}s`);
  const sign = svg.closest(".flipped") ? -1 : 1;
  svg.style.setProperty("--rise", `${sign * RISE * svg.viewBox.baseVal.width}px`);
  const pieces = finale.pieces.map(find);
  const named = new Set([...pieces, ...finale.kept.map(find)]);
  for (const way of svg.querySelectorAll(".mark.win path")) way.setAttribute("pathLength", "1");
  for (const element of svg.querySelectorAll(":scope > g")) {
    element.classList.toggle("lost", !remains([...element.classList], named.has(element)));
  }
  const times = delays(pieces.length);
  pieces.forEach((piece, index) => {
    piece?.classList.add("wins");
    setTime(piece, times[index]);
  });
  svg.insertBefore(draw(finale.notes), (finale.below && find(finale.below)) || null);
}

/** Take a winning moment away.
 * @param {SVGSVGElement} svg
 */
export function clearFinale(svg) {
  svg.querySelector(".finale")?.remove();
  svg.classList.remove("won");
  for (const element of svg.querySelectorAll(".lost, .wins")) element.classList.remove("lost", "wins");
}

/** Draw what belongs to a winning moment, in a layer of its own.
 * @param {Finale["notes"]} notes
 */
function draw(notes) {
  const layer = document.createElementNS(NAMESPACE, "g");
  layer.setAttribute("class", "finale");
  layer.setAttribute("aria-hidden", "true");
  const lands = notes.filter(([looks]) => looks.includes("won-land"));
  const times = delays(lands.length);
  for (const note of notes) {
    const [looks, transform, shape] = note;
    const drawn = document.createElementNS(NAMESPACE, "g");
    drawn.setAttribute("class", looks);
    drawn.setAttribute("transform", transform);
    drawn.innerHTML = shape;
    if (looks.includes("won-way")) for (const path of drawn.children) path.setAttribute("pathLength", "1");
    if (looks.includes("won-land")) setTime(drawn, times[lands.indexOf(note)]);
    layer.append(drawn);
  }
  return layer;
}

/**
 * @param {Element | null | undefined} element
 * @param {number} time
 */
function setTime(element, time) {
  if (element instanceof SVGElement) element.style.setProperty("--at", `${time.toFixed(2)}s`);
}
