// A guided first turn: hints beside the parts of the page, each when its phase comes; this browser keeps which were seen.
import { onPart } from "./net.js";

const PARTS = { map: "#pane-map", needs: ".needs", decision: ".decision", hand: "#part-hand", order: ".order-line", journal: "#pane-feed" };
const narrow = window.matchMedia("(max-width: 60rem)");

export function watchTour(table) {
  const offer = table.querySelector(".offer"), bubble = table.querySelector(".bubble");
  if (!bubble) return;
  const hints = [...bubble.querySelectorAll("[data-hint]")], text = bubble.querySelector("#bubble-text"), count = bubble.querySelector(".hint");
  const key = `tour:${table.querySelector("[data-game]")?.dataset.game}`;
  let kept = read(), shown = null, asking = "";
  const question = () => document.getElementById("part-decision")?.dataset.question || "";

  /** Return the hints that were seen, as the browser keeps them: none are kept before the offer is answered. */
  function read() {
    try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
  }
  function keep(ids) {
    kept = ids;
    try { localStorage.setItem(key, JSON.stringify(ids)); } catch { /* a browser that keeps nothing asks again */ }
  }
  /** Return the next hint that was not seen and whose phase it is. */
  function next() {
    const stage = (document.getElementById("part-status")?.dataset.stage || "").split("/");
    const asked = Boolean(question());
    return hints.find((one) => !kept.includes(one.dataset.hint) && document.querySelector(PARTS[one.dataset.about])
      && (!one.dataset.phases || (asked && one.dataset.phases.split(" ").some((phase) => stage.includes(phase)))));
  }
  function show() {
    offer.hidden = kept !== null;
    if (shown && asking && asking !== question()) keep([...kept, shown.dataset.hint]); // the order that it helps with has been given
    const hint = kept === null ? null : next();
    if (hint !== shown) {
      asking = question();
      for (const one of table.querySelectorAll(".pointed")) one.classList.remove("pointed");
      if (narrow.matches && (hint || question())) table.querySelector(`[data-tab="${hint ? pane(hint) : "play"}"]`)?.click();
    }
    shown = hint;
    bubble.hidden = !hint;
    if (!hint) return;
    if (text.textContent !== hint.textContent) text.textContent = hint.textContent;
    count.textContent = `${kept.length + 1}/${hints.length}`;
    point();
  }
  const pane = (hint) => ({ map: "map", journal: "feed" })[hint.dataset.about] || "play";
  /** Mark the part that the hint is about, and stand beside it: over the map, or at the lower edge of a narrow screen. */
  function point() {
    if (!shown) return;
    const about = document.querySelector(PARTS[shown.dataset.about]);
    about.classList.add("pointed");
    if (narrow.matches) { bubble.style.left = bubble.style.top = ""; return; }
    if (pane(shown) === "play") about.scrollIntoView({ block: "nearest" });
    const map = document.querySelector(PARTS.map).getBoundingClientRect(), box = about.getBoundingClientRect();
    const left = shown.dataset.about === "map" ? map.left + 20 : map.right - bubble.offsetWidth - 14;
    const top = Math.min(Math.max(box.top + 8, map.top + 8), innerHeight - bubble.offsetHeight - 14);
    bubble.style.left = `${Math.max(8, left)}px`;
    bubble.style.top = `${top}px`;
  }
  function end() {
    keep(hints.map((one) => one.dataset.hint));
    show();
  }
  function seen() {
    keep([...kept, shown.dataset.hint]);
    show();
    if (shown) bubble.querySelector("[data-tour=next]").focus();
  }
  table.addEventListener("click", (event) => {
    const what = event.target.closest("[data-tour]")?.dataset.tour;
    if (!what) return;
    if (what === "end") { end(); return; }
    if (what === "next") { seen(); return; }
    keep([]);
    shown = null;
    show();
    bubble.querySelector("[data-tour=next]").focus();
  });
  bubble.addEventListener("keydown", (event) => { if (event.key === "Escape" && shown) { event.preventDefault(); seen(); } });
  onPart((name) => { if (name === "status" || name === "decision" || name === "hand") show(); });
  window.addEventListener("resize", point);
  show();
}
