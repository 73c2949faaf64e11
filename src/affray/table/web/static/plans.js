/** Plans as real buttons in a list, each with its odds as number and leader. */

import { h, hidden, plain, s } from "./dom.js";
import { arrange, isOpen } from "./arrange.js";
import { ARROWS, placeOf, pointOf } from "./compass.js";
import { about, foremost, headText, howSure, keyOf, percent, upshots } from "./odds.js";
import { warned } from "./warning.js";
import { renderWorking } from "./working.js";

/**
 * @typedef {import("./protocol").Head} Head
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./arrange").Arranged} Arranged
 * @typedef {import("./arrange").Row} Row
 * @typedef {import("./page").AskedView} AskedView
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Known} Known
 * @typedef {import("./page").Shown} Shown
 * @typedef {import("./page").Slice} Slice
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
    aside(arranged, view, ctx),
  );
}

/**
 * The working of a plan that has no row: beside the list only.
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
 * Looking at a plan, by focus or by resting the pointer on it.
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
  const name = h("span", { class: "name" }, plain(offer.label));
  return h(
    "li",
    { class: "plan", "data-plan": key },
    h(
      "button",
      go,
      h("kbd", { "aria-hidden": "true" }, digit),
      h("span", {}, name, what(offer, ctx), warned(offer, ctx, "span")),
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
 * What the plan leaves open and how it will be answered, in a few words.
 * @param {Offer} offer
 * @param {Ctx} ctx
 */
function what(offer, ctx) {
  const said = ctx.details.left(offer).map((left) => {
    const option = ctx.details.answer(offer, left);
    const faces = left.dice?.options[option ?? ""]?.join(" ");
    return option === null ? null : { name: plain(left.question), answer: faces ?? plain(option) };
  });
  const note = plain(offer.note ?? "");
  const isSaid = said.some((one) => one?.answer === note); // the weapon it takes, as a detail
  const details = said.map((one) => one && `${one.name}: ${one.answer}`);
  const known = [isSaid ? "" : note, ...details].filter(Boolean).join(", ");
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
  return h("span", { class: "odds", "data-odds": keyOf(offer) }, lines(offer, ctx), sure(offer, ctx));
}

/**
 * Numbers that are not exact never stand there as if they were.
 * @param {Offer} offer
 * @param {Ctx} ctx
 */
function sure(offer, ctx) {
  const odds = ctx.isUnsaid(offer) ? null : ctx.odds.of(offer, ctx.details.chosen(offer));
  return odds?.sampled && h("span", { class: "minor" }, howSure(odds));
}

/**
 * What is to be pointed at: "Where does Mimic land? Choose a tile …".
 * @param {Offer} offer
 */
function where({ tiles, answers_left: left }) {
  const asked = left.map(({ prompt }) => /^Where [^?]*\?/.exec(prompt)?.[0]).find(Boolean) ?? "";
  const how = tiles
    ? "choose a tile of the map, or give column and row"
    : "choose a point of the map, or give bearing and feet";
  return asked ? `${plain(asked)} ${how[0].toUpperCase()}${how.slice(1)}` : how;
}

/** @param {Offer} offer @param {Ctx} ctx */
function lines(offer, ctx) {
  if (ctx.isUnsaid(offer))
    return h("span", { class: "word" }, ctx.details.isAstray(offer) ? "pick the dice for it" : where(offer));
  const odds = ctx.odds.of(offer, ctx.details.chosen(offer));
  if (!odds) return h("span", { class: "word wait" }, "working it out …");
  if (odds.tooMany) return h("span", { class: "word" }, "not worked out in time");
  const head = foremost(odds);
  if (head) return headLines(head, odds, offer);
  const all = odds.error ? [] : upshots(odds);
  if (!all.length || (all.length === 1 && all[0].text === "nothing")) return null;
  if (all.length === 1)
    return h("span", { class: "word" }, `${all[0].text}, ${odds.sampled ? "every time" : "for certain"}`);
  const others = all
    .slice(1, 3)
    .map((o) => `${o.text} ${percent(o.percent)}`)
    .join(", ");
  const more = all.length > 3 ? `, ${all.length - 3} more` : "";
  return [topLine(all[0].text, all, odds), h("span", { class: "minor" }, `or ${others}${more}`)];
}

/** @param {string} text @param {Slice[]} all @param {Known} odds */
const topLine = (text, all, odds) =>
  h(
    "span",
    { class: "top" },
    h("span", { class: "word" }, text),
    leader(all),
    h("b", {}, about(odds, percent(all[0].percent))),
  );

/**
 * What the plan is for with its number; behind it, how far the other heads of the same creature reach.
 * @param {Head} head
 * @param {Known} odds
 * @param {Offer} offer
 */
function headLines(head, odds, offer) {
  const others = odds.heads.filter((other) => other !== head);
  const farthest = Math.max(...odds.heads.filter((o) => o.who === head.who).map((o) => o.percent));
  const said = others.slice(0, MOST_HEADS).map((o) => `${headText(o, offer)} ${percent(o.percent)}`);
  const more = others.length > MOST_HEADS ? [`${others.length - MOST_HEADS} more`] : [];
  return [
    topLine(headText(head, offer), [head, { percent: farthest - head.percent }], odds),
    h("span", { class: "minor" }, [...said, ...more].join(", ")),
  ];
}

/**
 * The leader runs from the plan to its number; what else may happen stands behind it.
 * @param {Slice[]} all
 */
function leader(all) {
  const parts = [];
  let at = 0;
  for (const [k, o] of all.entries()) {
    const width = Math.max(0, o.percent - (all.length > 1 ? 0.6 : 0));
    if (k < 6)
      parts.push(
        s("rect", {
          class: `f f${k}${o.tells ? " tells" : ""}`,
          x: at.toFixed(2),
          y: k ? 3.5 : 1.5,
          width: width.toFixed(2),
          height: k ? 3 : 7,
        }),
      );
    at += o.percent;
  }
  return s(
    "svg",
    { class: "leader", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("path", { d: "M0 5H100" }),
    parts,
  );
}

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
      plain(offer.label),
      digit && h("kbd", { "aria-hidden": "true" }, digit),
    ),
    ctx.isConfirming(offer) && warned(offer, ctx, "p"),
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
