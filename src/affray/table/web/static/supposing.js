/** What somebody else might answer: taken for granted as one likes, to see what a plan is worth then. */

import { h, plain } from "./dom.js";
import { nameOf } from "./details.js";
import { keyOf } from "./odds.js";

/**
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./protocol").OtherAnswer} OtherAnswer
 * @typedef {import("./page").Ctx} Ctx
 */

/** @type {Set<string>} whose choices lie open; it outlasts a drawing, not the page */
const opened = new Set();

/**
 * Behind one line, for whoever wants to know: "If somebody does otherwise".
 * @param {Offer} offer
 * @param {OtherAnswer[]} found  what the odds say others are asked; none while they are worked out
 * @param {Record<string, string>} assumed  what is taken for granted, "Orc: action" by name
 * @param {Ctx} ctx
 */
export function renderIfs(offer, found, assumed, ctx) {
  const asked = ctx.details.askedOfOthers(offer, found);
  if (!asked.length) return null;
  const key = keyOf(offer);
  const ontoggle = (/** @type {Event & {currentTarget: HTMLDetailsElement}} */ event) =>
    opened[event.currentTarget.open ? "add" : "delete"](key);
  return h(
    "details",
    { class: "ifs", open: opened.has(key), ontoggle },
    h("summary", { "data-key": "ifs" }, "If somebody does otherwise"),
    h("div", { class: "choices" }, asked.map((one) => choice(one, offer, assumed, ctx))),
  );
}

/**
 * @param {OtherAnswer} asked
 * @param {Offer} offer
 * @param {Record<string, string>} assumed
 * @param {Ctx} ctx
 */
function choice(asked, offer, assumed, ctx) {
  const name = nameOf(asked);
  const id = `if-${name}`;
  const now = ctx.details.ifs(offer)[name] ?? "";
  const onchange = (/** @type {Event & {currentTarget: HTMLSelectElement}} */ event) =>
    ctx.details.suppose(offer, name, event.currentTarget.value);
  return h(
    "p",
    {},
    h("label", { for: id }, said(name)),
    h(
      "select",
      { id, "data-key": id, onchange },
      h("option", { value: "" }, granted(said(name), now, assumed)),
      asked.options.map((one) => h("option", { value: one, selected: one === now }, plain(one))),
    ),
  );
}

/**
 * What is taken for granted where nothing is supposed, as far as the odds have said it.
 * @param {string} asked
 * @param {string} now  what is supposed: then the odds speak of that
 * @param {Record<string, string>} assumed
 */
function granted(asked, now, assumed) {
  const found = Object.entries(assumed).find(([name]) => plain(name) === asked);
  return found && !now ? `as taken for granted: ${plain(found[1])}` : "as taken for granted";
}

/**
 * "Orc.step-in" as people read it: "Orc: step in".
 * @param {string} name
 */
function said(name) {
  const dot = name.lastIndexOf(".");
  return `${name.slice(0, dot)}: ${plain(name.slice(dot + 1))}`;
}

/**
 * What is supposed of others, in a few words: a number that stands on it is never shown without.
 * @param {Offer} offer
 * @param {Ctx} ctx
 */
export function ifsText(offer, ctx) {
  const ifs = Object.entries(ctx.details.ifs(offer));
  return ifs.length ? `if ${ifs.map(([name, option]) => `${said(name)} ${plain(option)}`).join(", ")}` : "";
}
