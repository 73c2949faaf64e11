/** Odds are asked for by lists: in which order, when they are drawn and when they are called off. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { OddsBook } from "../../src/affray/table/web/static/odds_book.js";
import { keyOf } from "../../src/affray/table/web/static/odds.js";
import { at, odds } from "./made.js";

const plans = ["Orc", "Imp", "Rat", "Bat"].map((name, who) => at("strike", who, name));
const settled = () => new Promise((done) => setTimeout(done));

/** A page that shows some plans, and a server that answers when it is told to. */
function page(shown, opened = []) {
  const asked = [];
  const drawn = [];
  const net = {
    async odds(list, signal) {
      const told = { plans: list.map(({ offer }) => offer.target), list, signal };
      asked.push(told);
      if (net.isDeaf) throw new Error("the line is cut");
      const lines = new TransformStream();
      const writer = lines.writable.getWriter();
      told.say = (target, more = {}) =>
        writer.write({ k: told.plans.indexOf(target), odds: odds([]), error: "", ...more });
      told.end = () => writer.close();
      return lines.readable;
    },
  };
  const seen = { shown, opened };
  const book = new OddsBook(net, (key) => drawn.push(key), () => ({
    opened: seen.opened.map((k) => keyOf(plans[k])),
    others: seen.shown.map((k) => keyOf(plans[k])),
  }));
  const draw = async () => {
    for (const plan of plans) book.of(plan);
    await settled();
  };
  return { asked, drawn, book, draw, seen, net };
}

test("everything that is seen is one request, what is looked at first, drawn as it comes", async () => {
  const { asked, drawn, book, draw } = page([0, 1, 2], [1]);
  await draw();
  assert.deepEqual(asked.map((one) => one.plans), [["Imp", "Orc", "Rat"]]);
  assert.deepEqual(asked[0].list.map((one) => one.isUrgent), [true, false, false]);
  asked[0].say("Rat");
  await settled();
  assert.deepEqual(drawn, ["strike|Rat"]);
  assert.ok(book.of(plans[2]));
  assert.equal(book.of(plans[1]), null);
  asked[0].say("Imp", { odds: null, error: "not now" });
  asked[0].say("Orc", { odds: { too_many: true } });
  asked[0].end();
  await settled();
  assert.equal(book.of(plans[1]).error, "not now");
  assert.ok(book.of(plans[0]).tooMany);
  assert.equal(asked.length, 1, "and nothing is asked for twice");
});

test("what is not seen any more is called off, and the rest of its list goes on", async () => {
  const { asked, draw, seen } = page([0, 1]);
  await draw();
  seen.shown = [1, 2];
  await draw();
  assert.deepEqual(asked.map((one) => one.plans), [["Orc", "Imp"], ["Imp", "Rat"]]);
  assert.deepEqual(asked.map((one) => one.signal.aborted), [true, false]);
  seen.shown = [];
  await draw();
  assert.ok(asked[1].signal.aborted);
  assert.equal(asked.length, 2);
});

test("what is seen besides is a list of its own, and so is what is opened while it waits", async () => {
  const { asked, drawn, draw, seen } = page([0, 1]);
  await draw();
  seen.shown = [0, 1, 3];
  await draw();
  seen.opened = [1];
  await draw();
  await draw();
  assert.deepEqual(asked.map((one) => one.plans), [["Orc", "Imp"], ["Bat"], ["Imp"]]);
  assert.ok(asked.every((one) => !one.signal.aborted));
  asked[2].say("Imp");
  await settled();
  assert.deepEqual(drawn, ["strike|Imp"]);
});

test("a fight that moves on calls all off; a line that is cut says so once", async () => {
  const { asked, book, draw, net } = page([0]);
  await draw();
  book.forget();
  await settled();
  assert.ok(asked[0].signal.aborted);
  net.isDeaf = true;
  await draw();
  await settled();
  assert.equal(book.of(plans[0]).error, "The odds could not be fetched.");
  assert.equal(asked.length, 2);
});

test("once the rules are compiled what did not come is asked for anew", async () => {
  const { asked, book, draw } = page([0, 1]);
  await draw();
  asked[0].say("Orc", { odds: { too_many: true } });
  await settled();
  book.hurry();
  await settled();
  assert.deepEqual(asked[1].plans, ["Orc", "Imp"]);
});
