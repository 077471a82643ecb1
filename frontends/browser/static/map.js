// The map: pan, zoom, and highlights on what can be clicked.
import { getOnce, onPart, onTheme, theme } from "./net.js";
import { watchPhoto } from "./photo.js";
import { watchPieces } from "./pieces.js";

const SVG = "http://www.w3.org/2000/svg";
/** Goals from which they are tints instead of rings, so that the map below can be read. */
const MANY = 60;
/** The radius of a place, in pixels, at which its pieces can be read: the map opens so near if all that it opens about fits. */
const READABLE = 15;

export function watchMap(table) {
  const view = document.getElementById("part-map");
  if (!view) return null;
  const sheet = view.querySelector(".plate"), image = view.querySelector("img"), light = view.querySelector("svg.light");
  let plate = { height: light.viewBox.baseVal.height || 6500, reach: 150, places: {} };
  let at = { x: 0, y: 0, zoom: 1 };
  let large = false, begun = false, settled = false, drawn = 0, near = 0, dearest = 1, size = null, lit = [], costs = new Map();
  const pieces = watchPieces(table, view, () => plate), layPhoto = watchPhoto(sheet, image);

  const source = () => image.dataset[theme()] + (large ? "?large" : "");
  const show = () => {
    const wanted = source();
    if (image.getAttribute("src") === wanted) return;
    const coming = new Image();
    coming.onload = () => { if (source() === wanted) image.src = wanted; };
    coming.onerror = () => setTimeout(show, 3000);
    coming.src = wanted;
  };
  onTheme(() => { show(); pieces.sharpen(base() * at.zoom); apply(); });
  const come = () => { if (image.naturalWidth) view.classList.add("drawn"); };
  image.addEventListener("load", () => { come(); apply(); });
  come();

  /** Return the size of the pane. It is read once before the map is changed: a read after a change lays the whole page out anew. */
  function pane() {
    if (!size) {
      size = { wide: view.clientWidth, high: view.clientHeight };
      queueMicrotask(() => { size = null; });
    }
    return size;
  }
  const base = () => Math.max(pane().wide, (pane().high * 10000) / (plate.height || 6500));
  /** Return the height of the decision that covers the upper part of the map on a phone. */
  const covered = () => { const play = document.getElementById("pane-play"); return getComputedStyle(play).position === "absolute" ? play.offsetHeight : 0; };
  /** Return the height of the strip below the map on a phone, with buttons or a stack fanned out, from which every place can be moved away. */
  const strip = () => (covered() ? (view.parentElement.querySelector(".fan") || view.parentElement.querySelector(".zoom")).offsetHeight + 18 : 0);
  /** Return how far the map may be moved below the decision and above the strip on a phone: as far for every decision, so that a lower one moves no map. */
  const spare = () => (covered() ? [pane().high * 0.45, pane().high * 0.3] : [0, 0]);
  const least = () => Math.min(1, pane().wide / base());
  function apply() {
    if (!pane().wide) return;
    at.zoom = Math.min(6, Math.max(least(), at.zoom));
    const wide = base() * at.zoom, high = (wide * plate.height) / 10000;
    const slack = (size, room) => (size <= room ? [(room - size) / 2, (room - size) / 2] : [room - size, 0]);
    const [x0, x1] = slack(wide, pane().wide), [y0, y1] = slack(high, pane().high);
    at.x = Math.min(x1, Math.max(x0, at.x));
    const [above, below] = spare();
    at.y = Math.min(y1 + above, Math.max(y0 - below, at.y));
    sheet.style.width = `${base()}px`;
    sheet.style.transform = `translate(${at.x}px, ${at.y}px) scale(${at.zoom})`;
    if (near !== wide) {
      near = wide;
      light.style.setProperty("--near", 1 / at.zoom);
      for (const spot of light.querySelectorAll(".spot, .casing")) spot.setAttribute("r", radius());
      for (const cost of light.querySelectorAll(".cost")) fit(cost);
    }
    if (drawn !== wide) drawWay();
    pieces.sharpen(wide);
    if (!large && wide * devicePixelRatio > 2300) { large = true; show(); }
    if (large && image.getAttribute("src") === source()) layPhoto(plate.photo, wide, at, pane());
  }
  const radius = () => !pane().wide ? plate.reach : Math.min(plate.reach, Math.max(60, Math.min(150, 225000 / (base() * at.zoom))));
  function zoom(by, x = pane().wide / 2, y = (pane().high - strip() + covered()) / 2) {
    const before = at.zoom;
    settled = true;
    at.zoom = Math.min(6, Math.max(least(), at.zoom * by));
    const share = at.zoom / before;
    at.x = x - (x - at.x) * share;
    at.y = y - (y - at.y) * share;
    apply();
  }
  function whole() { settled = true; at = { x: 0, y: covered() + (pane().high - covered() - strip() - (pane().wide * plate.height) / 10000) / 2, zoom: least() }; apply(); }

  // -- fingers, mouse, wheel, keys
  const fingers = new Map();
  let moved = 0;
  view.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    moved = 0;
  });
  window.addEventListener("pointermove", (event) => {
    const from = fingers.get(event.pointerId);
    if (!from) return;
    const to = [event.clientX, event.clientY];
    if (fingers.size === 1) {
      moved += Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]);
      if (moved > 5) { settled = true; view.classList.add("dragged"); }
      at.x += to[0] - from[0];
      at.y += to[1] - from[1];
      apply();
    } else if (fingers.size === 2) {
      const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
      const apart = (one) => Math.hypot(one[0] - other[0], one[1] - other[1]);
      const box = view.getBoundingClientRect();
      zoom(apart(to) / (apart(from) || 1), (to[0] + other[0]) / 2 - box.left, (to[1] + other[1]) / 2 - box.top);
      moved += 10;
    }
    fingers.set(event.pointerId, to);
  });
  const lift = (event) => { fingers.delete(event.pointerId); view.classList.remove("dragged"); };
  window.addEventListener("pointerup", lift);
  window.addEventListener("pointercancel", lift);
  view.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = view.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 500), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  table.addEventListener("click", (event) => {
    const how = event.target.closest("[data-zoom]")?.dataset.zoom;
    const scale = (base() * at.zoom) / 10000, to = end();
    const about = to ? [to[0] * scale + at.x, to[1] * scale + at.y] : [];
    if (how === "in") zoom(1.5, ...about);
    if (how === "out") zoom(1 / 1.5, ...about);
    if (how === "whole") whole();
  });

  view.addEventListener("click", (event) => { if (moved <= 5 && !pieces.click(event) && decision()?.dataset.question) pieces.clickGround(event); });

  // -- highlights
  const decision = () => document.getElementById("part-decision");
  function draw() {
    light.replaceChildren();
    drawWay();
    const part = decision();
    if (!part) return;
    const picks = new Map();
    costs = new Map((part.dataset.costs || "").split("\n").filter(Boolean).map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]));
    for (const pick of part.querySelectorAll("[data-place]")) picks.set(pick.dataset.place, pick);
    const begins = (part.dataset.lit || "").split(" ").filter((id) => id && !picks.has(id));
    const many = [...picks.keys(), ...begins].filter((id) => plate.places[id]).length > MANY;
    dearest = Math.max(...[...costs.values()].map(parseFloat).filter(Boolean), 1);
    light.classList.toggle("many", many);
    const marks = document.createDocumentFragment();
    for (const id of begins) marks.append(...spot(id, null, many));
    for (const [id, pick] of picks) marks.append(...spot(id, pick, many));
    light.append(marks);
    lit = [...picks.keys(), ...begins].filter((id) => plate.places[id]).map((id) => plate.places[id]);
    look();
  }
  /** Return the end of the path picked so far, or its start. */
  function end() {
    const { way, start } = decision()?.dataset || {};
    return way ? way.split(" ").at(-1).split(",").map(Number) : plate.places[start];
  }
  function look() { if (end()) showLit([end()], covered() ? 24 : 60); else if (lit.length > MANY) showLit(lit); else showMost(lit); }
  /** Draw the path picked so far: an arrow of the same width at every zoom, with its cost at the end. */
  function drawWay() {
    light.querySelector(".way")?.remove();
    const from = decision()?.dataset, start = plate.places[from?.start];
    if (!start || !pane().wide) return;
    drawn = base() * at.zoom;
    const pixel = 10000 / drawn, group = element("g", { class: "way" });
    group.dataset.family = from.family;
    if (!from.way) {
      group.append(element("circle", { class: "start", cx: start[0], cy: start[1], r: radius() }));
    } else {
      const line = from.way.split(" ").map((point) => point.split(",").map(Number));
      const [tip, root] = [line.at(-1), behind(line, 17 * pixel)];
      const turn = Math.atan2(tip[1] - root[1], tip[0] - root[0]);
      const corner = (far, aside) => [tip[0] - far * pixel * Math.cos(turn) + aside * pixel * Math.sin(turn),
                                      tip[1] - far * pixel * Math.sin(turn) - aside * pixel * Math.cos(turn)];
      const shaft = [...line.slice(0, -1).filter(([x, y]) => Math.hypot(x - tip[0], y - tip[1]) > 13 * pixel), corner(13, 0)];
      const shape = `M${shaft.join("L")}`, head = `M${[corner(0, 0), corner(18, 8), corner(13, 0), corner(18, -8)].join("L")}Z`;
      for (const layer of ["rim", "shaft"]) group.append(element("path", { class: layer, d: shape }), element("path", { class: `${layer} head`, d: head }));
      if (from.cost) group.append(...plaque(from.cost, corner(-24, 0), pixel));
    }
    light.prepend(group);
  }
  /** Return the last point of a line at least `far` before its end. */
  function behind(line, far) {
    const end = line.at(-1);
    return line.findLast(([x, y]) => Math.hypot(x - end[0], y - end[1]) > far) || line[0];
  }
  function plaque(cost, [x, y], pixel) {
    const wide = (12 + 9 * cost.length) * pixel, high = 24 * pixel;
    const box = element("rect", { x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: 4 * pixel });
    const text = element("text", { x, y: y + 6 * pixel, "font-size": 18 * pixel });
    text.textContent = cost;
    return [box, text];
  }
  function element(name, attributes) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }
  /** Move the map to the highlights if none is in view. */
  function showLit(points, edge = 0) {
    const pixels = onScreen(points);
    if (pixels.length && !pixels.some(isSeen(edge))) centre(pixels[0]);
  }
  /** Move the map to the highlights if it shows less than half of them. */
  function showMost(points, edge = 40) {
    const seen = onScreen(points).filter(isSeen(edge)).length;
    if (2 * seen < points.length) showAll(points, edge);
  }
  /** Move the map to points of which some are not in view: to their middle if all fit, else to the first. */
  function showAll(points, edge = 60) {
    const pixels = onScreen(points.filter(Boolean));
    if (!pixels.length || pixels.every(isSeen(edge))) return;
    const ends = (axis) => [Math.min(...pixels.map((one) => one[axis])), Math.max(...pixels.map((one) => one[axis]))];
    const [x, y] = [ends(0), ends(1)], fits = x[1] - x[0] < pane().wide - 2 * edge && y[1] - y[0] < pane().high - 2 * edge;
    centre(fits ? [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2] : pixels[0]);
  }
  function onScreen(points) {
    const scale = (base() * at.zoom) / 10000;
    return pane().wide && begun ? points.map(([x, y]) => [x * scale + at.x, y * scale + at.y]) : [];
  }
  function isSeen(edge) {
    return ([x, y]) => x > edge && y > edge + covered() && x < pane().wide - edge && y < pane().high - strip() - edge;
  }
  function centre([x, y]) {
    at.x += pane().wide / 2 - x;
    at.y += (pane().high - strip() + covered()) / 2 - y;
    apply();
  }
  /** Return the mark of a place that can be picked, and its cost; of many, what is dearer is paler, and the cost comes under the pointer. */
  function spot(id, pick, many) {
    const place = plate.places[id];
    if (!place) return [];
    const [x, y, name] = place;
    const circle = element("circle", { cx: x, cy: y, r: radius(), class: pick ? "spot" : "spot begin" });
    circle.dataset.spot = id;
    const title = document.createElementNS(SVG, "title");
    title.textContent = pick?.querySelector?.("small") ? `${name}: ${pick.querySelector("small").textContent}` : name;
    circle.append(title);
    circle.classList.toggle("picked", Boolean(pick?.checked));
    circle.addEventListener("click", (event) => {
      event.stopPropagation();
      if (moved > 5 || pieces.isHeld()) return;
      if (pick?.type === "checkbox") { pick.click(); circle.classList.toggle("picked", pick.checked); }
      else if (!pieces.click(event)) table.dispatchEvent(new CustomEvent("place", { detail: { id, piece: "", box: circle.getBoundingClientRect() } }));
    });
    if (pick) {
      const both = (on) => { circle.classList.toggle("near", on); pick.classList.toggle("near", on); if (many) point(on ? id : ""); };
      for (const one of [pick, circle]) {
        one.addEventListener("pointerenter", () => both(true));
        one.addEventListener("pointerleave", () => both(false));
      }
      pick.addEventListener("focus", () => both(true));
      pick.addEventListener("blur", () => both(false));
      pick.addEventListener("change", () => circle.classList.toggle("picked", Boolean(pick.checked)));
    }
    if (many) circle.style.setProperty("--pale", (parseFloat(costs.get(id)) || dearest) / dearest);
    const casings = plate.photo && !many ? ["dark", "pale"].map((kind) => element("circle", { cx: x, cy: y, r: radius(), class: `casing ${kind}` })) : []; // a photo may have any colour
    return costs.has(id) && !many ? [...casings, circle, costAt(id)] : [...casings, circle];
  }
  /** Return the cost of a place, to be shown at its lower edge. */
  function costAt(id) {
    const cost = element("g", { class: "cost" });
    [cost.dataset.x, cost.dataset.y] = plate.places[id];
    cost.append(...plaque(costs.get(id), [0, 0], 1));
    fit(cost);
    return cost;
  }
  /** Show the cost of the one place that is pointed at, "" for none. */
  function point(id) {
    light.querySelector(".cost")?.remove();
    if (costs.has(id) && plate.places[id]) light.append(costAt(id));
  }
  /** Show a cost of the same size at every zoom at the lower edge of its place; within a hex, as soon as it can be read. */
  function fit(cost) {
    const pixel = pane().wide ? 10000 / (base() * at.zoom) : 1, inHex = plate.reach < 100;
    const size = inHex ? Math.min(0.8, radius() / pixel / 18) : 0.8;
    cost.setAttribute("transform", `translate(${cost.dataset.x} ${Number(cost.dataset.y) + (inHex ? 0 : radius())}) scale(${pixel * size})`);
    cost.toggleAttribute("hidden", size < 0.5);
  }
  onPart((name) => {
    if (name === "decision") draw();
    if (name === "map") { show(); apply(); }
    if (begun) queueMicrotask(begin); // once all parts of the news are there
  });

  getOnce(table.dataset.plate).then((found) => {
    if (found.places) { plate = found; begin(); draw(); }
  });
  /**
   * Set the first view, once the pane has a size: about the moves that are new, else the pieces that act, else a decision about few places, else the theatre; it fills the pane at least.
   * It is set anew until a player is asked something, or moves the map.
   */
  function begin() {
    if (!pane().wide) return;
    begun = true;
    if (settled) return;
    const moved = [...view.querySelectorAll("g.move.fresh")].map((move) => plate.places[move.dataset.to]);
    const named = (ids) => (ids || "").split(" ").map((id) => plate.places[id]);
    const lit = named(decision()?.dataset.lit);
    const found = [moved, named(view.dataset.acting), lit.length > MANY ? [] : lit, named(view.dataset.about)].map((points) => points.filter(Boolean)).find((points) => points.length);
    settled = !decision() || Boolean(found && decision().dataset.question); // an empty board is shown again once something stands there
    const about = found || [[0, 0], [10000, plate.height]];
    const middle = (axis) => about.reduce((sum, point) => sum + point[axis], 0) / about.length;
    const spread = (axis) => 2 * Math.max(plate.reach, ...about.map((point) => Math.abs(point[axis] - middle(axis))));
    const scale = base() / 10000;
    const fits = 0.8 * Math.min(pane().wide / spread(0), pane().high / spread(1));
    at.zoom = Math.max(1, Math.min(READABLE / plate.reach, fits) / scale);
    at.x = pane().wide / 2 - middle(0) * scale * at.zoom;
    at.y = (pane().high - strip() + covered()) / 2 - middle(1) * scale * at.zoom;
    apply();
  }
  window.addEventListener("resize", () => { begin(); apply(); look(); });
  show();
  return { show: showAll };
}
