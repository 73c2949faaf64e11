/** A card per creature: the game's own numbers in the game's own words. */

import { h, hidden, s } from "./dom.js";
import { mini } from "./token.js";

const MOST_PIPS = 5;

/** @param {HTMLElement} root */
export function renderCards(root, view) {
  const head = root.querySelector("h2");
  const tokens = new Map((view.board?.tokens ?? []).map((t) => [t.who, t]));
  const asked = view.pending?.who;
  const isAsked = (c) => !view.over && (c.acting ?? c.who === asked);
  root.replaceChildren(head, ...view.creatures.map((c) => card(c, tokens.get(c.who), isAsked(c))));
  // Beside the map the cards have a scroll of their own: bring the one in question into sight.
  const now = root.querySelector(".now");
  if (now instanceof HTMLElement) intoSight(root, now);
}

/** @param {HTMLElement} root @param {HTMLElement} now */
function intoSight(root, now) {
  const top = now.offsetTop - root.offsetTop;
  const isSeen = top >= root.scrollTop && top + now.offsetHeight <= root.scrollTop + root.clientHeight;
  if (!isSeen) root.scrollTop = top - 8;
}

function card(creature, token, isAsked) {
  const { stats, states } = creature.card;
  const shape = token ?? { side: creature.side, initials: creature.name.slice(0, 2) };
  return h(
    "article",
    { class: isAsked ? "creature now" : "creature" },
    h(
      "h3",
      {},
      mini({ ...shape, acting: isAsked }),
      h("span", {}, creature.name),
      hidden(isAsked ? ", asked now" : ""),
      h("span", { class: "tags" }, states.join(", ")),
    ),
    stats.length > 0 && h("dl", { class: "stats" }, stats.map(stat)),
    played(creature) && h("p", { class: "note" }, played(creature)),
  );
}

/** Who plays it, where that is not plain: people play the first side, the computer the others. */
function played({ player, side, typed_dice: typed }) {
  const isPerson = !player || player === "person";
  const who =
    isPerson === (side === 0) ? "" : isPerson ? "played by a person" : `played by the computer, ${player}`;
  return [who, typed ? "rolls real dice" : ""].filter(Boolean).join(", ");
}

function stat({ label, value, most, harm }) {
  const isWord = typeof value !== "number";
  return h(
    "div",
    {},
    h("dt", {}, label),
    h("dd", { class: isWord ? "word" : null }, isWord ? value : amount(value, most, harm)),
  );
}

function amount(value, most, harm) {
  if (most === null || most === undefined) return String(value);
  const said = `${value} of ${most}`;
  const classes = harm ? "harm" : "";
  if (most <= 0) return `${value}/${most}`;
  if (most <= MOST_PIPS && value >= 0 && value <= most) return [pips(value, most, classes), hidden(said)];
  return [track(value, most, classes), h("small", {}, `${value}/${most}`)];
}

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

/** A bar; what is past the end stands beyond a tall mark, so that it shows without colour. */
function track(value, most, classes) {
  const wide = 58;
  const whole = Math.max(most, value, 1);
  const at = (n) => (wide * Math.max(0, n)) / whole;
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
