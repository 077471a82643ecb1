import assert from "node:assert/strict";
import { test } from "node:test";
import { namedIn, pickedOf, ticked } from "../../../frontends/browser/static/picks.js";

test("ticks keep the order in which they were made", () => {
  let now = [];
  for (const [value, isChecked] of [["a", true], ["b", true], ["a", false], ["a", true]]) now = ticked(now, value, isChecked);
  assert.deepEqual(now, ["b", "a"]);
});

test("an order names lists, shares and single ids", () => {
  assert.deepEqual(namedIn('["fire", ["a", "b"], {"c": 2}]'), ["fire", "a", "b", "c"]);
  assert.deepEqual(namedIn("[]"), []);
  assert.deepEqual(namedIn("[null]"), [null]);
});

test("of equal pieces as many are marked as are named", () => {
  assert.deepEqual(pickedOf(["foot", "foot", "horse", "foot"], ["foot", "horse", "foot"]), [true, true, true, false]);
});
