/** A fight as its moments: put together from what has changed, and fetched as it is wanted. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Film, patched } from "../../src/affray/table/web/static/film.js";

test("a list holds a new value, an object what has changed inside", () => {
  const before = { x: [1, { y: 2 }], z: null, names: ["Ada"] };
  const after = patched(before, { x: { 1: { y: [3] } }, z: [{ w: 1 }], names: [["Ada", "Grim"]] });
  assert.deepEqual(after, { x: [1, { y: 3 }], z: { w: 1 }, names: ["Ada", "Grim"] });
  assert.deepEqual(before, { x: [1, { y: 2 }], z: null, names: ["Ada"] }, "which stays as it was");
  assert.deepEqual(patched(before, {}), before);
});

/** Five moments, two at once; the third block fails the first time. */
function made() {
  /** @type {number[]} */
  const asked = [];
  const load = async (/** @type {number} */ block) => {
    asked.push(block);
    if (block === 2 && asked.filter((one) => one === 2).length === 1) throw new Error("lost");
    const first = 2 * block;
    const frames = [first, first + 1]
      .filter((m) => m < 5)
      .map((m) => ({ changes: m === first ? {} : { round: [m] }, log: [{ n: m }] }));
    return { moments: 5, block: 2, first, state: { round: first }, frames };
  };
  return { asked, film: new Film(/** @type {any} */ (load)) };
}

test("blocks come when they are wanted, and the next one beforehand", async () => {
  const { asked, film } = made();
  await film.reach(0);
  assert.deepEqual(asked, [0, 1]);
  await film.reach(1);
  assert.deepEqual(asked, [0, 1], "each once");
  assert.deepEqual([film.moments, film.has(1), film.has(4)], [5, true, false]);
  assert.equal(film.states[1].round, 1);
});

test("what was lost on the way is asked for again", async () => {
  const { asked, film } = made();
  await film.reach(0);
  await assert.rejects(film.reach(4), /lost/);
  await film.reach(4);
  assert.deepEqual(asked, [0, 1, 2, 2]);
  assert.equal(film.states[4].round, 4);
});

test("a line leads to its moment", async () => {
  const { film } = made();
  await film.all().catch(() => film.all());
  assert.equal(film.momentOf(3), 3);
  assert.deepEqual(
    film.until(2).map(({ n }) => n),
    [0, 1, 2],
  );
});
