/** Where things stand on a map. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf, pointOf, stepTo, wayTo } from "../../src/affray/table/web/static/compass.js";
import { edges } from "../../src/affray/table/web/static/ground.js";
import { Room } from "../../src/affray/table/web/static/labels.js";
import { isWalk, nearest, zoneLeft } from "../../src/affray/table/web/static/reach.js";
import { layOut, wrap } from "../../src/affray/table/web/static/rooms.js";
import { loopsOf, rounded, smooth, tilesOf } from "../../src/affray/table/web/static/shapes.js";
import { knotsOf } from "../../src/affray/table/web/static/zones.js";
import { offer } from "./made.js";

const ground = { base: "", patches: [], rules: {} };

test("a point of the map is said as people do", () => {
  const token = (who, x, y, more = {}) => ({ who, name: `Orc ${who}`, x, y, facing: null, is_out: false, ...more });
  const tokens = [token(0, 10, 10), token(1, 40, 16, { facing: 0 }), token(2, 38, 10, { is_out: true }), token(3, 10, 60)];
  const way = (bearing, feet) => wayTo({ bearing, feet }, tokens[0], tokens);
  assert.equal(way("16", "30"), "30 ft east, behind Orc 1");
  assert.equal(way("0", "44"), "44 ft north, south of Orc 3");
  assert.equal(way("30", "9"), "9 ft south", "nobody is near");
  assert.equal(wayTo({ bearing: "16" }, tokens[0], tokens), "", "no feet yet");
});

test("points of the compass", () => {
  assert.equal(pointOf(offer("move-north-east")), 1);
  assert.equal(pointOf(offer("north-east")), 1);
  assert.equal(pointOf(offer("brace")), -1);
  assert.equal(pointOf(offer("north", { target: "Bran" })), -1, "what is aimed at somebody is no way");
  assert.deepEqual(stepTo(3, 3, 1), [4, 2]);
  assert.deepEqual(placeOf(5), [1, 3]);
});

test("a click goes to the nearest bearing, and no farther than that leads", () => {
  const reach = [
    [0, 30],
    [15, 20],
    [30, 30],
    [45, 5],
  ];
  assert.deepEqual(nearest(reach, 0, 12), { bearing: 0, feet: 12 });
  assert.deepEqual(nearest(reach, 100, 3), { bearing: 15, feet: 20 });
  assert.deepEqual(nearest(reach, -1, 0.2), { bearing: 45, feet: 1 });
  assert.deepEqual(nearest(reach, 0.1, 0), { bearing: 15, feet: 1 }, "one never goes nowhere");
});

test("what a plan leaves to the map", () => {
  assert.equal(isWalk(offer("go", { reach: [[0, 30]] })), true);
  assert.equal(isWalk(offer("go", { reach: [] })), false);
  const zone = { question: "zone", usual: null };
  assert.equal(zoneLeft(offer("go", { answers_left: [zone] })), zone);
  assert.equal(zoneLeft(offer("go", { answers_left: [zone, { question: "how", usual: null }] })), null);
});

test("words stand where nothing else does, or nowhere", () => {
  const room = new Room([0, 0, 100, 60]);
  room.take(50, 30, 10);
  assert.deepEqual(room.find(50, 30, 10, 30, 10), { x: "50.0", y: "12.0" });
  assert.deepEqual(room.find(50, 30, 10, 30, 10), { x: "50.0", y: "48.0" });
  assert.deepEqual(room.find(50, 30, 10, 30, 10), { x: "78.0", y: "30.0" });
  assert.deepEqual(room.find(50, 30, 10, 30, 10), { x: "22.0", y: "30.0" });
  assert.equal(room.find(50, 30, 10, 30, 10), null);
});

test("in a crowd words find a corner", () => {
  const room = new Room([0, 0, 200, 100]);
  const crowd = [[100, 50], [78, 34], [70, 42], [128, 55], [114, 26]];
  for (const [x, y] of crowd) room.take(x, y, 12);
  room.put(120, 75, 60, 10); // another's words
  assert.deepEqual(room.find(100, 50, 12, 40, 10), { x: "65.0", y: "70.0" });
});

test("the line around some tiles is closed", () => {
  const line = edges(
    { width: 3, height: 3 },
    (x, y) => [10 * x, 10 * y],
    (x, y) => x === 1 && y === 1,
  );
  assert.equal(line.match(/M/g)?.length, 4);
});

test("words in lines, and a word too long is cut", () => {
  assert.deepEqual(wrap("the old yard", 8), ["the old", "yard"]);
  assert.deepEqual(wrap("antechamber", 6), ["antec…"]);
});

const place = (label, ...links) => ({ label, links, note: "" });
const token = (who, x, knot = -1) => ({ who, x, y: 0, knot, name: `N${who}`, is_out: false });

test("linked rooms stand side by side, and everybody in theirs has a slot", () => {
  const places = [place("hall", 1), place("porch", 0, 2), place("yard", 1)];
  const tokens = [token(0, 0), token(1, 0, 3), token(2, 0, 3), token(3, 2)];
  const { rooms, slots, doors, far } = layOut({ places, tokens, things: [], ground }, { wide: 900, tall: 500 });
  assert.deepEqual([doors.length, far.length], [2, 0]);
  assert.equal(slots.size, 4);
  for (const { who, x } of tokens) {
    const slot = slots.get(who);
    const room = rooms[x];
    assert.ok(
      slot.x > room.x && slot.x < room.x + room.wide && slot.y > room.y && slot.y < room.y + room.tall,
    );
  }
  assert.equal(
    Math.abs(slots.get(1).column - slots.get(2).column),
    1,
    "those close together are beside each other",
  );
});

test("a knot is two or more of one place", () => {
  const places = [place("hall"), place("yard")];
  const tokens = [
    token(0, 0, 1),
    token(1, 0, 1),
    token(2, 1, 1),
    token(3, 0),
    { ...token(4, 0, 1), is_out: true },
  ];
  const knots = knotsOf({ places, tokens });
  assert.deepEqual(
    knots.map((knot) => knot.map((t) => t.who)),
    [[0, 1]],
  );
});

test("tiles that lie together have one line around them, and holes their own", () => {
  const ring = tilesOf([
    [0, 0, 3, 1],
    [0, 2, 3, 1],
    [0, 1, 1, 1],
    [2, 1, 1, 1],
  ]);
  const loops = loopsOf(ring).map((loop) => loop.length);
  assert.deepEqual(loops, [4, 4], "corners alone");
  assert.equal(loopsOf(tilesOf([[0, 0, 1, 1], [5, 5, 2, 2]])).length, 2);
  const [square] = loopsOf(tilesOf([[0, 0, 2, 2]]));
  assert.equal(rounded(square, 0).match(/L/g)?.length, 3);
  assert.equal(rounded(square, 1).match(/Q/g)?.length, 4);
  assert.ok(smooth(square).endsWith("Z"));
});
