/** Plans as real buttons in a list, each with its odds as number and leader. */

import { h, hidden, plain, s } from "./dom.js";
import { arrange, isOpen } from "./arrange.js";
import { ARROWS, placeOf, POINT, pointOf, wayTo } from "./compass.js";
import { aimText, besides, harmText, headText, howSure, keyOf, numberText, percent } from "./odds.js";
import { renderOwn } from "./own.js";
import { isWalk } from "./reach.js";
import { ifsText } from "./supposing.js";
import { isTapped } from "./tap.js";
import { warned } from "./warning.js";
import { renderWorking } from "./working.js";

/**
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./arrange").Arranged} Arranged
 * @typedef {import("./arrange").Row} Row
 * @typedef {import("./page").AskedView} AskedView
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Known} Known
 * @typedef {import("./page").Shown} Shown
 */

const MANY = 4;
const MOST_HEADS = 4;

/** @param {AskedView} view @param {Ctx} ctx */
export function renderPlans(view, ctx) {
  const arranged = arrange(view);
  const digits = counter();
  const rows = arranged.rows.map((row) =>
    row.kind === "plan" ? planRow(row.offer, view, ctx, digits) : groupRow(row, arranged, view, ctx, digits),
  );
  const soleRose = !rows.length && arranged.roses.length === 1 && !arranged.small.length;
  const more = [
    ...arranged.roses.map((it) => rose(it, ctx, soleRose)),
    ...arranged.small.map((offer) => smallButton(offer, ctx, digits)),
  ];
  return h(
    "div",
    { class: "answers" },
    rows.length > 0 && h("ol", { class: "plans" }, rows),
    more.length > 0 && h("ul", { class: "more" }, more),
    goodFor(arranged.small, ctx),
    renderOwn(view, ctx),
    aside(arranged, view, ctx),
  );
}

/**
 * What those without a row are for, each reason once.
 * @param {Offer[]} small
 * @param {Ctx} ctx
 */
function goodFor(small, ctx) {
  const told = new Set(small.map(({ note }) => note).filter(Boolean));
  const names = (/** @type {string} */ note) =>
    small.filter((offer) => offer.note === note).map((offer) => titleOf(offer, ctx)).join(", ");
  return told.size > 0 && h("ul", { class: "good-for note" }, [...told].map((note) => h("li", {}, `${names(note)}: ${plain(note)}`)));
}

/**
 * @param {Arranged} arranged
 * @param {AskedView} view
 * @param {Ctx} ctx
 */
function aside(arranged, view, ctx) {
  const rowless = [...arranged.small, ...arranged.roses.flatMap((it) => it.offers)];
  const offer = ctx.isWide() && rowless.find((o) => keyOf(o) === ctx.open);
  return offer && renderWorking(offer, view, ctx);
}

/**
 * @param {Offer} offer
 * @param {Ctx} ctx
 */
const looking = (offer, ctx) => ({
  onfocus: () => ctx.look(offer),
  onpointerenter: () => ctx.rest(offer),
  onpointerleave: () => ctx.rest(null),
});

/** 1 to 9, then nothing: one key, one plan. */
function counter() {
  let n = 0;
  return () => (n < 9 ? String((n += 1)) : "");
}

/**
 * Dots promise a question: they stand only where one comes, not where the usual answer is filled in.
 * @param {Offer} offer
 * @param {Pick<Ctx, "isUnsaid">} ctx
 */
export const titleOf = (offer, ctx) =>
  ctx.isUnsaid(offer) ? plain(offer.label) : plain(offer.label).replace(/\s*…$/, "");

/** @param {Offer} offer @param {Shown} view @param {Ctx} ctx @param {() => string} digits */
function planRow(offer, view, ctx, digits) {
  const key = keyOf(offer);
  const isHow = ctx.open === key;
  const digit = digits();
  const go = {
    class: "plan-go",
    type: "button",
    "data-key": key,
    "data-digit": digit || null,
    "aria-keyshortcuts": digit || null,
    onclick: () => ctx.choose(offer),
    onfocus: () => ctx.look(offer),
  };
  const name = h("span", { class: "name" }, titleOf(offer, ctx));
  return h(
    "li",
    { class: ctx.isConfirming(offer) ? "plan armed" : "plan", "data-plan": key },
    h(
      "button",
      go,
      h("kbd", { "aria-hidden": "true" }, digit),
      h("span", {}, name, what(offer, view, ctx), warned(offer, ctx, "span")),
      oddsOf(offer, ctx),
    ),
    howButton(offer, isHow, ctx),
    isHow && renderWorking(offer, view, ctx),
  );
}

