/** What is held over the map: the ruler, the fog, the ground's picture. One of them at a time. */

import { byId } from "./dom.js";
import { frameShown } from "./board.js";

/** @typedef {import("./page").Point} Point */

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
 * @param {MouseEvent} event
 * @returns {Point | null}
 */
export function under(event) {
  const [map, frame] = [byId("map").querySelector(".map"), frameShown()];
  if (!(map instanceof SVGSVGElement) || !frame) return null;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM()?.inverse());
  return frame.under(at.x, at.y);
}

/**
 * A pointer drawn over the map while a tool is in hand: it chooses nothing and pushes nothing.
 * @param {() => boolean} isOn
 * @param {{start: (at: Point) => void, move: (at: Point) => void, end: () => void}} drawn
 */
export function onDrag(isOn, { start, move, end }) {
  const root = byId("map");
  let isDown = false;
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
      start(at);
    },
    true,
  );
  addEventListener("pointermove", (event) => {
    const at = isDown ? under(event) : null;
    if (at) move(at);
  });
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"]))
    addEventListener(name, () => {
      if (isDown) end();
      isDown = false;
    });
  root.addEventListener("click", (event) => isOver(event) && swallow(event), true);
}
