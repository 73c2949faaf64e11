/** The place and the rules: how large, which ground, which rooms, which readings; and the file. */

import { h, plain, shown } from "./dom.js";
import { keepGround } from "./pictures.js";
import {
  sizeOf,
  withArea,
  withBase,
  withClose,
  withExit,
  withMapNumber,
  withoutArea,
  withoutPlace,
  withPicture,
  withPlace,
  withRuling,
  withScene,
  withSize,
  withWay,
} from "./draft.js";

/**
 * @typedef {import("./build").Builder} Builder
 * @typedef {import("./page").DraftArea} DraftArea
 * @typedef {import("./page").Point} Point
 */

/**
 * Which of the parts are open, from one drawing to the next.
 * @type {Set<string>}
 */
const opened = new Set(["The place"]);

/** @param {HTMLElement} root @param {Builder} builder */
export function renderAbout(root, builder) {
  const children = [
    h("h2", { class: "head", id: "about-head" }, "The place and the rules"),
    part("The place", place(builder)),
    builder.parts.unit === "zone" && part("Rooms", rooms(builder)),
    part("Ground", grounds(builder)),
    builder.parts.rulings.length > 0 && part("How the rules are read", rulings(builder)),
    part("The file", h("pre", { class: "file", tabindex: 0 }, builder.built.text)),
  ];
  root.replaceChildren(...shown(children));
}

/** @param {string} name @param {import("./page").Child} inside */
function part(name, inside) {
  const toggled = (/** @type {any} */ event) =>
    event.currentTarget.open ? opened.add(name) : opened.delete(name);
  return h("details", { open: opened.has(name), ontoggle: toggled }, h("summary", { "data-key": name }, name), inside);
}

/** @param {any} event @returns {string} */
const valueOf = (event) => event.target.value;

/** @param {Builder} builder */
function place(builder) {
  const { parts } = builder;
  return h("div", {}, parts.map ? size(builder) : null, mapNumbers(builder), parts.scene.map((field) => scene(field, builder)), !parts.map && h("p", { class: "note" }, placeNote(builder)));
}

/**
 * What there is to say of a map whose size is not to be chosen.
 * @param {Builder} builder
 */
function placeNote({ draft, parts }) {
  if (draft.zone) return "This game's places are rooms.";
  const [wide, tall] = parts.extent;
  if (!wide) return "This game has no map to draw.";
  return tall === 1 ? `In this game the place is always a line of ${wide}.` : `In this game the map is always ${wide} by ${tall}.`;
}

/** @param {Builder} builder */
function size(builder) {
  const { draft, parts } = builder;
  const [wide, tall] = sizeOf(draft, parts);
  const { least, most } = /** @type {NonNullable<typeof parts.map>} */ (parts.map);
  const unit = parts.unit === "ft" ? "feet" : "tiles";
  const one = (/** @type {string} */ label, /** @type {number} */ value, /** @type {(was: Point, n: number) => Point} */ made) =>
    h("label", {}, label, h("input", { type: "number", min: least, max: most, value, "data-key": label, onchange: (event) => builder.change((was) => withSize(was, parts, made(sizeOf(was, parts), Number(valueOf(event))))) }));
  return h(
    "div",
    {},
    h("div", { class: "two" }, one(`Wide, ${unit}`, wide, ([, deep], n) => [n, deep]), one(`Deep, ${unit}`, tall, ([broad], n) => [broad, n])),
    h("p", { class: "note" }, `${least} to ${most} in this game.`),
  );
}

/** @param {Builder} builder */
function mapNumbers(builder) {
  const { draft, parts } = builder;
  return Object.entries(parts.map?.numbers ?? {}).map(([name, [low, high]]) => {
    const send = (/** @type {any} */ event) =>
      builder.change((was) => withMapNumber(was, name, valueOf(event) ? Number(valueOf(event)) : undefined));
    const limits = { type: "number", min: low, max: high, value: draft.map?.[name] ?? "" };
    const label = `${name.replaceAll("_", " ")}, ${low} to ${high}`;
    return h("label", {}, label, h("input", { ...limits, "data-key": name, onchange: send }));
  });
}

