// The outer page inside Discord: it speaks with Discord's client (opcodes of its RPC), signs in, and shows the board in a frame of its own.
const [HANDSHAKE, FRAME, CLOSE] = [0, 1, 2];
const CLIENTS = ["discord.com", "discordapp.com"].flatMap((host) => ["", "ptb.", "canary."].map((name) => `https://${name}${host}`));
const MODES = ["", "tile", "grid"]; // focused, picture in picture, grid
const main = document.getElementById("content"), said = document.getElementById("said"), board = document.getElementById("board");
const asked = new URLSearchParams(location.search), client = window.parent;
const from = document.referrer ? new URL(document.referrer).origin : "";
const target = CLIENTS.includes(from) ? from : "*"; // nothing secret is sent before Discord's client has answered
const waiting = new Map();
let ready = null, layout = "";

const say = (text) => { said.textContent = text; main.hidden = !text; };
const send = (opcode, payload) => client.postMessage([opcode, payload], target);

window.addEventListener("message", ({ source, origin, data }) => {
  if (source !== client || source === window || !CLIENTS.includes(origin) || !Array.isArray(data)) return;
  const [opcode, payload] = data;
  if (opcode === CLOSE) { say(main.dataset.refused.replace("{why}", payload?.message || "")); return; }
  if (opcode !== FRAME || !payload) return;
  if (payload.evt === "READY") ready?.();
  if (payload.evt === "ACTIVITY_LAYOUT_MODE_UPDATE") setLayout(MODES[payload.data.layout_mode] || "");
  if (payload.evt === "ACTIVITY_PIP_MODE_UPDATE") setLayout(payload.data.is_pip_mode ? "tile" : "");
  const answer = waiting.get(payload.nonce);
  if (!answer) return;
  waiting.delete(payload.nonce);
  if (payload.evt === "ERROR") answer.reject(new Error(payload.data?.message || "")); else answer.resolve(payload.data);
});

/** Ask Discord's client to do something; its answer has the same nonce. */
function command(cmd, args, evt) {
  const nonce = crypto.randomUUID();
  return new Promise((resolve, reject) => {
    waiting.set(nonce, { resolve, reject });
    send(FRAME, { cmd, args, nonce, ...(evt ? { evt } : {}) });
  });
}

async function ask(path, more) {
  const answer = await fetch(path, { headers: { Accept: "application/json" }, credentials: "same-origin", ...more });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

async function signIn() {
  const { client_id, state, csrf_token } = await ask("begin");
  if (!ready) await new Promise((resolve) => {
    ready = resolve;
    const version = asked.get("platform") === "mobile" && (parseInt(asked.get("mobile_app_version"), 10) || 0) < 250 ? {} : { sdk_version: "2.5.0" };
    send(HANDSHAKE, { v: 1, encoding: "json", client_id, frame_id: asked.get("frame_id"), ...version });
  });
  const { code } = await command("AUTHORIZE", { client_id, response_type: "code", state, prompt: "none", scope: ["identify"] });
  const { to } = await ask("sign-in", { method: "POST", body: new URLSearchParams({ code, state, csrf_token }) });
  board.src = to;
  board.hidden = false;
  say("");
  // Older clients know only the first way of saying that the frame has become a tile.
  command("SUBSCRIBE", {}, "ACTIVITY_LAYOUT_MODE_UPDATE").catch(() => command("SUBSCRIBE", {}, "ACTIVITY_PIP_MODE_UPDATE")).catch(() => setLayout(""));
}

function setLayout(mode) {
  layout = mode;
  const inner = board.contentDocument?.documentElement;
  if (inner) inner.dataset.layout = layout;
}
board.addEventListener("load", () => setLayout(layout));

async function open() {
  if (!asked.get("frame_id") || client === window) { say(main.dataset.outside); return; }
  say(main.dataset.opening);
  try { await signIn(); } catch (error) {
    say(main.dataset.refused.replace("{why}", error.message));
    const again = document.createElement("button");
    again.textContent = main.dataset.again;
    again.addEventListener("click", open);
    said.append(" ", again);
  }
}
// What the board asks for: another page of the web in a window of its own; who it is, if the session has ended.
window.tabellarius = { openLink: (url) => command("OPEN_EXTERNAL_LINK", { url }), signInAgain: () => { board.hidden = true; return open(); } };
open();
