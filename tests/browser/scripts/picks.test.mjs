import assert from "node:assert/strict";
import { test } from "node:test";
import { held, heldAlone, namedIn, pickedOf, ticked } from "../../../frontends/browser/static/picks.js";

const stack = ["a", "b", "c"];

test("a stack goes whole, then one piece alone, then others with it or without", () => {
  assert.deepEqual(held([], stack, stack), stack);
  assert.deepEqual(held(stack, ["b"], stack), ["b"]);
  assert.deepEqual(held(["b"], ["c"], stack), ["b", "c"]);
  assert.deepEqual(held(["b", "c"], ["b"], stack), ["c"]);
  assert.deepEqual(held(["c"], ["c"], stack), []);
});

test("pieces of one counter are held and left together", () => {
  assert.deepEqual(held(["a"], ["b", "c"], ["a", "b", "c", "d"]), ["a", "b", "c"]);
  assert.deepEqual(held(["a", "b", "c"], ["b", "c"], ["a", "b", "c", "d"]), ["a"]);
});

test("of equal pieces each press takes one more, and after the last none", () => {
  let now = [];
  for (const many of [1, 2, 0, 1]) {
    now = heldAlone(now, "foot", 2);
    assert.equal(now.length, many);
  }
  assert.deepEqual(heldAlone(["horse", "foot", "foot"], "foot", 2), ["horse"]);
});

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