/** @param {import("./protocol").Settable} field @param {Builder} builder */
function scene({ name, limits, options }, builder) {
  const { draft } = builder;
  const now = draft.set?.[name];
  const send = (/** @type {any} */ event) => {
    const text = valueOf(event).trim();
    builder.change((was) => withScene(was, name, text === "" ? undefined : options.length ? text : Number(text)));
  };
  const label = `${name.replaceAll("_", " ")}${limits ? `, ${limits}` : ""}`;
  if (!options.length)
    return h("label", {}, label, h("input", { type: "number", value: now ?? "", "data-key": name, onchange: send }));
  const choice = h("select", { "data-key": name, onchange: send }, ["", ...options].map((value) => h("option", { value }, value ? plain(value) : "as usual")));
  choice.value = now ?? "";
  return h("label", {}, label, choice);
}

/** @param {Builder} builder */
function rooms(builder) {
  const { draft, parts } = builder;
  const places = draft.zone ?? [];
  const tick = (/** @type {string} */ label, /** @type {boolean} */ checked, /** @type {(on: boolean) => unknown} */ does) =>
    h("label", { class: "tick" }, h("input", { type: "checkbox", checked, "data-key": label, onchange: (event) => does(/** @type {any} */ (event.currentTarget).checked) }), label);
  const isLinked = (/** @type {string} */ a, /** @type {string} */ b) =>
    places.some(({ id, links = [] }) => (id === a && links.includes(b)) || (id === b && links.includes(a)));
  const add = (/** @type {any} */ event) => {
    event.preventDefault();
    const id = new FormData(event.currentTarget).get("id");
    if (typeof id === "string" && id.trim()) builder.change((was) => withPlace(was, id.trim()));
  };
  return h(
    "div",
    {},
    h("p", { class: "note" }, `${places.length} of at most ${parts.rooms}.`),
    places.map(({ id, exit = false }, k) =>
      h(
        "fieldset",
        {},
        h("legend", {}, plain(id)),
        places.slice(k + 1).map((other) => tick(`a way from ${plain(id)} to ${plain(other.id)}`, isLinked(id, other.id), (on) => builder.change((was) => withWay(was, id, other.id, on)))),
        tick(`${plain(id)} leads out`, exit, (on) => builder.change((was) => withExit(was, id, on))),
        h("button", { class: "btn bare small", type: "button", "data-key": `no ${id}`, onclick: () => builder.change((was) => withoutPlace(was, id)) }, "Take this room out"),
      ),
    ),
    close(builder, tick),
    h("form", { class: "row", onsubmit: add }, h("label", {}, "Another room", h("input", { name: "id", maxlength: 40, "data-key": "room" })), h("button", { class: "btn" }, "Add")),
  );
}

/**
 * Who begins close to whom.
 * @param {Builder} builder
 * @param {(label: string, checked: boolean, does: (on: boolean) => unknown) => Node} tick
 */
function close(builder, tick) {
  const { draft } = builder;
  const first = draft.zone?.[0]?.id;
  const whole = draft.creature.flatMap((a, k) =>
    draft.creature.slice(k + 1).filter((b) => (a.at ?? first) === (b.at ?? first) && a.side !== b.side).map((b) => [a.name, b.name]),
  );
  const pairs = draft.map?.close ?? [];
  const isClose = (/** @type {string} */ a, /** @type {string} */ b) => pairs.some((pair) => pair.includes(a) && pair.includes(b));
  return h("fieldset", {}, h("legend", {}, "Who begins close to whom"), whole.length ? whole.map(([a, b]) => tick(`${a} and ${b}`, isClose(a, b), (on) => builder.change((was, whom) => withClose(was, whom(a), whom(b), on)))) : h("p", { class: "note" }, "Nobody shares a room with a foe."));
}

/** @param {Builder} builder */
function grounds(builder) {
  const { draft, parts } = builder;
  const covering = parts.ground.filter(({ how, stands }) => how === "picture" && !stands);
  const base = h("select", { "data-key": "base", onchange: (event) => builder.change((was) => withBase(was, valueOf(event))) }, h("option", { value: "" }, "nothing in particular"), covering.map(({ kind }) => h("option", { value: kind }, kind)));
  base.value = draft.ground?.base ?? "";
  const areas = draft.ground?.area ?? [];
  return h(
    "div",
    {},
    parts.unit !== "zone" && h("label", {}, "Everywhere else", base),
    parts.unit === "zone" && inRooms(builder),
    parts.unit !== "zone" && laid(builder),
    h("ul", { class: "listed" }, areas.map((area, k) => h("li", {}, told(area), h("button", { class: "btn bare small", type: "button", "data-key": `area ${k}`, "aria-label": `Take out: ${told(area)}`, onclick: () => builder.change((was) => withoutArea(was, area)) }, "×")))),
    h("p", { class: "note" }, parts.ground.some(({ rule }) => rule) ? `${parts.ground.filter(({ rule }) => rule).map(({ kind, rule }) => `${kind} (${rule})`).join(", ")} have rules in this game; all else is picture.` : "In this game the ground is picture only: there are no walls."),
  );
}

