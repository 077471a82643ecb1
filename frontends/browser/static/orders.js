// Orders: steps of a decision in place, the order line with its completions, refusals beside it.
import { refuseAt } from "./cards.js";
import { watchLine } from "./line.js";
import { focusIn, get, isOutdated, onPart, place, post } from "./net.js";
import { held, heldAlone, namedIn, pickedOf, ticked } from "./picks.js";
import { released } from "./presses.js";

export function watchOrders(table) {
  const path = table.dataset.table;

  // -- steps: every link and form that asks for the next step
  let asking = 0;
  /** Fetch a step; of several clicks the last one counts. What later news have outdated is fetched again. */
  async function look(url) {
    const mine = ++asking;
    let found = await get(url);
    await released();
    if (mine === asking && isOutdated(found)) found = await get(url);
    if (mine !== asking) return null;
    if (!found.ok) say(found);
    return found.ok ? found : null;
  }
  async function step(url) {
    const found = await look(url);
    if (!found?.parts) return;
    say({});
    place(found);
    remember();
    focusIn(decision());
    decision().scrollIntoView({ block: "nearest" });
  }
  /** Show a refusal, or that the server cannot be reached. */
  function say(found) {
    const said = document.getElementById("said");
    if (!said) return;
    if (found.lost) said.textContent = table.dataset.lost;
    else said.innerHTML = found.said || found.refused || "";
  }
  const decision = () => document.getElementById("part-decision");
  function address() {
    const part = decision(), question = part.dataset.question || "";
    const filled = part.querySelector("input[name=filled]")?.value || "[]";
    return filled === "[]" && !question.startsWith("-1:") ? path : `${path}/step?${new URLSearchParams({ question, filled })}`;
  }
  /** Put the picks so far into the address, so that a reload keeps them and "back" goes back. */
  function remember() {
    const now = address();
    if (now !== location.pathname + location.search) history.pushState(null, "", now);
  }
  window.addEventListener("popstate", async () => {
    const question = new URLSearchParams(location.search).get("question") || "";
    const same = question === decision().dataset.question || question.startsWith("-1:");
    const found = await look(question && same ? location.href : `${path}/step`);
    if (!found?.parts) return;
    place(found);
    if (question && !same) history.replaceState(null, "", path);
  });
  /** Fetch the same step again, which may be out of date, unless another has been chosen meanwhile. */
  async function refresh() {
    const before = address(), found = await get(`${path}/step?${new URL(before, location).searchParams}`);
    if (found.ok && address() === before) place(found);
  }
  table.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-step]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(link.href);
  });
  table.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.matches("[data-step]")) {
      event.preventDefault();
      const query = new URLSearchParams(fields(form, event.submitter));
      await step(`${form.action}?${query}`);
    } else if (form.method === "post" && form.action.includes("/game/")) {
      event.preventDefault();
      await act(form, event.submitter);
    }
  });
  function fields(form, submitter) {
    const made = new FormData(form, submitter);
    const ordered = form.querySelector("[data-ordered]");
    if (ordered && !submitter?.name) {
      made.delete("value");
      for (const value of ticks) made.append("value", value);
    }
    return made;
  }
  let ticks = [];
  table.addEventListener("change", (event) => {
    if (!event.target.matches("[data-ordered] input")) return;
    const { value, checked } = event.target;
    ticks = ticked(ticks, value, checked);
  });
  /** Send a form. What is typed or begun before its answer comes stays as it is. */
  async function act(form, submitter) {
    const had = document.activeElement, buttons = [...form.querySelectorAll("button")], sent = written(form);
    const typed = form.contains(line) || form.elements.confirmed ? line.value : null;
    if (typed !== null) line.dataset.sent = typed; // no longer being written, until it is written anew
    for (const one of buttons) one.disabled = true;
    const mine = ++asking, found = await post(form, submitter);
    await released();
    const isLast = mine === asking;
    for (const one of buttons) one.disabled = false;
    const isElsewhere = ![had, document.body].includes(document.activeElement);
    if (isLast || !found.ok) say(found);
    if (typed !== null && line.dataset.sent === typed && !found.ok) delete line.dataset.sent;
    if (found.lost) return stay(had);
    place(found);
    if (!found.ok) { stay(had); document.querySelector("#said [data-focus]")?.focus(); }
    if (found.ok && found.parts) {
      if (isLast) history.replaceState(null, "", path);
      if (form.matches(".press form") && written(form) === sent) form.reset();
      if (typed !== null && line.dataset.sent === typed) { line.value = ""; delete line.dataset.sent; close(); }
      if (!isElsewhere && !form.matches(".press form")) { if (typed === null) focusIn(decision()); else line.focus(); }
    }
    const once = form.querySelector("input[name=request]");
    if (once && found.request) once.value = found.request;
  }
  const written = (form) => String(new URLSearchParams(new FormData(form)));
  /** Return the focus after a refusal: a button that was disabled meanwhile has lost it. */
  function stay(had) {
    if (document.activeElement !== document.body) return;
    if (had.isConnected) had.focus(); else focusIn(decision());
  }
  onPart((name) => { if (name === "decision") ticks = []; });

  // -- pieces and places that are pressed on the map
  let hand = { at: "", ids: [] };
  const idsOf = (one) => (one.dataset.piece || "").split(" ").filter(Boolean);
  table.addEventListener("place", async ({ detail }) => {
    const part = decision(), ids = detail.piece.split(" ").filter(Boolean);
    const named = [...ids, ...(detail.named || "").split(" ").filter(Boolean)]; // those that orders use
    const boxes = [...part.querySelectorAll("input[type=checkbox][name=value]")].filter((one) => named.includes(one.value));
    if (boxes.length) { (boxes.find((one) => !one.checked) || boxes[0]).click(); return; }
    const share = named.map((id) => part.querySelector(`input[name="share.${CSS.escape(id)}"]`)).find(Boolean);
    if (share?.type === "checkbox") { share.click(); return; }
    if (share) { share.value = (Number(share.value) + 1) % (Number(share.max) + 1); markFighters(); return; }
    const given = [...part.querySelectorAll("[data-gives]")].find((one) => named.includes(one.dataset.gives) || one.dataset.place === detail.id);
    if (given) { given.click(); return; }
    const { start, pieces, way } = part.dataset;
    if (hand.at !== start) hand = { at: start, ids: [] };
    if (ids.length && start === detail.id && !pieces && !way) {
      const equal = detail.alone ? table.querySelectorAll(`.fan [data-piece="${CSS.escape(ids[0])}"]`).length : 0;
      const all = [...table.querySelectorAll(`.stack[data-at="${CSS.escape(start)}"] [data-piece]`)].flatMap(idsOf);
      hand.ids = detail.alone ? heldAlone(hand.ids, ids[0], equal) : held(hand.ids, ids, all);
      markPieces();
      return;
    }
    const query = new URLSearchParams({ place: detail.id, piece: ids[0] || "", held: (detail.alone ? ids : hand.ids).join(" "), question: part.dataset.question || "" });
    const filled = part.querySelector("input[name=filled]");
    if (filled) query.set("filled", filled.value);
    const found = await look(`${path}/press?${query}`);
    if (found?.why) refuseAt(detail.box, found.why);
    if (!found?.parts) return;
    say({});
    place(found);
    remember();
    if (detail.alone && decision().dataset.start === detail.id) { hand = { at: detail.id, ids }; markPieces(); }
    if (found.ways?.length) others(found.ways);
    if (found.found) focusIn(decision());
  });
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
    const { start, pieces } = decision().dataset;
    const chosen = (pieces || "").split(" ").filter(Boolean);
    const named = chosen.length ? chosen : hand.at === start ? hand.ids : [];
    for (const one of table.querySelectorAll(".things .picked")) one.classList.remove("picked");
    const fan = [...table.querySelectorAll(".fan [data-piece]")];
    const picked = pickedOf(fan.map((one) => one.dataset.piece), named);
    fan.forEach((one, n) => {
      one.setAttribute("aria-pressed", String(one.parentElement.dataset.at === start && (!named.length || picked[n])));
    });
    if (!start) return;
    for (const one of table.querySelectorAll(`.stack[data-at="${CSS.escape(start)}"] image`))
      one.classList.toggle("picked", !named.length || idsOf(one).some((id) => named.includes(id)));
  }
  onPart(markPieces);
  table.addEventListener("fan", markPieces);
  markPieces();

  // -- the board of a battle: a press on a piece picks it, as on the map
  table.addEventListener("click", (event) => {
    const piece = event.target.closest("button.fighter");
    if (piece) table.dispatchEvent(new CustomEvent("place", { detail: { id: piece.dataset.at, piece: piece.dataset.piece, box: piece.getBoundingClientRect() } }));
  });
  /** Show on the board which pieces are picked: those ticked, or those that the order names. */
  function markFighters() {
    const part = decision(), filled = part.querySelector("input[name=filled]")?.value || "[]";
    const named = new Set(namedIn(filled));
    for (const box of part.querySelectorAll("input[name=value]:checked")) named.add(box.value);
    for (const share of part.querySelectorAll("input[name^='share.'][type=number], input[name^='share.']:checked")) if (Number(share.value)) named.add(share.name.slice(6));
    for (const one of part.querySelectorAll("button.fighter")) one.setAttribute("aria-pressed", String(named.has(one.dataset.piece)));
  }
  onPart(markFighters);
  table.addEventListener("change", markFighters);
  markFighters();

  // -- a long list of options is searched
  table.addEventListener("input", (event) => {
    if (!event.target.matches("[data-filter]")) return;
    const wanted = event.target.value.trim().toLowerCase();
    for (const one of event.target.parentElement.querySelectorAll(".option"))
      one.hidden = !one.textContent.toLowerCase().includes(wanted);
  });
  table.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("[data-filter]")) return;
    event.preventDefault();
    event.target.parentElement.querySelector(".option:not([hidden])")?.click();
  });

  const { line, close } = watchLine(table, path);
  return { refresh };
}
