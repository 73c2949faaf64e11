/** What the map stands on: tiles with walls, or open ground in feet. */

import { s } from "./dom.js";
import { scenery, standing } from "./scenery.js";
import { loopsOf, rounded } from "./shapes.js";

/**
 * @typedef {import("./protocol").Board} Board
 * @typedef {import("./page").Frame} Frame
 * @typedef {import("./page").Point} Point
 * @typedef {import("./page").Size} Size
 */

const CELL = 48;
const MARGIN = 22;
const STROKE = 6; // between two strokes of a slope
const MOST_WIDE = 700;
const MOST_TALL = 460;
const PERSON = 5; // feet across
const TOKEN = 33;
const FRAMED = 21; // half of one with its frame
const LEAST = 0.86; // of a token's full size: smaller, and its letters cannot be read

/** @param {Board} board @returns {Frame} */
export function tileFrame(board) {
  const { width, height } = board;
  const isRow = height === 1;
  const air = isRow ? CELL / 2 : 0; // a single row wants room for the numbers above and below
  /** @type {Frame["corner"]} */
  const corner = (x, y) => [MARGIN + x * CELL, MARGIN + air + y * CELL];
  const [right, bottom] = corner(width, height);
  const [left, top] = corner(0, 0);
  /** @type {string[]} */
  const lines = [];
  for (let x = 0; x <= width; x += 1) lines.push(`M${corner(x, 0).join(" ")}V${bottom}`);
  for (let y = 0; y <= height; y += 1) lines.push(`M${corner(0, y).join(" ")}H${right}`);
  const walls = board.walls.map(([x, y]) => corner(x, y));
  const square =
    (/** @type {string} */ name) =>
    (/** @type {Point} */ [x, y]) =>
      s("rect", { class: name, x, y, width: CELL, height: CELL });
  const floor = { x: left, y: top, width: right - left, height: bottom - top };
  return {
    unit: "tile",
    rooms: [],
    slots: new Map(),
    wide: right + 8,
    tall: bottom + 8 + air,
    corner,
    under: (px, py) => [(px - left) / CELL, (py - top) / CELL],
    keep: () => {},
    middle: (t) => corner(t.x + (t.across || 1) / 2, t.y + (t.down || 1) / 2),
    scale: (size) => (size > 1 ? size * 1.1 : 1),
    ground: [
      s("rect", { class: "floor", ...floor }),
      scenery(board, { unit: "tile", corner }, { ...floor, y: top - air, height: floor.height + 2 * air }),
      s("path", { class: "grid", d: lines.join("") }),
      ...levels(board, corner),
      ...walls.map(square("wallbase")),
      ...walls.map(square("wall")),
      s("path", { class: "brink", d: brink(board, corner) }),
      standing(board, { unit: "tile", corner }, CELL),
      axis(board, corner, isRow),
    ],
  };
}

/**
 * Where the floor lies lower or higher: tiles of one height that lie together, with the drop
 * hatched inward from their brim, or outward from a rise, and by how much.
 * @param {Board} board
 * @param {Frame["corner"]} corner
 */
function levels({ floors }, corner) {
  const heights = [...new Set(floors.map(([, , height]) => height))];
  return heights.map((height) => {
    const tiles = floors.filter((floor) => floor[2] === height).map(([x, y]) => /** @type {Point} */ ([x, y]));
    const loops = loopsOf(new Set(tiles.map(String)));
    const brim = loops.map((loop) => rounded(loop.map(([x, y]) => corner(x, y)), 0)).join("");
    const [x, y] = corner(...middlemost(tiles));
    return s(
      "g",
      { class: `level ${height < 0 ? "pit" : "rise"}` },
      s("title", {}, height < 0 ? `a drop of ${-height}` : `a floor ${height} up`),
      s("path", { class: "inside", d: brim }),
      s("path", { class: "drop", d: loops.map((loop) => hachures(loop, corner, height < 0)).join("") }),
      s("path", { class: "brim", d: brim }),
      s("text", { x: x + CELL / 2, y: y + CELL / 2 }, height < 0 ? `${height}` : `+${height}`),
    );
  });
}

