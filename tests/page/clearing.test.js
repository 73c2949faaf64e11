/** What Clear takes off a map. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cleared } from "../../src/affray/table/web/static/draft.js";

const feet = { unit: "ft", ground: [] };
const tiles = { unit: "tile", ground: [] };
const road = { kind: "road", path: [[0, 0], [20, 0], [20, 10], [0, 10]] };
const trees = { kind: "tree", at: [[5, 5], [40, 40]], size: 12 };
const having = (area) => ({ ground: { base: "grass", area }, creature: [] });
const left = (draft) => draft.ground?.area ?? [];

test("in feet the figure under the finger goes, then what lies below it", () => {
  const once = cleared(having([road, trees]), feet, [7, 4]);
  assert.deepEqual(left(once), [road, { ...trees, at: [[40, 40]] }]);
  assert.deepEqual(left(cleared(once, feet, [7, 4])), [{ ...trees, at: [[40, 40]] }]);
  assert.deepEqual(left(cleared(once, feet, [30, 30])), left(once), "nothing lies there");
});

test("a box of tiles goes when the tile has nothing else", () => {
  const box = { kind: "dark", from: [1, 1], to: [2, 2] };
  const draft = { ground: { rows: ["...", ".~.", "..."], area: [box] }, creature: [] };
  const once = cleared(draft, tiles, [1, 1]);
  assert.deepEqual(left(once), [box]);
  assert.deepEqual(left(cleared(once, tiles, [1, 1])), []);
});
