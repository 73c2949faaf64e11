/** Offers that name a point of the compass: a rose in the list, tiles on the map. */

/**
 * @typedef {import("./protocol").Token} Token
 * @typedef {import("./page").Chosen} Chosen
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

/** What a point of the map is asked for by: for keyboards. */
export const POINT = ["bearing", "feet", "column", "row", "zone"];

/**
 * A point of the map as one says it, from where somebody stands: "32 ft north-east, behind Orc",
 * "to the tile 3 east and 2 north", "to the hall". Nothing where none was chosen.
 * @param {Chosen} chosen
 * @param {Token | undefined} from
 * @param {Token[]} [tokens]
 */
export function wayTo({ bearing, feet, column, row, zone }, from, tokens = []) {
  if (zone) return `to ${zone}`;
  if (bearing && feet) {
    const way = `${feet} ft ${POINTS[Math.round(Number(bearing) / MINUTES) % 8]}`;
    return [way, from && beside(Number(bearing), Number(feet), from, tokens)].filter(Boolean).join(", ");
  }
  if (!column || !row || !from) return "";
  const [east, south] = [Number(column) - from.x, Number(row) - from.y];
  const ways = [
    east && `${Math.abs(east)} ${east > 0 ? "east" : "west"}`,
    south && `${Math.abs(south)} ${south > 0 ? "south" : "north"}`,
  ].filter(Boolean);
  return ways.length ? `to the tile ${ways.join(" and ")}` : "to one’s own tile";
}

const MINUTES = 60 / 8; // of a bearing, from one point to the next
const NEAR = 15; // feet
const AROUND = ["in front of", "to the right of", "behind", "to the left of"];

/**
 * On which side of whom one would stand then; nothing where nobody is near.
 * @param {number} bearing
 * @param {number} feet
 * @param {Token} from
 * @param {Token[]} tokens
 */
function beside(bearing, feet, from, tokens) {
  const turn = (2 * Math.PI * bearing) / 60;
  const [x, y] = [from.x + Math.sin(turn) * feet, from.y + Math.cos(turn) * feet];
  const far = (/** @type {Token} */ t) => Math.hypot(x - t.x, y - t.y);
  const near = tokens.filter((t) => t.who !== from.who && !t.is_out && t.x >= 0 && far(t) <= NEAR);
  if (!near.length) return "";
  const one = near.reduce((a, b) => (far(b) < far(a) ? b : a));
  const seen = (Math.atan2(x - one.x, y - one.y) * 180) / Math.PI + 360;
  const { facing } = one;
  const side = typeof facing === "number" ? AROUND[Math.round((seen - facing + 360) / 90) % 4] : `${POINTS[Math.round(seen / 45) % 8]} of`;
  return `${side} ${one.name}`;
}
