/** The working: everything behind a plan's number, and what the plan leaves open. */

import { cites, h, plain } from "./dom.js";
import { planQuery } from "./wire.js";
import { granted, howSure, keyOf, percent, toNumber } from "./odds.js";
import { fraction, renderOutcomes } from "./outcomes.js";
import { isWalk } from "./reach.js";
import { renderIfs } from "./supposing.js";
import { hasDice, renderTray, told } from "./tray.js";

/**
 * @typedef {import("./protocol").Left} Left
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./protocol").RollBehind} RollBehind
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").DiceAsked} DiceAsked
 * @typedef {import("./page").Known} Known
 * @typedef {import("./page").Shown} Shown
 */

const TOO_MANY =
  "Not worked out in time: this can go more ways than could be walked or sampled. “how?” tries again; you may choose it all the same.";
const SAY_TILE = "Choose a tile of the map, or give its column and row as they stand at its edge.";
const SAY_POINT =
  "Choose a point of the map, or give a bearing and feet: bearings are like the minutes of a clock, 0 north, 15 east, 30 south, 45 west.";

/** @param {Offer} offer @param {Shown} view @param {Ctx} ctx */
export function renderWorking(offer, view, ctx) {
  return h(
    "div",
    {
      class: "working",
      id: "working",
      "data-working": keyOf(offer),
      tabindex: 0,
      role: "region",
      "aria-label": `${plain(offer.label)}, worked out`,
    },
    h("h3", {}, plain(offer.label).replace(/\s…$/, ""), h("span", { class: "quiet" }, ", worked out")),
    choices(offer, ctx),
    renderWorked(offer, view, ctx),
  );
}

/**
 * What the odds say; replaced by itself when they come, so that no detail is, under a finger.
 * @param {Offer} offer
 * @param {Shown} view
 * @param {Ctx} ctx
 */
export function renderWorked(offer, view, ctx) {
  const odds = ctx.isUnsaid(offer) ? null : ctx.odds.of(offer, ctx.details.weighed(offer));
  const said = ctx.isUnsaid(offer) ? unsaid(offer, ctx) : odds ? worked(odds, offer, view, ctx) : walking(view);
  return h("div", { "data-worked": keyOf(offer) }, said, renderIfs(offer, odds?.others ?? [], odds?.assumed ?? {}, ctx));
}

/** @param {Offer} offer @param {Ctx} ctx */
function unsaid(offer, ctx) {
  const where = offer.tiles ? SAY_TILE : SAY_POINT;
  return h("p", { class: "note" }, ctx.details.isAstray(offer) ? "Pick dice that can be given." : where);
}

/**
 * Nothing is said for the moment most odds take; then that it goes on.
 * @param {Shown} shown
 */
const walking = ({ compiled }) =>
  h(
    "p",
    { class: "note wait" },
    "Walking every line of play this can lead to; it may take some seconds …",
    compiled === false && " The rules are still being compiled: odds are quicker in a moment.",
  );

/**
 * Numbers that are not exact are never shown as if they were.
 * @param {Known} odds
 */
const drawn = (odds) =>
  odds.sampled &&
  h(
    "p",
    { class: "note" },
    "This can go more ways than can be walked. ",
    `${odds.sampled.lines.toLocaleString("en")} of them were drawn by chance, so every number here is `,
    `about right, ${howSure(odds)}.`,
  );

/** @param {Known} odds @param {Offer} offer @param {Shown} view @param {Ctx} ctx */
function worked(odds, offer, view, ctx) {
  if (odds.tooMany) return h("p", { class: "note" }, TOO_MANY);
  if (odds.error) return h("p", { class: "note" }, plain(odds.error));
  return [
    drawn(odds),
    renderOutcomes(odds, offer),
    stages(odds, view),
    means(odds),
    assumptions(odds),
    odds.stages.length > 0 && ownPage(offer, ctx),
  ];
}

/**
 * At least, at most and every roll, to be shown to others who may know the same.
 * @param {Offer} offer
 * @param {Ctx} ctx
 */
function ownPage(offer, ctx) {
  const { fight = "", seat = "" } = document.body.dataset;
  const query = planQuery(offer, ctx.details.weighed(offer));
  query.set("seat", seat);
  const to = { href: `/fights/${fight}/number?${query}`, target: "_blank", rel: "noopener" };
  return h("p", { class: "note" }, h("a", to, "At least, at most: this on a page of its own"));
}

/**
 * What a person may change before choosing.
 * @param {Offer} offer
 * @param {Ctx} ctx
 */
