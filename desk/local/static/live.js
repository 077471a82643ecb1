// Live changes: what the table sends is put in its place; what one is in the middle of stays.
import { beginAnew, place } from "./net.js";

export function listen(table) {
  const lamp = document.getElementById("live"), posts = document.getElementById("posts");
  const feed = document.getElementById("pane-feed");
  let last = table.dataset.last;
  const say = (on) => {
    lamp.className = `live script ${on ? "on" : "off"}`;
    lamp.textContent = on ? table.dataset.connected : table.dataset.lost;
  };
  function open() {
    const source = new EventSource(`${table.dataset.table}/events?last=${last}`);
    source.onopen = () => { beginAnew(); say(true); };
    source.onmessage = (event) => take(JSON.parse(event.data));
    source.onerror = () => {
      say(false);
      source.close();
      setTimeout(open, 1000);
    };
    window.addEventListener("pagehide", () => source.close(), { once: true });
  }
  function take(found) {
    place(found, { keep: inTheMiddle(found.parts) ? ["decision"] : [] });
    if (found.posts) arrive(found.posts);
    if (found.last) last = String(found.last);
  }
  /** A decision that is half filled stays, as long as the same is asked. */
  function inTheMiddle(parts) {
    const now = document.getElementById("part-decision");
    if (!parts?.decision || !now?.dataset.question) return false;
    const coming = new DOMParser().parseFromString(parts.decision, "text/html").body.firstElementChild;
    const filled = now.querySelector("input[name=filled]");
    const ticked = now.querySelector("input:checked");
    const away = now.dataset.question.startsWith("-1:");
    return away || (coming.dataset.question === now.dataset.question && ((filled && filled.value !== "[]") || ticked));
  }
  function arrive(html) {
    const near = feed.scrollHeight - feed.scrollTop - feed.clientHeight < 160;
    const made = new DOMParser().parseFromString(html, "text/html").body;
    for (const post of [...made.children]) {
      if (document.getElementById(post.id)) continue;
      post.classList.add("new");
      posts.append(post);
    }
    if (near) feed.scrollTop = feed.scrollHeight;
    const tab = document.querySelector('[data-tab="feed"]:not([aria-current])');
    if (tab) tab.classList.add("news");
  }
  table.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-earlier]");
    if (!link) return;
    event.preventDefault();
    const answer = await fetch(link.href, { headers: { Accept: "application/json" } });
    const found = await answer.json(), before = feed.scrollHeight;
    link.closest("p").insertAdjacentHTML("afterend", found.html);
    if (found.more) link.href = found.more; else link.closest("p").remove();
    feed.scrollTop += feed.scrollHeight - before;
  });
  open();
}
