// Cards: what a thing is or a paragraph says, beside what is pointed at, held with a finger, or reached by the keyboard.
import { get, onPart } from "./net.js";

const LONG_PRESS = 450, REST = 450;

let card = null, about = null;

/** Remove the card, and what is still on its way. */
export function away() {
  about?.removeAttribute("aria-describedby");
  card?.remove();
  card = about = null;
}

/** Show a card beside a box of the screen: to the left of the panel, else below or above. */
export function showCard(box, { title, lines, rules = [], notes = [] }, aside = false) {
  const of = about;
  away();
  dismiss();
  about = of;
  card = placed(box, "piece-card", "tooltip", title, [listed(lines, ""), listed(rules, "rules"), listed(notes, "notes")], aside);
  about?.setAttribute("aria-describedby", card.id);
}
let refusal = null;
/** Say beside what was pressed why no order takes it; until the next press, key [Esc] or card. */
export function refuseAt(box, { title, lines }) {
  away();
  dismiss();
  refusal = placed(box, "refused-press", "alert", title, [listed(lines, "")]);
}
function dismiss() { refusal?.remove(); refusal = null; }
window.addEventListener("pointerdown", dismiss, true);
window.addEventListener("keydown", (event) => { if (event.key === "Escape") dismiss(); });
onPart((name) => { if (name === "decision") dismiss(); });
/** Return a card on the page, beside a box of the screen. */
function placed(box, id, role, title, parts, aside = false) {
  const card = document.createElement("div");
  card.id = id;
  card.className = "piece-card";
  card.setAttribute("role", role);
  const head = document.createElement("b");
  head.textContent = title;
  card.append(head, ...parts);
  (document.querySelector("main") || document.body).append(card);
  const wide = card.offsetWidth, high = card.offsetHeight, [width, height] = [document.documentElement.clientWidth, window.innerHeight];
  const within = (at, size, room) => Math.max(6, Math.min(at, room - size - 6));
  const left = aside && box.left - wide - 10 > 6;
  const below = box.bottom + 8, above = box.top - high - 8;
  card.style.left = `${within(left ? box.left - wide - 10 : box.left + box.width / 2 - wide / 2, wide, width)}px`;
  card.style.top = `${within(left ? box.top : below + high < height || above < 6 ? below : above, high, height)}px`;
  return card;
}
function listed(lines, class_) {
  const list = document.createElement("ul");
  list.className = class_;
  list.append(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  return lines.length ? list : "";
}

let root = "", known = new Map();
/** Return the card of an id, or of a paragraph ("§6.11"), as the viewer may know it now; null for none. */
export async function cardOf(id) {
  if (!known.has(id)) {
    const made = known, found = await get(`${root}/card?${new URLSearchParams({ of: id })}`);
    if (!found.lost) made.set(id, found.title ? found : null);
    return found.title ? found : null;
  }
  return known.get(id);
}

/** Show cards of everything on the page that names a thing or a paragraph; pieces and places of the map have theirs in pieces.js. */
export function watchCards(table) {
  root = table.dataset.table;
  onPart(() => { known = new Map(); if (about && !about.isConnected) away(); });
  let timer = 0, wanted = null, held = false;
  const named = (target) => target.closest?.("[data-of]");
  async function explain(one) {
    wanted = one;
    const found = await cardOf(one.dataset.of);
    if (wanted !== one || !one.isConnected || !found) return;
    about = one;
    showCard(one.getBoundingClientRect(), found, true);
  }
  function leave() { clearTimeout(timer); if (wanted) { wanted = null; away(); } }
  table.addEventListener("pointerover", (event) => {
    const one = named(event.target);
    if (event.pointerType === "touch" || !one || one === wanted) return;
    leave();
    timer = setTimeout(() => explain(one), REST);
  });
  table.addEventListener("pointerout", (event) => {
    const one = named(event.target);
    if (event.pointerType !== "touch" && one && named(event.relatedTarget || document) !== one) leave();
  });
  table.addEventListener("pointerdown", (event) => {
    leave();
    held = false;
    const one = named(event.target);
    if (event.pointerType === "touch" && one) timer = setTimeout(() => { held = true; explain(one); }, LONG_PRESS);
  });
  table.addEventListener("pointermove", (event) => { if (event.pointerType === "touch" && !held && Math.hypot(event.movementX, event.movementY) > 6) clearTimeout(timer); });
  for (const end of ["pointerup", "pointercancel"]) table.addEventListener(end, () => { if (!held) clearTimeout(timer); });
  table.addEventListener("contextmenu", (event) => { if (held) event.preventDefault(); });
  table.addEventListener("click", (event) => {
    if (!held) return;
    held = false;  // the finger has looked, not chosen
    event.preventDefault();
    event.stopPropagation();
  }, true);
  table.addEventListener("focusin", ({ target }) => { if (target.dataset.of && target.matches(":focus-visible")) explain(target); else if (wanted) leave(); });
  table.addEventListener("focusout", leave);
  // What the keyboard reaches is scrolled into view: its card follows it.
  document.addEventListener("scroll", () => { if (wanted && wanted === document.activeElement) explain(wanted); else leave(); }, true);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") leave(); });
}
