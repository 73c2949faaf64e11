/** Bodies that are no rectangle: the tiles they cover, and where their token stands among them. */

import { s } from "./dom.js";
import { edges } from "./ground.js";
import { sideClass } from "./token.js";

/**
 * @typedef {import("./protocol").Board} Board
 * @typedef {import("./protocol").Token} Token
 * @typedef {import("./page").Frame} Frame
 * @typedef {import("./page").Point} Point
 * @typedef {import("./page").Standing} Standing
 */

/**
 * The tiles of everybody whose body is told tile by tile, with a line around them.
 * @param {Board} board
 * @param {Frame} frame
 */
export function drawBodies(board, frame) {
  return board.tokens.filter((t) => t.tiles.length && !t.is_out).map((t) => cover(t, board, frame));
}

/** @param {Token} token @param {Board} board @param {Frame} frame */
function cover(token, board, frame) {
  const covered = new Set(token.tiles.map(String));
  const square = (/** @type {Point} */ [x, y]) => {
    const [left, top] = frame.corner(x, y);
    const [right, bottom] = frame.corner(x + 1, y + 1);
    return `M${left} ${top}H${right}V${bottom}H${left}Z`;
  };
  const line = edges(board, frame.corner, (x, y) => covered.has(`${x},${y}`));
  return s(
    "g",
    { class: `cover ${sideClass(token)}`, "data-covers": token.name, "aria-hidden": "true" },
    s("path", { class: "covered", d: token.tiles.map(square).join("") }),
    s("path", { class: "around", d: line }),
  );
}

/** @param {Pick<Token, "tiles" | "across" | "down">} token */
const isWhole = ({ tiles, across, down }) => !tiles.length || tiles.length === across * down;

/**
 * Where a token stands and how large: all of its rectangle, or the middlemost of its own tiles.
 * @param {Token} token
 * @returns {Standing & {across: number, down: number}}
 */
export function footing(token) {
  if (isWhole(token)) return token;
  const mean = (/** @type {0 | 1} */ k) =>
    token.tiles.reduce((sum, tile) => sum + tile[k], 0) / token.tiles.length;
  const [east, south] = [mean(0), mean(1)];
  const far = (/** @type {Point} */ [x, y]) => Math.hypot(x - east, y - south);
  const [x, y] = token.tiles.reduce((best, tile) => (far(tile) < far(best) ? tile : best));
  return { x, y, across: 1, down: 1 };
}
