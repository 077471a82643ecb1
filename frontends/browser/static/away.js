// The feed and the map together: what happened while one was away is told and played; a line that is pressed is lit on the map.
import { get, getOnce, onPart } from "./net.js";

const SVG = "http://www.w3.org/2000/svg";
const STEP = 1100, LIT = 6000;
/** Milliseconds on another page of the game after which one has been away. */
const BRIEF = 60000;
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const pause = (time) => new Promise((done) => setTimeout(done, time));

export function watchAway(table, map) {
  const posts = document.getElementById("posts"), view = document.getElementById("part-map"), box = document.getElementById("away");
  const key = `seen ${table.dataset.table}`, place = (post) => Number(post.id.slice(5));
  let places = {}, playing = 0, lit = "";

  // -- while you were away
  const newest = () => Math.max(0, ...[...posts.querySelectorAll(".post")].map(place));
  let seen = Number(localStorage.getItem(key) || 0);
  if (seen) seen = Math.max(seen, Number(table.dataset.seen || 0)); // what was ordered elsewhere was seen there
  const mark = () => { seen = Math.max(seen, newest()); localStorage.setItem(key, String(seen)); };
  /** Show what was not seen, as the umpire tells it: messages first, then phase by phase. */
  async function look() {
    if (document.hidden) return;
    const since = seen;
    mark();
    if (!since || since >= seen || !box) return;
    const { html, play: replay } = await get(`${table.dataset.table}/away?since=${since}`);
    if (!html) return;
    const link = box.querySelector("[data-replay-from]");
    box.querySelector(".told").innerHTML = html;
    link.hidden = !replay;
    if (replay) link.href = replay;
    box.hidden = false;
    table.querySelector('[data-tab="play"]')?.click();
    if (view.clientWidth) play();
  }
  box?.querySelector("[data-play]").addEventListener("click", () => { table.querySelector('[data-tab="map"]')?.click(); play(); });
  box?.querySelector("[data-away]").addEventListener("click", () => { box.hidden = true; ++playing; });
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pagehide", () => sessionStorage.setItem(key, String(Date.now())));
  const isBack = () => Date.now() - Number(sessionStorage.getItem(key) || 0) < BRIEF;

  /** Play the moves since the viewer's own last order, one after another: the arrow is lit, the pieces come along it. */
  async function play() {
    const mine = ++playing;
    for (const what of moves().map(drawn)) {
      const move = moves().find((one) => drawn(one) === what);
      if (mine !== playing) return;
      if (!move) continue;
      const [start, end] = [places[move.dataset.from], places[move.dataset.to]];
      map.show([end, start]);
      lit = what;
      move.classList.add("lit");
      if (start && end && !still.matches)
        for (const image of [...view.querySelectorAll(`.stack[data-at="${CSS.escape(move.dataset.to)}"] image`)].slice(0, Number(move.dataset.n)))
          image.animate([{ transform: `translate(${start[0] - end[0]}px, ${start[1] - end[1]}px)` }, { transform: "none" }], { duration: STEP, easing: "ease-in-out" });
      await pause(STEP);
      if (mine !== playing) return;
      lit = "";
      for (const one of moves()) one.classList.remove("lit");
    }
  }
  const moves = () => [...view.querySelectorAll("g.move.fresh")];
  const drawn = (move) => [move.dataset.from, move.dataset.to, move.dataset.n].join(" ");
  onPart((name) => { // the map that comes may be a new one: the moves that are played go on there
    if (name === "map") moves().find((one) => drawn(one) === lit)?.classList.add("lit");
  });

  // -- a line of the feed on the map
  /** Return the places that a text names, longer names first, in the order of the text: [where, id, length of the name]. */
  function named(text) {
    let left = text;
    const found = [];
    const known = Object.entries(places).filter(([, [, , name]]) => name);
    for (const [id, [, , name]] of known.sort(([, one], [, other]) => other[2].length - one[2].length)) {
      const whole = new RegExp(`(?<!\\p{Script=Latin})${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?!\\p{Script=Latin})`, "gu");
      left = left.replace(whole, (same, at) => { found.push([at, id, name.length]); return " ".repeat(name.length); });
    }
    return found.sort(([one], [other]) => one - other);
  }
  /** Return the ways that a text names: places joined by dashes. */
  function waysOf(text) {
    const ways = [];
    let end = -1;
    for (const [at, id, length] of named(text)) {
      if (at === end + 1 && text[end] === "-") ways.at(-1).push(id); else ways.push([id]);
      end = at + length;
    }
    return ways.filter((way) => way.length > 1);
  }
  let fade = 0;
  function dark() {
    clearTimeout(fade);
    for (const one of view.querySelectorAll(".lit-place, .lit-way")) one.remove();
    for (const one of view.querySelectorAll(".move.lit")) one.classList.remove("lit");
    for (const one of posts.querySelectorAll(".lit")) one.classList.remove("lit");
  }
  function light(line) {
    const ways = waysOf(line.textContent), along = ways.flatMap((way) => [way[0], way.at(-1)]);
    const ids = [...new Set(along.length ? along : named(line.textContent).map(([, id]) => id))]; // what is passed is on the way itself
    ++playing; // what is being played gives way
    lit = "";
    dark();
    if (!ids.length) return;
    line.classList.add("lit");
    const draw = (element, attributes) => {
      const made = document.createElementNS(SVG, element);
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
      view.querySelector("svg.light").append(made);
    };
    for (const id of ids) draw("circle", { class: "lit-place", cx: places[id][0], cy: places[id][1], r: 150 });
    for (const move of view.querySelectorAll("g.move"))
      if (ids.includes(move.dataset.from) && ids.includes(move.dataset.to)) move.classList.add("lit");
    if (!view.querySelector(".move.lit")) for (const way of ways) arrow(draw, way.map((id) => places[id])); // the map shows this move no more
    table.querySelector('[data-tab="map"]')?.click();
    map.show((ways.length ? ways.flat() : ids).map((id) => places[id]));
    fade = setTimeout(dark, LIT);
  }
  function arrow(draw, points) {
    const [[x0, y0], [x, y]] = points.slice(-2), turn = Math.atan2(y - y0, x - x0), barb = (by) => [x - 130 * Math.cos(turn + by), y - 130 * Math.sin(turn + by)];
    const said = (list) => list.map((point) => point.slice(0, 2).map(Math.round).join(" ")).join("L");
    draw("path", { class: "lit-way", d: `M${said(points)}M${said([barb(0.5), [x, y], barb(-0.5)])}` });
  }
  posts.addEventListener("click", (event) => {
    const line = event.target.closest(".post p");
    if (line && !getSelection().toString()) light(line);
  });
  // -- by keyboard: one line takes the focus, arrows go on to the others, Enter lights it
  const reached = () => [...posts.querySelectorAll(".post p.placed")].filter((line) => line.checkVisibility() || !posts.checkVisibility());
  function reach() {
    for (const line of posts.querySelectorAll(".post p:not([tabindex])")) {
      line.tabIndex = -1;
      line.classList.toggle("placed", named(line.textContent).length > 0);
    }
    const lines = reached();
    if (lines.length && !lines.some((line) => line.tabIndex === 0)) lines.at(-1).tabIndex = 0; // the one that Tab comes to
  }
  posts.addEventListener("keydown", (event) => {
    const line = event.target.closest(".post p.placed"), step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!line || !(step || event.key === "Enter")) return;
    event.preventDefault();
    if (!step) { light(line); return; }
    const lines = reached(), next = lines[lines.indexOf(line) + step];
    if (!next) return;
    for (const one of posts.querySelectorAll('p[tabindex="0"]')) one.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  getOnce(table.dataset.plate).then((found) => {
    places = found.places || {};
    reach();
    new MutationObserver(reach).observe(posts, { childList: true, subtree: true, attributeFilter: ["data-only"] });
    if (isBack()) mark(); else look();
    // Only now: a picture that loads before the first look would count as one.
    new MutationObserver(() => { if (!document.hidden) mark(); }).observe(posts, { childList: true, subtree: true });
  });
}
