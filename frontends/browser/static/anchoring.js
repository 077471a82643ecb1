// The page on which a group's own map is anchored: asks for places, shows where they are expected, saves.
const state = JSON.parse(document.getElementById("state").dataset.state);
const at = (id) => document.getElementById(id);
const view = at("view"), sheet = at("sheet"), picture = at("picture");
const ring = document.createElement("div");
ring.id = "ring";
view.append(ring);

let places = state.kept.places, corners = state.kept.corners, known = { order: [], expected: {}, errors: {}, is_unfit: false };
let skipped = new Set(), done = [], asksCorners = false, current = null, spot = null, zoom = 1, left = 0, top = 0, presses = 0;

const say = (name, values = {}) => state.said[name].replace(/\{(\w+)\}/g, (all, key) => values[key] ?? all);
const size = () => [picture.naturalWidth, picture.naturalHeight];
const inside = ([x, y]) => [Math.min(Math.max(x, 0), size()[0]), Math.min(Math.max(y, 0), size()[1])];

async function send(what, query = "") {
  const body = JSON.stringify({ places, corners: corners.length === 4 ? corners : [] });
  try {
    return await fetch(`${state.path}/${what}${query}`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  } catch {
    at("count").textContent = say("lost");
    return null;
  }
}

function lay() {
  sheet.style.transform = `translate(${left}px, ${top}px) scale(${zoom})`;
  for (const old of view.querySelectorAll(".mark")) old.remove();
  const worst = Object.entries(known.errors).sort((one, other) => other[1] - one[1])[0]?.[0];
  const mark = ([x, y], kind) => {
    const made = document.createElement("div");
    made.className = `mark ${kind}`;
    made.style.left = `${left + x * zoom}px`;
    made.style.top = `${top + y * zoom}px`;
    view.append(made);
  };
  for (const [id, where] of Object.entries(known.expected)) if (!skipped.has(id)) mark(where, "likely");
  for (const [id, where] of Object.entries(places)) mark(where, id === worst ? "worst" : "");
  for (const where of corners) mark(where, "corner");
  ring.hidden = spot === null;
  if (spot) { ring.style.left = `${left + spot[0] * zoom}px`; ring.style.top = `${top + spot[1] * zoom}px`; view.append(ring); }
}

function fit() {
  zoom = Math.min(view.clientWidth / size()[0], view.clientHeight / size()[1]);
  left = (view.clientWidth - size()[0] * zoom) / 2;
  top = (view.clientHeight - size()[1] * zoom) / 2;
}

function show([x, y]) {  // bring a point of the picture into the middle half of the view
  const [across, down] = [left + x * zoom, top + y * zoom];
  if (across < view.clientWidth / 4 || across > view.clientWidth * 0.75) left = view.clientWidth / 2 - x * zoom;
  if (down < view.clientHeight / 4 || down > view.clientHeight * 0.75) top = view.clientHeight / 2 - y * zoom;
}

function larger(times, [x, y] = [view.clientWidth / 2, view.clientHeight / 2]) {
  const next = Math.min(Math.max(zoom * times, 0.02), 8);
  left = x - ((x - left) * next) / zoom;
  top = y - ((y - top) * next) / zoom;
  zoom = next;
  lay();
}

function ask() {
  const open = known.order.filter((id) => !skipped.has(id) && !(id in places));
  current = asksCorners ? state.corners[corners.length] : open[0] ?? null;
  const place = current === null ? "" : state.names[current] ?? current;
  spot = current === null ? null : known.expected[current] ?? null;
  at("asked").textContent = current === null ? say("all") : asksCorners ? say("corner", { place }) : spot ? say("expected", { place }) : say("where", { place });
  at("asked").dataset.place = current ?? "";
  const worst = Object.entries(known.errors).sort((one, other) => other[1] - one[1])[0];
  const counted = { n: Object.keys(places).length, left: open.length };
  at("count").textContent = known.is_unfit ? say("unfit", {}) : (worst ? say("error", { ...counted, error: worst[1].toFixed(1), place: state.names[worst[0]] ?? worst[0] }) : say("count", counted));
  if (spot) show(spot);
  lay();
}

async function learn() {
  const answer = await send("expected");
  if (answer?.ok) known = await answer.json();
  ask();
}

async function anchor(where) {
  if (current === null || where === null) return;
  done.push({ id: current, corner: asksCorners });
  if (asksCorners) {
    corners = [...corners, inside(where)];
    asksCorners = corners.length < 4;
  } else places = { ...places, [current]: inside(where) };
  await learn();
}

async function undo() {
  const last = done.pop();
  if (!last) return;
  if (last.corner) { corners = corners.slice(0, -1); asksCorners = true; }
  else { skipped.delete(last.id); const { [last.id]: _, ...rest } = places; places = rest; }
  await learn();
}

function skip() {
  if (current === null) return;
  if (asksCorners) { asksCorners = false; corners = []; }
  else { skipped.add(current); done.push({ id: current, corner: false }); }
  ask();
}

async function save() {
  const answer = await send("save", `?language=${state.language}`);
  if (!answer?.ok) return;
  const { fault } = await answer.json();
  at("count").textContent = fault ? say("incomplete", { why: fault }) : say("saved");
}

async function preview() {
  at("count").textContent = say("drawing");
  const answer = await send("preview", `?language=${state.language}`);
  if (!answer?.ok) return;
  if (answer.headers.get("Content-Type").startsWith("application/json")) {
    at("count").textContent = say("undrawn", { why: (await answer.json()).fault });
    return;
  }
  at("drawn").src = URL.createObjectURL(await answer.blob());
  at("drawn").hidden = false;
  at("count").textContent = say("drawn");
}

const moved = ([right, down], times) => {
  const [x, y] = spot ?? [(view.clientWidth / 2 - left) / zoom, (view.clientHeight / 2 - top) / zoom];
  spot = inside([x + (right * times) / zoom, y + (down * times) / zoom]);
  show(spot);
  lay();
};
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ACTS = {
  confirm: () => anchor(spot), skip, undo, save, preview,
  larger: () => larger(1.5), smaller: () => larger(1 / 1.5),
  corners: () => { corners = []; asksCorners = true; ask(); },
};
const KEYS = { Enter: "confirm", s: "skip", u: "undo", "+": "larger", "=": "larger", "-": "smaller", c: "corners", w: "save", p: "preview" };

for (const [name, act] of Object.entries(ACTS)) at(name).addEventListener("click", () => { ++presses; act(); });
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "Enter" && event.target.closest("button, a")) return;
  if (ARROWS[key]) { event.preventDefault(); moved(ARROWS[key], event.shiftKey ? 10 : 1); }
  else if (KEYS[key]) { event.preventDefault(); ACTS[KEYS[key]](); }
  else return;
  ++presses;
});

