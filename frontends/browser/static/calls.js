// A decision that waits: the window's title and icon say so; a sound and a notification do, if they were asked for.
import { focusIn, onPart } from "./net.js";

/** Milliseconds after the last press or key during which nobody is called: they are here. */
const HERE = 30000;

export function watchCalls(table) {
  const icon = document.querySelector("link[rel=icon]"), plain = document.title, [seal, dotted] = [icon.href, icon.dataset.waiting];
  const alerts = table.querySelector(".alerts"), sound = new Audio();
  let waited = waits(), used = Date.now();
  function waits() {
    const question = document.getElementById("part-decision")?.dataset.question || "";
    return question && !question.startsWith("-1:");
  }
  function say(on) {
    document.title = on ? `(●) ${plain}` : plain;
    icon.href = on ? dotted : seal;
  }
  let keys = false;
  for (const kind of ["pointerdown", "keydown"]) window.addEventListener(kind, () => { used = Date.now(); keys = kind === "keydown"; }, true);
  onPart((name, part) => {
    if (name !== "decision") return;
    const now = waits(), isNew = now && !waited;
    waited = now;
    say(now);
    if (isNew && alerts && (document.hidden || Date.now() - used > HERE)) call();
    if (part.dataset.next && !isWriting()) {
      if (keys) sessionStorage.setItem("by keys", part.dataset.next);
      location.assign(part.dataset.next);
    }
  });
  // Who plays with the keyboard goes on in the next seat's decision, not at the top of its page.
  if (sessionStorage.getItem("by keys") === location.pathname) focusIn(document.getElementById("part-decision"));
  sessionStorage.removeItem("by keys");
  /** Return true if something was typed, and not sent, that a change of pages would lose. */
  function isWriting() {
    return [...table.querySelectorAll("textarea, #order")].some((one) => one.value && one.value !== one.dataset.sent);
  }
  say(waited);
  if (!alerts) return;

  const box = (name) => alerts.querySelector(`[data-alert="${name}"]`), hint = alerts.querySelector(".hint");
  const explain = (text) => { hint.textContent = text; hint.hidden = !text; };
  function call() {
    if (box("sound").checked) ring();
    if (box("notice").checked) notify();
  }
  function ring() {
    sound.src = new URL("call.wav", import.meta.url);
    sound.play().catch((error) => explain(error.message)); // no page may sound before the first press on it
  }
  /** Show a notification; a phone's browser may refuse them to pages. */
  function notify() {
    try {
      const notice = new Notification(alerts.dataset.says, { body: plain, icon: seal, tag: table.dataset.table });
      notice.addEventListener("click", () => { window.focus(); notice.close(); });
    } catch {
      forget("notice");
    }
  }
  function forget(name) {
    localStorage.removeItem(`alert ${name}`);
    box(name).checked = false;
    explain(alerts.dataset.denied);
  }
  const isSafe = window.isSecureContext && "Notification" in window;
  box("sound").checked = Boolean(localStorage.getItem("alert sound"));
  box("notice").checked = isSafe && Notification.permission === "granted" && Boolean(localStorage.getItem("alert notice"));
  if (!isSafe) {
    box("notice").disabled = true;
    explain(alerts.dataset.unsafe);
  }
  alerts.addEventListener("change", async ({ target }) => {
    const name = target.dataset.alert;
    explain("");
    if (!target.checked) { localStorage.removeItem(`alert ${name}`); return; }
    if (name === "notice" && (await Notification.requestPermission()) !== "granted") { forget(name); return; }
    localStorage.setItem(`alert ${name}`, "on");
    if (name === "sound") ring(); else notify();
  });
}
