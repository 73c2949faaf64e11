/** Going to a point: a plan that asks for a bearing, like the minutes of a clock, and feet. */

import { s } from "./dom.js";
import { keyOf } from "./odds.js";

/**
 * @typedef {import("./protocol").Left} Left
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./protocol").Token} Token
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Frame} Frame
 * @typedef {import("./page").MapView} MapView
 * @typedef {import("./page").Point} Point
 * @typedef {import("./page").Shown} Shown
 */

const AROUND = 60;
const FINGER = 24; // pixels

/**
 * A plan that asks for a point of the map: so far that way in feet, or one of these tiles.
 * @param {Offer | null | undefined} offer
 */
export const isWalk = (offer) => Boolean(offer?.reach?.length || offer?.tiles?.length);

/**
 * The question `zone`, where it is all that a plan leaves to be said.
 * @param {Offer} offer
 * @returns {Left | null}
 */
export function zoneLeft(offer) {
  const open = (offer.answers_left ?? []).filter(({ usual }) => usual === null);
  return open.length === 1 && open[0].question === "zone" ? open[0] : null;
}

/**
 * The walk a click on the map means: the one in hand, else the plain one.
 * @param {Shown} view
 * @param {Ctx} ctx
 * @returns {Offer | undefined}
 */
export function walkOf(view, ctx) {
  const { pending } = view;
  const walks = pending?.mine && pending.kind === "plan" ? pending.offers.filter(isWalk) : [];
  return walks.find((o) => keyOf(o) === ctx.open) ?? walks.find((o) => o.target === null);
}

/**
 * Where on the map the pointer is, in its unit; null over somebody who may be chosen.
 * @param {MouseEvent} event
 * @param {SVGSVGElement} map
 * @param {Frame} frame
 * @returns {Point | null}
 */
export function pointed(event, map, frame) {
  if (event.target instanceof Element && event.target.closest(".pick")) return null;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM()?.inverse());
  return frame.under(at.x, at.y);
}

/** @param {number} bearing */
const turn = (bearing) => (2 * Math.PI * bearing) / AROUND;

/**
 * How far apart two bearings are, the short way around.
 * @param {number} a
 * @param {number} b
 */
const between = (a, b) => {
  const off = (((a - b) % AROUND) + AROUND) % AROUND;
  return Math.min(off, AROUND - off);
};

/**
 * The legal bearing and feet nearest to a point so many feet east and north.
 * @param {Point[]} reach
 * @param {number} east
 * @param {number} north
 */
export function nearest(reach, east, north) {
  const minutes = (Math.atan2(east, north) / (2 * Math.PI)) * AROUND;
  const [bearing, far] = reach.reduce((a, b) => (between(b[0], minutes) < between(a[0], minutes) ? b : a));
  return { bearing, feet: Math.min(far, Math.max(1, Math.round(Math.hypot(east, north)))) };
}

/**
 * A second click where the first was means that point, though the map has moved under it.
 * @param {Point} before
 * @param {Point} now
 */
const isSame = (before, now) => Math.hypot(now[0] - before[0], now[1] - before[1]) < FINGER;

/** @param {Token} mover @param {number} bearing @param {number} feet @returns {Point} */
const endOf = (mover, bearing, feet) => [
  mover.x + Math.sin(turn(bearing)) * feet,
  mover.y + Math.cos(turn(bearing)) * feet,
];

/**
 * The way to a point and how far it is, drawn while one aims.
 * @param {Frame} frame
 * @param {Token} mover
 */
function newHint(frame, mover) {
  const line = s("path", { class: "way" });
  const end = s("circle", { class: "way-end", r: 7 });
  const far = s("text", { class: "way-text" });
  const drawn = s("g", { "aria-hidden": "true" }, line, end, far);
  const show = (/** @type {{bearing: number, feet: number} | null} */ point) => {
    drawn.toggleAttribute("hidden", !point);
    if (!point) return;
    const [x, y] = frame.corner(...endOf(mover, point.bearing, point.feet));
    line.setAttribute("d", `M${frame.corner(mover.x, mover.y).join(" ")}L${x} ${y}`);
    end.setAttribute("cx", String(x));
    end.setAttribute("cy", String(y));
    far.setAttribute("x", String(x));
    far.setAttribute("y", String(y - 16));
    far.textContent = `${point.feet} ft`;
  };
  return { drawn, show };
}

/**
 * The ground within reach; a click on the map goes there, or as near as may be.
 * @param {SVGSVGElement} map
 * @param {MapView} view
 * @param {Frame} frame
 * @param {Ctx} ctx
 */
export function drawWalk(map, view, frame, ctx) {
  const { pending, board } = view;
  const offer = board.unit === "ft" ? walkOf(view, ctx) : null;
  const mover = board.tokens.find((t) => t.who === pending?.who);
  if (!offer?.reach || !mover) return;
  const { reach } = offer;
  /** @type {(point: Point) => Point} */
  const edge = ([x, y]) => [Math.min(board.width, Math.max(0, x)), Math.min(board.height, Math.max(0, y))];
  const corners = reach.map(([way, far]) => frame.corner(...edge(endOf(mover, way, far))).join(" "));
  const { drawn, show } = newHint(frame, mover);
  map.append(s("path", { class: "reach walk", d: `M${corners.join("L")}Z` }), drawn);
  const aim = (/** @type {MouseEvent} */ event) => {
    const [x, y] = pointed(event, map, frame) ?? [-1, -1];
    if (x < 0 || y < 0 || x > board.width || y > board.height) return null;
    return nearest(reach, x - mover.x, y - mover.y);
  };
  /** As it is now: what was chosen stays marked, also when the finger is gone. */
  const chosen = () => {
    const { bearing, feet } = ctx.details.chosen(offer);
    return bearing && feet ? { bearing: Number(bearing), feet: Number(feet) } : null;
  };
  show(chosen());
  map.classList.add("walkable");
  map.addEventListener("pointermove", (event) => show(aim(event) ?? chosen()));
  map.addEventListener("pointerleave", () => show(chosen()));
  map.addEventListener("click", (event) => {
    go(offer, aim(event), [event.clientX, event.clientY], ctx);
    show(chosen());
  });
}

/**
 * @param {Offer} offer
 * @param {{bearing: number, feet: number} | null} point
 * @param {Point} at
 * @param {Ctx} ctx
 */
function go(offer, point, at, ctx) {
  if (!point) return;
  if (ctx.isConfirming(offer) && isSame(ctx.aimed, at)) return void ctx.choose(offer);
  ctx.aimed = at;
  ctx.walk(offer, { bearing: String(point.bearing), feet: String(point.feet) });
}
