/** Nothing moves under a finger. */

import { byId } from "./dom.js";
import { isTapped } from "./tap.js";

let isOnMap = false;
document.addEventListener("pointerdown", ({ target }) => {
  isOnMap = target instanceof Node && byId("map").contains(target);
});

/**
 * The map stays where it is on the screen while it is what one touches, whatever is drawn above it.
 * @param {() => void} draw
 */
export function keepingMap(draw) {
  const top = () => byId("map").getBoundingClientRect().top;
  const before = top();
  draw();
  if (isOnMap && isTapped()) scrollBy(0, top() - before);
}
