// Pieces on the map: sharp at every zoom, hidden by a key, explained by cards, walked through by arrow keys, moved when news come.
import { away, cardOf, showCard } from "./cards.js";
import { onPart, theme } from "./net.js";

/** Pixels of the renderer's layout across the map, for which sprites of size 1 are drawn. */
const LAYOUT = 2400;
/** Pixels around a place within which it is pointed at. */
const NEAR = 22;
const SVG = "http://www.w3.org/2000/svg", BARE = "display bare";
const LONG_PRESS = 450, REST = 220, JOURNEY = 800;
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

export function watchPieces(table, view, plate) {
  const places = () => plate().places;
  const pane = document.getElementById("pane-map");
  const things = () => view.querySelector("svg.things");
  const stacks = () => [...view.querySelectorAll(".stack")];
  let times = 1;

  // -- sprites
  /** Show sprites of the size that so many pixels across the map need; size never goes down again. */
  function sharpen(across) {
    const wanted = (across * devicePixelRatio) / LAYOUT;
    times = Math.max(times, wanted > 2.1 ? 4 : wanted > 1.05 ? 2 : 1);
    const waiting = new Map();
    for (const image of view.querySelectorAll("[data-sprite]")) {
      const path = `${image.dataset.sprite}/${times}/${theme()}`;
      if (image.getAttribute("href") === path) continue;
      if (!waiting.has(path)) waiting.set(path, []);
      waiting.get(path).push(image);
    }
    for (const [path, images] of waiting) {
      const coming = new Image();
      coming.onload = () => { for (const image of images) image.setAttribute("href", path); };
      coming.src = path;
    }
  }

  // -- spread out, for readers who want to see each piece of a stack
  const SHARE = 0.7;
  /** Lay the pieces of each stack beside each other, or on top of each other again. */
  function spread() {
    const wanted = document.documentElement.dataset.pieces === "spread";
    for (const stack of view.querySelectorAll(".stack[data-fan]")) {
      stack.querySelectorAll(".alone").forEach((one) => one.remove());
      const shown = [...stack.querySelectorAll("image.piece")], found = JSON.parse(stack.dataset.fan);
      const apart = wanted && shown.length < found.length;
      stack.classList.toggle("spread", apart);
      if (apart) stack.append(...laidOut(shown, found));
    }
  }
  /** Return the pieces of a stack in rows about its middle; each can be pressed alone. */
  function laidOut(shown, found) {
    const edge = (image, name) => Number(image.getAttribute(name)), ends = (at, size) => [
      Math.min(...shown.map((one) => edge(one, at))), Math.max(...shown.map((one) => edge(one, at) + edge(one, size)))];
    const [x, y] = [ends("x", "width"), ends("y", "height")].map(([low, high]) => (low + high) / 2);
    const size = SHARE * edge(shown[0], "height"), across = Math.ceil(Math.sqrt(found.length)), down = Math.ceil(found.length / across);
    return found.map(([id, path, , , named], n) => {
      const row = Math.floor(n / across), inRow = Math.min(across, found.length - row * across), image = document.createElementNS(SVG, "image");
      image.setAttribute("class", "piece alone");
      image.setAttribute("href", `${path}/1/${theme()}`);
      image.setAttribute("x", x + size * ((n % across) - inRow / 2));
      image.setAttribute("y", y + size * (row - down / 2));
      for (const side of ["width", "height"]) image.setAttribute(side, size);
      Object.assign(image.dataset, { sprite: path, n: 1 }, id ? { piece: id, named } : {});
      return image;
    });
  }
  document.addEventListener("display", spread);

  // -- hidden while one looks at the board; kept in this browser
  function hide(on = !view.classList.contains("bare")) {
    view.classList.toggle("bare", on);
    if (on) localStorage.setItem(BARE, "1"); else localStorage.removeItem(BARE);
    table.querySelector("[data-bare]")?.setAttribute("aria-pressed", String(on));
  }
  table.addEventListener("click", (event) => { if (event.target.closest("[data-bare]")) hide(); });
  if (localStorage.getItem(BARE)) hide(true);
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key.toLowerCase() === "h" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) hide();
    if (event.key === "Escape") leave();
  });

  // -- cards
  let timer = 0, held = 0, shown = 0, pressed = null;
  function leave() { clearTimeout(timer); ++shown; away(); }
  /** Show what lies in a place, and its facts: those of the board at once, then as they stand now. */
  async function explain(box, title, lines, id) {
    leave();
    const mine = shown, printed = facts(id);
    if (lines.length || printed.length) showCard(box, { title, lines: [...lines, ...printed] });
    const found = await cardOf(id);
    if (mine === shown && found) showCard(box, { ...found, title, lines: [...lines, ...found.lines] });
  }
  const facts = (id) => (places()[id]?.[3] || "").split("\n").filter(Boolean);
  function explainStack(stack) {
    const [title, ...lines] = stack.dataset.card.split("\n");
    explain(stack.getBoundingClientRect(), title, lines, stack.dataset.at);
  }
  function explainPlace(id) {
    const sheet = view.querySelector(".plate").getBoundingClientRect(), pixel = sheet.width / 10000;
    const [x, y, name] = places()[id];
    explain(new DOMRect(sheet.left + x * pixel - 12, sheet.top + y * pixel - 12, 24, 24), name, [], id);
  }
  /** Return the id of the place at a point of the screen, null if none is near. */
  function placeAt(event, reach = 0) {
    const sheet = view.querySelector(".plate").getBoundingClientRect(), pixel = sheet.width / 10000;
    const far = ([, [x, y]]) => Math.hypot(sheet.left + x * pixel - event.clientX, sheet.top + y * pixel - event.clientY);
    const all = Object.entries(places()), near = all.reduce((one, other) => (!one || far(other) < far(one) ? other : one), null);
    return near && far(near) < Math.max(NEAR, reach * pixel) ? near[0] : null;
  }
  /** Show what lies under the pointer. */
  function explainAt(event) {
    const stack = stackOf(event), id = stack ? null : placeAt(event);
    if (stack) explainStack(stack); else if (id) explainPlace(id);
  }
  const stackOf = (event) => at(event)?.closest(".stack");
  /** Return what is pointed at: below a highlight, the piece that lies there. */
  function at(event) {
    if (!event.target.matches?.(".spot")) return event.target.closest ? event.target : null;
    return document.elementsFromPoint(event.clientX, event.clientY).find((one) => one.closest(".stack"));
  }
  /** Return true while the pointer rests where it has pressed: what changes below it is not pointed at. */
  function rests(event) {
    if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > 3) pressed = null;
    return Boolean(pressed);
  }
  view.addEventListener("pointerover", (event) => {
    const stack = stackOf(event);
    if (!stack || event.pointerType === "touch" || rests(event)) return;
    clearTimeout(timer);
    timer = setTimeout(() => explainStack(stack), REST);
  });
  view.addEventListener("pointerout", (event) => { if (event.pointerType !== "touch") leave(); });
  view.addEventListener("pointerdown", (event) => {
    leave();
    held = 0;
    pressed = { x: event.clientX, y: event.clientY };
    if (event.pointerType === "touch") timer = setTimeout(() => { held = Date.now(); explainAt(event); }, LONG_PRESS);
  });
  view.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") { if (!held) clearTimeout(timer); return; }
    if (rests(event) || stackOf(event)) return;
    leave();
    if (!event.buttons) timer = setTimeout(() => explainAt(event), REST);
  });
  view.addEventListener("pointerup", () => { if (!held) clearTimeout(timer); });
  view.addEventListener("contextmenu", (event) => { if (held) event.preventDefault(); });
  view.addEventListener("focusin", (event) => { const stack = stackOf(event); if (stack?.matches(":focus-visible")) explainStack(stack); });
  view.addEventListener("focusout", leave);

  // -- a stack fanned out: each piece alone, as a button if the viewer may name it
  let fan = null;
  function fold() {
    const had = fan?.contains(document.activeElement), at = fan?.dataset.at;
    fan?.remove();
    fan = null;
    if (had) stacks().find((one) => one.dataset.at === at)?.focus();
  }
  function fanOut(stack) {
    fold();
    const found = JSON.parse(stack.dataset.fan || "[]");
    if (!found.length) return false;
    fan = document.createElement("div");
    fan.className = "fan";
    fan.dataset.at = stack.dataset.at;
    fan.setAttribute("role", "group");
    fan.setAttribute("aria-label", stack.dataset.card.split("\n")[0]);
    for (const [id, path, name, measure, named] of found) {
      const one = document.createElement(id ? "button" : "span"), image = new Image(), text = document.createElement("small");
      one.className = "fanned";
      if (id) { one.type = "button"; one.dataset.piece = one.dataset.of = id; one.dataset.named = named; }
      image.alt = "";
      image.src = `${path}/${devicePixelRatio > 1 ? 2 : 1}/${theme()}`;
      text.textContent = [name, measure].filter(Boolean).join(" · ");
      one.append(image, text);
      fan.append(one);
    }
    if (pane.dataset.note) fan.append(note(stack.dataset.at));
    pane.append(fan);
    table.dispatchEvent(new CustomEvent("fan"));
    return true;
  }
  /** Return a link to the viewer's own note on a place. */
  function note(place) {
    const link = document.createElement("a");
    link.className = "button quiet note";
    link.href = `${table.dataset.table}/notes?${new URLSearchParams({ about: place })}`;
    link.textContent = "✎";
    link.title = pane.dataset.note;
    link.setAttribute("aria-label", pane.dataset.note);
    return link;
  }
  pane.addEventListener("click", (event) => {
    const one = event.target.closest(".fan [data-piece]");
    if (one) table.dispatchEvent(new CustomEvent("place", { detail: { id: fan.dataset.at, piece: one.dataset.piece, named: one.dataset.named, alone: true, box: one.getBoundingClientRect() } }));
  });
  pane.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key], all = [...(fan?.querySelectorAll("button, a") || [])];
    if (!event.target.closest(".fan")) return;
    if (event.key === "Escape") fold();
    else if (step) all[(all.indexOf(event.target) + step + all.length) % all.length]?.focus();
  });

  // -- the keyboard: one stack is in the tab order, arrow keys go to the next in their direction
  function enter() {
    const all = stacks();
    if (!all.some((one) => one.getAttribute("tabindex") === "0")) all[0]?.setAttribute("tabindex", "0");
  }
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  view.addEventListener("keydown", (event) => {
    const stack = stackOf(event), arrow = ARROWS[event.key];
    if (!stack) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      press(stack, null);
    } else if (event.key.toLowerCase() === "f" && !event.ctrlKey && !event.metaKey) {
      if (fanOut(stack)) fan.querySelector("button, a")?.focus();
    } else if (arrow && places()[stack.dataset.at]) {
      event.preventDefault();
      const [x, y] = places()[stack.dataset.at], far = (one) => {
        const [right, down] = [places()[one.dataset.at][0] - x, places()[one.dataset.at][1] - y];
        const ahead = right * arrow[0] + down * arrow[1], aside = Math.abs(right * arrow[1]) + Math.abs(down * arrow[0]);
        return ahead > 0 && aside <= 2 * ahead ? ahead + 2 * aside : Infinity;
      };
      const next = stacks().filter((one) => one !== stack).sort((one, other) => far(one) - far(other))[0];
      if (!next || far(next) === Infinity) return;
      stack.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
    }
  });

  // -- presses
  function press(stack, piece) {
    leave();
    if (stack.querySelector("[data-piece]")) fanOut(stack); else fold();
    table.dispatchEvent(new CustomEvent("place", { detail: { id: stack.dataset.at, piece: piece?.dataset.piece || "", named: piece?.dataset.named, box: (piece || stack).getBoundingClientRect() } }));
  }
  /** Press what was clicked, unless it was held to be looked at; return true if it was a piece. */
  function click(event) {
    const stack = stackOf(event);
    if (!stack) return false;
    if (!held) press(stack, at(event).closest("[data-piece]"));
    held = 0;
    return true;
  }

  /** Press a place on which nothing lies and that is not lit, unless it was held to be looked at. */
  function clickGround(event) {
    const id = held ? null : placeAt(event, plate().reach);
    fold();
    if (id) table.dispatchEvent(new CustomEvent("place", { detail: { id, piece: "", box: new DOMRect(event.clientX - 8, event.clientY - 8, 16, 16) } }));
  }

  // -- news
  const key = (move) => [move.dataset.from, move.dataset.to, move.dataset.n, move.getAttribute("class").split(" ")[1]].join(" ");
  const moves = (svg) => [...(svg?.querySelectorAll("g.move") || [])];
  const count = (svg) => {
    const found = new Map(), known = new Map();
    for (const stack of svg?.querySelectorAll(".stack") || []) {
      for (const image of stack.querySelectorAll("image")) {
        const what = `${stack.dataset.at} ${image.dataset.sprite}`;
        found.set(what, (found.get(what) || 0) + 1);
        for (const id of (image.dataset.piece || "").split(" ").filter(Boolean)) known.set(id, stack.dataset.at);
      }
    }
    return [found, known];
  };
  /** Replace what lies on the map; what is new at the end of a new arrow comes from its start. */
  function replace(made) {
    const old = things(), [had, stood] = count(old), before = new Set(moves(old).map(key));
    const focused = old?.contains(document.activeElement) ? document.activeElement.closest(".stack")?.dataset.at : null;
    leave();
    fold();
    if (old && made) old.replaceWith(made); else if (made) view.querySelector("svg.light").before(made); else old?.remove();
    spread();
    enter();
    if (focused) stacks().find((one) => one.dataset.at === focused)?.focus();
    if (still.matches || !made) return;
    const came = new Map();
    for (const move of moves(made)) if (!before.has(key(move))) came.set(move.dataset.to, move.dataset.from);
    for (const stack of made.querySelectorAll(".stack")) {
      const here = stack.dataset.at;
      for (const image of stack.querySelectorAll("image")) {
        const id = (image.dataset.piece || "").split(" ")[0], what = `${here} ${image.dataset.sprite}`;
        const from = id && stood.has(id) ? stood.get(id) : came.get(here);
        const left = had.get(what) || 0;
        if (left && !(id && from !== here)) { had.set(what, left - 1); continue; }
        const [start, end] = [places()[from], places()[here]];
        if (!from || from === here || !start || !end) continue;
        image.animate([{ transform: `translate(${start[0] - end[0]}px, ${start[1] - end[1]}px)` }, { transform: "none" }], { duration: JOURNEY, easing: "ease-in-out" });
      }
    }
  }

  onPart((name, part, made) => { if (name === "map") replace(made?.querySelector("svg.things")); });
  spread();
  enter();
  return { sharpen, click, clickGround, isHeld: () => Boolean(held) };
}
