/** A question for dice by itself: the hand as a tray, with the odds of what is picked. */

import { h, plain } from "./dom.js";
import { oddsOf } from "./plans.js";
import { optionOf, renderTray, told } from "./tray.js";
import { warned } from "./warning.js";
import { renderWorking } from "./working.js";

/** What is picked before it is answered is kept as a plan's details are. */
const ITSELF = { name: "", target: null };

export function renderHand(view, ctx) {
  const { question, dice, offers } = view.pending;
  const asked = { ...view.pending, prompt: "Your dice, tap to pick" };
  const picked = ctx.details.picked(ITSELF, asked);
  const option = optionOf(dice, picked);
  const known = offers.find((o) => o.name === option);
  const offer = option !== null && (known ?? { name: option, label: plain(option), target: null });
  const onPick = (now) => {
    ctx.details.pick(ITSELF, asked, now);
    ctx.pickedAnew(told(asked, now));
  };
  const send = (event) => {
    event.preventDefault();
    if (!offer) return ctx.say(told(asked, picked));
    ctx.confirmed(offer, { do: "answer", question, option });
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
