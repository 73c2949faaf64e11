/** A creature's token, on the map and in lists: a circle for the first side, a diamond for the second. */

import { s } from "./dom.js";

/** @typedef {import("./page").Shape} Shape */

const RING = 16.5;
const LETTERS = "letters";
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
    return s("g", { class: `${sideClass(token)} out` }, body(token.side), inside(token), cross);
  }
  const wedge =
    token.facing === null || token.facing === undefined
      ? null
      : s("path", { class: "wedge", transform: `rotate(${token.facing})`, d: "M0-27L9-17.5Q0-21-9-17.5Z" });
  const worn = WORN[token.colour ?? ""];
  const classes = `${sideClass(token)}${token.acting ? " now" : ""}${worn ? ` worn ${token.colour}` : ""}`;
  const badge = worn && s("path", { class: "worn-mark", transform: "translate(-12 12)", d: worn });
  return s("g", { class: classes }, wedge, ring(token), body(token.side), inside(token), badge);
}

/**
 * The shape each colour has, as in affray.css: whoever plays a creature is known by either.
 * @type {Record<string, string>}
 */
const WORN = {
  blue: "M-5 0A5 5 0 1 1 5 0A5 5 0 1 1-5 0Z",
  red: "M-4.4-4.4H4.4V4.4H-4.4Z",
  green: "M0-5L5 4.4H-5Z",
  violet: "M0-5.5L5.5 0L0 5.5L-5.5 0Z",
  orange: "M0-5.5L1.4-1.6L5.5-1.4L2.3 1.2L3.4 5.2L0 2.9L-3.4 5.2L-2.3 1.2L-5.5-1.4L-1.4-1.6Z",
  teal: "M-2.6-4.6H2.6L5.2 0L2.6 4.6H-2.6L-5.2 0Z",
  brown: "M-1.7-5H1.7V-1.7H5V1.7H1.7V5H-1.7V1.7H-5V-1.7H-1.7Z",
  pink: "M0-5.8Q5.6 .4 3.6 3A4.6 4.6 0 0 1-3.6 3Q-5.6 .4 0-5.8Z",
};

/**
 * What a token shows: its emblem, with a number where others have the same, or letters.
 * @param {Shape} token
 */
function inside(token) {
  const { emblem = LETTERS, initials } = token;
  if (token.picture && !usesLetters()) return portrait(token);
  if (emblem === LETTERS || usesLetters()) return s("text", { class: "init", "aria-hidden": "true" }, initials);
  const half = token.side === 0 ? 9.3 : token.side === 1 ? 8 : 9;
  return s(
    "g",
    { "aria-hidden": "true" },
    s("use", { class: "emblem", href: hrefOf(emblem), x: -half, y: -half, width: 2 * half, height: 2 * half }),
    token.mark && s("text", { class: "count-mark", x: 11.5, y: 12 }, token.mark),
  );
}

/**
 * A picture of one's own, cut round; the side's shape looks out behind it.
 * @param {Shape} token
 */
function portrait({ picture = "", acting, mark }) {
  const r = 11.6;
  return s(
    "g",
    { class: acting ? "portrait now" : "portrait", "aria-hidden": "true" },
    s("image", {
      href: pictureAt(picture),
      x: -r,
      y: -r,
      width: 2 * r,
      height: 2 * r,
      preserveAspectRatio: "xMidYMid slice",
      "clip-path": "url(#cut-round)",
    }),
    s("circle", { r }),
    mark && s("text", { class: "count-mark", x: 11.5, y: 12 }, mark),
  );
}

/**
 * Where a picture is fetched, for the seat this page speaks for.
 * @param {string} mark
 */
export function pictureAt(mark) {
  const { fight = "", seat = "" } = document.body.dataset;
  if (!fight) return `/build/pictures/${mark}`;
  return `/fights/${encodeURIComponent(fight)}/pictures/${mark}?seat=${seat}`;
}

/**
 * In the page already, or in a file of its own where a game master chose it later.
 * @param {string} emblem
 */
const hrefOf = (emblem) =>
  document.getElementById(`emblem-${emblem}`) ? `#emblem-${emblem}` : `/static/emblems/${emblem}.svg#emblem`;

let wanted = recall();

function recall() {
  try {
    return localStorage.getItem("affray-tokens") ?? "";
  } catch {
    return ""; // a browser that keeps nothing
  }
}

/** Whether whoever looks would rather read letters. */
export const usesLetters = () => wanted === LETTERS;

/** @param {boolean} isWanted */
export function useLetters(isWanted) {
  wanted = isWanted ? LETTERS : "";
  try {
    localStorage.setItem("affray-tokens", wanted);
  } catch {
    // Kept for this page only.
  }
}

/** @param {Shape} token */
const look = ({ picture, emblem }) => picture || emblem;

/**
 * Tokens with what tells those of one emblem apart: the number of their name, or their letters.
 * @template {Shape & {name: string}} T
 * @param {T[]} tokens
 * @returns {(T & {mark: string})[]}
 */
export const marked = (tokens) =>
  tokens.map((token) => {
    const isOne = !tokens.some((t) => t !== token && look(t) === look(token) && t.side === token.side);
    return { ...token, mark: isOne ? "" : (/\d+$/.exec(token.name)?.[0] ?? token.initials) };
  });

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
      inside(token),
    ),
  );
