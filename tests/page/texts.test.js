/** What the page makes of names, odds and rolls. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { dearest, fold, resultText, short, summary, withCause } from "../../src/affray/table/web/static/log.js";
import { plainName } from "../../src/affray/table/web/static/asked.js";
import { changed } from "../../src/affray/table/web/static/changes.js";
import {
  aimText,
  besides,
  granted,
  harmText,
  howSure,
  numberText,
  percent,
  read,
  toNumber,
  whole,
} from "../../src/affray/table/web/static/odds.js";
import { spanText } from "../../src/affray/table/web/static/deadly.js";
import { binned } from "../../src/affray/table/web/static/outcomes.js";
import { presence, there } from "../../src/affray/table/web/static/people.js";
import { announced, waitingText, whyNot } from "../../src/affray/table/web/static/question.js";
import { pointText } from "../../src/affray/table/web/static/review.js";
import { soFar } from "../../src/affray/table/web/static/sealing.js";
import { at, odds, outcome, roll, side, view } from "./made.js";

const number = (name, who, share) => ({ name, who, p: `${share}/100`, percent: share });

test("one number, in the same words wherever it stands", () => {
  const found = read(odds([], { number: number("hurt", "Smith, John", 42) }));
  assert.equal(numberText(found), "42 %");
  assert.equal(aimText(found, at("strike", 2, "Smith, John")), "hurt");
  assert.equal(aimText(found, at("strike", 1, "Bran")), "Smith, John hurt");
  assert.equal(aimText(read(odds([], { number: number("free", "", 10) })), at("strike", 1, "Bran")), "free");
});

test("where nothing is left to chance there is a word, never 100 %", () => {
  const sure = read(odds([], { number: number("hurt", "", 100), word: "certain" }));
  assert.equal(numberText(sure), "certain");
  assert.equal(numberText(read(odds([outcome([], 100)], { word: "no dice" }))), "no dice");
  assert.equal(numberText(read(odds([outcome(["miss"], 100)]))), "", "dice that are not for this plan");
});

test("a share of fights never reads 100 % or 0 % where it is not certain", () => {
  assert.deepEqual([0, 0.3, 0.6, 42.4, 99.4, 99.8, 100].map((p) => whole(p)), ["0 %", "< 1 %", "1 %", "42 %", "99 %", "> 99 %", "100 %"]);
  assert.equal(spanText({ p: 99.8, low: 99.1, high: 99.96 }), "> 99 % (99 to 100)");
  assert.equal(spanText({ p: 100, low: 98.2, high: 100 }), "> 99 % (98 to 100)", "all of those that were played");
  assert.equal(spanText({ p: 0, low: 0, high: 0.4 }), "< 1 % (0 to 1)");
  assert.equal(pointText({ round: 9, text: "ada wins", win: 100, error: 0, swing: 0 }, "heroes"), "Round 9: ada wins. The heroes then wins with 100 % ± 0.");
});

test("one's own harm is said apart", () => {
  const harm = [
    { grade: "hurt", p: "12/100", percent: 12 },
    { grade: "dead", p: "1/200", percent: 0.5 },
  ];
  const heads = [number("hurt", "Ada", 12), number("hurt", "Bran", 5), number("hit", "Bran", 9)];
  const found = read(odds([], { harm, heads, number: number("hit", "Bran", 9) }));
  assert.equal(harmText(found), "you may be hurt 12 %, dead 0.5 %");
  assert.deepEqual(
    besides(found).map((head) => head.name),
    ["hurt"],
  );
});

test("what another of them says already is not said again", () => {
  const heads = [number("hit", "Bran", 59), { ...number("wounded", "Bran", 59), implied: true }, number("dead", "Bran", 59)];
  const found = read(odds([], { heads, number: heads[0] }));
  assert.deepEqual(besides(found).map((head) => head.name), ["dead"]);
});

test("those of whom the same is taken for granted stand together", () => {
  const assumed = { "Bran: move": "stay (left out)", "Ada: rally": "no (usual)", "Orc: move": "stay (left out)" };
  assert.deepEqual(granted(read(odds([], { assumed }))), [
    ["Bran, Orc: move", "stay (left out)"],
    ["Ada: rally", "no (usual)"],
  ]);
});

test("amounts are few bars, however many they are", () => {
  const amounts = (...all) => all.map(([amount, share]) => ({ amount, p: "", percent: share }));
  assert.deepEqual(binned(amounts([0, 50], [2, 30], [3, 20])), [
    { text: "0", percent: 50 },
    { text: "1", percent: 0 },
    { text: "2", percent: 30 },
    { text: "3", percent: 20 },
  ]);
  assert.deepEqual(binned(amounts([0, 25], [1, 25], [18, 50])).at(-1), { text: "18", percent: 50 });
});

test("what just happened begins with the harm done to oneself, in the order it was told", () => {
  const line = (text, harms = false) => ({ text, who: text.split(" ")[0], harms, headline: harms || text.includes("dies") });
  const all = ["Ada takes 3.", "Bran takes 2.", "Bran dies.", "Bran drops bow.", "Ada aims.", "Orc aims.", "Imp aims."];
  const told = all.map((text) => line(text, text.includes("takes")));
  const creatures = [{ name: "Ada", mine: true }, { name: "Bran", mine: false }];
  const board = { tokens: [{ name: "Bran", is_out: true }] };
  const texts = (role) => dearest(told, { board, creatures, me: { role } }).map(({ text }) => text);
  assert.deepEqual(texts("player"), ["Ada takes 3.", "Bran dies.", "Orc aims.", "Imp aims."]);
  assert.deepEqual(texts("gm"), ["Bran dies.", "Ada aims.", "Orc aims.", "Imp aims."]);
});

test("what one did leads what just happened, and harm is told with who did it", () => {
  const line = (who, text, harms = false, headline = true) => ({ who, text, harms, headline });
  const hit = line("Orc", "Orc hits: 15 against 9.");
  const harm = line("Ada", "Ada takes 3.", true);
  const kill = line("Imp", "Imp dies at Ada's hand.", true);
  const rest = ["Cat", "Dog", "Elk", "Fox"].map((name) => line(name, `${name} aims.`));
  const told = [hit, harm, line("Ada", "Ada hits: 15 against 9."), line("Imp", "Imp takes 5.", true), kill, ...rest];
  const seen = { board: { tokens: [{ name: "Imp", is_out: true }] }, creatures: [{ name: "Ada", mine: true }], me: { role: "player" } };
  const kept = dearest(told, seen);
  assert.deepEqual(
    kept.map((one) => withCause(one, told, kept)),
    ["Orc hits: 15 against 9. Ada takes 3.", "Ada hits: 15 against 9.", "Imp dies at Ada's hand.", "Fox aims."],
  );
});

test("who is not asked reads why, where it is known", () => {
  const creatures = [
    { name: "Ada", mine: true, card: { states: ["action spent", "prone"] } },
    { name: "Bran", mine: true, card: { states: [] } },
    { name: "Orc", mine: false, card: { states: ["fleeing"] } },
  ];
  assert.equal(whyNot({ creatures, me: { role: "player" } }), " Ada: action spent, prone.");
  assert.equal(whyNot({ creatures, me: { role: "gm" } }), "");
});

test("who is out of the fight reads of what is sealed only while something is", () => {
  const board = { tokens: [{ who: 0, is_out: true }] };
  const creatures = [{ who: 0, name: "Ada", mine: true, card: { states: [] } }];
  const pending = (secret) => ({ kind: "plan", secret, sealing: null });
  const seen = (secret) => ({ board, creatures, me: { role: "player" }, pending: pending(secret) });
  assert.equal(waitingText(seen(false)), "Your part in this fight is over. You see all that happens; the log tells it.");
  assert.match(waitingText(seen(true)), /the log tells it, and what is sealed is shown to you with the others\.$/);
});

test("a seat nobody has sat down in is free, and nobody is missing there", () => {
  const seen = { present: { Ada: "here", Bran: "away", Cat: "gone", Dog: "free" } };
  assert.deepEqual(Object.keys(seen.present).map((seat) => presence(seen, seat)), ["", "away", "not here", "free"]);
});

test("whoever waits reads names once, in the question; whoever is asked reads them below it", () => {
  const sealing = { sealed: 1, of: 3, waiting: ["Bran"], mine: [{ sealed: false }], lost: [] };
  assert.equal(soFar(sealing, true), "1 of 3 has sealed; waiting for you and Bran.");
  assert.equal(soFar(sealing, false), "1 of 3 has sealed.");
  assert.equal(soFar({ ...sealing, of: 1 }, false), "", "nobody else is asked");
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

test("what has changed brings who is here, and the lines that stay", () => {
  const before = { seq: 1, compiled: null, present: { Ada: "gone" }, round: 1, log: [{ n: 1 }, { n: 2 }] };
  const news = { seq: 2, compiled: true, present: { Ada: "here" }, of: 1, parts: { round: 2 }, pieces: {} };
  const now = changed(before, { ...news, log: [{ text: "Bo misses" }], log_from: 2, log_first: 0 });
  assert.deepEqual(now, {
    ...before,
    seq: 2,
    compiled: true,
    present: { Ada: "here" },
    round: 2,
    log: [{ n: 1 }, now.log[1]],
  });
  assert.deepEqual([now.log[1].n, now.log[1].text, now.log[1].heading, now.log[1].rolled], [2, "Bo misses", "", null]);
});

test("what goes unsaid of a line and its roll is as in the whole view", () => {
  const dice = { pool: "1d6", hands: [{ sides: 6, faces: [4] }], total: 4 };
  const other = { pool: "2d6", hands: [{ owner: "Orc", sides: 6, faces: [1, 2] }], total: 3 };
  const sent = [
    { text: "Ada rolls", who: "Ada", roll: true, rolled: { what: "to hit", kind: "roll", dice } },
    { text: "Ada rolls", roll: true, rolled: { who: "Ada", what: "to hit", kind: "test", dice, against: other, result: true } },
    { text: "Ada rolls", who: "Ada", rolled: { what: "to hit", kind: "dice", dice, result: null } },
  ];
  const about = { seq: 2, compiled: null, present: {}, parts: {}, pieces: {} };
  const { log } = changed({ log: [] }, { ...about, log: sent, log_from: 7, log_first: 0 });
  const hers = [{ owner: "Ada", sides: 6, faces: [4] }];
  assert.deepEqual(log.map(({ n }) => n), [7, 8, 9]);
  assert.deepEqual(log[0].rolled, { who: "Ada", what: "to hit", kind: "roll", dice: { pool: "1d6", hands: hers, total: 4 }, against: null, result: 4 });
  assert.deepEqual(log[1].rolled.against, other);
  assert.equal(log[1].rolled.result, true);
  assert.equal(log[2].rolled.result, null);
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
    announced({ ...view([]), ...about, pending: { mine: false, name: "Bran", prompt: "waiting for Bran" } }),
    "Waiting for Bran",
  );
  assert.equal(announced({ ...view([]), ...about, over: true }), "The heroes have won.");
});

test("whether somebody is here is told at the table, and of nobody in a fight that is watched", () => {
  const ada = { seat: "Ada", taken: true, mine: false, player: "person" };
  assert.equal(there(view([], { present: { Ada: "here" } }), ada), "here");
  assert.equal(there(view([], { present: { Ada: "gone" } }), ada), "not here");
  assert.equal(there(view([], { present: {} }), ada), "");
});

test("a name that a file can have keeps its letters", () => {
  assert.equal(plainName("Dr. Élan, Möwe & Co."), "dr-elan-mowe-co");
  assert.equal(plainName("…"), "");
});

test("what was sampled is never known to within nothing, what is over is", () => {
  const point = { round: 2, text: "Ada: press", win: 99.8, error: 0.4, swing: 0 };
  assert.equal(pointText(point, "heroes"), "Round 2: Ada: press. The heroes then wins with > 99 % ± 1.");
  assert.match(pointText({ ...point, error: 0 }, "heroes"), / ± 0\.$/);
});
