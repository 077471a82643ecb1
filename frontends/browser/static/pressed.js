// Pieces and places that are pressed on the map and on the board of a battle.
import { refuseAt } from "./cards.js";
import { focusIn, get, onPart } from "./net.js";
import { namedIn, pickedOf } from "./picks.js";
import { decision, filledNow } from "./steps.js";

export function watchPressedPieces(table, { look, say, show, shown }) {
  const path = table.dataset.table;
  const split = (ids) => (ids || "").split(" ").filter(Boolean);
  const press = (detail, held) => new URLSearchParams({
    place: detail.id, piece: detail.piece, held: held.join(" "), alone: detail.alone ? "1" : "",
    question: decision().dataset.question || "", filled: filledNow(),
  });

  // What is pressed before the answer to the press before it waits for that answer; a second press on the same is none.
  let turn = Promise.resolve(), next = "";
  table.addEventListener("place", ({ detail }) => {
    const what = JSON.stringify([detail.id, detail.piece, detail.alone]);
    if (what === next && !detail.alone) return;
    next = what;
    turn = turn.then(async () => {
      await shown();
      await pressedAt(detail);
    }).catch(reportError).then(() => { if (next === what) next = ""; });
  });
  async function pressedAt(detail) {
    if (ticks(detail)) return;
    const { start, pieces, way } = decision().dataset, ids = split(detail.piece);
    if (ids.length && start === detail.id && !pieces && !way) { hold(detail, start); return; }
    await last; // a goal that is pressed at once takes the pieces that were pressed before
    follow(await look(`${path}/press?${press(detail, detail.alone ? ids : hand.ids)}`), detail);
  }
  /** Show the step that a press leads to, or why it leads to none; null stands for an answer that came too late. */
  function follow(found, detail) {
    if (found?.why) refuseAt(detail.box, found.why);
    if (!found?.parts) return;
    show(found);
    if (detail.alone && decision().dataset.start === detail.id) { hand = { at: detail.id, ids: split(detail.piece) }; markPieces(); }
    if (found.ways?.length) others(found.ways);
    if (found.found) focusIn(decision());
  }
  /** Press the field of the form that stands for what was pressed; return false if there is none. */
  function ticks(detail) {
    const part = decision(), named = [...split(detail.piece), ...split(detail.named)]; // those that orders use
    const boxes = [...part.querySelectorAll("input[type=checkbox][name=value]")].filter((one) => named.includes(one.value));
    const share = named.map((id) => part.querySelector(`input[name="share.${CSS.escape(id)}"]`)).find(Boolean);
    const pressed = boxes.find((one) => !one.checked) || boxes[0]
      || (share ? share.type === "checkbox" && share
        : [...part.querySelectorAll("[data-gives]")].find((one) => named.includes(one.dataset.gives) || one.dataset.place === detail.id));
    if (pressed) pressed.click();
    else if (share) { share.value = (Number(share.value) + 1) % (Number(share.max) + 1); markFighters(); }
    return Boolean(pressed || share);
  }

  // -- the pieces of the pressed stack that are to go; none named means all
  let hand = { at: "", ids: [] }, last = Promise.resolve();
  /** Show a press on a piece of the stack, and then which pieces the server says are to go after it. */
  function hold(detail, start) {
    for (const one of pressed(detail)) one.classList.add("pressed");
    last = last.then(async () => {
      if (hand.at !== start) hand = { at: start, ids: [] };
      const found = await get(`${path}/press?${press(detail, hand.ids)}`);
      for (const one of pressed(detail)) one.classList.remove("pressed");
      if (found.held) { hand.ids = found.held; markPieces(); return; }
      if (!found.ok) say(found);
      follow(found, detail);
    });
  }
  /** Return what shows a pressed piece, on the map and beside the other pieces of its stack. */
  function pressed(detail) {
    return table.querySelectorAll(`.stack[data-at="${CSS.escape(detail.id)}"] [data-piece="${CSS.escape(detail.piece)}"], .fan [data-piece="${CSS.escape(detail.piece)}"]`);
  }
  /** Offer the other orders that begin with what was pressed. */
  function others(ways) {
    const row = document.createElement("p");
    row.className = "others";
    for (const way of ways) {
      const link = document.createElement("a");
      link.href = way.link;
      link.dataset.step = "";
      link.className = "button quiet";
      link.textContent = way.label;
      row.append(link);
    }
    decision().querySelector(".decide")?.after(row);
  }
  /** Show on the map which pieces the order moves. */
  function markPieces() {
    const { start, pieces } = decision().dataset, chosen = split(pieces);
    const boxes = [...decision().querySelectorAll("input[type=checkbox][name=value]")];
    const named = boxes.length ? boxes.filter((one) => one.checked).map((one) => one.value)
      : chosen.length ? chosen : hand.at === start ? hand.ids : [];
    const all = !boxes.length && !named.length; // where nothing is ticked yet, none goes
    for (const one of table.querySelectorAll(".things .picked")) one.classList.remove("picked");
    const fan = [...table.querySelectorAll(".fan [data-piece]")];
    const picked = pickedOf(fan.map((one) => (named.includes(one.dataset.named) ? one.dataset.named : one.dataset.piece)), named);
    fan.forEach((one, n) => {
      one.setAttribute("aria-pressed", String(one.parentElement.dataset.at === start && (all || picked[n])));
    });
    if (!start) return;
    for (const one of table.querySelectorAll(`.stack[data-at="${CSS.escape(start)}"] image`))
      one.classList.toggle("picked", all || split(one.dataset.piece).some((id) => named.includes(id)));
  }
  onPart(markPieces);
  table.addEventListener("fan", markPieces);
  table.addEventListener("change", markPieces);
  markPieces();

  // -- the board of a battle: a press on a piece picks it, as on the map
  table.addEventListener("click", (event) => {
    const piece = event.target.closest("button.fighter");
    if (piece) table.dispatchEvent(new CustomEvent("place", { detail: { id: piece.dataset.at, piece: piece.dataset.piece, box: piece.getBoundingClientRect() } }));
  });
  /** Show on the board which pieces are picked: those ticked, or those that the order names. */
  function markFighters() {
    const part = decision(), named = new Set(namedIn(filledNow()));
    for (const box of part.querySelectorAll("input[name=value]:checked")) named.add(box.value);
    for (const share of part.querySelectorAll("input[name^='share.'][type=number], input[name^='share.']:checked")) if (Number(share.value)) named.add(share.name.slice(6));
    for (const one of part.querySelectorAll("button.fighter")) one.setAttribute("aria-pressed", String(named.has(one.dataset.piece)));
  }
  onPart(markFighters);
  table.addEventListener("change", markFighters);
  markFighters();
}
