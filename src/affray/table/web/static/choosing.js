/** A plan is chosen: said to its end, asked about where one would regret it, and sent. */

import { POINT } from "./compass.js";
import { byId } from "./dom.js";
import { keyOf } from "./odds.js";
import { saidTo } from "./own.js";
import { isWalk } from "./reach.js";
import { lookAt } from "./sight.js";
import { holdTap, isTapped } from "./tap.js";

/**
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./page").Chosen} Chosen
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Order} Order
 */

/**
 * @param {() => Ctx} here
 * @param {() => void} drawQuestion
 * @param {() => void} drawBoard
 */
export function choosing(here, drawQuestion, drawBoard) {
  /**
   * What was asked about: another warning is another question.
   * @param {Offer} offer
   */
  const confirmation = (offer) => `${keyOf(offer)}|${here().details.warning(offer)}`;

  /** @param {Offer} offer */
  const isConfirming = (offer) => here().confirming === confirmation(offer);

  /**
   * @param {Offer} offer
   * @param {boolean} isTyped words were typed for it: no finger has slipped
   */
  function choose(offer, isTyped = false) {
    if (here().isUnsaid(offer)) return sayMore(offer);
    const given = here().details.chosen(offer);
    const said = saidTo(offer, here());
    const command = { do: /** @type {const} */ ("plan"), name: offer.name, target: offer.target ?? null };
    confirmed(offer, { ...command, with: given, ...said }, isTyped);
  }

  /**
   * What would be regretted is asked for twice, and so is everything that is tapped.
   * @param {Offer} offer
   * @param {Order} command
   */
  function confirmed(offer, command, isTyped = false) {
    const ctx = here();
    const warning = ctx.details.warning(offer);
    if (isConfirming(offer) || (!warning && (isTyped || !isTapped()))) return void ctx.send(command);
    ctx.confirming = confirmation(offer);
    lookAt(offer);
    holdTap(offer, command);
    drawQuestion();
    ctx.say(warning ? `${warning} Choose it once more to do it all the same.` : "Tap it once more to do it.");
  }

  /**
   * A point of the map was clicked.
   * @param {Offer} offer
   * @param {Chosen} to
   */
  function walk(offer, to) {
    const ctx = here();
    ctx.details.set(offer, to);
    ctx.confirming = "";
    ctx.lit = offer.name;
    if (ctx.isWide()) ctx.open = keyOf(offer);
    choose(offer);
  }

  /**
   * What was tapped is not to be done: nothing is armed, and no point is chosen.
   * @param {Offer} offer
   */
  function cancel(offer) {
    const ctx = here();
    ctx.confirming = "";
    if (ctx.isUnsaid(offer)) ctx.open = "";
    ctx.details.unset(offer, POINT);
    drawQuestion();
    drawBoard();
    ctx.say("Cancelled.");
  }

  /**
   * A plan was chosen that wants a point or other dice: open its fields, and begin with the first;
   * a finger points at the map, which comes into sight.
   * @param {Offer} offer
   */
  function sayMore(offer) {
    const ctx = here();
    const isAstray = ctx.details.isAstray(offer);
    const isPointed = isTapped() && isWalk(offer) && !isAstray;
    ctx.open = keyOf(offer);
    ctx.lit = offer.name;
    if (isPointed) holdTap(offer, null);
    drawQuestion();
    drawBoard();
    if (isPointed) return byId("map").scrollIntoView();
    const wanted = isAstray ? ".working .astray input" : ".working input[type=number]";
    const field = byId("start").querySelector(wanted);
    if (field instanceof HTMLElement && (isAstray || !isTapped())) field.focus();
  }

  return { isConfirming, choose, confirmed, walk, cancel };
}
