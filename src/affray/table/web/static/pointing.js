/** A finger on the map that all see for a moment, and a ruler in the game's own measure. */

import { frameShown } from "./board.js";
import { byId, cite, h, s } from "./dom.js";
import { letGo, take } from "./tools.js";

/**
 * @typedef {import("./protocol").AsideSent} AsideSent
 * @typedef {import("./net").Net} Net
 * @typedef {import("./page").Frame} Frame
 * @typedef {import("./page").Point} Point
 * @typedef {import("./page").Shown} Shown
 * @typedef {{x: number, y: number}} Spot  in the board's unit
 * @typedef {{name: string} & Spot} End  an end of the ruler: somebody, or a point without a name
 */

const HOLD = 550; // milliseconds a finger rests until it points
const SLIP = 9; // pixels it may move meanwhile
const SHOWN = 5000;

/** @type {Map<string, AsideSent>} fingers on the map now */
const pings = new Map();
/** @type {{isOn: boolean, ends: End[], text: string, rules: string[]}} */
const ruler = { isOn: false, ends: [], text: "", rules: [] };
/** @type {Spot | null} where the pointer was last */
let under = null;

/**
 * @param {Net} net
 * @param {() => Shown} view
 * @param {(text: string) => void} say
 */
export function pointAtMap(net, view, say) {
  const root = byId("map");
  const point = () => under && net.aside({ do: "ping", ...under });
  const measure = async () => {
    const [a, b] = ruler.ends;
    const found = a && b ? await net.distance(nameOf(a), nameOf(b)) : { text: "", rules: [] };
    Object.assign(ruler, found);
    redraw();
    if (found.text) say(`${spoken(a)} to ${spoken(b)}: ${found.text}`);
  };
  const redraw = () => {
    draw(view());
    drawBar(view(), measure);
  };
  const toggle = () => {
    Object.assign(ruler, { isOn: !ruler.isOn, ends: [], text: "", rules: [] });
    if (ruler.isOn) take(toggle);
    else letGo(toggle);
    redraw();
    if (ruler.isOn) byId("ruler").querySelector("select")?.focus();
  };
  root.addEventListener("pointermove", (event) => (under = spotOf(event, root) ?? under));
  root.addEventListener("click", (event) => ruler.isOn && lay(event, root, view(), measure), true);
  onHold(root, (event) => {
    under = spotOf(event, root);
    point();
  });
  byId("ruler-on").addEventListener("click", toggle);
  new MutationObserver(() => root.querySelector(".over") || draw(view())).observe(root, { childList: true });
  return { p: point, m: toggle };
}

/**
 * Fingers others have laid on the map.
 * @param {AsideSent[]} asides
 * @param {Shown} view
 * @param {(text: string) => void} say
 */
export function showPings(asides, view, say) {
  for (const ping of asides) {
    pings.set(ping.id, ping);
    say(`${ping.by} points at the map.`);
    setTimeout(() => {
      pings.delete(ping.id);
      draw(view);
    }, SHOWN);
  }
  if (asides.length) draw(view);
}

/**
 * A pointer that rests where it was laid down.
 * @param {HTMLElement} root
 * @param {(event: PointerEvent) => void} act
 */
function onHold(root, act) {
  let timer = 0;
  /** @type {Point} */
  let from = [0, 0];
  let hasPointed = false; // then the finger that is lifted chooses nothing
  const stop = () => clearTimeout(timer);
  const point = (/** @type {PointerEvent} */ event) => {
    hasPointed = true;
    act(event);
  };
  root.addEventListener("pointerdown", (event) => {
    stop();
    hasPointed = false;
    from = [event.clientX, event.clientY];
    if (event.isPrimary && event.button === 0 && !ruler.isOn) timer = window.setTimeout(() => point(event), HOLD);
  });
  const swallow = (/** @type {Event} */ event) => {
    if (!hasPointed) return;
    event.stopPropagation();
    event.preventDefault();
    hasPointed = false;
  };
  root.addEventListener("click", swallow, true);
  root.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.clientX - from[0], event.clientY - from[1]) > SLIP) stop();
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) root.addEventListener(name, stop);
}

/**
 * The point of the board under a pointer, in whole units; a place, on a board of places.
 * @param {MouseEvent} event
 * @param {HTMLElement} root
 * @returns {Spot | null}
 */
function spotOf(event, root) {
  const [map, frame] = [root.querySelector(".map"), frameShown()];
  if (!(map instanceof SVGSVGElement) || !frame) return null;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM()?.inverse());
  if (frame.unit === "zone") {
    const isIn = (/** @type {Frame["rooms"][number]} */ r) =>
      at.x >= r.x && at.x <= r.x + r.wide && at.y >= r.y && at.y <= r.y + r.tall;
    const place = frame.rooms.findIndex(isIn);
    return place < 0 ? null : { x: place, y: 0 };
  }
  const [x, y] = frame.under(at.x, at.y).map(frame.unit === "tile" ? Math.floor : Math.round);
  return x < 0 || y < 0 ? null : { x, y };
}

