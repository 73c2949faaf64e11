/** Who fights: of the book, how many, what they are called, where they stand, which numbers differ. */

import { h, plain, shown } from "./dom.js";
import { withCreature, withFields, withoutCreature } from "./draft.js";
import { fieldRow } from "./fields.js";

/**
 * @typedef {import("./build").Builder} Builder
 * @typedef {import("./protocol").DraftCard} DraftCard
 * @typedef {import("./page").DraftCreature} DraftCreature
 */

const NOBODY = "Nobody of the book";
/* All of whose numbers are given by hand: a fire, a door, somebody there are no rules for yet. */

/** @param {HTMLElement} root @param {Builder} builder */
export function renderPeople(root, builder) {
  const { built, parts } = builder;
  const sides = builder.draft.sides ?? parts.sides;
  const count = h("p", { class: "note" }, `${built.creatures.length} of at most ${parts.most}. ${built.who}.`);
  const children = [
    h("h2", { class: "head", id: "people-head" }, "Who fights"),
    count,
    ...sides.map((side) => sideOf(side, builder)),
    fromTheBook(sides, builder),
  ];
  root.replaceChildren(...shown(children));
}

/** @param {string} side @param {Builder} builder */
function sideOf(side, builder) {
  const there = builder.built.creatures.filter((one) => one.side === side);
  return h(
    "div",
    { class: "side-of" },
    h("h3", {}, plain(side), h("small", { class: "quiet" }, there.length ? `${there.length}` : "nobody yet")),
    h("ul", { class: "entrants" }, there.map((one) => entrant(one, builder))),
  );
}

/** @param {DraftCard} one @param {Builder} builder */
function entrant(one, builder) {
  const isOpen = builder.selected === one.name;
  const attributes = { type: "button", "aria-expanded": String(isOpen), "data-key": `who ${one.name}` };
  const toggle = () => builder.select(isOpen ? "" : one.name);
  return h(
    "li",
    {},
    h("button", { ...attributes, onclick: toggle }, one.name, h("small", {}, plain(one.card))),
    isOpen && details(one, builder),
  );
}

/** @param {any} event @returns {string} */
const valueOf = (event) => event.target.value;

/** @param {DraftCard} one @param {Builder} builder */
function details(one, builder) {
  const { draft, parts } = builder;
  const written = /** @type {DraftCreature} */ (draft.creature.find(({ name }) => name === one.name));
  const change = (/** @type {Partial<DraftCreature>} */ more) => builder.changeOne(one.name, (was, now) => withCreature(was, now, more));
  const rename = (/** @type {any} */ event) => builder.rename(one.name, valueOf(event).trim());
  const option = (/** @type {string} */ value) => h("option", { value }, plain(value));
  const sides = draft.sides ?? parts.sides;
  const side = h("select", { "data-key": "side", onchange: (event) => change({ side: valueOf(event) }) }, sides.map(option));
  side.value = one.side;
  const emblem = h("select", { "data-key": "emblem", onchange: (event) => change({ emblem: valueOf(event) || undefined }) }, h("option", { value: "" }, "as its kind"), parts.emblems.map(option));
  emblem.value = written.emblem ?? "";
  return h(
    "div",
    { class: "build-one" },
    h("label", {}, "Called", h("input", { "data-key": "name", value: one.name, maxlength: 60, onchange: rename })),
    h("div", { class: "two" }, h("label", {}, "Side", side), h("label", {}, "Emblem", emblem)),
    one.side === sides[0] && h("label", { class: "tick" }, h("input", { type: "checkbox", checked: written.stays ?? false, "data-key": "stays", onchange: (/** @type {any} */ event) => change({ stays: event.currentTarget.checked }) }), "belongs to this fight, whichever party comes"),
    stand(written, builder),
    numbers(one, written, builder),
    h(
      "p",
      { class: "row" },
      h("button", { class: "btn", type: "button", "data-key": "twin", onclick: () => builder.more({ like: one.name }) }, "Another like this"),
      h("button", { class: "btn", type: "button", "data-key": "keep-one", onclick: () => builder.keepInLibrary(one) }, "Keep in my library"),
      h("button", { class: "btn bare", type: "button", "data-key": "gone", onclick: () => builder.changeOne(one.name, withoutCreature) }, "Take out"),
    ),
  );
}

/**
 * Where somebody stands, for the keyboard: a place, a point, or a number in a line.
 * @param {DraftCreature} one
 * @param {Builder} builder
 */
