// The replay: a slider over the checkpoints of the campaign.
import { theme } from "./net.js";

export function watchReplay() {
  const box = document.querySelector("[data-replay]");
  if (!box) return;
  const slider = box.querySelector("input[type=range]"), image = box.querySelector(".replay img");
  const said = document.getElementById("replay-said"), play = box.querySelector("[data-play]");
  const rests = JSON.parse(box.dataset.replay);
  let asked = 0, timer = 0, still = 0;
  async function show() {
    const mine = ++asked, n = rests[slider.value];
    const answer = await fetch(`${box.dataset.path}/replay?rest=${n}`, { headers: { Accept: "application/json" } });
    const found = await answer.json();
    if (mine !== asked || !found.html) return;
    said.innerHTML = found.html;
    document.getElementById("replay-share").innerHTML = found.share;
    slider.setAttribute("aria-valuetext", found.title);
    image.alt = found.alt;
    image.previousElementSibling?.remove();
    image.src = `${found.picture}/${theme()}`;
    history.replaceState(null, "", `${box.dataset.path}/replay?rest=${n}`);
  }
  /** While the slider is dragged, fetch only the checkpoint at which it rests. */
  slider.addEventListener("input", () => { clearTimeout(still); still = setTimeout(show, 150); });
  play?.addEventListener("click", () => {
    if (timer) { clearInterval(timer); timer = 0; play.setAttribute("aria-pressed", "false"); return; }
    play.setAttribute("aria-pressed", "true");
    if (Number(slider.value) === rests.length - 1) slider.value = 0;
    timer = setInterval(() => {
      if (Number(slider.value) >= rests.length - 1) { clearInterval(timer); timer = 0; play.setAttribute("aria-pressed", "false"); return; }
      slider.value = Number(slider.value) + 1;
      show();
    }, 1500);
  });
  if (location.hash === "#play") play?.click();
}

/** Fetch the file of a replay here, so that the page shows that it is being made, and for how long. */
export function watchFiles() {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-file]"), said = document.querySelector(".making");
    if (!link || !said || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (said.dataset.busy) return;
    const [bar, clock, words] = said.children, since = Date.now();
    const count = () => { clock.textContent = `${Math.round((Date.now() - since) / 1000)} s`; };
    said.dataset.busy = "true";
    said.hidden = bar.hidden = clock.hidden = false;
    words.textContent = said.dataset.making;
    count();
    const timer = setInterval(count, 1000);
    words.textContent = await save(link) ?? said.dataset.lost;
    if (!words.textContent) words.textContent = said.dataset.made;
    clearInterval(timer);
    bar.hidden = clock.hidden = true;
    delete said.dataset.busy;
  });
}

/** Save the file behind a link; return "" once it is saved, the refusal if there is one, null if nothing came. */
async function save(link) {
  try {
    const answer = await fetch(link.href, { headers: { Accept: "application/json" } });
    if (!answer.ok) return new DOMParser().parseFromString((await answer.json()).refused, "text/html").body.textContent;
    const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition"));
    const file = Object.assign(document.createElement("a"), { href: URL.createObjectURL(await answer.blob()), download: name?.[1] || "replay.html" });
    file.click();
    setTimeout(() => URL.revokeObjectURL(file.href), 60000);
    return "";
  } catch {
    return null;
  }
}
