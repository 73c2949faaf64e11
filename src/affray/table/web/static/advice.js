/** What would you do? The better plans with their chance to win, narrowing while one looks. */

import { h, plain } from "./dom.js";
import { keyOf, whole } from "./odds.js";

/**
 * @typedef {import("./protocol").Advice} Advice
 * @typedef {import("./page").AskedView} AskedView
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Shown} Shown
 */

const SHOWN = 5;

/**
 * What is asked about, how far it is, and how to call it off.
 * @type {{of: string, found: Advice | null, error: string, gone: AbortController} | null}
 */
let asking = null;

/** Nobody looks any more, or it is about a moment that has passed. */
function leave() {
  asking?.gone.abort();
  asking = null;
}

/** @param {Shown} view */
const momentOf = ({ pending }) => JSON.stringify([pending?.who, pending?.question, pending?.offers]);

/**
 * A button where the table gives advice, and below it what there is of it.
 * @param {Shown} view
 * @param {Ctx} ctx
 */
export function renderAdvice(view, ctx) {
  const isAsked = view.pending?.mine && view.pending.kind === "plan" && !view.over && !view.isShut;
  if (asking && (!isAsked || !view.table.advice || asking.of !== momentOf(view))) leave();
  if (!isAsked || !view.table.advice) return null;
  return section(/** @type {AskedView} */ (view), ctx);
}

/** @param {AskedView} view @param {Ctx} ctx @returns {HTMLElement} */
function section(view, ctx) {
  const press = () => {
    if (asking) leave();
    else ask(view, ctx);
    redraw(view, ctx);
  };
  const button = { class: "btn bare", type: "button", "data-key": "advice", "aria-expanded": String(Boolean(asking)) };
  return h(
    "section",
    { class: "advice", id: "advice", "aria-label": "Advice" },
    h("button", { ...button, onclick: press }, "What would you do?"),
    asking && told(view, ctx),
  );
}

/**
 * Only this part is drawn anew: nothing else under the finger moves.
 * @param {AskedView} view
 * @param {Ctx} ctx
 */
function redraw(view, ctx) {
  const old = document.getElementById("advice");
  const had = old?.contains(document.activeElement);
  old?.replaceWith(section(view, ctx));
  if (had) /** @type {HTMLElement | null} */ (document.querySelector("#advice [data-key=advice]"))?.focus();
}

/** @param {AskedView} view @param {Ctx} ctx */
function ask(view, ctx) {
  asking = { of: momentOf(view), found: null, error: "", gone: new AbortController() };
  askMore(view, ctx, 0);
}

/**
 * One answer after the other, each of more tries, until there is no more to be had.
 * @param {AskedView} view
 * @param {Ctx} ctx
 * @param {number} more
 * @returns {Promise<void>}
 */
async function askMore(view, ctx, more) {
  const mine = asking;
  if (!mine) return;
  const said = await fetched(ctx, more, mine.gone.signal);
  if (mine.gone.signal.aborted) return;
  if ("error" in said) mine.error = said.error;
  else if ("too_many" in said) mine.error = "This takes too long to think about.";
  else mine.found = said;
  redraw(view, ctx);
  if (!("plans" in said)) return;
  if (more === 0) ctx.say(spoken(said));
  if (said.more) await askMore(view, ctx, more + 1);
}

/**
 * @param {Ctx} ctx
 * @param {number} more
 * @param {AbortSignal} signal
 * @returns {Promise<Advice | import("./protocol").TooMany | {error: string}>}
 */
async function fetched(ctx, more, signal) {
  try {
    return await (await ctx.odds.net.ask(`advice?more=${more}`, { signal })).json();
  } catch {
    return { error: "The advice could not be fetched." };
  }
}

/** @param {Advice} advice */
const spoken = ({ plans: [first] }) => (first ? `${plain(first.label)}: ${wins(first)}` : "");

/** @param {Advice["plans"][number]} one */
const wins = (one) => `${whole(one.win, !one.error)} ± ${Math.ceil(one.error)}`;

/** @param {AskedView} view @param {Ctx} ctx */
function told(view, ctx) {
  const { found, error } = asking ?? {};
  if (error) return h("p", { class: "note", role: "status" }, plain(error));
  if (!found) return h("p", { class: "note", role: "status" }, "Thinking …");
  const rest = found.plans.length - SHOWN;
  const about = [
    "Chance to win, sampled, with its 95 % interval; all play on by temperaments.",
    found.more ? "Thinking on …" : "",
    found.compiled ? "" : "The rules are not compiled yet: few fights were tried.",
    rest > 0 ? `${rest} more ${rest === 1 ? "plan" : "plans"} did worse.` : "",
  ];
  return [
    h(
      "ol",
      {},
      found.plans.slice(0, SHOWN).map((one) => h("li", {}, plan(one, view, ctx), h("b", { class: "p" }, wins(one)))),
    ),
    h("p", { class: "note" }, about.filter(Boolean).join(" ")),
  ];
}

/**
 * A plan by its name; one that has a row of its own shows its working.
 * @param {Advice["plans"][number]} one
 * @param {AskedView} view
 * @param {Ctx} ctx
 */
function plan(one, view, ctx) {
  const offer = view.pending.offers.find((o) => keyOf(o) === keyOf(one));
  if (!offer) return h("span", {}, plain(one.label));
  const attributes = { class: "in-list", type: "button", "data-key": `advised-${keyOf(one)}` };
  return h("button", { ...attributes, onclick: () => ctx.toggle(offer) }, plain(one.label));
}
