// A page inside Discord: the document that came says nothing; what is the reader's is fetched, and links and forms stay in the frame.
const WANTED = { "X-Tabellarius-Page": "1", Accept: "text/html" };

async function ask(path, more) {
  const answer = await fetch(path, { headers: WANTED, credentials: "same-origin", ...more });
  if (answer.status === 401) { window.parent.tabellarius?.signInAgain(); return null; }
  if (answer.headers.get("Content-Type")?.startsWith("application/json")) return answer.json();
  await save(answer);
  return null;
}

/** Give a file to the reader, under its name. */
async function save(answer) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") || "")?.[1] || "tabellarius";
  link.click();
}

/** Show a page in place of what is shown. */
function show(html) {
  const made = new DOMParser().parseFromString(html, "text/html");
  document.title = made.title;
  for (const { name, value } of made.documentElement.attributes) document.documentElement.setAttribute(name, value);
  for (const old of document.head.querySelectorAll("meta[name=csrf-token], meta[name=color-scheme]")) old.remove();
  document.head.append(...made.head.querySelectorAll("meta[name=csrf-token], meta[name=color-scheme]"));
  document.body.replaceWith(made.body);
}

/** Return true if the page has moved on. */
function follow(found) {
  if (!found?.to) return false;
  if (new URL(found.to, location).href === location.href) location.reload(); else location.assign(found.to);
  return true;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  event.preventDefault();
  const found = await ask(form.action, { method: "POST", body: new URLSearchParams(new FormData(form, event.submitter)) });
  if (found && !follow(found)) show(found.html);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented) return;
  if (link.origin !== location.origin && link.protocol !== "blob:") { event.preventDefault(); window.parent.tabellarius?.openLink(link.href); }
  else if (link.hasAttribute("download") && link.protocol !== "blob:") { event.preventDefault(); fetch(link.href, { credentials: "same-origin", headers: WANTED }).then(save); }
});

/** Where a browser keeps nothing for a frame of another site, remember for as long as the page is open. */
for (const name of ["localStorage", "sessionStorage"]) {
  try { window[name].getItem(""); } catch {
    const kept = new Map();
    const value = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => { kept.set(key, String(text)); }, removeItem: (key) => { kept.delete(key); } };
    Object.defineProperty(window, name, { value });
  }
}

const found = await ask(location.href);
if (found && !follow(found)) {
  show(found.html);
  await import("./table.js");
}