const fingers = new Map();
let start = null, apart = 0;
view.addEventListener("pointerdown", (event) => {
  view.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  start = fingers.size === 1 ? { x: event.clientX, y: event.clientY, left, top, dragged: false } : null;
  apart = 0;
});
view.addEventListener("pointermove", (event) => {
  if (!fingers.has(event.pointerId)) return;
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (fingers.size === 2) {
    const [[ax, ay], [bx, by]] = [...fingers.values()], now = Math.hypot(ax - bx, ay - by), box = view.getBoundingClientRect();
    if (apart) larger(now / apart, [(ax + bx) / 2 - box.left, (ay + by) / 2 - box.top]);
    apart = now;
  } else if (start && (start.dragged || Math.hypot(event.clientX - start.x, event.clientY - start.y) > 6)) {
    start.dragged = true;
    left = start.left + event.clientX - start.x;
    top = start.top + event.clientY - start.y;
    lay();
  }
});
view.addEventListener("pointerup", (event) => {
  fingers.delete(event.pointerId);
  if (start && !start.dragged) {
    const box = view.getBoundingClientRect();
    ++presses;
    anchor([(event.clientX - box.left - view.clientLeft - left) / zoom, (event.clientY - box.top - view.clientTop - top) / zoom]);
  }
  start = null;
});
view.addEventListener("pointercancel", (event) => { fingers.delete(event.pointerId); start = null; });
view.addEventListener("wheel", (event) => {
  event.preventDefault();
  const box = view.getBoundingClientRect();
  larger(event.deltaY < 0 ? 1.2 : 1 / 1.2, [event.clientX - box.left, event.clientY - box.top]);
}, { passive: false });

await (picture.complete ? null : new Promise((loaded) => picture.addEventListener("load", loaded, { once: true })));
sheet.style.width = `${size()[0]}px`;
fit();
globalThis.anchoring = { spot: () => spot, seen: () => ({ left, top, zoom, presses }) };
await learn();
document.body.dataset.ready = "1";
