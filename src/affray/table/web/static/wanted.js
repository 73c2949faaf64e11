/** Which odds are wanted now: those of plans that can be seen, and in which order. */

import { keyOf } from "./odds.js";

/**
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./page").Shown} Shown
 */

/** @param {string} selector @param {string} name */
const all = (selector, name) =>
  [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name) ?? "");

/** @param {Shown} view */
export const wantedNow = (view) =>
  inOrder(
    {
      opened: all("#start [data-worked]", "data-worked"),
      listed: all("#start [data-odds]", "data-odds"),
      mapped: all("#map [data-labelled]", "data-labelled"),
    },
    view,
  );

/**
 * The plan whose working is open, then the plans of the list, attacks before the rest, then what
 * else the map shows.
 * @param {{opened: string[], listed: string[], mapped: string[]}} seen  keys of plans
 * @param {Shown} view
 */
export function inOrder({ opened, listed, mapped }, view) {
  const attacks = new Set(attacksOf(view));
  const isLater = (/** @type {string} */ key) => Number(!attacks.has(key));
  const first = [...listed].sort((a, b) => isLater(a) - isLater(b));
  return { opened, others: [...first, ...mapped] };
}

/**
 * What is aimed at somebody of another side.
 * @param {Shown} shown
 * @returns {string[]}
 */
function attacksOf({ pending, creatures }) {
  const side = (/** @type {number} */ who) => creatures.find((c) => c.who === who)?.side;
  const isFoe = (/** @type {Offer} */ { target_who: who }) =>
    who !== null && pending !== null && side(who) !== side(pending.who);
  return (pending?.offers ?? []).filter(isFoe).map((o) => keyOf(o));
}
