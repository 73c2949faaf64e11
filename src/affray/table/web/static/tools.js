/** What is held over the map: the ruler, the fog, the ground's picture. One of them at a time. */

import { byId } from "./dom.js";
import { frameShown } from "./board.js";

/**
 * @typedef {import("./page").Point} Point
 * @typedef {{ clientX: number, clientY: number }} Seen  where a hand is, on the screen
 */

const NEAR = 4; // pixels: of a tile a small part, however many are shown

/** @type {(() => void) | null} how what is in hand is put down */
let putDown = null;

/**
 * Take a tool in hand; another is put down first.
 * @param {() => void} put
 */
export function take(put) {
  const before = putDown;
  putDown = put;
  if (before && before !== put) before();
}

/** @param {() => void} put */
export function letGo(put) {
  if (putDown === put) putDown = null;
}

/**
 * Where on the map a pointer is, in the board's own unit; the place, on a board of places.
 * @param {Seen} event
 * @returns {Point | null}
 */
export function under(event) {
  const [map, frame] = [byId("map").querySelector(".map"), frameShown()];
  if (!(map instanceof SVGSVGElement) || !frame) return null;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM()?.inverse());
  return frame.under(at.x, at.y);
}

/**
 * The way from one place on the screen to another, so close that no tile is missed: of a quick
 * stroke a browser tells a few places only.
 * @param {Seen} from
 * @param {Seen} to
 * @returns {Seen[]}
 */
export function between(from, to) {
  const [across, down] = [to.clientX - from.clientX, to.clientY - from.clientY];
  const steps = Math.max(1, Math.ceil(Math.hypot(across, down) / NEAR));
  return Array.from({ length: steps }, (_, k) => {
    const part = (k + 1) / steps;
    return { clientX: from.clientX + part * across, clientY: from.clientY + part * down };
  });
}

/**
 * A pointer drawn over the map while a tool is in hand: it chooses nothing and pushes nothing.
 * @param {() => boolean} isOn
 * @param {{start: (at: Point) => void, move: (at: Point) => void, end: () => void}} drawn
 */
export function onDrag(isOn, { start, move, end }) {
  const root = byId("map");
  let isDown = false;
  /** @type {Seen} where it was seen last */
  let last = { clientX: 0, clientY: 0 };
  const swallow = (/** @type {Event} */ event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  const isOver = (/** @type {Event} */ event) =>
    isOn() && event.target instanceof Element && Boolean(event.target.closest(".map"));
  root.addEventListener(
    "pointerdown",
    (event) => {
      const at = isOver(event) && event.isPrimary && event.button === 0 ? under(event) : null;
      if (!at) return;
      swallow(event);
      isDown = true;
      last = event;
      start(at);
    },
    true,
  );
  addEventListener("pointermove", (event) => {
    if (!isDown || !event.isPrimary) return;
    for (const seen of between(last, event)) {
      const at = under(seen);
      if (at) move(at);
    }
    last = event;
  });
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"]))
    addEventListener(name, () => {
      if (isDown) end();
      isDown = false;
    });
  root.addEventListener("click", (event) => isOver(event) && swallow(event), true);
}
