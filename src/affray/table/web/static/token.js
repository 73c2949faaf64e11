/** A creature's token, on the map and in lists: a circle for the first side, a diamond for the second. */

import { s } from "./dom.js";

/** @typedef {import("./page").Shape} Shape */

const RING = 16.5;
const MOST_ARCS = 6;

/** @param {number} turn */
const at = (turn) => {
  const a = 2 * Math.PI * turn;
  return `${(RING * Math.sin(a)).toFixed(2)} ${(-RING * Math.cos(a)).toFixed(2)}`;
};

/** @param {number} from @param {number} to @param {boolean} isHurt */
function arc(from, to, isHurt) {
  const large = to - from > 0.5 ? 1 : 0;
  const d = `M${at(from)}A${RING} ${RING} 0 ${large} 1 ${at(to)}`;
  return s("path", { class: isHurt ? "ring hurt" : "ring", d });
}

/**
 * As many arcs as it bears wounds; past six a share of the ring.
 * @param {Shape} shape
 */
function ring({ hurt = 0, bears = 1 }) {
  const gap = 0.022;
  if (bears > MOST_ARCS) {
    const share = Math.min(1, Math.max(0, hurt / bears));
    const parts = [];
    if (share > 0) parts.push(arc(gap, Math.max(2 * gap, share - gap), true));
    if (share < 1) parts.push(arc(share + gap, 1 - gap, false));
    return parts;
  }
  const n = Math.max(1, bears);
  return Array.from({ length: n }, (_, k) => arc(k / n + gap, (k + 1) / n - gap, k < hurt));
}

/** @param {number} side */
export function body(side) {
  if (side === 0) return s("circle", { class: "body", r: 12.5 });
  const d = side === 1 ? "M0-14.5L14.5 0L0 14.5L-14.5 0Z" : "M-11.5-11.5H11.5V11.5H-11.5Z";
  return s("path", { class: "body", d });
}

/** @param {{side: number}} given */
export const sideClass = ({ side }) => ["hero", "foe"][side] ?? "world";

/**
 * The marks of one token around its own middle.
 * @param {Shape} token
 */
export function marks(token) {
  if (token.is_out) {
    const cross = s("path", { class: "cross", d: "M-11-11L11 11M11-11L-11 11" });
    return s("g", { class: `${sideClass(token)} out` }, body(token.side), initials(token), cross);
  }
  const wedge =
    token.facing === null || token.facing === undefined
      ? null
      : s("path", { class: "wedge", transform: `rotate(${token.facing})`, d: "M0-27L9-17.5Q0-21-9-17.5Z" });
  const classes = `${sideClass(token)}${token.acting ? " now" : ""}`;
  return s("g", { class: classes }, wedge, ring(token), body(token.side), initials(token));
}

/** @param {Shape} token */
const initials = (token) => s("text", { class: "init", "aria-hidden": "true" }, token.initials);

/**
 * A small token beside a name.
 * @param {Shape} token
 */
export const mini = (token) =>
  s(
    "svg",
    { class: "tok", viewBox: "-15 -15 30 30", "aria-hidden": "true" },
    s(
      "g",
      { class: `${sideClass(token)}${token.acting ? " now" : ""}${token.is_out ? " out" : ""}` },
      body(token.side),
      initials(token),
    ),
  );
