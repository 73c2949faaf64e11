/** What moves: tokens glide to where they go, and a blow is seen where it lands. */

import { s } from "./dom.js";

/**
 * @typedef {import("./page").Placed} Placed
 * @typedef {import("./page").Shown} Shown
 */

const GLIDE = 420; // milliseconds
const BLOW = 700;
const LEAST = 2; // pixels: less is no way
const STROKES = 8;

/** @type {{seq: number, tokens: Map<number, Placed>}} */
let last = { seq: -1, tokens: new Map() };

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Tokens that have just been drawn come from where they stood in the view before.
 * @param {SVGSVGElement} map
 * @param {Placed[]} tokens
 * @param {Shown} view
 */
export function moveOn(map, tokens, { seq }) {
  const before = last.tokens;
  const isNew = seq !== last.seq && last.seq >= 0;
  last = { seq, tokens: new Map(tokens.map((token) => [token.who, token])) };
  if (!isNew || isCalm()) return;
  for (const token of tokens) {
    const old = before.get(token.who);
    if (!old) continue;
    const isGoing = Math.hypot(old.px - token.px, old.py - token.py) > LEAST;
    if (isGoing) glide(map.querySelector(`[data-who="${token.who}"]`), old, token);
    if (token.hurt > old.hurt || (token.is_out && !old.is_out)) strike(map, token, isGoing ? GLIDE : 0);
  }
}

/** @param {Element | null} drawn @param {Placed} from @param {Placed} to */
function glide(drawn, from, to) {
  const at = (/** @type {Placed} */ { px, py }) => ({ transform: `translate(${px}px, ${py}px)` });
  drawn?.animate([at(from), at(to)], { duration: GLIDE, easing: "ease-in-out" });
}

/**
 * Strokes that burst from whoever was struck, and are gone.
 * @param {SVGSVGElement} map
 * @param {Placed} token
 * @param {number} delay
 */
function strike(map, { px, py, half }, delay) {
  const strokes = Array.from({ length: STROKES }, (_, k) => {
    const turn = (2 * Math.PI * (k + 0.5)) / STROKES;
    const at = (/** @type {number} */ far) => `${(far * Math.sin(turn)).toFixed(1)} ${(far * Math.cos(turn)).toFixed(1)}`;
    return `M${at(half * 0.95)}L${at(half * 1.35)}`;
  });
  const burst = s("path", { class: "blow", d: strokes.join("") });
  map.append(s("g", { transform: `translate(${px} ${py})`, "aria-hidden": "true" }, burst));
  const shown = burst.animate(
    [
      { opacity: 0, transform: "scale(0.7)" },
      { opacity: 1, transform: "scale(1)", offset: 0.3 },
      { opacity: 0, transform: "scale(1.25)" },
    ],
    { duration: BLOW, delay, easing: "ease-out", fill: "both" },
  );
  shown.onfinish = () => burst.parentElement?.remove();
}
