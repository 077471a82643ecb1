// The script of the pages: everything works without it, and better with it.
import { watchMap } from "./map.js";
import { watchOrders } from "./orders.js";
import { listen } from "./live.js";
import { watchFiles, watchReplay } from "./replay.js";
import { fillSalt, watchSalt } from "./salt.js";
import { loadSeen } from "./images.js";
import { watchAway } from "./away.js";
import { watchCards } from "./cards.js";
import { watchCalls } from "./calls.js";
import { watchDisplay } from "./display.js";
import { watchTour } from "./tour.js";
import { onPart, theme } from "./net.js";

document.documentElement.classList.add("scripted");

for (const select of document.querySelectorAll("select[data-at-once]"))
  select.addEventListener("change", () => select.form.requestSubmit());

document.addEventListener("click", async (event) => {
  const copy = event.target.closest("[data-copy]");
  if (copy) {
    const field = document.getElementById(copy.dataset.copy);
    field.select();
    try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
    copy.textContent = "✓";
  }
  const large = event.target.closest("[data-large]");
  if (large && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    enlarge(large.querySelector("img"));
  }
});

function enlarge(image) {
  const dialog = document.createElement("dialog");
  const copy = image.cloneNode();
  copy.src = image.currentSrc || `${copy.dataset.src}/${theme()}`;
  dialog.setAttribute("aria-label", copy.alt);
  const close = document.createElement("button");
  close.textContent = "×";
  close.setAttribute("aria-label", document.documentElement.dataset.close);
  dialog.append(close, copy);
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const table = document.querySelector("[data-table]");
if (table) {
  if (matchMedia("(max-width: 700px), (max-height: 900px)").matches) table.querySelector(".lesson .way")?.removeAttribute("open"); // the decision comes first
  watchAway(table, watchMap(table));
  watchCards(table);
  listen(table, watchOrders(table));
  watchTabs(table);
  watchCalls(table);
  watchDisplay(table);
  watchTour(table);
  loadSeen(document.getElementById("posts"));
  const posts = document.getElementById("pane-feed");
  posts.scrollTop = posts.scrollHeight;
  posts.querySelector("details.press")?.addEventListener("toggle", ({ target }) => { if (target.open) target.scrollIntoView({ block: "end" }); });
}
const nav = document.querySelector(".banner nav");
const [seat, here] = [".mine", ".links"].map((part) => nav?.querySelector(`${part} [aria-current]`));
here?.scrollIntoView({ inline: "center", block: "nearest" });
if (here && seat) { // both are shown if there is room, beside what fades out at the edges
  const edge = 36, left = seat.getBoundingClientRect().left, all = nav.getBoundingClientRect();
  if (here.getBoundingClientRect().right - left < all.width - 2 * edge) nav.scrollLeft += left - all.left - edge;
}
const fade = () => nav.classList.toggle("scrolled", nav.scrollLeft > 0);
nav?.addEventListener("scroll", fade);
if (nav) fade();
watchReplay();
watchFiles();
localTimes(document);
onPart((name, part) => { localTimes(part); fillSalt(part); });
watchSalt();

/** Show times in the reader's own zone, with the time left until then. */
function localTimes(part) {
  const page = document.documentElement.lang;
  const language = navigator.languages.find((one) => one === page || one.startsWith(`${page}-`)) || page; // in the reader's own order of day and month
  const left = new Intl.RelativeTimeFormat(language, { numeric: "always", style: "short" });
  for (const time of part.querySelectorAll("time[datetime]")) {
    const at = new Date(time.dateTime), minutes = Math.round((at - Date.now()) / 60000);
    const [n, unit] = Math.abs(minutes) < 120 ? [minutes, "minute"] : Math.abs(minutes) < 2880 ? [Math.round(minutes / 60), "hour"] : [Math.round(minutes / 1440), "day"];
    time.textContent = ` ${at.toLocaleString(language, { dateStyle: "short", timeStyle: "short" })} (${left.format(n, unit)})`;
  }
}
setInterval(() => localTimes(document), 60000);

function watchTabs(table) {
  const tabs = [...table.querySelectorAll("[data-tab]")];
  const show = (name) => {
    for (const tab of tabs) {
      const here = tab.dataset.tab === name;
      tab.toggleAttribute("aria-current", here);
      if (here) { tab.setAttribute("aria-current", "true"); tab.classList.remove("news"); }
      document.getElementById(`pane-${tab.dataset.tab}`).classList.toggle("shown", here);
    }
    if (name === "map") window.dispatchEvent(new Event("resize"));
    if (name === "feed") { const feed = document.getElementById("pane-feed"); feed.scrollTop = feed.scrollHeight; window.scrollTo(0, document.body.scrollHeight); }
  };
  onPart((name) => {
    if (name === "decision") table.querySelector('[data-tab="play"]:not([aria-current])')?.classList.add("news");
  });
  for (const tab of tabs)
    tab.addEventListener("click", (event) => { event.preventDefault(); show(tab.dataset.tab); });
  show(document.querySelector("[data-question], #part-decision form") ? "play" : "map");
}