/**
 * A picture of one's own as the ground, and where on the grid it lies.
 * @param {Builder} builder
 */
function laid(builder) {
  const { draft, parts } = builder;
  const { picture, at = [0, 0], wide, opacity } = draft.ground ?? {};
  const choose = async (/** @type {any} */ event) => {
    const [file] = event.currentTarget.files;
    const kept = file ? await keepGround(file) : {};
    if (kept.error) builder.refuse(kept.error);
    else if (kept.picture) builder.change((was) => withPicture(was, { picture: kept.picture, at: was.ground?.at ?? [0, 0], wide: sizeOf(was, parts)[0] }));
  };
  const file = h("label", { class: "btn bare file" }, h("input", { type: "file", class: "vh", accept: "image/png,image/jpeg,image/webp", "data-key": "ground picture", onchange: choose }), "A picture as the ground …");
  if (!picture) return file;
  const number = (/** @type {string} */ label, /** @type {number | undefined} */ value, /** @type {(n: number, at: number[]) => object} */ made, step = 0.25) =>
    h("label", {}, label, h("input", { type: "number", step, value: value ?? "", "data-key": `picture ${label}`, onchange: (event) => builder.change((was) => withPicture(was, { ...was.ground, ...made(Number(valueOf(event)), was.ground?.at ?? at) })) }));
  return h(
    "fieldset",
    {},
    h("legend", {}, "Picture"),
    h("div", { class: "two" }, number("right", at[0], (n, [, down]) => ({ at: [n, down] })), number("down", at[1], (n, [right]) => ({ at: [right, n] })), number("wide", wide, (n) => ({ wide: n })), number("shows %", opacity ?? 100, (n) => ({ opacity: n }), 5)),
    file,
    h("button", { class: "btn bare small", type: "button", "data-key": "no picture", onclick: () => builder.change((was) => withPicture(was, {})) }, "Take the picture off"),
  );
}

/** @param {DraftArea} area */
function told(area) {
  if (area.in) return `${area.count && area.count > 1 ? `${area.count} × ` : ""}${area.kind} in ${area.in.map(plain).join(", ")}`;
  if (area.at) return `${area.kind}, ${area.at.length === 1 ? "one" : area.at.length}`;
  return area.path ? `${area.kind}, a shape of ${area.path.length} corners` : `${area.kind}, a box`;
}

/** @param {Builder} builder */
function inRooms(builder) {
  const { draft, parts } = builder;
  const add = (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const kind = String(form.get("kind"));
    const stands = parts.ground.find((one) => one.kind === kind)?.stands;
    const where = form.getAll("in").map(String);
    if (!where.length) return void builder.refuse(`Tick the rooms in which ${kind} lies.`);
    builder.change((was) => withArea(was, { kind, in: where, ...(stands ? { count: Number(form.get("count")) || 1 } : {}) }));
  };
  const room = (/** @type {string} */ id, /** @type {number} */ k) =>
    h("label", { class: "tick" }, h("input", { type: "checkbox", name: "in", value: id, checked: !k, "data-key": `in ${id}` }), plain(id));
  return h(
    "form",
    { onsubmit: add },
    h("div", { class: "two" }, h("label", {}, "Ground", h("select", { name: "kind", "data-key": "kind" }, parts.ground.map(({ kind }) => h("option", { value: kind }, kind)))), h("label", {}, "How many", h("input", { name: "count", type: "number", min: 1, max: 8, value: 1, "data-key": "count" }))),
    h("fieldset", {}, h("legend", {}, "In"), (draft.zone ?? []).map(({ id }, k) => room(id, k))),
    h("button", { class: "btn", "data-key": "lay" }, "Lay it"),
  );
}

/** @param {Builder} builder */
function rulings(builder) {
  const { draft, parts } = builder;
  return parts.rulings.map(({ id, name, question, default: usual, readings }) => {
    const choice = h("select", { "data-key": name, onchange: (event) => builder.change((was) => withRuling(was, parts, name, valueOf(event))) }, readings.map((reading) => h("option", { value: reading.name, title: reading.text }, `${plain(reading.name)}${reading.name === usual ? " (usual)" : ""}`)));
    choice.value = draft.rulings?.[name] ?? usual;
    return h("label", {}, `${question} (${id})`, choice);
  });
}