function stand({ name, at }, builder) {
  const { built, draft } = builder;
  const change = (/** @type {(was: any) => any} */ moved) =>
    builder.changeOne(name, (was, now) => withCreature(was, now, { at: moved(was.creature.find((one) => one.name === now)?.at) }));
  if (built.board?.unit === "zone") {
    const rooms = (draft.zone ?? []).map(({ id }) => h("option", { value: id }, plain(id)));
    const where = h("select", { "data-key": "at", onchange: (event) => change(() => valueOf(event)) }, rooms);
    where.value = at ?? draft.zone?.[0]?.id ?? "";
    return h("label", {}, "Stands in", where);
  }
  const number = (/** @type {string} */ label, /** @type {number} */ value, /** @type {(was: any, n: number) => any} */ made) =>
    h("label", {}, label, h("input", { type: "number", min: 0, value, "data-key": label, onchange: (event) => change((was) => made(was, Number(valueOf(event)))) }));
  if (!Array.isArray(at)) return typeof at === "number" && number("Place", at, (_, n) => n);
  const isFeet = built.board?.unit === "ft";
  return h(
    "div",
    { class: "two" },
    number(isFeet ? "Feet from the left" : "Column", at[0], ([, ...rest], n) => [n, ...rest]),
    number(isFeet ? "Feet from the bottom" : "Row", at[1], ([x, , ...rest], n) => [x, n, ...rest]),
  );
}

/** @param {DraftCard} one @param {DraftCreature} written @param {Builder} builder */
function numbers(one, written, builder) {
  const { parts } = builder;
  const set = written.set ?? {};
  const there = new Set([...Object.keys(set), ...[...builder.held.values()].map(({ field }) => field)]);
  const rows = [...there].map((name) => numberRow(one, name, builder));
  const left = parts.fields.filter(({ name }) => !there.has(name));
  const add = h(
    "select",
    {
      "data-key": "another-number",
      "aria-label": `Another number of ${one.name} to change`,
      onchange: (event) => {
        const about = left.find(({ name }) => name === valueOf(event));
        if (about) builder.changeOne(one.name, (was, now) => withFields(was, now, { [about.name]: about.parts.length ? {} : one.fields[about.name] }));
      },
    },
    h("option", { value: "" }, "change a number …"),
    left.map(({ name }) => h("option", { value: name }, name.replaceAll("_", " "))),
  );
  return h("div", {}, h("ul", { class: "numbers" }, rows), add);
}

/** @param {DraftCard} one @param {string} name @param {Builder} builder */
function numberRow(one, name, builder) {
  const about = builder.parts.fields.find((field) => field.name === name);
  const held = [...builder.held.values()].filter(({ field }) => field === name);
  const now = held.reduce((was, { part, value }) => (part ? { ...was, [part]: value } : value), one.fields[name]);
  const row = fieldRow(name, about, now, (value, part) => builder.changeField(one.name, name, value, part));
  if (held.length) row.append(h("small", { class: "held" }, "held: it does not fit the others yet"));
  return row;
}

/** @param {string[]} sides @param {Builder} builder */
function fromTheBook(sides, builder) {
  const wanted = builder.seeking.toLowerCase();
  const found = builder.parts.creatures.filter(({ name, id }) => `${name} ${id}`.toLowerCase().includes(wanted));
  const seek = (/** @type {any} */ event) => {
    builder.seeking = valueOf(event);
    builder.render();
  };
  const adding = (/** @type {string} */ id, /** @type {string} */ name) =>
    sides.map((side) =>
      h("button", { class: "btn small", type: "button", "data-key": `add ${id} ${side}`, onclick: () => builder.more({ content: id, side }) }, plain(side), h("span", { class: "vh" }, `: add ${name}`)),
    );
  const isBare = NOBODY.toLowerCase().includes(wanted);
  return h(
    "div",
    { class: "add" },
    h("label", {}, "From the book or my library", h("input", { type: "search", "data-key": "seek", placeholder: "search", value: builder.seeking, oninput: seek })),
    h(
      "ul",
      { class: "book" },
      found.map(({ id, name, own }) =>
        h("li", {}, h("span", {}, name, own && [" ", h("small", { class: "quiet" }, "my library")]), h("span", {}, adding(id, name))),
      ),
      isBare && h("li", {}, h("span", {}, NOBODY), h("span", {}, adding("", NOBODY))),
    ),
  );
}
