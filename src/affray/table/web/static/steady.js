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

/**
 * The part of the page a button is pressed in, until it is let go.
 * @type {Element | null}
 */
let pressed = null;
/** @type {Map<Element, () => void>} what is drawn then */
const held = new Map();
/** @type {Map<Element, number>} as of when each part was drawn */
const drawn = new Map();

addEventListener("pointerdown", ({ target, isPrimary, button }) => {
  const hit = isPrimary && button === 0 && target instanceof Element && target.closest("#start button, #map .map");
  pressed = hit ? hit.closest("#start, #map") : null;
}, true);

const letGo = () => {
  pressed = null;
  setTimeout(() => { // after the click it may be the end of
    const draws = [...held.values()];
    held.clear();
    for (const draw of draws) draw();
  });
};
for (const name of ["pointerup", "pointercancel", "contextmenu", "blur"]) addEventListener(name, letGo, true);

/**
 * A part of the page is drawn, once no finger lies on it: a click on what is replaced meanwhile is
 * lost. What would mean a moment that has passed is replaced all the same.
 * @param {Element} root
 * @param {number} seq  of what is to be drawn
 * @param {() => void} draw
 * @param {boolean} [isNew]  something else is asked at the same moment
 */
export function onceLetGo(root, seq, draw, isNew = false) {
  if (pressed === root && drawn.get(root) === seq && !isNew) return void held.set(root, draw);
  held.delete(root);
  drawn.set(root, seq);
  draw();
}
