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
}