/** @param {Offer} offer @param {boolean} isHow @param {Ctx} ctx */
const howButton = (offer, isHow, ctx) =>
  h(
    "button",
    {
      class: "how",
      type: "button",
      "data-key": `how|${keyOf(offer)}`,
      "aria-expanded": String(isHow),
      "aria-controls": "working",
      onclick: () => ctx.toggle(offer),
    },
    "how?",
    hidden(` ${plain(offer.label)}`),
  );

/**
 * What the plan leaves open and how it will be answered, in a few words; a point of the map as one says it.
 * @param {Offer} offer
 * @param {Shown} view
 * @param {Ctx} ctx
 */
function what(offer, view, ctx) {
  const tokens = view.board?.tokens ?? [];
  const mover = tokens.find((token) => token.who === view.pending?.who);
  const way = isWalk(offer) ? wayTo(ctx.details.chosen(offer), mover, tokens) : "";
  const left = ctx.details.left(offer).filter(({ question }) => !way || !POINT.includes(question));
  const said = left.map((asked) => {
    const option = ctx.details.answer(offer, asked);
    const faces = asked.dice?.options[option ?? ""]?.join(" ");
    return option === null ? null : { name: plain(asked.question), answer: faces ?? plain(option) };
  });
  const note = plain(offer.note ?? "");
  const isSaid = said.some((one) => one?.answer === note); // the weapon it takes, as a detail
  const details = said.map((one) => one && `${one.name}: ${one.answer}`);
  const known = [isSaid ? "" : note, way, ...details].filter(Boolean).join(", ");
  return known && h("span", { class: "what" }, known);
}

/**
 * @param {Extract<Row, {kind: "group"}>} row
 * @param {Arranged} arranged
 * @param {Shown} view
 * @param {Ctx} ctx
 * @param {() => string} digits
 */
function groupRow(row, arranged, view, ctx, digits) {
  const open = isOpen(arranged, row, ctx.groups.get(row.name), ctx.isNarrow());
  const digit = open ? "" : digits(); // an open group gives its keys to its targets
  const id = `group-${row.name}`;
  return h(
    "li",
    { class: "group" },
    h(
      "button",
      {
        class: "group-go",
        type: "button",
        "aria-expanded": String(open),
        "aria-controls": id,
        "data-key": `group|${row.name}`,
        "data-digit": digit || null,
        onclick: () => ctx.openGroup(row.name, !open),
      },
      h("kbd", { "aria-hidden": "true" }, digit),
      h("span", { class: "name" }, plain(row.title)),
      h("span", { class: "count" }, `${row.offers.length} to choose from`),
    ),
    h(
      "ol",
      { id, hidden: !open, class: row.offers.length > MANY ? "many" : null },
      open && row.offers.map((offer) => planRow(offer, view, ctx, digits)),
    ),
  );
}

/**
 * Both lines of odds; filled in when they come.
 * @param {Offer} offer
 * @param {Ctx} ctx
 */
export function oddsOf(offer, ctx) {
  return h("span", { class: "odds", "data-odds": keyOf(offer) }, supposed(offer, ctx), lines(offer, ctx), sure(offer, ctx));
}

/** @param {Offer} offer @param {Ctx} ctx */
function supposed(offer, ctx) {
  const said = ifsText(offer, ctx);
  return said && h("span", { class: "word" }, said);
}

/**
 * Numbers that are not exact never stand there as if they were.
 * @param {Offer} offer
 * @param {Ctx} ctx
 */
function sure(offer, ctx) {
  const odds = ctx.isUnsaid(offer) ? null : ctx.odds.of(offer, ctx.details.weighed(offer));
  return odds?.sampled && h("span", { class: "minor" }, howSure(odds));
}

/**
 * What is to be pointed at: "Where does Mimic land? Choose a tile …"; numbers are for keyboards.
 * @param {Offer} offer
 */
function where({ tiles, answers_left: left }) {
  const asked = left.map(({ prompt }) => /^Where [^?]*\?/.exec(prompt)?.[0]).find(Boolean) ?? "";
  const typed = isTapped() ? "" : tiles ? ", or give column and row" : ", or give bearing and feet";
  const how = `choose a ${tiles ? "tile" : "point"} of the map${typed}`;
  return asked ? `${plain(asked)} ${how[0].toUpperCase()}${how.slice(1)}` : how;
}

