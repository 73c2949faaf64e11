/** A die as it lies: pips up to six, a numeral beyond. */

import { s } from "./dom.js";

const [NEAR, MIDDLE, FAR] = [15.5, 30, 44.5];
const CENTRE = [[MIDDLE, MIDDLE]];
const FALLING = [
  [NEAR, NEAR],
  [FAR, FAR],
];
const RISING = [
  [FAR, NEAR],
  [NEAR, FAR],
];
const WAIST = [
  [NEAR, MIDDLE],
  [FAR, MIDDLE],
];

/** @type {Record<number, number[][]>} */
const PIPS = {
  1: CENTRE,
  2: FALLING,
  3: [...FALLING, ...CENTRE],
  4: [...FALLING, ...RISING],
  5: [...FALLING, ...RISING, ...CENTRE],
  6: [...FALLING, ...RISING, ...WAIST],
};

/** @param {number} face */
export const dieOf = (face) =>
  s(
    "svg",
    { class: "cube", viewBox: "0 0 60 60", "aria-hidden": "true" },
    s("rect", { x: 2, y: 2, width: 56, height: 56, rx: 9 }),
    PIPS[face]?.map(([cx, cy]) => s("circle", { cx, cy, r: 5.2 })) ?? s("text", { x: 30, y: 31 }, face),
  );
