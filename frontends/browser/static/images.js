// Pictures of the feed: loaded when they come into view, one after another, so that orders never wait for them.
import { theme } from "./net.js";

const waiting = [];
let busy = false;

export function loadSeen(posts) {
  const watch = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting) continue;
      watch.unobserve(target);
      waiting.push(target);
    }
    next();
  });
  const add = () => { for (const image of posts.querySelectorAll("img[data-src]:not([src])")) watch.observe(image); };
  new MutationObserver(add).observe(posts, { childList: true, subtree: true }); // posts come into the groups of their turns
  add();
}

function next() {
  const image = !busy && waiting.pop();
  if (!image) return;
  busy = true;
  image.onload = image.onerror = () => { busy = false; next(); };
  image.src = `${image.dataset.src}/${theme()}`;
}
