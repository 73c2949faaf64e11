/** Steps that are offered: tiles beside the mover, each a button. */

import { pointOf, stepTo } from "./compass.js";
import { plain, s } from "./dom.js";
import { keyOf } from "./odds.js";

/**
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Frame} Frame
 * @typedef {import("./page").MapView} MapView
 */

/** @param {() => void} act @returns {(event: KeyboardEvent) => void} */
export const onPress = (act) => (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  act();
};

/**
 * Steps that are offered, as tiles to step on.
 * @param {MapView} view
 * @param {Frame} frame
 * @param {Ctx} ctx
 */
export function steps(view, frame, ctx) {
  const { pending, board } = view;
  if (!pending?.mine || board.unit !== "tile" || pending.kind !== "plan") return [];
  const mover = board.tokens.find((t) => t.who === pending.who);
  if (!mover) return [];
  return pending.offers
    .filter((offer) => pointOf(offer) >= 0)
    .map((offer) => {
      const [x, y] = stepTo(mover.x, mover.y, pointOf(offer));
      const [px, py] = frame.corner(x, y);
      const choose = () => ctx.choose(offer);
      return s(
        "g",
        {
          class: "pick",
          role: "button",
          tabindex: 0,
          "aria-label": plain(offer.label),
          "data-key": `map|${keyOf(offer)}`,
          onclick: choose,
          onkeydown: onPress(choose),
          onfocus: () => ctx.peek(offer),
          onpointerenter: () => ctx.rest(offer),
          onpointerleave: () => ctx.rest(null),
        },
        s("title", {}, plain(offer.label)),
        s("rect", { class: "reach", x: px + 3, y: py + 3, width: 42, height: 42, rx: 3 }),
      );
    });
}
