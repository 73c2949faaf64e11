/** What is sealed: all are asked at once; who has sealed is told, and never what. */

import { h, plain } from "./dom.js";

/**
 * @typedef {import("./protocol").OwnEnvelope} OwnEnvelope
 * @typedef {import("./protocol").Sealing} Sealing
 * @typedef {import("./page").Child} Child
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Shown} Shown
 */

/**
 * Names as one says them: "Ada, Bran and you".
 * @param {string[]} names
 */
export const listed = (names) =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/**
 * Who is waited for, for those who read it.
 * @param {Sealing} sealing
 */
const waited = ({ waiting, mine }) =>
  listed([...(mine.some((one) => !one.sealed) ? ["you"] : []), ...waiting]);

/**
 * "2 of 3 have sealed; waiting for Milos." Nothing where nobody else is asked.
 * @param {Sealing} sealing
 */
export const progress = (sealing) => (sealing.of < 2 ? "" : `${count(sealing)}; waiting for ${waited(sealing)}.`);

/** @param {Sealing} sealing */
const count = ({ sealed, of }) => `${sealed} of ${of} ${sealed === 1 ? "has" : "have"} sealed`;

/**
 * The same below a question; who waits has read above it for whom.
 * @param {Sealing} sealing
 * @param {boolean} isAsked
 */
export const soFar = (sealing, isAsked) => (isAsked || sealing.of < 2 ? progress(sealing) : `${count(sealing)}.`);

/**
 * How far everybody is, and one's own envelopes.
 * @param {Shown} view
 * @param {Ctx} ctx
 * @returns {Child}
 */
export function renderSealing(view, ctx) {
  const sealing = view.pending?.sealing;
  if (!sealing || view.over) return null;
  const far = soFar(sealing, Boolean(view.pending?.mine));
  const { mine } = sealing;
  const isSeveral = mine.length > 1;
  return h(
    "div",
    { class: "sealing" },
    far && h("p", { class: "note", id: "sealed-so-far" }, far),
    mine.map((one) => one.lost && lost(one)),
    sealing.lost.length > 0 &&
      h("p", { class: "note" }, `Your change left ${listed(sealing.lost)} with a choice that is not open any more.`),
    isSeveral ? roster(mine, view, ctx) : mine.filter((one) => one.sealed).map((one) => own(one, ctx)),
  );
}

/** @param {OwnEnvelope} one */
const lost = (one) =>
  h(
    "p",
    { class: "note", role: "status" },
    `The game master has changed something: “${plain(one.lost)}” is not open to ${one.name} any more.`,
  );

/**
 * One's own sealed answer, and that it may be thought over.
 * @param {OwnEnvelope} one
 * @param {Ctx} ctx
 */
const own = (one, ctx) =>
  h(
    "p",
    { class: "row own" },
    h("span", {}, one.by ? `Sealed for ${one.name} by ${one.by}: ` : "You have sealed: ", h("b", {}, what(one))),
    change(one, ctx),
  );

/** @param {OwnEnvelope} one */
const what = (one) => plain(one.choice) || "an answer";

/** @param {OwnEnvelope} one @param {Ctx} ctx */
const change = (one, ctx) =>
  h(
    "button",
    {
      class: "btn",
      type: "button",
      "data-key": `change-${one.who}`,
      "aria-label": `Change what ${one.name} has sealed`,
      onclick: () => ctx.send({ do: "change", creature: one.name }),
    },
    "Change",
  );

/**
 * Who answers for several: each with a plan, and one button for all of them.
 * @param {OwnEnvelope[]} mine
 * @param {Shown} view
 * @param {Ctx} ctx
 */
function roster(mine, view, ctx) {
  const open = mine.filter((one) => !one.sealed);
  return h(
    "form",
    {
      class: "roster",
      "aria-label": "Everybody you answer for",
      onsubmit: (event) => {
        event.preventDefault();
        ctx.send({ do: "seal", plans: open.map((one) => wanted(one, ctx)) });
      },
    },
    h(
      "ul",
      {},
      mine.map((one) => h("li", { "aria-current": one.who === view.pending?.who ? "true" : null }, row(one, ctx))),
    ),
    open.length > 0 &&
      h(
        "button",
        { class: "btn go", type: "submit", "data-key": "seal-all" },
        open.length > 1 ? `Seal all ${open.length} as listed` : `Seal ${open[0].name}’s as listed`,
      ),
  );
}

/** @param {OwnEnvelope} one @param {Ctx} ctx @returns {Child} */
const row = (one, ctx) =>
  one.sealed ? [h("span", { class: "name" }, one.name), h("b", {}, what(one)), change(one, ctx)] : choice(one, ctx);

/**
 * The plans of one of several at a glance; a closer look has their odds.
 * @param {OwnEnvelope} one
 * @param {Ctx} ctx
 */
function choice(one, ctx) {
  const picked = ctx.roster.get(one.who) ?? one.suggested;
  const option = (/** @type {number} */ k, /** @type {string} */ label) =>
    h("option", { value: k, selected: k === picked }, plain(label));
  return [
    h(
      "button",
      {
        class: "btn bare name",
        type: "button",
        "data-key": `turn-to-${one.who}`,
        "aria-label": `Plans and odds of ${one.name}`,
        onclick: () => ctx.send({ do: "turn-to", creature: one.name }),
      },
      one.name,
    ),
    h(
      "select",
      {
        "data-key": `roster-${one.who}`,
        "aria-label": `What ${one.name} does`,
        onchange: (event) => void ctx.roster.set(one.who, Number(event.currentTarget.value)),
      },
      one.suggested < 0 && option(-1, "as the computer would"),
      one.plans.map((plan, k) => option(k, plan.label)),
    ),
  ];
}

/**
 * What is sent of a row: what the computer would do needs no name.
 * @param {OwnEnvelope} one
 * @param {Ctx} ctx
 */
function wanted(one, ctx) {
  const k = ctx.roster.get(one.who) ?? -1;
  const plan = k === one.suggested ? undefined : one.plans[k];
  return plan ? { creature: one.name, name: plan.name, target: plan.target } : { creature: one.name };
}
