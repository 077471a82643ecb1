// Steps of a decision in place: what is asked next is fetched, shown, and kept in the page's address.
import { focusIn, get, isOutdated, place } from "./net.js";
import { released } from "./presses.js";

export const decision = () => document.getElementById("part-decision");
/** Return the picks of the order so far, as the form holds them. */
export const filledNow = () => decision().querySelector("input[name=filled]")?.value || "[]";

export function watchSteps(table) {
  const path = table.dataset.table;
  let asking = 0;
  /** Begin to ask for something; the returned function says whether nothing else has been asked for since. */
  function ask() {
    const mine = ++asking;
    return () => mine === asking;
  }
  let asked = Promise.resolve();
  /** Wait until the step that was asked for last is shown: what is pressed on the map continues from there. */
  async function shown() {
    for (let before = null; before !== asked;) await (before = asked);
  }
  /** Fetch a step; of several clicks the last one counts. */
  function look(url) {
    const found = fetched(url);
    asked = found.then(() => {}, () => {});
    return found;
  }
  /** Fetch a step, again if later news have outdated it. */
  async function fetched(url) {
    const isLast = ask();
    let found = await get(url);
    await released();
    if (isLast() && isOutdated(found)) found = await get(url);
    if (!isLast()) return null;
    if (!found.ok) say(found);
    return found.ok ? found : null;
  }
  /** Show what was fetched as the next step. */
  function show(found) {
    say({});
    place(found);
    remember();
  }
  async function step(url) {
    const found = await look(url);
    if (!found?.parts) return;
    show(found);
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
  function address() {
    const question = decision().dataset.question || "", filled = filledNow();
    return filled === "[]" && !question.startsWith("-1:") ? path : `${path}/step?${new URLSearchParams({ question, filled })}`;
  }
  /** Put the picks so far into the address, so that a reload keeps them and "back" goes back. */
  function remember() {
    const now = address();
    if (now !== location.pathname + location.search) history.pushState(null, "", now);
  }
  /** Forget them, when the order has been given. */
  function forget() { history.replaceState(null, "", path); }
  window.addEventListener("popstate", async () => {
    const question = new URLSearchParams(location.search).get("question") || "";
    const same = question === decision().dataset.question || question.startsWith("-1:");
    const found = await look(question && same ? location.href : `${path}/step`);
    if (!found?.parts) return;
    place(found);
    if (question && !same) forget();
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
  return { ask, forget, look, refresh, say, show, shown, step };
}
