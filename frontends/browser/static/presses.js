// Presses under way: what is replaced between a finger's or button's going down and its click loses that click.

/** Milliseconds for which a press is waited for at most. */
const LONGEST = 2000;
/** Milliseconds after which what was let go has clicked, or will not. */
const CLICK = 60;

const waiting = [];
let down = false, timer = 0;

function release() {
  clearTimeout(timer);
  down = false;
  for (const go of waiting.splice(0)) go();
}
function within(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(release, milliseconds);
}
window.addEventListener("pointerdown", () => { down = true; within(LONGEST); }, true);
window.addEventListener("pointerup", () => { if (down) within(CLICK); }, true);
window.addEventListener("click", () => { if (down) within(0); }, true);
window.addEventListener("pointercancel", release, true);

/** Wait until nothing is being pressed: news and answers replace parts of the page only then. */
export function released() { return down ? new Promise((go) => { waiting.push(go); }) : Promise.resolve(); }
