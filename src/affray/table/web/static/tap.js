/** A finger slips: where one is used, what was tapped is done when it is tapped once more. */

import { byId, h, plain } from "./dom.js";

/**
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Order} Order
 */

const finger = matchMedia("(pointer: coarse)");

export const isTapped = () => finger.matches;

/** @type {{offer: Offer, order: Order} | null} */
let held = null;

/** @param {Offer} offer @param {Order} order */
export function holdTap(offer, order) {
  held = { offer, order };
}

/**
 * The bar at the foot of the screen, wherever on the page the tap was.
 * @param {Ctx} ctx
 */
export function renderTap(ctx) {
  const bar = byId("tap");
  const now = held && ctx.isConfirming(held.offer) && !ctx.details.warning(held.offer) ? held : null;
  bar.hidden = !now;
  if (!now) return void bar.replaceChildren();
  const go = () => ctx.send(now.order);
  bar.replaceChildren(
    h("span", {}, `${plain(now.offer.label)}: tap once more to do it.`),
    h("button", { class: "btn go", type: "button", "data-key": "tap-go", onclick: go }, "Do it"),
  );
}
