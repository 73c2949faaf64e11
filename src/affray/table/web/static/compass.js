/** Offers that name a point of the compass: a rose in the list, tiles on the map. */

/**
 * @typedef {import("./page").Named} Named
 * @typedef {import("./page").Point} Point
 */

export const POINTS = [
  "north",
  "north-east",
  "east",
  "south-east",
  "south",
  "south-west",
  "west",
  "north-west",
];
const EAST = [0, 1, 1, 1, 0, -1, -1, -1];
const SOUTH = [-1, -1, 0, 1, 1, 1, 0, -1];
export const ARROWS = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"];

/**
 * Which point an offer names, or -1: "move-north-east" is 1, and so is a plain "north-east".
 * @param {Named} offer
 */
export function pointOf(offer) {
  if (offer.target !== null && offer.target !== undefined) return -1;
  const found = /(?:^|-)((?:north|south)(?:-(?:east|west))?|east|west)$/.exec(offer.name);
  return found ? POINTS.indexOf(found[1]) : -1;
}

/**
 * The tile one step that way.
 * @param {number} x
 * @param {number} y
 * @param {number} point
 * @returns {Point}
 */
export const stepTo = (x, y, point) => [x + EAST[point], y + SOUTH[point]];

/**
 * Where a point stands in a three by three rose, as [column, row] from 1.
 * @param {number} point
 * @returns {Point}
 */
export const placeOf = (point) => [EAST[point] + 2, SOUTH[point] + 2];
