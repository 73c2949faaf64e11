/** What lies on the map, and the key that says in words what its shapes mean. */

import { cite, h, plain, s } from "./dom.js";
import { groundKinds } from "./scenery.js";
import { body, sideClass } from "./token.js";
import { knotsOf } from "./zones.js";

/**
 * @typedef {import("./protocol").Board} Board
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./page").Child} Child
 * @typedef {import("./page").Frame} Frame
 * @typedef {import("./page").MapView} MapView
 * @typedef {import("./page").Placed} Placed
 * @typedef {import("./labels").Room} Room
 */

const LINE = 15;

/**
 * What lies on the ground, named where there is room for the name.
 * @param {Board} board
 * @param {Frame} frame
 * @param {Room} room
 * @param {Placed[]} tokens
 */
export function things(board, frame, room, tokens) {
  /** @type {Map<string, {x: number, y: number, names: string[]}>} */
  const heaps = new Map();
  for (const { label: name, x, y } of board.things)
    heaps.set(`${x},${y}`, { x, y, names: [...(heaps.get(`${x},${y}`)?.names ?? []), plain(name)] });
  return [...heaps.values()].map(({ x, y, names }) => {
    let [px, py] = frame.middle({ x, y, across: 1, down: 1 });
    const over = tokens.find((t) => Math.hypot(t.px - px, t.py - py) < 0.7 * t.half);
    if (over) [px, py] = [over.px + 0.8 * over.half, over.py + 0.8 * over.half]; // beside whoever lies there
    const said = names.join(", ");
    const find = (/** @type {number} */ half) => room.find(px, py, half, 6.4 * said.length, LINE);
    const at = find(7) ?? find(13);
    return s(
      "g",
      { role: "img", "aria-label": `${said}, on the ground` },
      s("title", {}, said),
      s("rect", { class: "thing", x: px - 4, y: py - 4, width: 8, height: 8 }),
      at && s("text", { class: "thing-name", x: at.x, y: at.y, "aria-hidden": "true" }, said),
    );
  });
}

/**
 * What the ground is: each kind with the rule it has here, and those that are pictures.
 * @param {MapView} view
 */
function groundKey({ board, ruleset }) {
  const { rules } = board.ground;
  const kinds = groundKinds(board);
  const drawn = kinds.filter((kind) => !rules[kind]);
  const ruled = kinds.filter((kind) => rules[kind]);
  return [
    ...ruled.map((kind) => h("li", { class: "of-ground" }, `${kind} `, cite(ruleset, rules[kind]))),
    drawn.length > 0 && h("li", { class: "of-ground" }, `picture only: ${drawn.join(", ")}`),
  ];
}

/**
 * The key says in words what the shapes mean.
 * @param {MapView} view
 * @param {boolean} hasTargets
 * @param {Offer | undefined} walk
 * @param {boolean} hasRooms
 */
export function legend(view, hasTargets, walk, hasRooms) {
  const { board, sides } = view;
  const small = (/** @type {Child[]} */ ...inner) =>
    s("svg", { viewBox: "-18 -18 36 36", "aria-hidden": "true" }, inner);
  const item = (/** @type {Child} */ shape, /** @type {string} */ text) => h("li", {}, shape, text);
  const ring = s("path", { class: "ring hurt", d: "M0-15A15 15 0 0 1 0 15" });
  const square = (/** @type {string} */ name, /** @type {number} */ half) =>
    small(s("rect", { class: name, x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 3 }));
  return h(
    "ul",
    { class: "key" },
    sides.map((name, side) => item(small(s("g", { class: sideClass({ side }) }, body(side))), name)),
    item(small(s("circle", { class: "ring", r: 15 }), ring), "hurt"),
    board.tokens.some((t) => t.facing !== null) &&
      item(small(s("path", { class: "wedge", d: "M0-12L13 10Q0 4-13 10Z" })), "facing"),
    knotsOf(board).length > 0 && item(small(s("circle", { class: "close", r: 15 })), "close together"),
    board.unit !== "zone" && board.things.length > 0 && item(square("thing", 9), "on the ground"),
    board.fog && item(square("fog-bank", 14), "fog"),
    hasTargets && item(square("target", 14), "may be chosen, with its chance"),
    hasRooms && item(square("reach", 14), "within reach"),
    walk && item(square("reach walk", 14), `within reach${walk.target ? ` by ${plain(walk.target)}` : ""}`),
    groundKey(view),
    (board.sight?.areas ?? []).map(
      ({ means, label, discs, places }, k) =>
        (means !== "range" || !(discs.length || places.length)) && // those are named on the map
        h("li", { class: "of-sight", "data-area": k }, square(`means-${means}`, 14), plain(label)),
    ),
  );
}
