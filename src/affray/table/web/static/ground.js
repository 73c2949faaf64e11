/** What the map stands on: tiles with walls, or open ground in feet. */

import { s } from "./dom.js";

/**
 * @typedef {import("./protocol").Board} Board
 * @typedef {import("./page").Frame} Frame
 * @typedef {import("./page").Point} Point
 * @typedef {import("./page").Size} Size
 */

const CELL = 48;
const MARGIN = 22;
const MOST_WIDE = 700;
const MOST_TALL = 460;
const PERSON = 5; // feet across
const TOKEN = 33;
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
      s("rect", { class: "floor", x: left, y: top, width: right - left, height: bottom - top }),
      s("path", { class: "grid", d: lines.join("") }),
      ...board.floors.map((floor) => level(floor, corner)),
      ...walls.map(square("wallbase")),
      ...walls.map(square("wall")),
      s("path", { class: "brink", d: brink(board, corner) }),
      axis(board, corner, isRow),
    ],
  };
}

/**
 * A tile whose floor lies lower or higher, with by how much in its corner.
 * @param {[number, number, number]} given
 * @param {Frame["corner"]} corner
 */
function level([column, row, height], corner) {
  const [x, y] = corner(column, row);
  return s(
    "g",
    { class: height < 0 ? "pit" : "rise" },
    s("title", {}, height < 0 ? `a drop of ${-height}` : `a floor ${height} up`),
    s("rect", { x, y, width: CELL, height: CELL }),
    s(
      "text",
      { x: x + CELL - 3, y: y + CELL - 4, "text-anchor": "end" },
      height < 0 ? `${height}` : `+${height}`,
    ),
  );
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

/**
 * North is up: the y of a point grows upward; there is so much room, in pixels.
 * @param {Board} board
 * @param {Size} size
 * @returns {Frame}
 */
export function feetFrame(board, { wide, tall }) {
  const foot = Math.min(Math.min(wide, MOST_WIDE) / board.width, Math.min(tall, MOST_TALL) / board.height);
  const [right, bottom] = [MARGIN + board.width * foot, MARGIN + board.height * foot];
  /** @type {Frame["corner"]} */
  const corner = (x, y) => [MARGIN + x * foot, bottom - y * foot];
  const step = [10, 50, 100, 500].find((n) => n * foot >= 14) ?? 1000;
  /** @type {string[]} */
  const lines = [];
  for (let x = step; x < board.width; x += step) lines.push(`M${corner(x, 0)[0]} ${MARGIN}V${bottom}`);
  for (let y = step; y < board.height; y += step) lines.push(`M${MARGIN} ${corner(0, y)[1]}H${right}`);
  const walls = board.walls.map(([x, y]) => corner(x, y));
  const within = (/** @type {number} */ value, /** @type {number} */ from, /** @type {number} */ to) =>
    Math.min(to, Math.max(from, value));
  return {
    unit: "ft",
    rooms: [],
    slots: new Map(),
    wide: Math.max(right + MARGIN, 220),
    tall: bottom + 40,
    corner,
    under: (px, py) => [(px - MARGIN) / foot, (bottom - py) / foot],
    // Whoever is moved for the eye's sake stays on the map.
    keep: (token) => {
      token.px = within(token.px, MARGIN, right);
      token.py = within(token.py, MARGIN, bottom);
    },
    middle: (t) => corner(t.x, t.y),
    scale: (size) => within((PERSON * size * foot) / TOKEN, LEAST, 3),
    ground: [
      s("rect", { class: "floor", x: MARGIN, y: MARGIN, width: right - MARGIN, height: bottom - MARGIN }),
      s("path", { class: "grid", d: lines.join("") }),
      ...walls.map(([x, y]) =>
        s("rect", { class: "wall", x, y: y - 5 * foot, width: 5 * foot, height: 5 * foot }),
      ),
      s("rect", { class: "brink", x: MARGIN, y: MARGIN, width: right - MARGIN, height: bottom - MARGIN }),
      scaleBar(MARGIN, bottom + 18, step, foot),
      north(right - 12, bottom + 22),
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
