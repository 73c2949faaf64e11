/** A card per creature: the game's own numbers in the game's own words. */

import { h, heading, hidden, plain, s } from "./dom.js";
import { dieOf } from "./die.js";
import { playedBy, there } from "./people.js";
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
  const cards = view.creatures.map((c) => card(c, tokens.get(c.who), isAsked(c), most, there(view, c)));
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
 * Two lines, who and how they are; touched it opens and says the rest.
 * @param {Creature} creature
 * @param {Token | undefined} token
 * @param {boolean} isAsked
 * @param {Map<string, number>} most
 * @param {string} presence
 */
function card(creature, token, isAsked, most, presence) {
  const { name } = creature;
  const id = `card-${creature.who}`;
  const element = h("article", { class: isAsked ? "creature now" : "creature" });
  const show = () => {
    element.classList.toggle("open", open.has(name));
    element.querySelector(".card-go")?.setAttribute("aria-expanded", String(open.has(name)));
    element.querySelector(".rest")?.toggleAttribute("hidden", !open.has(name));
  };
  const toggle = () => {
    if (!open.delete(name)) open.add(name);
    show();
  };
  element.append(
    h(
      "div",
      { class: "brief" },
      h("h3", {}, opener(creature, token, isAsked, { id, toggle, presence })),
      h(
        "dl",
        { class: "stats" },
        inOrder(creature.card.stats).map((one) => stat(one, most)),
      ),
    ),
    h("div", { class: "rest", id }, rest(creature)),
  );
  show();
  return element;
}

/**
 * What has an end and what has done harm first, dice next, then other numbers, then words: two lines
 * show what matters.
 * @param {Stat[]} stats
 */
export function inOrder(stats) {
  const rank = (/** @type {Stat} */ one) =>
    isPool(one) ? 1 : typeof one.value !== "number" ? 3 : one.most === null && !(one.harm && one.value) ? 2 : 0;
  return [...stats].sort((a, b) => rank(a) - rank(b));
}

/** @param {Stat} stat */
const isPool = ({ label, value }) => label === "dice" && FACES.test(String(value));

/**
 * Who is here is a dot, so that the creature's own state has the room; who is not is said.
 * @param {string} presence
 */
const whether = (presence) =>
  presence === "here"
    ? h("span", { class: "presence here", title: "here" }, hidden("here"))
    : h("span", { class: "presence" }, presence);

/**
 * The name is the button; all of the two lines is its area.
 * @param {Creature} creature
 * @param {Token | undefined} token
 * @param {boolean} isAsked
 * @param {{id: string, toggle: () => void, presence: string}} opens
 */
function opener(creature, token, isAsked, { id, toggle, presence }) {
  const shape = token ?? { side: creature.side, initials: creature.name.slice(0, 2) };
  const unseen = creature.hidden ? ["hidden from the players"] : creature.fogged ? ["in the fog"] : [];
  const states = [...unseen, ...creature.card.states.map(plain)].join(", ");
  return h(
    "button",
    {
      class: "card-go",
      type: "button",
      "aria-controls": id,
      "data-key": `card|${creature.name}`,
      onclick: toggle,
    },
    mini({ ...shape, acting: isAsked }),
    h("span", {}, creature.name),
    playedBy(creature),
    presence && [hidden(", "), whether(presence)],
    hidden(isAsked ? ", asked now" : ""),
    states && [hidden(", "), h("span", { class: "tags" }, states)],
  );
}

/**
 * Whose card lies open; a card is drawn anew with every news.
 * @type {Set<string>}
 */
const open = new Set();

/**
 * Who plays it, and what it carries and knows.
 * @param {Creature} creature
 */
function rest(creature) {
  const rows = Object.entries(creature.sheet ?? {});
  return [
    played(creature) && h("p", { class: "note" }, played(creature)),
    rows.length > 0 &&
      h(
        "dl",
        { class: "sheet" },
        rows.map(([label, text]) => h("div", {}, h("dt", {}, label), h("dd", {}, plain(text)))),
      ),
  ];
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

/** @param {Stat} one @param {Map<string, number>} ends */
function stat(one, ends) {
  const { label, value, most, harm } = one;
  if (isPool(one)) return pool(label, String(value));
  const shown = typeof value === "number" ? amount(value, most, harm, ends.get(label) ?? 0) : plain(value);
  const kind = typeof value === "number" ? null : "said";
  return h("div", { class: kind }, h("dt", {}, label), h("dd", { class: harm && !value ? "none" : null }, shown));
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
