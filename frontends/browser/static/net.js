// Requests to the server, and the parts of the page that it returns.
const csrfToken = document.querySelector("meta[name=csrf-token]").content;

const dark = window.matchMedia("(prefers-color-scheme: dark)");

/** Return the colours in use: as set, or as the system has them. */
export function theme() {
  const set = document.documentElement.dataset.theme;
  return set === "dark" || (set === "auto" && dark.matches) ? "dark" : "light";
}

/** Register a hook for changes of the system's colours. */
export function onTheme(hook) { dark.addEventListener("change", hook); }

/** Return the server's answer as an object; `lost` if the server cannot be reached. */
async function ask(path, more) {
  try {
    const answer = await fetch(path, { headers: { Accept: "application/json" }, credentials: "same-origin", ...more });
    const found = await answer.json();
    return Array.isArray(found) ? found : { ok: answer.ok, ...found };
  } catch {
    return { ok: false, lost: true };
  }
}

export function get(path) { return ask(path); }

/** Milliseconds after which what the page needs is asked for again, if the server could not be reached. */
const AGAIN = 1000;
async function askUntilFound(path) {
  for (;;) {
    const found = await ask(path);
    if (!found.lost) return found;
    await new Promise((go) => setTimeout(go, AGAIN));
  }
}

const asked = new Map();
/** Return an answer that stays the same while the page is open: it is asked for once, whoever needs it. */
export function getOnce(path) {
  if (!asked.has(path)) asked.set(path, askUntilFound(path));
  return asked.get(path);
}

export function post(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  body.set("csrf_token", csrfToken);
  return ask(form.action, { method: "POST", body });
}

const hooks = [];
/** Register a hook that is called when a part of the page has been replaced. */
export function onPart(hook) { hooks.push(hook); }

/** When each part of the page was made: an answer that arrives after a later event must not replace it. */
let times = {};
/** Forget these times after a reconnection: the server may have restarted, and its clock with it. */
export function resetTimes() { times = {}; }

/** What the stream said last of each part, and the parts that an answer has replaced since: the stream is silent of a part that is again as it said. */
const streamed = {}, answered = new Set();
for (const part of document.querySelectorAll("[data-part]")) streamed[part.id.replace("part-", "")] = part.dataset.from = part.outerHTML;

/** Return a part without the ids of its forms, which the server makes anew each time. */
const plain = (html) => html.replace(/(name="request" value=)"[^"]*"/g, "$1");

/** Return true if a part of an answer was made before the one that is on the page. */
export function isOutdated({ parts, at }) { return Object.keys(parts || {}).some((name) => at < times[name]); }

/**
 * Replace parts of the page; keep focus, open details and the map's position.
 * News that show what stands there already replace nothing, and outdate no answer under way, so that no press is lost.
 * Return true if the decision must be asked for anew: its forms have been sent.
 */
export function place({ parts, at }, { keep = [], news = false } = {}) {
  const isWhole = !news && Object.keys(parts || {}).length > 1; // a step of a decision is no news of it
  const silent = news ? [...answered].filter((name) => !(name in (parts || {})) && times[name] < at) : [];
  if (news) Object.assign(streamed, parts);
  const again = Object.fromEntries(silent.filter((name) => name !== "decision").map((name) => [name, streamed[name]]));
  for (const name of silent) answered.delete(name);
  for (const [name, html] of Object.entries({ ...parts, ...again })) {
    const old = document.getElementById(`part-${name}`);
    if (!old || keep.includes(name) || at < times[name]) continue;
    const made = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
    if (!made || (news && plain(made.outerHTML) === plain(old.dataset.from))) continue;
    times[name] = at;
    if (isWhole) answered.add(name); else answered.delete(name);
    if (made.outerHTML === old.dataset.from) continue;
    const had = old.contains(document.activeElement);
    const open = new Map([...old.querySelectorAll("details")].map((one) => [one.className, one.open]));
    if (name === "map") { swapMap(old, made); continue; }
    made.dataset.from = made.outerHTML;
    old.replaceWith(made);
    for (const one of made.querySelectorAll("details")) one.open = open.get(one.className) ?? one.open;
    if (had && name === "decision") focusIn(made);
    for (const hook of hooks) hook(name, made);
  }
  return silent.includes("decision");
}

/** Replace the board once its picture has loaded, and all that lies on it at once; zoom and position stay. */
function swapMap(old, made) {
  if (old.dataset.board !== made.dataset.board) { location.reload(); return; } // the referee has chosen another map, on which all lies elsewhere
  const [before, now] = [old.querySelector("img"), made.querySelector("img")];
  old.dataset.from = made.outerHTML;
  Object.assign(before.dataset, { light: now.dataset.light, dark: now.dataset.dark });
  before.alt = now.alt;
  for (const name of ["acting", "about"]) old.dataset[name] = made.dataset[name] || "";
  for (const hook of hooks) hook("map", old, made);
}

/** Give the focus to what comes next in a part; to the part itself if nothing in it can have it, so that it is not lost. */
export function focusIn(part) {
  const to = part.querySelector("[data-focus]") || part.querySelector("button.option, input:not([type=hidden]), button");
  const opensKeys = to?.matches("input:not([type=checkbox], [type=radio])") && matchMedia("(pointer: coarse)").matches;
  const next = opensKeys || !to ? part : to; // the keyboard of a phone would cover what there is to press
  if (next === part) part.tabIndex = -1;
  next.focus({ preventScroll: true });
  if (next.type === "number") next.select(); // what is typed replaces the number, as after [Tab]
}
