/** What the page makes of names, odds and rolls. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { fold, resultText, short, summary } from "../../src/affray/table/web/static/log.js";
import {
  foremost,
  headText,
  howSure,
  percent,
  read,
  toNumber,
  upshots,
} from "../../src/affray/table/web/static/odds.js";
import { announced } from "../../src/affray/table/web/static/question.js";
import { at, odds, outcome, roll, side, view } from "./made.js";

const told = (outcomes) => upshots(read(odds(outcomes))).map(({ text, percent: p }) => [text, p]);

test("a name with a comma is one name", () => {
  const all = [
    outcome(["hit", "Smith, John down"], 30, true),
    outcome(["Smith, John down"], 10, true),
    outcome(["miss"], 60),
  ];
  assert.deepEqual(told(all), [
    ["Smith, John down", 40],
    ["miss", 60],
  ]);
});

test("a headline with a comma is one headline", () => {
  const all = [outcome(["Fail, and"], 30), outcome(["Fail"], 45), outcome(["Success"], 25, true)];
  assert.deepEqual(told(all), [
    ["Success", 25],
    ["Fail", 45],
    ["Fail, and", 30],
  ]);
});

test("where nothing is told, that is what it comes to", () => {
  assert.deepEqual(told([outcome([], 100)]), [["nothing", 100]]);
});

test("odds that were not found are no odds", () => {
  assert.equal(read({ too_many: true }).tooMany, true);
  assert.equal(read({ error: "refused" }).error, "refused");
});

test("what was sampled has no fractions", () => {
  const found = read(odds([outcome(["hit"], 50)], { sampled: { lines: 9604, within: 0.01 } }));
  assert.equal(found.outcomes[0].p, "");
  assert.equal(howSure(found), "sampled: 95 % within 1 point");
});

test("what is not certain never reads 0 or 100", () => {
  const shown = [0, 0.04, 0.4, 41.6, 99.4, 99.96, 100].map(percent);
  assert.deepEqual(shown, ["0 %", "< 0.1 %", "0.4 %", "42 %", "99.4 %", "> 99.9 %", "100 %"]);
  assert.equal(toNumber("3/4"), 0.75);
});

test("a head of another than the target is said to be theirs", () => {
  const heads = [
    { name: "hit", who: "Smith, John", p: "1/2", percent: 50, tells: false },
    { name: "hurt", who: "Smith, John", p: "1/4", percent: 25, tells: true },
  ];
  assert.equal(foremost(read(odds([], { heads })))?.name, "hurt");
  assert.equal(headText(heads[0], at("strike", 2, "Smith, John")), "hit");
  assert.equal(headText(heads[0], at("strike", 1, "Bran")), "Smith, John hit");
});

test("a roll in short", () => {
  assert.equal(short(roll()), "8 against 4");
  assert.equal(short(roll({ kind: "check", against: 7 })), "8 against 7");
  assert.equal(short(roll({ kind: "margin", result: -2 })), "8 against 4: -2");
  assert.equal(short(roll({ kind: "roll", against: null, result: 8 })), "8");
  assert.equal(short(roll({ kind: "roll", dice: side("2d6", null), against: null, result: 9 })), "9");
  assert.equal(
    short(roll({ kind: "dice", dice: side("3d6", null, 1, 2, 2), against: null, result: null })),
    "3d6 (1 2 2)",
  );
  assert.equal(short(roll({ dice: side("2d6", null), against: side("1d6", null) })), "2d6 against 1d6");
});

test("what came of a roll is said once", () => {
  assert.equal(resultText(roll()), ": yes");
  assert.equal(resultText(roll({ result: false })), ": no");
  assert.equal(resultText(roll({ kind: "margin", result: 3 })), ": +3");
  assert.equal(resultText(roll({ kind: "roll", result: 8 })), "");
  assert.equal(resultText(roll({ kind: "roll", dice: side("2d6", null), result: 9 })), " = 9");
});

test("rolls of several are told by name", () => {
  const line = (rolled) => ({ rolled });
  assert.equal(summary([line(roll()), line(roll())]), "8 against 4; 8 against 4");
  const other = roll({ who: "Smith, John" });
  assert.equal(summary([line(roll()), line(other)]), "Ada 8 against 4; Smith, John 8 against 4");
});

test("rolls lead to the sentence after them, and an empty phase is left out", () => {
  const line = (text, more) => ({ text, roll: false, heading: "", ...more });
  const folded = fold([
    line("Declare", { heading: "phase" }),
    line("Act", { heading: "phase" }),
    line("a roll", { roll: true }),
    line("Ada hits"),
    line("another", { roll: true }),
  ]);
  const shown = folded.map(({ entry, rolls }) => [entry?.text ?? null, rolls.length]);
  assert.deepEqual(shown, [
    ["Act", 0],
    ["Ada hits", 1],
    [null, 1],
  ]);
});

test("who is asked hears what", () => {
  const me = { role: "player" };
  const asked = { mine: true, kind: "plan", prompt: "What does Ada do?", secret: true, offers: [1, 2] };
  const about = { me, over: false, outcome_text: "The heroes have won." };
  assert.equal(
    announced({ ...view([]), ...about, pending: asked }),
    "Only you see this. What does Ada do? 2 choices.",
  );
  assert.equal(
    announced({ ...view([]), ...about, pending: { mine: false, name: "Bran" } }),
    "Waiting for Bran",
  );
  assert.equal(announced({ ...view([]), ...about, over: true }), "The heroes have won.");
});
