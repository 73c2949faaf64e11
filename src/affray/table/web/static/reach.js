/** Going to a point: a plan that asks for a bearing, like the minutes of a clock, and feet. */

import { s } from "./dom.js";
import { keyOf } from "./odds.js";

const AROUND = 60;
const FINGER = 24; // pixels

/** A plan that asks for a point of the map: so far that way in feet, or one of these tiles. */
export const isWalk = (offer) => Boolean(offer?.reach?.length || offer?.tiles?.length);

/** The question `zone`, where it is all that a plan leaves to be said. */
export function zoneLeft(offer) {
  const open = (offer.answers_left ?? []).filter(({ usual }) => usual === null);
  return open.length === 1 && open[0].question === "zone" ? open[0] : null;
}

/** The walk a click on the map means: the one in hand, else the plain one. */
export function walkOf(view, ctx) {
  const { pending } = view;
  const walks = pending?.mine && pending.kind === "plan" ? pending.offers.filter(isWalk) : [];
  return walks.find((o) => keyOf(o) === ctx.open) ?? walks.find((o) => o.target === null);
}

/** Where on the map the pointer is, in its unit; null over somebody who may be chosen. */
export function pointed(event, map, frame) {
  if (event.target instanceof Element && event.target.closest(".pick")) return null;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM()?.inverse());
  return frame.under(at.x, at.y);
}

const turn = (bearing) => (2 * Math.PI * bearing) / AROUND;

/** How far apart two bearings are, the short way around. */
const between = (a, b) => {
  const off = (((a - b) % AROUND) + AROUND) % AROUND;
  return Math.min(off, AROUND - off);
};

/** The legal bearing and feet nearest to a point so many feet east and north. */
export function nearest(reach, east, north) {
  const minutes = (Math.atan2(east, north) / (2 * Math.PI)) * AROUND;
  const [bearing, far] = reach.reduce((a, b) => (between(b[0], minutes) < between(a[0], minutes) ? b : a));
  return { bearing, feet: Math.min(far, Math.max(1, Math.round(Math.hypot(east, north)))) };
}

/** A second click where the first was means that point, though the map has moved under it. */
const isSame = (before, now) => Math.hypot(now[0] - before[0], now[1] - before[1]) < FINGER;

const endOf = (mover, bearing, feet) => [
  mover.x + Math.sin(turn(bearing)) * feet,
  mover.y + Math.cos(turn(bearing)) * feet,
];

/** The way to a point and how far it is, drawn while one aims. */
function newHint(frame, mover) {
  const line = s("path", { class: "way" });
  const far = s("text", { class: "way-text" });
  const drawn = s("g", { "aria-hidden": "true" }, line, far);
  const show = (point) => {
    drawn.toggleAttribute("hidden", !point);
    if (!point) return;
    const [x, y] = frame.corner(...endOf(mover, point.bearing, point.feet));
    line.setAttribute("d", `M${frame.corner(mover.x, mover.y).join(" ")}L${x} ${y}`);
    far.setAttribute("x", String(x));
    far.setAttribute("y", String(y - 8));
    far.textContent = `${point.feet} ft`;
  };
  return { drawn, show };
}

/** The ground within reach; a click on the map goes there, or as near as may be. */
export function drawWalk(map, view, frame, ctx) {
  const { pending, board } = view;
  const offer = board.unit === "ft" ? walkOf(view, ctx) : null;
  const mover = offer?.reach && board.tokens.find((t) => t.who === pending.who);
  if (!mover) return;
  /** @param {number[]} point */
  const edge = ([x, y]) => [Math.min(board.width, Math.max(0, x)), Math.min(board.height, Math.max(0, y))];
  const corners = offer.reach.map(([way, far]) => frame.corner(...edge(endOf(mover, way, far))).join(" "));
  const { drawn, show } = newHint(frame, mover);
  map.append(s("path", { class: "reach walk", d: `M${corners.join("L")}Z` }), drawn);
  const aim = (event) => {
    const [x, y] = pointed(event, map, frame) ?? [-1, -1];
    if (x < 0 || y < 0 || x > board.width || y > board.height) return null;
    return nearest(offer.reach, x - mover.x, y - mover.y);
  };
  const { bearing, feet } = ctx.details.chosen(offer);
  show(bearing && feet ? { bearing: Number(bearing), feet: Number(feet) } : null);
  map.classList.add("walkable");
  map.addEventListener("pointermove", (event) => show(aim(event)));
  map.addEventListener("pointerleave", () => show(null));
  map.addEventListener("click", (event) => go(offer, aim(event), [event.clientX, event.clientY], ctx));
}

function go(offer, point, at, ctx) {
  if (!point) return;
  if (ctx.isConfirming(offer) && isSame(ctx.aimed, at)) return void ctx.choose(offer);
  ctx.aimed = at;
  ctx.walk(offer, { bearing: String(point.bearing), feet: String(point.feet) });
}
