// Live updates: parts that the server sends replace the old ones, except a decision that is half filled.
import { resetTimes, get, place } from "./net.js";
import { released } from "./presses.js";

/** Milliseconds of silence after which the page reconnects; the server sends a sign of life every twenty seconds. */
const SILENCE = 50000;
/** Milliseconds after which a stream that has said nothing passes no proxy: inside Discord, the page asks again and again then. */
const SOON = 6000;

export function listen(table, orders) {
  const indicator = document.getElementById("live"), posts = document.getElementById("posts");
  const feed = document.getElementById("pane-feed");
  let last = table.dataset.last, have = table.dataset.have, source = null, heard = 0, again = 0;
  let spoken = document.documentElement.dataset.framed === undefined, polls = false;
  const say = (on) => {
    indicator.className = `live script ${on ? "on" : "off"}`;
    indicator.textContent = on ? table.dataset.connected : table.dataset.away;
    indicator.title = on ? "" : table.dataset.lost;
  };
  function open() {
    clearTimeout(again);
    source?.close();
    if (polls) return;
    source = new EventSource(`${table.dataset.table}/events?${new URLSearchParams({ last, have })}`);
    have = "";
    heard = Date.now();
    source.onopen = () => { heard = Date.now(); resetTimes(); say(true); };
    source.onmessage = (event) => { heard = Date.now(); spoken = true; hear(JSON.parse(event.data)); };
    source.onerror = () => {
      say(false);
      source.close();
      again = setTimeout(open, 1000);
    };
  }
  async function poll() {
    polls = true;
    source.close();
    for (;;) {
      const found = await get(`${table.dataset.table}/poll?${new URLSearchParams({ last, have })}`);
      heard = Date.now();
      say(Boolean(found.ok));
      if (found.ok) { have = found.have; hear(found.news); } else await new Promise((done) => setTimeout(done, SOON));
    }
  }
  if (!spoken) setTimeout(() => { if (!spoken) poll(); }, SOON);
  // Listen again when the page returns from the back/forward cache or from sleep.
  window.addEventListener("pagehide", () => source.close());
  window.addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  // Without a network the stream is silent for long before it fails; a table on this machine needs none.
  window.addEventListener("offline", open);
  window.addEventListener("online", open);
  setInterval(() => { if (Date.now() - heard > SILENCE) { say(false); open(); } }, 5000);
  // -- who watches may have the news at their own pace, or one by one
  const paced = table.querySelector("[data-pace]"), next = table.querySelector("[data-next]");
  const held = [];
  let timer = 0;
  const pace = () => paced?.value || "";
  async function hear(found) {
    await released();
    if (!pace()) { take(found); return; }
    held.push(found);
    goOn();
  }
  /** Show what is held: all of it, or the next after the pause that was chosen. */
  function goOn() {
    while (held.length && !pace()) take(held.shift());
    if (next) { next.hidden = !held.length; next.textContent = next.dataset.next.replace("{n}", held.length); }
    if (timer || !held.length || pace() === "held") return;
    timer = setTimeout(() => { timer = 0; if (pace() !== "held") step(); }, Number(pace()));
  }
  function step() { if (held.length) take(held.shift()); goOn(); }
  paced?.addEventListener("change", () => { clearTimeout(timer); timer = 0; goOn(); });
  next?.addEventListener("click", step);
  function take(found) {
    const kept = isHalfFilled(found.parts);
    const isSent = place(found, { keep: kept ? ["decision"] : [], news: true });
    if (isSent && !polls) open();
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
  // -- the feed follows, unless one has scrolled away; then a button says how much is new
  const newer = feed.querySelector("[data-newer]");
  let follows = true, height = 0, unseen = 0;
  const end = () => { feed.scrollTop = feed.scrollHeight; };
  const isAtEnd = () => feed.scrollHeight - feed.scrollTop - feed.clientHeight < 120;
  function count(n) {
    unseen = n;
    newer.hidden = !n;
    newer.textContent = newer.dataset.newer.replace("{n}", n);
  }
  feed.addEventListener("scroll", () => {
    if (feed.scrollHeight !== height) { height = feed.scrollHeight; return; } // it grew: nobody has scrolled
    follows = isAtEnd();
    if (follows) count(0);
  });
  const sizes = new ResizeObserver(() => { height = feed.scrollHeight; if (follows) end(); });
  for (const one of [posts, feed]) sizes.observe(one); // posts come, and the panel above grows
  newer.addEventListener("click", () => { follows = true; count(0); end(); });
  /** Return the group of a turn, as the server makes it. */
  function groupOf(turn) {
    const all = [...posts.querySelectorAll(":scope > .turn-posts")], newest = all.at(-1);
    if (newest?.dataset.turn === turn) return newest;
    const made = document.createElement(turn ? "details" : "div");
    made.className = "turn-posts";
    made.dataset.turn = turn;
    if (turn) {
      made.open = true;
      made.append(Object.assign(document.createElement("summary"), { textContent: turn }));
      if (all.length > 1 && follows) all.at(-2).open = false;
    }
    posts.append(made);
    return made;
  }
  /** Join two groups of the same turn, of which one came later. */
  function joinTurns() {
    for (const group of [...posts.querySelectorAll(":scope > .turn-posts")]) {
      const before = group.previousElementSibling;
      if (before?.dataset.turn !== group.dataset.turn || !before.matches(".turn-posts")) continue;
      before.open ||= group.open;
      before.append(...group.querySelectorAll(":scope > .post"));
      group.remove();
    }
  }
  /** Name a phase once for all posts in a row that tell of it, without those that a filter hides. */
  function nameOnce() {
    let last = "";
    for (const post of posts.querySelectorAll(".post")) {
      if (getComputedStyle(post).display === "none") continue;
      const phase = `${post.dataset.turn}/${post.querySelector(".phase")?.textContent ?? ""}`;
      post.classList.toggle("same", phase === last);
      last = phase;
    }
  }
  nameOnce();
  function arrive(html) {
    const made = new DOMParser().parseFromString(html, "text/html").body;
    for (const one of made.querySelectorAll("noscript")) one.remove(); // the parser makes its pictures, and they would be loaded
    for (const post of [...made.children]) {
      if (document.getElementById(post.id)) continue;
      post.classList.add("new");
      for (let place = Number(post.dataset.first || 0); place && place < Number(post.id.slice(5)); ++place) document.getElementById(`post-${place}`)?.remove(); // this one tells of those too
      groupOf(post.dataset.turn).append(post);
      if (!follows) count(unseen + 1);
    }
    nameOnce();
    const tab = document.querySelector('[data-tab="feed"]:not([aria-current])');
    if (tab) tab.classList.add("news");
  }
  feed.addEventListener("click", (event) => {
    const chosen = event.target.closest("[data-posts]");
    if (!chosen) return;
    for (const one of feed.querySelectorAll("[data-posts]")) one.setAttribute("aria-pressed", String(one === chosen));
    posts.dataset.only = chosen.dataset.posts;
    nameOnce();
    if (follows) end();
  });
  table.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-earlier]");
    if (!link) return;
    event.preventDefault();
    const found = await get(link.href), before = feed.scrollHeight;
    if (!found.ok) return;
    link.closest("p").insertAdjacentHTML("afterend", found.html);
    joinTurns();
    nameOnce();
    if (found.more) link.href = found.more; else link.closest("p").remove();
    feed.scrollTop += feed.scrollHeight - before;
  });
  open();
}
