// The order line: what is typed, with its completions.
import { get } from "./net.js";

/** Complete the order line of a table; return it, null if there is none, and what closes the list. */
export function watchLine(table, path) {
  const line = document.getElementById("order");
  const list = document.getElementById("completions");
  if (!line) return { line, close() {} };
  let lines = [], at = -1, asked = 0;

  function close() { ++asked; list.hidden = true; at = -1; line.setAttribute("aria-expanded", "false"); line.removeAttribute("aria-activedescendant"); }
  async function complete() {
    const mine = ++asked;
    const found = await get(`${path}/complete?${new URLSearchParams({ text: line.value })}`);
    if (mine !== asked || !Array.isArray(found)) return;
    lines = found;
    at = -1;
    list.replaceChildren(...lines.map((one, n) => {
      const item = document.createElement("li"), text = document.createElement("span"), note = document.createElement("small");
      item.id = `completion-${n}`;
      item.setAttribute("role", "option");
      item.setAttribute("aria-selected", "false");
      if (!one.open) item.setAttribute("aria-disabled", "true");
      text.textContent = one.label;
      note.textContent = one.note;
      item.append(text, note);
      item.addEventListener("pointerdown", (event) => { event.preventDefault(); take(n); });
      return item;
    }));
    list.hidden = !lines.length;
    line.setAttribute("aria-expanded", String(!list.hidden));
    list.scrollIntoView({ block: "nearest" });
  }
  function mark(n) {
    at = (n + lines.length) % lines.length;
    [...list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === at)));
    const item = list.children[at];
    line.setAttribute("aria-activedescendant", item.id);
    item.scrollIntoView({ block: "nearest" });
  }
  function take(n) {
    if (!lines[n]?.open) return;
    line.value = lines[n].text;
    edited();
  }
  function edited() { delete line.dataset.sent; complete(); }
  line.addEventListener("input", edited);
  line.addEventListener("focus", () => { if (line.value) complete(); });
  line.addEventListener("blur", () => setTimeout(close, 120));
  line.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") { event.preventDefault(); if (list.hidden) complete(); else mark(at + 1); }
    else if (event.key === "ArrowUp" && !list.hidden) { event.preventDefault(); mark(at - 1); }
    else if (event.key === "Escape") close();
    else if (event.key === "Tab" && !event.shiftKey && !list.hidden && lines.some((one) => one.open) && line.value) {
      const first = at >= 0 ? at : lines.findIndex((one) => one.open);
      if (lines[first].open && lines[first].text !== line.value) { event.preventDefault(); take(first); }
    } else if (event.key === "Enter" && at >= 0 && !list.hidden) { event.preventDefault(); take(at); }
  });
  table.addEventListener("click", (event) => {
    const one = event.target.closest("[data-order-text]");
    if (!one) return;
    line.value = one.dataset.orderText;
    line.focus();
    edited();
  });
  return { line, close };
}
