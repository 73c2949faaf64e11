/** What can come of a plan: its one number, what it may cost, and what becomes of whom it is for. */

import { h, plain, s } from "./dom.js";
import { about, aimText, harmText, headText, numberText, percent, wantedFirst } from "./odds.js";

/**
 * @typedef {import("./protocol").Amount} Amount
 * @typedef {import("./protocol").Mean} Mean
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./page").Known} Known
 * @typedef {import("./page").Told} Told
 */

const LONGEST_FRACTION = 21;
const MOST_BARS = 10;

/** @param {Known} odds @param {Offer} offer */
export function renderOutcomes(odds, offer) {
  return [theNumber(odds, offer), harm(odds), grouped(odds), histograms(odds), all(odds, offer)];
}

/**
 * The chance that it does what it is for, or the word in its place.
 * @param {Known} odds
 * @param {Offer} offer
 */
function theNumber(odds, offer) {
  if (!odds.number) return odds.word && h("p", { class: "the-number" }, odds.word);
  const exactly = odds.word ? "" : fraction(odds.number.p);
  return h(
    "p",
    { class: "the-number" },
    h("span", {}, aimText(odds, offer)),
    h("span", { class: "p" }, exactly),
    h("b", {}, numberText(odds)),
  );
}

/** @param {Known} odds */
const harm = (odds) => odds.harm.length > 0 && h("p", { class: "own-harm" }, harmText(odds));

/**
 * The worst that befalls whom it is about: nothing, hurt, down or dead, in the game's words.
 * @param {Known} odds
 */
function grouped(odds) {
  if (!odds.grouped) return null;
  const { shares } = odds.grouped;
  const said = (/** @type {{name: string, grade: string}} */ { name, grade }, /** @type {number} */ k) =>
    grade && k + 1 < shares.length ? `${name}, no worse` : name;
  const rows = shares.map((share, k) => chance(said(share, k), share, odds));
  return [
    h("h4", {}, `What becomes of ${odds.grouped.who}`),
    h("ol", { class: "outcomes grouped" }, rows),
  ];
}

/**
 * How much, where it is not always the same.
 * @param {Known} odds
 */
function histograms(odds) {
  const who = odds.grouped?.who ?? "";
  const fields = Object.values(odds.expected[who] ?? {});
  return fields.filter(({ amounts }) => amounts.length > 2).map((mean) => histogram(who, mean, odds));
}

/**
 * A table whose rows are bars: to be seen at a glance, and read as what it is.
 * @param {string} who
 * @param {Mean} mean
 * @param {Known} odds
 */
function histogram(who, { word, amounts }, odds) {
  const bins = binned(amounts);
  const most = Math.max(...bins.map((bin) => bin.percent));
  const row = (/** @type {{text: string, percent: number}} */ { text, percent: p }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, text),
      h("td", { class: "bars" }, bar((100 * p) / most)),
      h("td", { class: "p" }, about(odds, percent(p))),
    );
  return h(
    "table",
    { class: "histogram" },
    h("caption", {}, `How much: ${who}, ${word}`),
    h("tbody", {}, bins.map(row)),
  );
}

/**
 * Amounts one by one; where they are many, some next to each other together.
 * @param {Amount[]} amounts
 */
export function binned(amounts) {
  const [low, high] = [amounts[0].amount, amounts[amounts.length - 1].amount];
  const wide = Math.ceil((high - low + 1) / MOST_BARS);
  const bins = Array.from({ length: Math.ceil((high - low + 1) / wide) }, (_, k) => ({
    from: low + k * wide,
    percent: 0,
  }));
  for (const { amount, percent: p } of amounts) bins[Math.floor((amount - low) / wide)].percent += p;
  const last = (/** @type {number} */ from) => Math.min(high, from + wide - 1);
  return bins.map(({ from, percent: p }) => ({
    text: last(from) > from ? `${from} to ${last(from)}` : String(from),
    percent: p,
  }));
}

/**
 * Everything else is for whoever wants to know.
 * @param {Known} odds
 * @param {Offer} offer
 */
function all(odds, offer) {
  const told = [...odds.outcomes].sort(wantedFirst);
  if (told.length < 2 && !odds.heads.length)
    return odds.word ? null : h("p", { class: "note" }, comesOf(told[0]));
  const row = (/** @type {Told} */ o) => chance(o.text, o, odds);
  return h(
    "details",
    { class: "all-outcomes" },
    h("summary", {}, `All outcomes (${told.length})`),
    odds.heads.length > 0 &&
      h("ol", { class: "outcomes heads" }, odds.heads.map((head) => chance(headText(head, offer), head, odds))),
    h("ol", { class: "outcomes every" }, told.map(row)),
  );
}

/** @param {Told | undefined} only */
const comesOf = (only) =>
  !only || only.text === "nothing" ? "Nothing comes of it at once." : `Every time: ${only.text}.`;

/** @param {string} text @param {{p: string, percent: number}} given @param {Known} odds */
const chance = (text, { p, percent: value }, odds) =>
  h(
    "li",
    {},
    h("span", {}, plain(text)),
    h("span", { class: "p" }, odds.sampled ? "" : fraction(p)),
    h("b", { class: "p" }, about(odds, percent(value))),
    bar(value),
  );

/** @param {number} value */
const bar = (value) =>
  s(
    "svg",
    { class: "bar", viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { width: (value && Math.max(0.4, value)).toFixed(2), height: 4 }),
  );

/**
 * Exact as long as it can be read.
 * @param {string} p
 */
export function fraction(p) {
  const text = String(p);
  if (text === "1/1" || text === "1") return "certain";
  if (text === "0/1") return "";
  return text.length <= LONGEST_FRACTION ? text : "";
}
