/** Fog as it lies on the map: what is under it is not seen, and by players not even sent. */

import { s } from "./dom.js";
import { loopsOf, rounded, tilesOf } from "./shapes.js";

/**
 * @typedef {import("./protocol").Board} Board
 * @typedef {import("./page").Frame} Frame
 * @typedef {import("./page").Point} Point
 * @typedef {[number, number, number, number]} Box
 */

const ROUND = 12; // pixels
const HEADING = 26;

/**
 * How large a cell is: a tile, or about a person.
 * @param {Board["unit"]} unit
 */
export const cellSize = (unit) => (unit === "ft" ? 5 : 1);

/**
 * The outline of some covered cells.
 * @param {Board} board
 * @param {Box[]} boxes
 * @param {Frame} frame
 */
export function fogPath({ unit, width, height }, boxes, frame) {
  if (frame.unit === "zone")
    return boxes
      .flatMap(([x, , across]) => frame.rooms.slice(x, x + across))
      .map(({ x, y, wide, tall }) => {
        const top = y + HEADING; // a place is called by its name whatever lies in it
        return rounded([[x, top], [x + wide, top], [x + wide, y + tall], [x, y + tall]], ROUND);
      })
      .join("");
  const size = cellSize(unit);
  const corner = (/** @type {Point} */ [x, y]) =>
    frame.corner(Math.min(width, x * size), Math.min(height, y * size));
  return loopsOf(tilesOf(boxes))
    .map((loop) => rounded(loop.map(corner), ROUND))
    .join("");
}

/**
 * The fog over the ground, under those who are seen; the game master sees through it.
 * @param {Board} board
 * @param {Frame} frame
 * @param {boolean} isGm
 */
export function fogLayer(board, frame, isGm) {
  if (!board.fog) return null;
  const d = fogPath(board, board.fog.boxes, frame);
  return s(
    "g",
    { class: isGm ? "fog thin" : "fog", role: "img", "aria-label": "Fog: part of the map is covered" },
    s("path", { class: "fog-bank", d }),
    s("path", { class: "fog-drift", d, fill: "url(#g-fog)" }),
  );
}
