/** A question for a number: a stepper, with the odds of the number that stands in it. */

import { h } from "./dom.js";
import { oddsOf } from "./plans.js";
import { warned } from "./warning.js";
import { renderWorking } from "./working.js";

export function renderNumber(view, ctx) {
  const { pending } = view;
  const { low, high, legal, warn } = pending.number;
  const nearest = (n) => legal.reduce((a, b) => (Math.abs(b - n) < Math.abs(a - n) ? b : a));
  const value = nearest(ctx.number ?? low);
  const at = legal.indexOf(value);
  // A number is an offer without a row of its own; its odds can be asked for all the same.
  const name = String(value);
  const offer = { name, label: name, target: null, answers_left: [], warn: warn[name] ?? "" };
  const step = (by, sign, text) =>
    h(
      "button",
      {
        class: "btn",
        type: "button",
        "data-key": `step${by}`,
        "aria-label": text,
        disabled: legal[at + by] === undefined,
        onclick: () => ctx.setNumber(legal[at + by]),
      },
      sign,
    );
  const send = (event) => {
    event.preventDefault();
    const input = event.currentTarget.querySelector("input");
    if (Number(input.value) !== value) return ctx.setNumber(nearest(Number(input.value)));
    ctx.confirmed(offer, { do: "answer", question: pending.question, option: name });
  };
  return h(
    "form",
    { class: "number", onsubmit: send, novalidate: true },
    h(
      "div",
      { class: "row" },
      step(-1, "−", "one less"),
      h("input", {
        type: "number",
        min: low,
        max: high,
        value,
        "aria-labelledby": "asked",
        "data-key": "number",
        "data-first": true,
        onchange: (e) => ctx.setNumber(nearest(Number(e.target.value))),
      }),
      step(1, "+", "one more"),
      h("span", { class: "small quiet" }, `${low} to ${high}`),
      h(
        "button",
        { class: "btn go", "data-key": "send" },
        "Answer ",
        h("kbd", { "aria-hidden": "true" }, "Enter"),
      ),
    ),
    warned(offer, ctx, "p"),
    oddsOf(offer, ctx),
    ctx.isWide() && renderWorking(offer, view, ctx),
  );
}
