/** In which order things stand, and in which they are asked for. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { arrange, isOpen } from "../../src/affray/table/web/static/arrange.js";
import { inOrder as ofCard } from "../../src/affray/table/web/static/cards.js";
import { faceOf } from "../../src/affray/table/web/static/dice.js";
import { titleOf } from "../../src/affray/table/web/static/plans.js";
import { optionOf, placesOf, told } from "../../src/affray/table/web/static/tray.js";
import { inOrder } from "../../src/affray/table/web/static/wanted.js";
import { at, offer, view } from "./made.js";

test("foes come before friends, and a name with a comma leaves the title whole", () => {
  const { rows } = arrange(view([at("Strike", 1, "Bran"), at("Strike", 2, "Smith, John"), offer("brace")]));
  assert.equal(rows[0].kind, "group");
  assert.equal(rows[0].title, "Strike …");
  assert.deepEqual(
    rows[0].offers.map((o) => o.target),
    ["Smith, John", "Bran"],
  );
  assert.equal(rows[1].offer.name, "brace");
});

test("what is left open is said once in a group's title", () => {
  const shot = (who, name) => ({ ...at("shoot", who, name), label: `Shoot at ${name} ...` });
  const { rows } = arrange(view([shot(1, "Bran"), shot(2, "Smith, John"), offer("brace")]));
  assert.equal(rows[0].title, "Shoot at …");
});

test("a name of several words leaves the title, too", () => {
  const cast = (target, label) => ({ ...offer("cast", { target }), label });
  const { rows } = arrange(view([cast("shape-fire", "Name shape fire"), cast("engulf", "Name engulf"), offer("brace")]));
  assert.equal(rows[0].title, "Name …");
});

test("ways of the compass are a rose, but not on a map of places", () => {
  const ways = [offer("move-north"), offer("move-east")];
  assert.equal(arrange(view(ways)).roses[0].offers.length, 2);
  assert.equal(arrange(view(ways, { board: { unit: "zone" } })).roses.length, 0);
});

test("groups are open while everything fits", () => {
  const few = arrange(view([at("Strike", 1, "Bran"), at("Strike", 2, "Smith, John"), offer("brace")]));
  assert.equal(isOpen(few, few.rows[0], undefined, false), true);
  assert.equal(isOpen(few, few.rows[0], false, false), false, "unless somebody has closed them");
  const names = Array.from({ length: 9 }, (_, k) => at("Strike", 2, `Goblin ${k}`));
  const many = arrange(view([...names, offer("brace")]));
  assert.equal(isOpen(many, many.rows[0], undefined, true), false, "not on a phone");
});

test("odds are asked for as they are seen, attacks first", () => {
  const asked = view([offer("brace"), at("aid", 1, "Bran"), at("strike", 2, "Smith, John")]);
  const seen = {
    opened: ["brace|"],
    listed: ["brace|", "aid|Bran", "strike|Smith, John"],
    mapped: ["go|yard"],
  };
  const others = ["strike|Smith, John", "brace|", "aid|Bran", "go|yard"];
  assert.deepEqual(inOrder(seen, asked), { opened: ["brace|"], others });
  assert.deepEqual(inOrder(seen, { ...asked, pending: null }).others, [...seen.listed, "go|yard"]);
});

test("dice of a hand name an option", () => {
  const dice = { hand: [5, 2, 5, 1], options: { "two-fives": [5, 5], ace: [1] } };
  assert.deepEqual([...placesOf(dice, "two-fives")], [0, 2]);
  assert.equal(optionOf(dice, new Set([2, 0])), "two-fives");
  assert.equal(optionOf(dice, new Set([1])), null);
  const asked = { question: "which", prompt: "", usual: null, dice };
  assert.equal(told(asked, new Set()), "pick 1 more");
  assert.equal(told(asked, new Set([0, 2])), "5 + 5 = 10");
  assert.equal(told(asked, new Set([1])), "no which like that can be given here");
});

test("a typed face", () => {
  assert.equal(faceOf("0", 10), 10, "0 on a d10 is the ten");
  assert.equal(faceOf("7", 8), 7);
  for (const [text, sides] of [
    ["0", 6],
    ["7", 6],
    ["", 6],
    ["x", 6],
  ])
    assert.ok(Number.isNaN(faceOf(text, sides)));
});

test("dots stand where a question comes, and nowhere else", () => {
  const shot = { ...at("shoot", 1, "Bran"), label: "Shoot at Bran ..." };
  assert.equal(titleOf(shot, { isUnsaid: () => false }), "Shoot at Bran");
  assert.match(titleOf(shot, { isUnsaid: () => true }), /…$/);
});

test("a card begins with what has an end, and with what harms once it has", () => {
  const stat = (label, value, more = {}) => ({ label, value, most: null, harm: false, ...more });
  const card = (wounds) => [stat("HP", 4, { most: 9 }), stat("wounds", wounds, { harm: true }), stat("slots", 7, { most: 12 })];
  const said = (wounds) => ofCard(card(wounds)).map(({ label }) => label);
  assert.deepEqual(said(0), ["HP", "slots", "wounds"]);
  assert.deepEqual(said(1), ["HP", "wounds", "slots"]);
});
