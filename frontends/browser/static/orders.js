// Orders: the forms of a decision, sent in place; their answers and refusals.
import { watchLine } from "./line.js";
import { focusIn, onPart, place, post } from "./net.js";
import { ticked } from "./picks.js";
import { watchPressedPieces } from "./pressed.js";
import { released } from "./presses.js";
import { decision, watchSteps } from "./steps.js";

export function watchOrders(table) {
  const steps = watchSteps(table);
  watchPressedPieces(table, steps);
  watchFilters(table);
  const { line, close } = watchLine(table, table.dataset.table);

  table.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.matches("[data-step]")) {
      event.preventDefault();
      await steps.step(`${form.action}?${new URLSearchParams(fields(form, event.submitter))}`);
    } else if (form.method === "post" && form.action.includes("/game/")) {
      event.preventDefault();
      await act(form, event.submitter);
    }
  });

  // -- the order in which things are ticked
  let ticks = [];
  onPart((name) => { if (name === "decision") ticks = []; });
  table.addEventListener("change", (event) => {
    if (!event.target.matches("[data-ordered] input")) return;
    const { value, checked } = event.target;
    ticks = ticked(ticks, value, checked);
  });
  function fields(form, submitter) {
    const made = new FormData(form, submitter);
    if (form.querySelector("[data-ordered]") && !submitter?.name) {
      made.delete("value");
      for (const value of ticks) made.append("value", value);
    }
    return made;
  }

  // -- forms that act
  /** Send a form. What is typed or begun before its answer comes stays as it is. */
  async function act(form, submitter) {
    const had = document.activeElement, sent = written(form), typed = begin(form);
    const isLast = steps.ask(), found = await post(form, submitter);
    await released();
    for (const one of form.querySelectorAll("button")) one.disabled = false;
    const isElsewhere = ![had, document.body].includes(document.activeElement);
    if (isLast() || !found.ok) steps.say(found);
    if (!found.ok && isAsSent(typed)) delete line.dataset.sent;
    if (found.lost) { stay(had); return; }
    place(found);
    if (!found.ok) refused(had);
    else if (found.parts) taken(form, sent, typed, isLast(), isElsewhere);
    const once = form.querySelector("input[name=request]");
    if (once && found.request) once.value = found.request;
  }
  /** Disable a form while it is sent; return what it sends of the order line, null if nothing. */
  function begin(form) {
    for (const one of form.querySelectorAll("button")) one.disabled = true;
    if (!form.contains(line) && !form.elements.confirmed) return null;
    return line.dataset.sent = line.value; // no longer being written, until it is written anew
  }
  const isAsSent = (typed) => typed !== null && line.dataset.sent === typed;
  /** Empty what was sent, and go on in the decision, unless the reader has gone elsewhere. */
  function taken(form, sent, typed, isLast, isElsewhere) {
    const isMessage = form.matches(".press form");
    if (isLast) steps.forget();
    if (isMessage && written(form) === sent) form.reset();
    if (isAsSent(typed)) { line.value = ""; delete line.dataset.sent; close(); }
    if (isElsewhere || isMessage) return;
    if (typed) line.focus(); else focusIn(decision());
  }
  function refused(had) {
    stay(had);
    document.querySelector("#said [data-focus]")?.focus();
  }
  const written = (form) => String(new URLSearchParams(new FormData(form)));
  /** Return the focus after a refusal: a button that was disabled meanwhile has lost it. */
  function stay(had) {
    if (document.activeElement !== document.body) return;
    if (had.isConnected) had.focus(); else focusIn(decision());
  }
  return { refresh: steps.refresh };
}

/** Let a long list of options be searched. */
function watchFilters(table) {
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
}
