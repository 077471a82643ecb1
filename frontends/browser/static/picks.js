// What is picked, without a page: ticks in their order, ids that an order names, pieces that are marked.

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
