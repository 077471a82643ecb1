// A player's own salt, made in the browser: its nonce is sent only when all seats are committed.
const text = new TextEncoder();

/** The tagged hash of docs/design/fair-dice.md §0: each part behind its length, as a big-endian u32. */
async function hash(...parts) {
  const bytes = parts.flatMap((part) => {
    const length = new DataView(new ArrayBuffer(4));
    length.setUint32(0, part.length);
    return [...new Uint8Array(length.buffer), ...part];
  });
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes))));
}

function hex(bytes) { return [...bytes].map((one) => one.toString(16).padStart(2, "0")).join(""); }
function bytes(digits) { return Uint8Array.from(digits.match(/../g), (two) => parseInt(two, 16)); }

export function watchSalt() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-salt-make]");
    if (!button) return;
    const sheet = button.closest("[data-salt]"), [card, seat] = sheet.dataset.salt.split(" ");
    const words = sheet.querySelector("[data-salt-words]").value.normalize("NFC").replace(/\s+/g, " ").trim();
    const kept = sheet.querySelector("[data-salt-kept]");
    if (!crypto.subtle) {
      kept.textContent = kept.dataset.saltCannot;
      return;
    }
    const nonce = crypto.getRandomValues(new Uint8Array(16));
    const c = await hash(text.encode("tabellarius/1/salt"), bytes(card), text.encode(seat), nonce, text.encode(words));
    localStorage.setItem(`salt ${sheet.dataset.salt}`, JSON.stringify({ nonce: hex(nonce), words }));
    sheet.querySelector("[name=c]").value = c;
    kept.textContent = `${kept.dataset.saltKept} ${hex(nonce)} ${words}`;
  });
  fillSalt(document);
}

/** Fill in the salt that this browser made, when the form asks to reveal it. */
export function fillSalt(part) {
  const sheet = part.querySelector("[data-salt]");
  const kept = sheet?.querySelector("[name=nonce]") && localStorage.getItem(`salt ${sheet.dataset.salt}`);
  if (!kept) return;
  const { nonce, words } = JSON.parse(kept);
  sheet.querySelector("[name=nonce]").value = nonce;
  sheet.querySelector("[name=words]").value = words;
}
