/** A question for dice by itself: the hand as a tray, with the odds of what is picked. */

import { h } from "./dom.js";
import { answerAs } from "./odds.js";
import { oddsOf } from "./plans.js";
import { optionOf, renderTray, told } from "./tray.js";
import { warned } from "./warning.js";
import { renderWorking } from "./working.js";

/**
 * @typedef {import("./page").AskedView} AskedView
 * @typedef {import("./page").Ctx} Ctx
 */

/** What is picked before it is answered is kept as a plan's details are. */
const ITSELF = { name: "", target: null };

/** @param {AskedView} view @param {Ctx} ctx */
export function renderHand(view, ctx) {
  const { question = "", dice, offers, usual } = view.pending;
  if (!dice) return null;
  const asked = { question, dice, usual, prompt: "Your dice, tap to pick" };
  const picked = ctx.details.picked(ITSELF, asked);
  const option = optionOf(dice, picked);
  const offer = option === null ? null : (offers.find((o) => o.name === option) ?? answerAs(option));
  const onPick = (/** @type {Set<number>} */ now) => {
    ctx.details.pick(ITSELF, asked, now);
    ctx.pickedAnew(told(asked, now));
  };
  const send = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (!offer) return ctx.say(told(asked, picked));
    ctx.confirmed(offer, { do: "answer", question, option: offer.name });
  };
  const enter = h("kbd", { "aria-hidden": "true" }, "Enter");
  return h(
    "form",
    { class: "number hand", onsubmit: send, novalidate: true },
    h(
      "div",
      { class: "row" },
      renderTray(asked, picked, onPick, true),
      h("button", { class: "btn go", "data-key": "send" }, "Answer ", enter),
    ),
    offer && [warned(offer, ctx, "p"), oddsOf(offer, ctx), ctx.isWide() && renderWorking(offer, view, ctx)],
  );
}
