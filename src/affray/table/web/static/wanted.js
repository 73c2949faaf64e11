/** Which odds are wanted now: those of plans that can be seen, and in which order. */

import { keyOf } from "./odds.js";

const all = (selector, name) =>
  [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name) ?? "");

/**
 * The plan whose working is open, then the plans of the list, then what else the map shows.
 * Once a page has its first numbers, attacks come before the rest of the list.
 * @param {boolean} hasSome
 * @returns {{opened: string[], others: string[]}} keys of plans
 */
export function wantedNow(view, hasSome) {
  const opened = all("#start [data-worked]", "data-worked");
  const listed = all("#start [data-odds]", "data-odds");
  const attacks = new Set(hasSome ? attacksOf(view) : []);
  const isLater = (key) => Number(!attacks.has(key));
  listed.sort((a, b) => isLater(a) - isLater(b));
  return { opened, others: [...listed, ...all("#map [data-labelled]", "data-labelled")] };
}

/** What is aimed at somebody of another side. @returns {string[]} */
function attacksOf({ pending, creatures }) {
  const side = (who) => creatures[who]?.side;
  const isFoe = (who) => (who ?? null) !== null && side(who) !== side(pending.who);
  return (pending?.offers ?? []).filter((o) => isFoe(o.target_who)).map((o) => keyOf(o));
}
