import assert from "node:assert/strict";
import { test } from "node:test";

import { asData } from "../../src/affray/table/web/static/fields.js";

test("a list is typed with commas, and a name that is known may hold some", () => {
  assert.deepEqual(asData("Bran, Grim", [], ["Bran", "Grim"]), ["Bran", "Grim"]);
  assert.deepEqual(asData("Smith, John, Grim", [], ["Smith, John", "Grim"]), ["Smith, John", "Grim"]);
  assert.deepEqual(asData("Grim,Smith,  John", ["Smith, John"], []), ["Grim", "Smith, John"]);
  assert.deepEqual(asData("1, -2, sword", [], []), [1, -2, "sword"]);
  assert.deepEqual(asData(" , ", [], ["Bran"]), []);
});

test("what is typed is of the kind that stood there", () => {
  assert.equal(asData("true", false, []), true);
  assert.equal(asData(" 12 ", 3, []), 12);
  assert.equal(asData("Smith, John", "", []), "Smith, John");
});