/** @param {Offer} offer @param {Ctx} ctx */
function lines(offer, ctx) {
  if (ctx.isUnsaid(offer))
    return h("span", { class: "word" }, ctx.details.isAstray(offer) ? "pick the dice for it" : where(offer));
  const odds = ctx.odds.of(offer, ctx.details.weighed(offer));
  if (!odds) return h("span", { class: "word wait" }, "working it out …");
  if (odds.tooMany) return h("span", { class: "word" }, "not worked out in time");
  return odds.error ? null : [topLine(odds, offer), others(odds, offer), harm(odds)];
}

/**
 * What the plan is for, and how likely it does that; a word where nothing is left to chance.
 * @param {Known} odds
 * @param {Offer} offer
 */
function topLine(odds, offer) {
  if (!odds.number) return odds.word && h("span", { class: "word" }, odds.word);
  return h(
    "span",
    { class: "top" },
    h("span", { class: "word" }, aimText(odds, offer)),
    leader(odds.number.percent),
    h("b", {}, numberText(odds)),
  );
}

/** @param {Known} odds @param {Offer} offer */
function others(odds, offer) {
  const all = besides(odds);
  const said = all.slice(0, MOST_HEADS).map((o) => `${headText(o, offer)} ${percent(o.percent)}`);
  const more = all.length > MOST_HEADS ? [`${all.length - MOST_HEADS} more`] : [];
  const isSure = all.every((o) => o.percent >= 100);
  const then = odds.number || odds.word ? "" : isSure ? "then: " : "what may follow: "; // of what is done next, not of this
  return said.length > 0 && h("span", { class: "minor" }, `${then}${[...said, ...more].join(", ")}`);
}

/**
 * What it may cost oneself: never in the number's form.
 * @param {Known} odds
 */
const harm = (odds) => odds.harm.length > 0 && h("span", { class: "own-harm" }, harmText(odds));

/**
 * The leader runs from the plan to its number.
 * @param {number} value
 */
const leader = (value) =>
  s(
    "svg",
    { class: "leader", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("path", { d: "M0 5H100" }),
    s("rect", { x: 0, y: 1.5, width: value.toFixed(2), height: 7 }),
  );

/** @param {Offer} offer @param {Ctx} ctx @param {() => string} digits */
function smallButton(offer, ctx, digits) {
  const digit = digits();
  return h(
    "li",
    { class: offer.name === "end" ? "end" : null },
    h(
      "button",
      {
        class: "btn",
        type: "button",
        "data-key": keyOf(offer),
        "data-digit": digit || null,
        "aria-keyshortcuts": digit || null,
        onclick: () => ctx.choose(offer),
        ...looking(offer, ctx),
      },
      titleOf(offer, ctx),
      digit && h("kbd", { "aria-hidden": "true" }, digit),
    ),
    ctx.isConfirming(offer) && !isTapped() && warned(offer, ctx, "p"),
  );
}

/**
 * Steps by the compass; the same tiles are lit on the map.
 * @param {Arranged["roses"][number]} given
 * @param {Ctx} ctx
 * @param {boolean} isSole
 */
function rose({ title, offers }, ctx, isSole) {
  const open = isSole || ctx.groups.get("rose") === true;
  const toggle = h(
    "button",
    {
      class: "btn",
      type: "button",
      "aria-expanded": String(open),
      "aria-controls": "rose",
      "data-key": "rose",
      onclick: () => ctx.openGroup("rose", !open),
    },
    `${title} …`,
  );
  return h(
    "li",
    { class: "rose" },
    !isSole && toggle,
    h(
      "div",
      { class: "points", id: "rose", role: "group", "aria-label": title, hidden: !open },
      open && offers.map((offer) => stepButton(offer, ctx)),
    ),
  );
}

/** @param {Offer} offer @param {Ctx} ctx */
function stepButton(offer, ctx) {
  const [column, row] = placeOf(pointOf(offer));
  return h(
    "button",
    {
      class: `btn p${column}${row}`,
      type: "button",
      "data-key": keyOf(offer),
      "aria-label": plain(offer.label),
      title: plain(offer.label),
      onclick: () => ctx.choose(offer),
      ...looking(offer, ctx),
    },
    ARROWS[pointOf(offer)],
  );
}
