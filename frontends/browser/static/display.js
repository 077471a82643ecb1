// How the page looks to this reader: the size of its text, labels on pieces, pieces in stacks or spread out; kept in this browser.

const root = document.documentElement;
const kept = (name) => localStorage.getItem(`display ${name}`) || "";

/** Show what was chosen. */
function apply(name, value) {
  if (value) root.dataset[name] = value; else delete root.dataset[name];
}

for (const name of ["text", "labels", "pieces"]) apply(name, kept(name));

export function watchDisplay(table) {
  for (const select of table.querySelectorAll("[data-display]")) {
    const name = select.dataset.display;
    select.value = kept(name);
    select.addEventListener("change", () => {
      if (select.value) localStorage.setItem(`display ${name}`, select.value); else localStorage.removeItem(`display ${name}`);
      apply(name, select.value);
      document.dispatchEvent(new Event("display"));
    });
  }
}