/**
 * The tile nearest to the middle of some.
 * @param {Point[]} tiles
 * @returns {Point}
 */
function middlemost(tiles) {
  const mean = (/** @type {0 | 1} */ k) => tiles.reduce((sum, tile) => sum + tile[k], 0) / tiles.length;
  const [east, south] = [mean(0), mean(1)];
  const far = (/** @type {Point} */ [x, y]) => Math.hypot(x - east, y - south);
  return tiles.reduce((best, tile) => (far(tile) < far(best) ? tile : best));
}

/**
 * Short strokes down the slope, long and short in turn; what lies inside a loop is at its right.
 * @param {Point[]} loop
 * @param {Frame["corner"]} corner
 * @param {boolean} isInward
 */
function hachures(loop, corner, isInward) {
  return loop
    .map((from, k) => {
      const [[ax, ay], [bx, by]] = [corner(...from), corner(...loop[(k + 1) % loop.length])];
      const long = Math.hypot(bx - ax, by - ay);
      const [ux, uy] = [(bx - ax) / long, (by - ay) / long];
      const side = isInward ? 1 : -1;
      const strokes = Array.from({ length: Math.round(long / STROKE) }, (_, n) => {
        const far = side * (n % 2 ? 5 : 9);
        const at = (n + 0.5) * STROKE;
        return `M${(ax + ux * at).toFixed(1)} ${(ay + uy * at).toFixed(1)}l${(-uy * far).toFixed(1)} ${(ux * far).toFixed(1)}`;
      });
      return strokes.join("");
    })
    .join("");
}

/**
 * The heavy line: where open floor meets a wall or the map's end.
 * @param {Board} board
 * @param {Frame["corner"]} corner
 */
function brink(board, corner) {
  const walls = new Set(board.walls.map(([x, y]) => `${x},${y}`));
  return edges(
    board,
    corner,
    (x, y) => x >= 0 && y >= 0 && x < board.width && y < board.height && !walls.has(`${x},${y}`),
  );
}

/**
 * The line around all tiles that are in.
 * @param {Board} board
 * @param {Frame["corner"]} corner
 * @param {(x: number, y: number) => boolean} isIn
 */
export function edges(board, corner, isIn) {
  /** @type {string[]} */
  const d = [];
  for (let y = 0; y <= board.height; y += 1) {
    for (let x = 0; x <= board.width; x += 1) {
      const here = isIn(x, y);
      if (here !== isIn(x, y - 1)) d.push(`M${corner(x, y).join(" ")}h${CELL}`);
      if (here !== isIn(x - 1, y)) d.push(`M${corner(x, y).join(" ")}v${CELL}`);
    }
  }
  return d.join("");
}

/**
 * Numbers as the cards write places: from 0 on a map, from 1 where places stand in one row.
 * @param {Board} board
 * @param {Frame["corner"]} corner
 * @param {boolean} isRow
 */
function axis(board, corner, isRow) {
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ n) =>
    s("text", { class: "axis", x, y }, n);
  /** @type {SVGElement[]} */
  const marks = [];
  for (let x = 0; x < board.width; x += 1) {
    const [px, py] = corner(x + 0.5, 0);
    marks.push(text(px, py - 11, isRow ? x + 1 : x));
  }
  for (let y = 0; y < (isRow ? 0 : board.height); y += 1) {
    const [px, py] = corner(0, y + 0.5);
    marks.push(text(px - 12, py, y));
  }
  return s("g", { "aria-hidden": "true" }, marks);
}

/** @param {number} value @param {number} from @param {number} to */
const within = (value, from, to) => Math.min(to, Math.max(from, value));

