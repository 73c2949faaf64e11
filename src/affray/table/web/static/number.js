/** A question for a number: a stepper, with the odds of the number that stands in it. */

import { h } from "./dom.js";
import { answerAs } from "./odds.js";
import { oddsOf } from "./plans.js";
import { warned } from "./warning.js";
import { renderWorking } from "./working.js";

/**
 * @typedef {import("./protocol").NumberAsked} NumberAsked
 * @typedef {import("./page").AskedView} AskedView
 * @typedef {import("./page").Ctx} Ctx
 */

/** @param {AskedView} view @param {Ctx} ctx */
export function renderNumber(view, ctx) {
  const { question = "", number } = view.pending;
  if (!number) return null;
  const nearest = (/** @type {number} */ n) =>
    number.legal.reduce((a, b) => (Math.abs(b - n) < Math.abs(a - n) ? b : a));
  const value = nearest(ctx.number ?? number.low);
  // A number is an offer without a row of its own; its odds can be asked for all the same.
  const name = String(value);
  const offer = answerAs(name, number.warn[name]);
  const send = (/** @type {SubmitEvent & {currentTarget: HTMLFormElement}} */ event) => {
    event.preventDefault();
    const typed = Number(event.currentTarget.querySelector("input")?.value);
    if (typed !== value) return ctx.setNumber(nearest(typed));
    ctx.confirmed(offer, { do: "answer", question, option: name });
  };
  return h(
    "form",
    { class: "number", onsubmit: send, novalidate: true },
    stepper(value, number, (n) => ctx.setNumber(nearest(n))),
    warned(offer, ctx, "p"),
    oddsOf(offer, ctx),
    ctx.isWide() && renderWorking(offer, view, ctx),
  );
}

/**
 * @param {number} value
 * @param {NumberAsked} given
 * @param {(n: number) => void} set
 */
function stepper(value, { low, high, legal }, set) {
  const next = (/** @type {number} */ by) => legal[legal.indexOf(value) + by];
  const step = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ text) =>
    h(
      "button",
      {
        class: "btn",
        type: "button",
        "data-key": `step${by}`,
        "aria-label": text,
        disabled: next(by) === undefined,
        onclick: () => set(next(by)),
      },
      sign,
    );
  const input = h("input", {
    type: "number",
    min: low,
    max: high,
    value,
    "aria-labelledby": "asked",
    "data-key": "number",
    "data-first": true,
    onchange: (e) => set(Number(e.currentTarget.value)),
  });
  const enter = h("kbd", { "aria-hidden": "true" }, "Enter");
  return h(
    "div",
    { class: "row" },
    step(-1, "−", "one less"),
    input,
    step(1, "+", "one more"),
    h("span", { class: "small quiet" }, `${low} to ${high}`),
    h("button", { class: "btn go", "data-key": "send" }, "Answer ", enter),
  );
}
