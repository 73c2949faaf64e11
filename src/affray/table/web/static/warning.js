/** What one would regret: said beside the plan, and asked once more before it is done. */

import { h } from "./dom.js";

/**
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./page").Ctx} Ctx
 */

/** Rule ids stand at the end of a warning, in brackets. */
const IDS = /\s*\[([^\]]*)\]\s*$/;

/**
 * @param {Offer} offer
 * @param {Ctx} ctx
 * @param {"span" | "p"} tag  a span inside a button, a paragraph elsewhere
 */
export function warned(offer, ctx, tag) {
  const text = ctx.details.warning(offer);
  if (!text) return ctx.isConfirming(offer) ? h(tag, { class: "again" }, "Tap it once more to do it.") : null;
  const [, ids] = IDS.exec(text) ?? [];
  return h(
    tag,
    { class: "warn" },
    text.replace(IDS, ""),
    ids && h("small", { class: "fig" }, ` ${ids}`),
    ctx.isConfirming(offer) && h("b", {}, " Choose it once more to do it all the same."),
  );
}
