/** A question for a number: a stepper, with the odds of the number that stands in it. */

import { h } from "./dom.js";
import { oddsOf } from "./plans.js";
import { renderWorking } from "./working.js";
import { keyOf } from "./odds.js";

export function renderNumber(view, ctx) {
  const { pending } = view;
  const { low, high } = pending.number;
  const value = Math.min(high, Math.max(low, ctx.number ?? low));
  // A number is an offer without a row of its own; its odds can be asked for all the same.
  const bare = { name: String(value), label: String(value), target: null, answers_left: [], warn: "" };
  const offer = pending.offers.find((o) => o.name === bare.name) ?? bare;
  const set = (n) => ctx.setNumber(Math.min(high, Math.max(low, n)));
  const step = (by, sign, text) =>
    h(
      "button",
      {
        class: "btn",
        type: "button",
        "data-key": `step${by}`,
        "aria-label": text,
        disabled: value + by < low || value + by > high,
        onclick: () => set(value + by),
      },
      sign,
    );
  const send = (event) => {
    event.preventDefault();
    if (offer !== bare) ctx.choose(offer);
    else ctx.send({ do: "answer", question: pending.question, option: bare.name });
  };
  return h(
    "form",
    { class: "number", onsubmit: send },
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
        onchange: (e) => set(Number(e.target.value)),
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
    offer.warn &&
      h(
        "p",
        { class: "warn" },
        offer.warn,
        ctx.confirming === keyOf(offer) && h("b", {}, " Answer once more to do it all the same."),
      ),
    oddsOf(offer, ctx),
    ctx.isWide() && renderWorking(offer, view, ctx),
  );
}
