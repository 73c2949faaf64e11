/** A finger slips: where one is used, what was tapped is done when it is tapped once more. */

import { wayTo } from "./compass.js";
import { byId, h, plain } from "./dom.js";
import { aimText, keyOf, numberText } from "./odds.js";

/**
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Order} Order
 * @typedef {import("./page").Shown} Shown
 * @typedef {{offer: Offer, order: Order | null}} Held
 */

export const isTapped = () => matchMedia("(pointer: coarse)").matches;

/** @type {Held | null} */
let held = null;

/** @param {Offer} offer @param {Order | null} order  none yet where the map is to be tapped first */
export function holdTap(offer, order) {
  held = { offer, order };
}

/**
 * The bar at the foot of the screen, wherever on the page the tap was: what would be done, where,
 * and the way out of it.
 * @param {Shown} view
 * @param {Ctx} ctx
 */
export function renderTap(view, ctx) {
  const bar = byId("tap");
  const now = held && isTapped() && isWaitedFor(held, ctx) ? held : null;
  bar.hidden = !now;
  for (const pick of byId("map").querySelectorAll(".pick"))
    pick.classList.toggle("armed", now !== null && pick.getAttribute("data-key") === `map|${keyOf(now.offer)}`);
  if (!now) return void bar.replaceChildren();
  const { offer, order } = now;
  const warning = order ? ctx.details.warning(offer) : "";
  const then = order ? "tap once more to do it." : "tap the map where.";
  bar.replaceChildren(
    h("span", {}, h("b", {}, meant(offer, view, ctx)), chance(offer, ctx), warning ? `: ${plain(warning)}` : `: ${then}`),
    h("span", { class: "row" }, button("tap-cancel", "Cancel", "btn", () => ctx.cancel(offer)),
      order && button("tap-go", warning ? "Do it all the same" : "Do it", "btn go", () => ctx.send(order))),
  );
}

/**
 * A second tap is waited for, or the point of a plan that goes somewhere.
 * @param {Held} it
 * @param {Ctx} ctx
 */
const isWaitedFor = ({ offer, order }, ctx) =>
  order ? ctx.isConfirming(offer) : ctx.open === keyOf(offer) && ctx.isUnsaid(offer);

/**
 * @param {Offer} offer
 * @param {Shown} view
 * @param {Ctx} ctx
 */
function meant(offer, view, ctx) {
  const mover = view.board?.tokens.find((token) => token.who === view.pending?.who);
  const label = plain(offer.label).replace(/\s*…$/, "");
  return [label, wayTo(ctx.details.chosen(offer), mover, view.board?.tokens)].filter(Boolean).join(" ");
}

/**
 * ", hit 65 %", or what for: the bar may lie over the plan that was tapped.
 * @param {Offer} offer
 * @param {Ctx} ctx
 */
function chance(offer, ctx) {
  const odds = ctx.odds.of(offer, ctx.details.weighed(offer));
  if (odds?.number) return `, ${aimText(odds, offer)} ${numberText(odds)}`;
  return offer.note ? `, ${plain(offer.note)}` : "";
}

/** @param {string} key @param {string} text @param {string} kind @param {() => unknown} onclick */
const button = (key, text, kind, onclick) =>
  h("button", { class: kind, type: "button", "data-key": key, onclick }, text);

/**
 * The second half of a double click was meant for what stood there at the first: what has come in
 * its place since is not done by it.
 * @param {() => number} seq  of what the page shows
 */
export function onceEach(seq) {
  let first = -1;
  /** @param {MouseEvent} event */
  const stop = (event) => {
    if (event.detail < 2) return void (first = seq());
    if (first === seq()) return;
    event.stopPropagation();
    event.preventDefault();
  };
  for (const id of ["start", "map"]) byId(id).addEventListener("click", stop, { capture: true });
}