function choices(offer, ctx) {
  const left = ctx.details.left(offer);
  if (!left.length) return null;
  const one = (/** @type {Left} */ asked) => {
    if (hasDice(asked)) return tray(asked, offer, ctx);
    const id = `with-${asked.question}`;
    const box = asked.number && asked.usual === null ? numberBox : select;
    return h(
      "p",
      {},
      h("label", { for: id, title: asked.prompt }, plain(asked.question)),
      box(id, asked, offer, ctx),
    );
  };
  return h(
    "fieldset",
    { class: "choices" },
    h("legend", { class: left.every(({ dice }) => dice) ? "vh" : null }, "Details"),
    left.map(one),
    isWalk(offer) && doIt("walk", "Go there", offer, ctx),
    !isWalk(offer) && left.some(({ dice }) => dice) && doIt("do", plain(offer.label), offer, ctx),
  );
}

/**
 * So that nobody has to go back to the list.
 * @param {string} key
 * @param {string} text
 * @param {Offer} offer
 * @param {Ctx} ctx
 */
const doIt = (key, text, offer, ctx) =>
  h("button", { class: "btn", type: "button", "data-key": key, onclick: () => ctx.choose(offer) }, text);

/** @param {DiceAsked} asked @param {Offer} offer @param {Ctx} ctx */
function tray(asked, offer, ctx) {
  const onPick = (/** @type {Set<number>} */ picked) => {
    const option = ctx.details.pick(offer, asked, picked);
    if (option !== null) ctx.details.change(offer, asked.question, option);
    ctx.pickedAnew(told(asked, picked));
  };
  return renderTray(asked, ctx.details.picked(offer, asked), onPick);
}

/** @param {string} id @param {Left} asked @param {Offer} offer @param {Ctx} ctx */
function select(id, asked, offer, ctx) {
  const { question, options, usual } = asked;
  const now = ctx.details.answer(offer, asked) ?? "";
  return h(
    "select",
    { id, "data-key": id, onchange: (e) => ctx.details.change(offer, question, e.currentTarget.value) },
    usual === null && h("option", { value: "" }, "ask me"),
    options.map((o) =>
      h(
        "option",
        { value: o, selected: String(o) === String(now) },
        plain(o),
        String(o) === String(usual) ? " (usual)" : "",
      ),
    ),
  );
}

/** @param {[number, number]} span */
const numbersIn = ([low, high]) => Array.from({ length: high - low + 1 }, (_, k) => low + k);

/**
 * A number without a usual answer: to be typed; what is not legal becomes the nearest that is.
 * @param {string} id
 * @param {Left} asked
 * @param {Offer} offer
 * @param {Ctx} ctx
 */
function numberBox(id, asked, offer, ctx) {
  const legal = asked.span ? numbersIn(asked.span) : asked.options.map(Number);
  const onchange = (/** @type {Event & {currentTarget: HTMLInputElement}} */ event) => {
    const value = event.currentTarget.valueAsNumber;
    const near = legal.reduce((a, b) => (Math.abs(b - value) < Math.abs(a - value) ? b : a));
    ctx.details.change(offer, asked.question, Number.isNaN(value) ? "" : near);
  };
  return h("input", {
    id,
    type: "number",
    min: legal[0],
    max: legal.at(-1),
    value: ctx.details.answer(offer, asked) ?? "",
    placeholder: `${legal[0]} to ${legal.at(-1)}`,
    "data-key": id,
    onchange,
  });
}

/** @param {Known} known @param {Shown} view */
function stages({ stages: all }, view) {
  if (!all.length) return null;
  const step = (/** @type {RollBehind} */ stage) => {
    const reached = toNumber(stage.reached);
    const comes = reached < 1 ? `It comes to this roll in ${percent(100 * reached)} of cases.` : "";
    return h(
      "li",
      {},
      h("p", { class: "dice" }, h("b", {}, `${stage.who} rolls ${stage.what}. `), stage.dice),
      h("p", { class: "p" }, stage.succeeds ? fraction(stage.succeeds) : ""),
      stage.leads.length > 0 &&
        h(
          "ul",
          { class: "leads" },
          stage.leads.map(({ numbers, text }) => h("li", {}, h("b", {}, `${numbers}:`), ` ${plain(text)}`)),
        ),
      comes && h("p", { class: "rule" }, comes),
      cites(view.ruleset, stage.rules),
    );
  };
  return [h("h4", {}, "The dice"), h("ol", { class: "steps" }, all.map(step))];
}

/** @param {Known} known */
function means({ expected }) {
  const parts = Object.entries(expected).flatMap(([who, fields]) =>
    Object.values(fields).map(
      ({ value, verb, word }) => `${who} ${verb} ${Math.abs(value).toFixed(2)} ${word}`,
    ),
  );
  return parts.length > 0 && [h("h4", {}, "On average"), h("p", { class: "note fig" }, parts.join("; "))];
}

/** @param {Known} known */
function assumptions(known) {
  const parts = granted(known);
  return (
    parts.length > 0 && [
      h("h4", {}, "Taken for granted"),
      h(
        "ul",
        { class: "assumed" },
        parts.map(([what, how]) => h("li", {}, `${plain(what)}: `, h("i", {}, plain(how)))),
      ),
    ]
  );
}
