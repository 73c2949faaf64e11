/** Outlines: of tiles that lie together, with soft corners, and of shapes given by their corners. */

/** @typedef {import("./page").Point} Point */

/**
 * The tiles of some boxes.
 * @param {[number, number, number, number][]} boxes
 */
export function tilesOf(boxes) {
  /** @type {Set<string>} */
  const tiles = new Set();
  for (const [x, y, across, down] of boxes)
    for (let dx = 0; dx < across; dx += 1) for (let dy = 0; dy < down; dy += 1) tiles.add(`${x + dx},${y + dy}`);
  return tiles;
}

/**
 * The lines around tiles that lie together, as loops of corners with the tiles at their right hand.
 * @param {Set<string>} tiles
 * @returns {Point[][]}
 */
export function loopsOf(tiles) {
  /** @type {Map<string, Point[]>} */
  const next = new Map();
  const add = (/** @type {Point} */ from, /** @type {Point} */ to) =>
    next.set(String(from), [...(next.get(String(from)) ?? []), to]);
  for (const tile of tiles) {
    const [x, y] = tile.split(",").map(Number);
    if (!tiles.has(`${x},${y - 1}`)) add([x, y], [x + 1, y]);
    if (!tiles.has(`${x + 1},${y}`)) add([x + 1, y], [x + 1, y + 1]);
    if (!tiles.has(`${x},${y + 1}`)) add([x + 1, y + 1], [x, y + 1]);
    if (!tiles.has(`${x - 1},${y}`)) add([x, y + 1], [x, y]);
  }
  /** @type {Point[][]} */
  const loops = [];
  while (next.size) loops.push(follow(next));
  return loops;
}

/** @param {Map<string, Point[]>} next */
function follow(next) {
  const [first] = next.keys();
  /** @type {Point[]} */
  const loop = [];
  for (let at = first; next.has(at);) {
    const ways = /** @type {Point[]} */ (next.get(at));
    const to = /** @type {Point} */ (ways.pop());
    if (!ways.length) next.delete(at);
    loop.push(to);
    at = String(to);
    if (at === first) break;
  }
  return straight(loop);
}

/**
 * Without the corners at which nothing turns.
 * @param {Point[]} loop
 */
const straight = (loop) =>
  loop.filter((here, k) => {
    const [before, after] = [loop[(k + loop.length - 1) % loop.length], loop[(k + 1) % loop.length]];
    return (here[0] - before[0]) * (after[1] - here[1]) !== (here[1] - before[1]) * (after[0] - here[0]);
  });

/** @param {Point} a @param {Point} b @param {number} far @returns {Point} */
const towards = ([ax, ay], [bx, by], far) => {
  const long = Math.hypot(bx - ax, by - ay) || 1;
  const share = Math.min(0.5, far / long);
  return [ax + (bx - ax) * share, ay + (by - ay) * share];
};

/** @param {Point} point */
const at = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/**
 * A loop as a path whose corners are rounded by so many pixels.
 * @param {Point[]} loop
 * @param {number} round
 */
export function rounded(loop, round) {
  if (!round) return `M${loop.map(at).join("L")}Z`;
  const parts = loop.map((here, k) => {
    const [before, after] = [loop[(k + loop.length - 1) % loop.length], loop[(k + 1) % loop.length]];
    return `${k ? "L" : "M"}${at(towards(here, before, round))}Q${at(here)} ${at(towards(here, after, round))}`;
  });
  return `${parts.join("")}Z`;
}

/**
 * A loop as a soft line through all of its corners.
 * @param {Point[]} loop
 */
export function smooth(loop) {
  const n = loop.length;
  const corner = (/** @type {number} */ k) => loop[(k + n) % n];
  const parts = loop.map((here, k) => {
    const [before, to, after] = [corner(k - 1), corner(k + 1), corner(k + 2)];
    const one = /** @type {Point} */ ([here[0] + (to[0] - before[0]) / 6, here[1] + (to[1] - before[1]) / 6]);
    const two = /** @type {Point} */ ([to[0] - (after[0] - here[0]) / 6, to[1] - (after[1] - here[1]) / 6]);
    return `${k ? "" : `M${at(here)}`}C${at(one)} ${at(two)} ${at(to)}`;
  });
  return `${parts.join("")}Z`;
}
