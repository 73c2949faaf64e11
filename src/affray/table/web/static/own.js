/** An answer in one's own words: a line of text beside the options. */

import { h } from "./dom.js";

/**
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./page").AskedView} AskedView
 * @typedef {import("./page").Ctx} Ctx
 */

/** @param {AskedView} view @param {Ctx} ctx */
export function renderOwn(view, ctx) {
  const offer = view.pending.offers.find(({ words }) => words > 0);
  if (!offer) return null;
  const send = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    ctx.choose(offer, ctx.said.trim() !== "");
  };
  const field = h("input", {
    id: "own-words",
    type: "text",
    maxlength: offer.words,
    autocomplete: "off",
    value: ctx.said,
    "data-key": "own-words",
    oninput: (e) => void (ctx.said = e.currentTarget.value),
  });
  return h(
    "form",
    { class: "own-words", onsubmit: send },
    h("label", { for: "own-words" }, "In your own words"),
    h("div", { class: "row" }, field, h("button", { class: "btn", "data-key": "say-it" }, "Say it")),
  );
}

/**
 * What is said along with an offer, where it takes words and some were typed.
 * @param {Offer} offer
 * @param {Ctx} ctx
 */
export const saidTo = (offer, ctx) => (offer.words > 0 && ctx.said.trim() ? { said: ctx.said.trim() } : {});
