/** A question for a number: a stepper, with the odds of the number that stands in it. */

import { h } from "./dom.js";
import { oddsOf } from "./plans.js";
import { warned } from "./warning.js";
import { renderWorking } from "./working.js";

export function renderNumber(view, ctx) {
  const { question, number } = view.pending;
  const nearest = (n) => number.legal.reduce((a, b) => (Math.abs(b - n) < Math.abs(a - n) ? b : a));
  const value = nearest(ctx.number ?? number.low);
  // A number is an offer without a row of its own; its odds can be asked for all the same.
  const name = String(value);
  const offer = { name, label: name, target: null, answers_left: [], warn: number.warn[name] ?? "" };
  const send = (event) => {
    event.preventDefault();
    const typed = Number(event.currentTarget.querySelector("input").value);
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

function stepper(value, { low, high, legal }, set) {
  const next = (by) => legal[legal.indexOf(value) + by];
  const step = (by, sign, text) =>
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
    onchange: (e) => set(Number(e.target.value)),
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
