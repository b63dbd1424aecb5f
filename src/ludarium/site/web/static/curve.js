// Says which position belongs to a point of the curve of a review.

/** Return the address of the position that a place on a curve belongs to.
 * @param {HTMLElement} curve
 * @param {number} x
 */
export function addressAt(curve, x) {
  const { left, width } = curve.getBoundingClientRect();
  /** @type {number[]} */
  const positions = JSON.parse(curve.dataset.positions ?? "[]");
  const [begin, end] = JSON.parse(curve.dataset.bounds ?? "[0, 1]");
  const part = ((x - left) / width - begin) / (end - begin);
  const point = Math.round(Math.min(1, Math.max(0, part)) * (positions.length - 1));
  return `${curve.dataset.path}${positions[point]}`;
}