/**
 * With the ruler in hand a click lays one of its ends, and chooses nothing.
 * @param {MouseEvent} event
 * @param {HTMLElement} root
 * @param {Shown} view
 * @param {() => void} measure
 */
function lay(event, root, view, measure) {
  const spot = spotOf(event, root);
  if (!spot || !(event.target instanceof Element) || !event.target.closest(".map")) return;
  event.stopPropagation();
  event.preventDefault();
  const laid = who(view, spot) ?? { name: "", ...spot };
  ruler.ends = ruler.ends.length === 1 ? [ruler.ends[0], laid] : [laid];
  measure();
}

/**
 * Who stands there.
 * @param {Shown} view
 * @param {Spot} spot
 * @returns {End | undefined}
 */
function who(view, { x, y }) {
  const near = view.board?.unit === "ft" ? 3 : 0;
  const isThere = (/** @type {{x: number, y: number, across: number, down: number}} */ t) =>
    near
      ? Math.hypot(t.x - x, t.y - y) <= near
      : x >= t.x && x < t.x + (t.across || 1) && y >= t.y && y < t.y + (t.down || 1);
  const token = view.board?.unit === "zone" ? undefined : view.board?.tokens.find(isThere);
  return token && { name: token.name, x: token.x, y: token.y };
}

/** @param {End} end */
const nameOf = ({ name, x, y }) => name || `${x},${y}`;
/** @param {End} end */
const spoken = ({ name }) => name || "a point";

/**
 * Over everything else on the map.
 * @param {Shown} view
 */
function draw(view) {
  const [map, frame] = [byId("map").querySelector(".map"), frameShown()];
  if (!map || !frame || !view?.board) return;
  map.querySelector(".over")?.remove();
  const middle = (/** @type {Spot} */ spot) => middleOf(frame, spot);
  const [a, b] = ruler.ends.map(middle);
  map.append(
    s(
      "g",
      { class: "over", "aria-hidden": "true" },
      [...pings.values()].map((ping) => finger(middle(ping), ping.by)),
      a && s("circle", { class: "ruler-end", cx: a[0], cy: a[1], r: 5 }),
      a && b && [
        s("path", { class: "ruler-line", d: `M${a.join(" ")}L${b.join(" ")}` }),
        s("circle", { class: "ruler-end", cx: b[0], cy: b[1], r: 5 }),
        s("text", { class: "pc", x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2 - 12 }, ruler.text),
      ],
    ),
  );
}

/** @param {Frame} frame @param {Spot} spot @returns {Point} */
function middleOf(frame, { x, y }) {
  const room = frame.rooms[x];
  if (frame.unit === "zone" && room) return [room.x + room.wide / 2, room.y + room.tall / 2];
  return frame.unit === "tile" ? frame.corner(x + 0.5, y + 0.5) : frame.corner(x, y);
}

/** @param {Point} at @param {string} by */
const finger = ([x, y], by) =>
  s(
    "g",
    { class: "ping" },
    s("circle", { class: "ping-ring", cx: x, cy: y, r: 16 }),
    s("circle", { class: "ping-ring late", cx: x, cy: y, r: 16 }),
    s("circle", { class: "ruler-end", cx: x, cy: y, r: 4 }),
    s("text", { class: "pc", x, y: y - 26 }, by),
  );

/**
 * The ruler for the keyboard, and what it says with its rules.
 * @param {Shown} view
 * @param {() => void} measure
 */
function drawBar(view, measure) {
  const bar = byId("ruler");
  byId("ruler-on").setAttribute("aria-pressed", String(ruler.isOn));
  bar.hidden = !ruler.isOn;
  if (!ruler.isOn) return void bar.replaceChildren();
  const focused = document.activeElement?.getAttribute("data-key");
  bar.replaceChildren(
    end(view, 0, "From", measure),
    end(view, 1, "to", measure),
    h("b", { class: "fig" }, ruler.text),
    h("span", { class: "cites" }, ruler.rules.map((id) => [cite(view.ruleset, id), " "])),
    h("span", { class: "note" }, ruler.text ? "" : "click two points of the map, or choose"),
  );
  const same = bar.querySelector(`[data-key="${focused}"]`);
  if (same instanceof HTMLElement) same.focus();
}

/** @param {Shown} view @param {0 | 1} k @param {string} label @param {() => void} measure */
function end(view, k, label, measure) {
  const tokens = view.board?.tokens.filter((t) => t.x >= 0) ?? [];
  const now = ruler.ends[k];
  const choose = (/** @type {string} */ name) => {
    const token = tokens.find((t) => t.name === name);
    if (!token) return;
    ruler.ends[k] = { name, x: token.x, y: token.y };
    if (k === 1 && !ruler.ends[0]) ruler.ends[0] = ruler.ends[1];
    measure();
  };
  return h(
    "label",
    {},
    `${label} `,
    h(
      "select",
      { "data-key": `ruler-${k}`, onchange: (e) => choose(e.currentTarget.value) },
      h("option", { value: "", selected: !now?.name }, now && !now.name ? "a point" : "…"),
      tokens.map((t) => h("option", { selected: now?.name === t.name }, t.name)),
    ),

  );
}