/**
 * How far somebody at the map's edge stands over it, with the frame of who may be chosen.
 * @param {Board} board
 * @param {number} foot
 * @param {Frame["scale"]} scale
 */
function overEdge({ tokens, width, height }, foot, scale) {
  const over = tokens.map(
    ({ x, y, across }) => FRAMED * scale(across || 1) - foot * Math.min(x, y, width - x, height - y),
  );
  return Math.max(0, ...over);
}

/**
 * North is up: the y of a point grows upward; there is so much room, in pixels.
 * @param {Board} board
 * @param {Size} size
 * @returns {Frame}
 */
export function feetFrame(board, { wide, tall }) {
  const foot = Math.min(Math.min(wide, MOST_WIDE) / board.width, Math.min(tall, MOST_TALL) / board.height);
  const scale = (/** @type {number} */ size) => within((PERSON * size * foot) / TOKEN, LEAST, 3);
  const margin = Math.max(MARGIN, Math.ceil(overEdge(board, foot, scale)));
  const [right, bottom] = [margin + board.width * foot, margin + board.height * foot];
  /** @type {Frame["corner"]} */
  const corner = (x, y) => [margin + x * foot, bottom - y * foot];
  const step = [10, 50, 100, 500].find((n) => n * foot >= 14) ?? 1000;
  /** @type {string[]} */
  const lines = [];
  for (let x = step; x < board.width; x += step) lines.push(`M${corner(x, 0)[0]} ${margin}V${bottom}`);
  for (let y = step; y < board.height; y += step) lines.push(`M${margin} ${corner(0, y)[1]}H${right}`);
  const walls = board.walls.map(([x, y]) => corner(x, y));
  const floor = { x: margin, y: margin, width: right - margin, height: bottom - margin };
  return {
    unit: "ft",
    rooms: [],
    slots: new Map(),
    wide: Math.max(right + margin, 220),
    tall: bottom + margin + 18,
    corner,
    under: (px, py) => [(px - margin) / foot, (bottom - py) / foot],
    // Whoever is moved for the eye's sake stays on the map.
    keep: (token) => {
      token.px = within(token.px, margin, right);
      token.py = within(token.py, margin, bottom);
    },
    middle: (t) => corner(t.x, t.y),
    scale,
    ground: [
      s("rect", { class: "floor", ...floor }),
      scenery(board, { unit: "ft", corner }, floor),
      s("path", { class: "grid", d: lines.join("") }),
      ...walls.map(([x, y]) =>
        s("rect", { class: "wall", x, y: y - 5 * foot, width: 5 * foot, height: 5 * foot }),
      ),
      standing(board, { unit: "ft", corner }, foot),
      s("rect", { class: "brink", ...floor }),
      scaleBar(margin, bottom + margin - 4, step, foot),
      north(right - 12, bottom + margin),
    ],
  };
}

/** @param {number} x @param {number} y @param {number} step @param {number} foot */
function scaleBar(x, y, step, foot) {
  const feet = step * Math.max(1, Math.round(60 / (step * foot)));
  const long = feet * foot;
  return s(
    "g",
    { role: "img", "aria-label": `Scale: the bar is ${feet} feet, a line each ${step}` },
    s("path", {
      class: "scale",
      d: `M${x} ${y - 4}V${y + 4}M${x} ${y}H${x + long}M${x + long} ${y - 4}V${y + 4}`,
    }),
    s("text", { class: "scale-text", x: x + long + 8, y: y + 4 }, `${feet} ft`),
  );
}

/** @param {number} x @param {number} y */
const north = (x, y) =>
  s(
    "g",
    { role: "img", "aria-label": "North is up" },
    s("path", { class: "wedge", d: `M${x} ${y - 14}L${x + 6} ${y + 4}L${x} ${y}L${x - 6} ${y + 4}Z` }),
    s("text", { class: "scale-text", x: x - 20, y: y + 4 }, "N"),
  );
