// Live updates: parts that the server sends replace the old ones, except a decision that is half filled.
import { resetTimes, get, place } from "./net.js";

/** Milliseconds of silence after which the page reconnects; the server sends a sign of life every twenty seconds. */
const SILENCE = 50000;

export function listen(table, orders) {
  const indicator = document.getElementById("live"), posts = document.getElementById("posts");
  const feed = document.getElementById("pane-feed");
  let last = table.dataset.last, have = table.dataset.have, source = null, heard = 0, again = 0;
  const say = (on) => {
    indicator.className = `live script ${on ? "on" : "off"}`;
    indicator.textContent = on ? table.dataset.connected : table.dataset.lost;
  };
  function open() {
    clearTimeout(again);
    source?.close();
    source = new EventSource(`${table.dataset.table}/events?${new URLSearchParams({ last, have })}`);
    have = "";
    heard = Date.now();
    source.onopen = () => { heard = Date.now(); resetTimes(); say(true); };
    source.onmessage = (event) => { heard = Date.now(); take(JSON.parse(event.data)); };
    source.onerror = () => {
      say(false);
      source.close();
      again = setTimeout(open, 1000);
    };
  }
  // Listen again when the page returns from the back/forward cache or from sleep.
  window.addEventListener("pagehide", () => source.close());
  window.addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  setInterval(() => { if (Date.now() - heard > SILENCE) { say(false); open(); } }, 5000);
  function take(found) {
    const kept = isHalfFilled(found.parts);
    place(found, { keep: kept ? ["decision"] : [] });
    if (kept) orders.refresh();
    if (found.posts) arrive(found.posts);
    if (found.last) last = String(found.last);
  }
  /** Return true if a decision is half filled and the same question is still open. */
  function isHalfFilled(parts) {
    const now = document.getElementById("part-decision");
    if (!parts?.decision || !now?.dataset.question) return false;
    const coming = new DOMParser().parseFromString(parts.decision, "text/html").body.firstElementChild;
    const filled = now.querySelector("input[name=filled]");
    const ticked = now.querySelector("input:checked");
    const away = now.dataset.question.startsWith("-1:");
    return away || (coming.dataset.question === now.dataset.question && ((filled && filled.value !== "[]") || ticked));
  }
  /** Keep the newest post in view, if it is in view, while posts arrive and their pictures load. */
  let pinned = true;
  feed.addEventListener("scroll", () => { pinned = feed.scrollHeight - feed.scrollTop - feed.clientHeight < 160; });
  new ResizeObserver(() => { if (pinned) feed.scrollTop = feed.scrollHeight; }).observe(posts);
  function arrive(html) {
    const made = new DOMParser().parseFromString(html, "text/html").body;
    for (const post of [...made.children]) {
      if (document.getElementById(post.id)) continue;
      post.classList.add("new");
      posts.append(post);
    }
    const tab = document.querySelector('[data-tab="feed"]:not([aria-current])');
    if (tab) tab.classList.add("news");
  }
  table.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-earlier]");
    if (!link) return;
    event.preventDefault();
    const found = await get(link.href), before = feed.scrollHeight;
    if (!found.ok) return;
    link.closest("p").insertAdjacentHTML("afterend", found.html);
    if (found.more) link.href = found.more; else link.closest("p").remove();
    feed.scrollTop += feed.scrollHeight - before;
  });
  open();
}
