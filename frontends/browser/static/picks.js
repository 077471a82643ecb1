// What is picked, without a page: pieces held on the map, ticks in their order, ids that an order names.

/** Return the pieces held after a press on a stack: all of it; pressed again, one piece alone; then others with it, or without. */
export function held(before, pressed, all) {
  if (!before.length || before.length === all.length) return pressed;
  if (pressed.every((id) => before.includes(id))) return before.filter((id) => !pressed.includes(id));
  return [...before, ...pressed];
}

/** Return the pieces held after a press on one of `equal` pieces that lie side by side: one more, or after the last none. */
export function heldAlone(before, id, equal) {
  const many = before.filter((one) => one === id).length;
  return many < equal ? [...before, id] : before.filter((one) => one !== id);
}

/** Return the ticks in the order in which they were made. */
export function ticked(before, value, isChecked) {
  const others = before.filter((one) => one !== value);
  return isChecked ? [...others, value] : others;
}

/** Return the ids that the picks of an order name, as the form holds them. */
export function namedIn(filled) {
  return JSON.parse(filled).flatMap((one) => {
    if (Array.isArray(one)) return one;
    return typeof one === "object" && one ? Object.keys(one) : [one];
  });
}

/** Return the places of `pieces` that are picked, of equal ones as many as are named. */
export function pickedOf(pieces, named) {
  const left = [...named];
  return pieces.map((piece) => {
    const at = left.indexOf(piece);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
