// Distances and directions on the board. Pure functions.

/** @typedef {readonly [number, number]} Point */

/** The directions of the arrow keys.
 * @type {Readonly<Record<string, Point>>}
 */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The distance between two points.
 * @param {Point} a
 * @param {Point} b
 */
export const distance = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);

/** The middle of a box.
 * @param {Pick<DOMRect, "x" | "y" | "width" | "height">} box
 * @returns {Point}
 */
export const centre = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

/** Whether a point is in a box.
 * @param {Pick<DOMRect, "x" | "y" | "width" | "height">} box
 * @param {Point} point
 */
export const holds = ({ x, y, width, height }, [px, py]) => x <= px && px <= x + width && y <= py && py <= y + height;

/** The index of the smallest finite cost, -1 where there is none.
 * @param {readonly number[]} costs
 */
function cheapest(costs) {
  const least = Math.min(...costs);
  return least < Infinity ? costs.indexOf(least) : -1;
}

/** The index of the point nearest to `from`, -1 where there are no points.
 * @param {readonly Point[]} points
 * @param {Point} from
 */
export const nearest = (points, from) => cheapest(points.map((point) => distance(point, from)));

/** The index of the nearest point in a direction, -1 where none lies there; what lies aside counts as further away.
 * @param {readonly Point[]} points
 * @param {Point} from
 * @param {Point} direction
 */
export function neighbour(points, [x, y], [dx, dy]) {
  return cheapest(
    points.map(([px, py]) => {
      const ahead = (px - x) * dx + (py - y) * dy;
      const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      return ahead > 1 ? ahead + 2 * aside : Infinity;
    }),
  );
}
