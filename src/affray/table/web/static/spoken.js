/** The map in words: nothing on it is only to be seen. */

import { POINTS } from "./compass.js";
import { playerOf } from "./people.js";
import { whereIs } from "./zones.js";

/**
 * @typedef {import("./protocol").Token} Token
 * @typedef {import("./page").MapView} MapView
 */

/** @param {MapView["creatures"][number]} creature */
const whereOf = ({ card }) => card.stats.filter((stat) => stat.label === "where").map(({ value }) => String(value));

/**
 * A token in words: nothing on the map is only to be seen.
 * @param {Token} token
 * @param {MapView} view
 */
export function describe(token, view) {
  if (token.is_out) return `${token.name}, out of the fight`;
  const parts = [token.name, view.sides[token.side] ?? `side ${token.side + 1}`];
  if (view.board.unit === "zone") parts.push(whereIs(token, view));
  else parts.push(...view.creatures.filter(({ who }) => who === token.who).flatMap(whereOf));
  if (token.facing !== null) parts.push(`facing ${POINTS[Math.round(token.facing / 45) % 8]}`);
  if (token.bears > 0) parts.push(token.hurt ? `hurt ${token.hurt} of ${token.bears}` : "unhurt");
  const note = view.board.sight?.notes[String(token.who)];
  if (note) parts.push(note);
  const player = playerOf(view, token.who);
  if (player) parts.push(`played by ${player.person}`);
  if (token.acting) parts.push("acting now");
  return parts.join(", ");
}
