/** What odds say: read as they are sent, and put as people say it. */

import { plain } from "./dom.js";

/**
 * @typedef {import("./protocol").Head} Head
 * @typedef {import("./protocol").Odds} Odds
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./protocol").TooMany} TooMany
 * @typedef {import("./page").Known} Known
 * @typedef {import("./page").Named} Named
 * @typedef {import("./page").Told} Told
 */

/**
 * Odds there are none of.
 * @param {boolean} [tooMany]
 * @param {string} [error]
 * @returns {Known}
 */
export const none = (tooMany = false, error = "") => ({
  actor: "",
  number: null,
  word: "",
  harm: [],
  grouped: null,
  heads: [],
  outcomes: [],
  stages: [],
  assumed: {},
  others: [],
  expected: {},
  sampled: null,
  tooMany,
  error,
});

/**
 * What the server says, with every part there.
 * @param {Odds | TooMany | {error: string}} body
 * @returns {Known}
 */
export function read(body) {
  if ("error" in body) return none(false, body.error);
  if ("too_many" in body) return none(true);
  const { how: stages, sampled = null, others = [], ...said } = body;
  const exactly = (/** @type {string} */ p) => (sampled ? "" : p); // a fraction would say more than is known
  return {
    ...none(),
    ...said,
    number: said.number && { ...said.number, p: exactly(said.number.p) },
    heads: said.heads.map((head) => ({ ...head, p: exactly(head.p) })),
    outcomes: said.outcomes.map((o) => ({
      text: plain(o.outcome),
      p: exactly(o.p),
      percent: o.percent,
      comesOff: o.comes_off,
    })),
    others,
    stages,
    sampled,
  };
}

/**
 * "3/4" as a number.
 * @param {string} fraction
 */
export function toNumber(fraction) {
  const [n, d] = String(fraction).split("/").map(Number);
  return n / (d || 1);
}

/**
 * A share as people say it; what is not certain never reads 0 or 100.
 * @param {number} value
 */
export function percent(value) {
  if (value > 0 && value < 0.1) return "< 0.1 %";
  if (value > 99.9 && value < 100) return "> 99.9 %";
  if ((value > 0 && value < 1) || (value > 99 && value < 100)) return `${value.toFixed(1)} %`;
  return `${Math.round(value)} %`;
}

/**
 * The same in whole percent.
 * @param {number} value
 * @param {boolean} [certain]
 */
export function whole(value, certain = value <= 0 || value >= 100) {
  const n = Math.round(value);
  return certain || (n > 0 && n < 100) ? `${n} %` : n ? "> 99 %" : "< 1 %";
}

/**
 * A number as these odds know it: exactly, or about.
 * @param {Known} odds
 * @param {string} number
 */
export const about = (odds, number) => (odds.sampled ? `about ${number}` : number);

/**
 * How far off numbers may be that were sampled; nothing where they are exact.
 * @param {Known} odds
 */
export function howSure({ sampled }) {
  if (!sampled) return "";
  const points = Math.ceil(1000 * sampled.within - 1e-6) / 10; // rather too far than too near
  return `sampled: 95 % within ${points} point${points === 1 ? "" : "s"}`;
}

/**
 * The one number of a plan as it stands everywhere: in the list, on the map and beside a token.
 * A plain word where nothing is left to chance, nothing where there is nothing to say.
 * @param {Known} odds
 */
export const numberText = (odds) => {
  if (odds.word || !odds.number) return odds.word;
  return about(odds, percent(odds.number.percent));
};

/**
 * What the number is the chance of: "wounded" of the one it is aimed at, "Snick wounded" of
 * anybody else; nothing where there is no number.
 * @param {Known} odds
 * @param {Named} offer
 */
export const aimText = ({ number }, offer) => (number ? headText(number, offer) : "");

/**
 * @param {Head} head
 * @param {Named} offer
 */
export const headText = (head, offer) =>
  head.who && head.who !== offer.target ? `${head.who} ${head.name}` : head.name;

/**
 * What else may happen to others: what the number or another of them says already is not said again.
 * @param {Known} odds
 */
export const besides = ({ heads, number, actor }) =>
  heads.filter(
    (head) =>
      !head.implied && head.who !== actor && (head.who !== number?.who || head.name !== number.name),
  );

/**
 * What was taken for granted, those together of whom it is the same: "Bran, Orc: move" and "stay".
 * @param {Known} odds
 * @returns {[string, string][]}
 */
export function granted({ assumed }) {
  /** @type {Map<string, {names: string[], what: string, how: string}>} */
  const alike = new Map();
  for (const [key, how] of Object.entries(assumed)) {
    const cut = key.lastIndexOf(": ");
    const what = key.slice(cut + 2);
    const said = `${what}: ${how}`;
    alike.set(said, { names: [...(alike.get(said)?.names ?? []), key.slice(0, cut)], what, how });
  }
  return [...alike.values()].map(({ names, what, how }) => [`${names.join(", ")}: ${what}`, how]);
}

/**
 * What whoever does it may come to: "you may be hurt 12 %, dead 1 %".
 * @param {Known} odds
 */
export const harmText = (odds) =>
  odds.harm.length
    ? `you may be ${odds.harm.map(({ grade, percent: p }) => `${grade} ${about(odds, percent(p))}`).join(", ")}`
    : "";

/**
 * What comes off before what does not.
 * @param {Told} a
 * @param {Told} b
 */
export const wantedFirst = (a, b) => Number(b.comesOff) - Number(a.comesOff) || b.percent - a.percent;

/** @param {Named} offer */
export const keyOf = (offer) => `${offer.name}|${offer.target ?? ""}`;

/**
 * An answer that is no plan has no row, but odds all the same.
 * @param {string} name
 * @param {string} warn
 * @returns {Offer}
 */
export const answerAs = (name, warn = "") => ({
  name,
  label: name,
  note: "",
  target: null,
  target_who: null,
  answers_left: [],
  reach: null,
  tiles: null,
  words: 0,
  warn,
});
