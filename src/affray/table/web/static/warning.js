/** What one would regret: said beside the plan, and asked once more before it is done. */

import { h } from "./dom.js";
import { isTapped } from "./tap.js";

/**
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./page").Ctx} Ctx
 */

/** Rule ids stand at the end of a warning, in brackets. */
const IDS = /\s*\[([^\]]*)\]\s*$/;

/**
 * What a finger is asked stands in the bar: a line here would move what is under it.
 * @param {Offer} offer
 * @param {Ctx} ctx
 * @param {"span" | "p"} tag  a span inside a button, a paragraph elsewhere
 */
export function warned(offer, ctx, tag) {
  const text = ctx.details.warning(offer);
  if (!text) return null;
  const [, ids] = IDS.exec(text) ?? [];
  return h(
    tag,
    { class: "warn" },
    text.replace(IDS, ""),
    ids && h("small", { class: "fig" }, ` ${ids}`),
    ctx.isConfirming(offer) && !isTapped() && h("b", {}, " Choose it once more to do it all the same."),
  );
}
