/** A card per creature: the game's own numbers in the game's own words. */

import { h, heading, hidden, plain, s } from "./dom.js";
import { dieOf } from "./die.js";
import { mini } from "./token.js";

/**
 * @typedef {import("./protocol").Creature} Creature
 * @typedef {import("./protocol").Stat} Stat
 * @typedef {import("./protocol").Token} Token
 * @typedef {import("./page").Child} Child
 * @typedef {import("./page").Shown} Shown
 */

const MOST_PIPS = 5;
const FACES = /^\d+( \d+)*$/;

/** @param {HTMLElement} root @param {Shown} view */
export function renderCards(root, view) {
  const head = heading(root);
  const tokens = new Map((view.board?.tokens ?? []).map((t) => [t.who, t]));
  const asked = view.pending?.who;
  const isAsked = (/** @type {Creature} */ c) => !view.over && (c.acting ?? c.who === asked);
  const most = largest(view.creatures);
  const cards = view.creatures.map((c) => card(c, tokens.get(c.who), isAsked(c), most));
  root.replaceChildren(head, ...cards, ...behind(view));
  // Beside the map the cards have a scroll of their own: bring the one in question into sight.
  const now = root.querySelector(".now");
  if (now instanceof HTMLElement) intoSight(root, now);
}

/**
 * Those of the party who could not come.
 * @param {Shown} shown
 */
function behind({ party }) {
  if (!party?.behind.length) return [];
  return [h("p", { class: "note" }, `Left behind, not able to fight: ${party.behind.join(", ")}.`)];
}

/**
 * The largest end of each number, so that one number is drawn one way on every card.
 * @param {Creature[]} creatures
 */
function largest(creatures) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const { label, most } of creatures.flatMap((c) => c.card.stats))
    found.set(label, Math.max(most ?? 0, found.get(label) ?? 0));
  return found;
}

/** @param {HTMLElement} root @param {HTMLElement} now */
function intoSight(root, now) {
  const top = now.offsetTop - root.offsetTop;
  const isSeen = top >= root.scrollTop && top + now.offsetHeight <= root.scrollTop + root.clientHeight;
  if (!isSeen) root.scrollTop = top - 8;
}

/**
 * @param {Creature} creature
 * @param {Token | undefined} token
 * @param {boolean} isAsked
 * @param {Map<string, number>} most
 */
function card(creature, token, isAsked, most) {
  const { stats, states } = creature.card;
  const shape = token ?? { side: creature.side, initials: creature.name.slice(0, 2) };
  const numbers = stats.filter(({ value }) => typeof value === "number");
  const words = stats.filter(({ value }) => typeof value !== "number");
  return h(
    "article",
    { class: isAsked ? "creature now" : "creature" },
    h(
      "h3",
      {},
      mini({ ...shape, acting: isAsked }),
      h("span", {}, creature.name),
      hidden(isAsked ? ", asked now" : ""),
      h("span", { class: "tags" }, states.map(plain).join(", ")),
    ),
    numbers.length > 0 &&
      h(
        "dl",
        { class: "stats" },
        numbers.map((one) => stat(one, most)),
      ),
    words.length > 0 &&
      h(
        "dl",
        { class: "stats words" },
        words.map((one) => stat(one, most)),
      ),
    played(creature) && h("p", { class: "note" }, played(creature)),
    sheet(creature),
  );
}

/**
 * Whose sheet lies open; a card is drawn anew with every news.
 * @type {Set<string>}
 */
const open = new Set();

/**
 * What one carries and knows, for whoever wants to look.
 * @param {Creature} creature
 */
function sheet({ name, sheet: lines }) {
  const rows = Object.entries(lines ?? {});
  if (!rows.length) return null;
  const toggle = (/** @type {Event & {currentTarget: HTMLDetailsElement}} */ { currentTarget: details }) =>
    details.open ? open.add(name) : open.delete(name);
  return h(
    "details",
    { class: "sheet", open: open.has(name), ontoggle: toggle },
    h("summary", { "data-key": `sheet|${name}` }, "sheet", hidden(` of ${name}`)),
    h(
      "dl",
      {},
      rows.map(([label, text]) => h("div", {}, h("dt", {}, label), h("dd", {}, plain(text)))),
    ),
  );
}

/**
 * Who plays it, where that is not plain: people play the first side, the computer the others.
 * @param {Creature} creature
 */
function played({ player, side, typed_dice: typed }) {
  const isPerson = !player || player === "person";
  const who =
    isPerson === (side === 0) ? "" : isPerson ? "played by a person" : `played by the computer, ${player}`;
  return [who, typed ? "rolls real dice" : ""].filter(Boolean).join(", ");
}

/** @param {Stat} stat @param {Map<string, number>} ends */
function stat({ label, value, most, harm }, ends) {
  if (label === "dice" && FACES.test(String(value))) return pool(label, String(value));
  const shown = typeof value === "number" ? amount(value, most, harm, ends.get(label) ?? 0) : plain(value);
  return h("div", {}, h("dt", {}, label), h("dd", { class: harm && !value ? "none" : null }, shown));
}

/**
 * A pool as it lies on the table.
 * @param {string} label
 * @param {string} faces
 */
const pool = (label, faces) =>
  h(
    "div",
    { class: "pool" },
    h("dt", {}, label),
    h(
      "dd",
      {},
      faces.split(" ").map((face) => dieOf(Number(face))),
      hidden(faces),
    ),
  );

/**
 * @param {number} value
 * @param {number | null} most
 * @param {boolean} harm
 * @param {number} end
 * @returns {Child}
 */
function amount(value, most, harm, end) {
  if (most === null || most <= 0) return String(value).replace("-", "−");
  const classes = harm ? "harm" : "";
  if (end <= MOST_PIPS && value >= 0 && value <= most)
    return [pips(value, most, classes), hidden(`${value} of ${most}`)];
  return [track(value, most, classes), h("small", {}, `${value}/${most}`)];
}

/** @param {number} value @param {number} most @param {string} classes */
function pips(value, most, classes) {
  const step = 16;
  return s(
    "svg",
    { class: `pips ${classes}`, viewBox: `0 0 ${Math.max(1, most) * step - 2} 14`, "aria-hidden": "true" },
    Array.from({ length: most }, (_, k) =>
      s("circle", { class: k < value ? "on" : null, cx: 7 + k * step, cy: 7, r: 5.2 }),
    ),
  );
}

/**
 * A bar; what is past the end stands beyond a tall mark, so that it shows without colour.
 * @param {number} value
 * @param {number} most
 * @param {string} classes
 */
function track(value, most, classes) {
  const wide = 58;
  const whole = Math.max(most, value, 1);
  const at = (/** @type {number} */ n) => (wide * Math.max(0, n)) / whole;
  return s(
    "svg",
    { class: `track ${classes}`, viewBox: `0 -1 ${wide + 2} 16`, "aria-hidden": "true" },
    s("rect", { class: "all", x: 1, y: 2, width: at(most), height: 10 }),
    value > 0 && s("rect", { class: "on", x: 1, y: 2, width: at(Math.min(value, most)), height: 10 }),
    value > most && [
      s("rect", { class: "past", x: 1 + at(most), y: 2, width: at(value) - at(most), height: 10 }),
      s("path", { class: "cap", d: `M${1 + at(most)} -1V15` }),
    ],
  );
}
