// recto: the page is complete without this; it adds the leaf, search, sorting, zoom and levels.
"use strict";
document.documentElement.classList.add("js");

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const json = id => JSON.parse(document.getElementById(id).textContent);
const say = n => n.toLocaleString("en-GB");

// Text enters the page through properties and text nodes only, never as markup.
function el(tag, props = {}, ...kids) {
  const e = document.createElement(tag);
  for (const k in props) k in e ? (e[k] = props[k]) : e.setAttribute(k, props[k]);
  e.append(...kids);
  return e;
}

const docs = json("data").docs;
// Very large piles keep each text in an element of its own, read when needed.
const textOf = d => (docs[d].text ??= json("text" + d));
const lines = new Map(); // document -> its lines, without their ends
function linesOf(d) {
  if (!lines.has(d)) {
    const all = textOf(d).split("\n");
    if (all.length > 1 && all.at(-1) === "") all.pop(); // the last line's end begins no line
    lines.set(d, all);
  }
  return lines.get(d);
}

// Theme: automatic, then the other one, and back. ?theme= wins, nothing is stored.
{
  const root = document.documentElement, button = $("#theme");
  const asked = new URLSearchParams(location.search).get("theme");
  if (asked) root.dataset.theme = asked;
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme:dark)").matches;
  const name = () => { button.textContent = dark() ? "Light page" : "Dark page"; };
  button.addEventListener("click", () => { root.dataset.theme = dark() ? "light" : "dark"; name(); });
  name();
}

// The leaf: href="#d3@120-188" opens document 3 at UTF-16 units 120 to 188.
const leaf = $("#leaf");
const AROUND = 150;    // lines shown on either side of the mark
const LONGEST = 20000; // units of one line shown on either side of the mark
const full = $(".page.full") !== null; // two texts side by side: no room for the leaf beside them
const wide = () => !full && matchMedia("(min-width:72.01rem)").matches;
let trail = [], at = -1;

function parse(href) {
  const m = /^#d(\d+)@(\d+)-(\d+)$/.exec(href ?? "");
  return m && docs[m[1]] ? m.slice(1).map(Number) : null;
}

// Beside the findings the leaf ends where the window does, also before it sticks.
function size() {
  leaf.style.maxHeight = wide() && !leaf.hidden ? `${innerHeight - Math.max(16, leaf.getBoundingClientRect().top) - 16}px` : "";
}
addEventListener("scroll", size, { passive: true });
addEventListener("resize", size);

function lineItem(number, line, from, to) {
  const a = Math.max(from, 0), z = Math.min(to, line.length), words = el("span");
  const cut = (s, left) => s.length <= LONGEST ? s : left ? "… " + s.slice(-LONGEST) : s.slice(0, LONGEST) + " …";
  if (a < z) words.append(cut(line.slice(0, a), true), el("mark", { textContent: line.slice(a, z) }), cut(line.slice(z), false));
  else words.textContent = cut(line, false);
  return el("li", {}, el("span", { textContent: number }), words);
}

function show(href) {
  const place = parse(href);
  if (!place) return false;
  const [d, from, to] = place, all = linesOf(d);
  let pos = 0, first = -1, last = -1;
  const starts = all.map((line, i) => {
    const start = pos;
    pos += line.length + 1;
    if (first < 0 && from < pos) first = i;
    if (start < to) last = i;
    return start;
  });
  first = Math.max(first, 0);
  const a = Math.max(0, first - AROUND), z = Math.min(all.length, Math.max(first, Math.min(last, first + 2 * AROUND)) + AROUND + 1);
  const list = el("ol", { className: "said" });
  for (let i = a; i < z; i++) list.append(lineItem(i + 1, all[i], from - starts[i], to - starts[i]));
  const part = a > 0 || z < all.length ? [el("span", { className: "gap", textContent: `Lines ${say(a + 1)} to ${say(z)} of ${say(all.length)}` })] : [];
  $("h2", leaf).textContent = docs[d].id;
  $(".what", leaf).textContent = docs[d].what;
  $(".text", leaf).replaceChildren(list, ...part);
  $(".said-now", leaf).textContent = `${docs[d].id}, line ${first + 1}: ${textOf(d).slice(from, Math.min(to, from + 300))}`;
  leaf.hidden = false;
  size();
  follow(href);
  const mark = $("mark", leaf);
  leaf.scrollTop = mark ? mark.offsetTop - leaf.clientHeight / 3 : 0;
  return true;
}

// Keeps the place among the references that can be seen now.
function follow(href) {
  const is = a => a.getAttribute("href") === href;
  trail = $$("main a[href^='#d']").filter(a => parse(a.getAttribute("href")) && a.tabIndex >= 0 && a.checkVisibility());
  // Two findings may rest on one place: the reference that was chosen stays chosen.
  const chosen = document.activeElement;
  at = trail.includes(chosen) && is(chosen) ? trail.indexOf(chosen) : at >= 0 && trail[at] && is(trail[at]) ? at : trail.findIndex(is);
  $(".where", leaf).textContent = at < 0 ? "" : `${say(at + 1)} of ${say(trail.length)} references`;
  $$("main a[aria-current]").forEach(a => a.removeAttribute("aria-current"));
  trail[at]?.setAttribute("aria-current", "true");
}

function go(step) {
  follow(trail[at]?.getAttribute("href"));
  if (!trail.length) return;
  at = (at + step + trail.length) % trail.length;
  const a = trail[at];
  a.focus({ preventScroll: true });
  show(a.getAttribute("href"));
  a.scrollIntoView({ block: wide() ? "center" : "nearest" });
}

function close() {
  leaf.hidden = true;
  trail[at]?.focus();
}

document.addEventListener("click", e => {
  const a = e.target.closest("a[href^='#d']");
  if (!a || e.ctrlKey || e.metaKey || e.shiftKey) return;
  a.focus({ preventScroll: true });
  if (show(a.getAttribute("href"))) {
    e.preventDefault();
    history.replaceState(null, "", a.getAttribute("href"));
    a.scrollIntoView({ block: "nearest" });
  }
});
$(".prev", leaf).onclick = () => go(-1);
$(".next", leaf).onclick = () => go(1);
$(".close", leaf).onclick = close;
document.addEventListener("keydown", e => {
  if (e.target.matches("input,textarea,select") || e.metaKey || e.ctrlKey || e.altKey) return;
  if (e.key === "j" || e.key === "k") full ? phrase(e.key === "j" ? 1 : -1) : go(e.key === "j" ? 1 : -1);
  else if (e.key === "/") { e.preventDefault(); $("#q").focus(); }
  else if (e.key === "Escape" && !wide()) close();
});
addEventListener("hashchange", () => show(location.hash));

// A source and its summary: the next phrase of the summary, whether anything supports it or not.
function phrase(step) {
  const all = $$(".sum .ph"), own = all.indexOf(document.activeElement);
  // From a phrase of the source it goes on behind the one that it supports.
  const at = own < 0 ? all.findIndex(a => a.classList.contains("on")) : own;
  all[at < 0 && step < 0 ? all.length - 1 : (at + step + all.length) % all.length]?.focus();
}

// Lines between phrases repeat what the links say; the chosen one is drawn last, with its probability.
for (const pair of $$(".pair")) {
  const wires = $(".wires", pair), left = $(".src", pair), right = $(".sum", pair), from = $$(".sum a.ph", pair);
  let chosen = null;
  const svg = (tag, attributes) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const k in attributes) e.setAttribute(k, attributes[k]);
    return e;
  };
  const ends = a => a.dataset.to.split(" ").map(id => document.getElementById(id));
  const wire = (a, source, on) => {
    const box = pair.getBoundingClientRect(), view = right.getBoundingClientRect();
    const s = [...source.getClientRects()].pop(), t = a.getClientRects()[0];
    if (!s || !t || t.bottom < view.top || t.top > view.bottom) return "";
    const x1 = left.getBoundingClientRect().right - box.left + 8, x2 = view.left - box.left - 12, m = (x1 + x2) / 2;
    const y1 = (s.top + s.bottom) / 2 - box.top, y2 = (t.top + t.bottom) / 2 - box.top;
    const g = svg("g", { class: (on ? "on " : "") + { q4: "w4", q3: "w3", q2: "w2" }[a.classList[1]] });
    g.append(svg("path", { d: `M${x1},${y1}C${m},${y1} ${m},${y2} ${x2},${y2}` }));
    if (on) {
      const p = svg("text", { x: m, y: (y1 + y2) / 2 + 4, "text-anchor": "middle", class: "halo" });
      p.textContent = a.dataset.p;
      g.append(svg("circle", { cx: x1, cy: y1, r: 4 }), svg("circle", { cx: x2, cy: y2, r: 4 }), p);
    }
    return g;
  };
  const draw = () => {
    if (getComputedStyle(wires).display === "none") return;
    const all = [...from, ...(chosen ? [chosen] : [])];
    wires.replaceChildren(...all.flatMap((a, i) => ends(a).map(s => wire(a, s, i >= from.length))));
  };
  const choose = e => {
    const a = e.target.closest?.(".ph");
    if (!a) return;
    $$(".ph.on", pair).forEach(x => x.classList.remove("on"));
    chosen = from.includes(a) ? a : from.find(t => ends(t).includes(a)) ?? null;
    for (const x of chosen ? [chosen, ...ends(chosen)] : []) x.classList.add("on");
    if (chosen && chosen !== a) $(".say", pair).textContent = chosen.dataset.say;
    draw();
  };
  pair.addEventListener("pointerover", choose);
  pair.addEventListener("focusin", choose);
  pair.addEventListener("click", e => {
    // Enter or a click goes to the other side and takes the focus along.
    const a = e.target.closest("a.ph"), to = a && document.getElementById(a.getAttribute("href").slice(1));
    if (!to) return;
    e.preventDefault();
    to.scrollIntoView({ block: "nearest" });
    to.focus({ preventScroll: true });
  });
  right.addEventListener("scroll", draw, { passive: true });
  addEventListener("scroll", draw, { passive: true });
  new ResizeObserver(draw).observe(pair);
  draw();
}

// Marked phrases say in a live line what they rest on, on hover and on focus alike.
for (const type of ["pointerover", "focusin"])
  document.addEventListener(type, e => {
    const phrase = e.target.closest?.("[data-say]"), line = phrase && $(".live", phrase.closest(".part"));
    if (line) line.textContent = phrase.dataset.say;
  });

// Search: lines, case and accents folded, at most 50 shown.
const foldOne = c => c.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const fold = s => /^[\x00-\x7f]*$/.test(s) ? s.toLowerCase() : foldOne(s);
const folded = new Map();
const foldedOf = d => folded.get(d) ?? (folded.set(d, linesOf(d).map(fold)), folded.get(d));

// Where a place in the folded line is in the line itself: folding may change lengths.
function unfold(line, index) {
  let seen = 0, i = 0;
  for (const c of line) {
    const n = foldOne(c).length;
    if (seen + n > index) return i;
    seen += n;
    i += c.length;
  }
  return i;
}

function hit(d, i, start, index, length) {
  const line = linesOf(d)[i], a = unfold(line, index), z = unfold(line, index + length);
  const from = Math.max(0, a - 120), to = Math.min(line.length, z + 120);
  return el("li", {}, el("div", {},
    el("p", { className: "said" }, (from ? "… " : "") + line.slice(from, a), el("mark", { textContent: line.slice(a, z) }), line.slice(z, to) + (to < line.length ? " …" : "")),
    el("a", { className: "ev", href: `#d${d}@${start + a}-${start + z}`, textContent: `${docs[d].id}, line ${say(i + 1)}` })));
}

function search(word) {
  const out = $("#results"), w = fold(word.trim());
  out.hidden = w.length < 2;
  if (out.hidden) return;
  let count = 0, within = 0;
  const shown = [];
  docs.forEach((_, d) => {
    let start = 0, here = 0;
    foldedOf(d).forEach((line, i) => {
      const index = line.indexOf(w);
      if (index >= 0) {
        here++;
        if (shown.length < 50) shown.push(hit(d, i, start, index, w.length));
      }
      start += linesOf(d)[i].length + 1;
    });
    count += here;
    within += here > 0;
  });
  $(".made", out).textContent = count
    ? `${say(count)} line${count > 1 ? "s" : ""} in ${say(within)} document${within > 1 ? "s" : ""}${count > 50 ? ", the first 50 shown" : ""}`
    : "Nothing found. Try a shorter word.";
  $("ol", out).replaceChildren(...shown);
}
{
  const q = $("#q");
  let timer;
  q.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(() => search(q.value), 80); });
  q.form.addEventListener("submit", e => { e.preventDefault(); search(q.value); });
  q.addEventListener("keydown", e => { if (e.key === "Escape") { q.value = ""; search(""); q.blur(); } });
  const preset = new URLSearchParams(location.search).get("q");
  if (preset) { q.value = preset; search(preset); }
}

// Tables: a press on a head sorts, numbers downwards first; the third press restores the order given.
function sortable(table, value, rows, put) {
  $$("thead th", table).forEach((th, i) => {
    if (!th.textContent.trim() || rows.length < 2) return;
    const button = el("button", { className: "sort", type: "button" }, ...th.childNodes);
    th.append(button);
    const compare = (x, y) => {
      const [a, c] = [value(x, i), value(y, i)];
      return a !== "" && c !== "" && !isNaN(a) && !isNaN(c) ? c - a : (a === "") - (c === "") || String(a).localeCompare(c);
    };
    button.onclick = () => {
      const next = { none: "descending", descending: "ascending", ascending: "none" }[th.ariaSort || "none"];
      $$("thead th", table).forEach(t => t.removeAttribute("aria-sort"));
      if (next !== "none") th.setAttribute("aria-sort", next);
      const sorted = next === "none" ? rows : [...rows].sort(compare);
      put(next === "ascending" ? sorted.reverse() : sorted);
    };
  });
}

// Long tables: fixed row height, only the visible rows exist, a field filters them.
function longTable(table) {
  const HEIGHT = 36, rows = json(table.dataset.rows), body = table.tBodies[0], box = table.parentElement;
  const columns = $$("thead th", table), classes = columns.map((_, i) => body.rows[0].cells[i].className);
  let sorted = rows, list = rows;
  const cell = ([text, , href], i) => {
    const inside = href ? el("a", { className: "ev", href, textContent: text }) : text;
    return el(i ? "td" : "th", { className: classes[i] }, inside);
  };
  const gap = height => { const td = el("td", { colSpan: columns.length }); td.style.height = height + "px"; return el("tr", { className: "gap", "aria-hidden": "true" }, td); };
  const paint = () => {
    const a = Math.max(0, Math.floor(box.scrollTop / HEIGHT) - 4), z = Math.min(list.length, a + Math.ceil(box.clientHeight / HEIGHT) + 8);
    body.replaceChildren(gap(a * HEIGHT), ...list.slice(a, z).map((row, i) => el("tr", { "aria-rowindex": a + i + 2 }, ...row.map(cell))), gap((list.length - z) * HEIGHT));
    table.setAttribute("aria-rowcount", list.length + 1);
  };
  const input = el("input", { type: "search", placeholder: "Filter the rows", ariaLabel: "Filter the rows" });
  const count = el("span", { className: "small soft", role: "status" });
  const apply = () => {
    const w = fold(input.value.trim());
    list = w ? sorted.filter(row => row.some(c => fold(c[0]).includes(w))) : sorted;
    count.textContent = ` ${say(list.length)} of ${say(rows.length)} rows`;
    box.scrollTop = 0;
    paint();
  };
  input.addEventListener("input", apply);
  box.before(el("div", { className: "filter noprint" }, input, count));
  box.classList.add("tall");
  box.tabIndex = 0;
  box.addEventListener("scroll", () => requestAnimationFrame(paint));
  sortable(table, (row, i) => row[i][1] ?? row[i][0], rows, l => { sorted = l; apply(); });
  apply();
}

for (const table of $$("main table")) {
  if (table.dataset.rows) longTable(table);
  else sortable(table, (row, i) => row.cells[i].dataset.v ?? row.cells[i].textContent.trim(), [...table.tBodies[0].rows], rows => table.tBodies[0].append(...rows));
}

// Levels: one shown at a time.
for (const levels of $$(".levels")) {
  const input = $(".zoom input", levels), steps = $$(".level", levels);
  if (!input) continue;
  const choose = () => {
    steps.forEach((step, i) => { step.hidden = i !== +input.value; });
    const name = steps[input.value].getAttribute("aria-label");
    $(".zoom output", levels).textContent = name;
    input.setAttribute("aria-valuetext", name);
  };
  input.addEventListener("input", choose);
  choose();
}

// Timelines: both ends zoom. x is in per cent of a nested svg, so that moving and widening it is enough.
for (const figure of $$(".timeline")) {
  const zoom = $(".zoom", figure), [a, z] = $$("input", zoom), { from, seconds } = zoom.dataset;
  const at = share => {
    const when = new Date(1000 * (+from + seconds * share)), options = seconds > 172800 ? { day: "numeric", month: "short", year: "numeric" } : { hour: "2-digit", minute: "2-digit" };
    return when.toLocaleString("en-GB", { ...options, timeZone: "UTC" });
  };
  const set = moved => {
    if (+z.value - a.value < 5) moved === a ? (a.value = z.value - 5) : (z.value = +a.value + 5);
    if (+z.value - a.value < 5) a.value = z.value - 5;
    const left = a.value / 100, width = z.value / 100 - left;
    for (const svg of $$(".zoomed", figure)) {
      svg.setAttribute("x", `${-100 * left / width}%`);
      svg.setAttribute("width", `${100 / width}%`);
    }
    $("output", zoom).textContent = `${at(left)} to ${at(left + width)}`;
  };
  for (const input of [a, z]) input.addEventListener("input", () => set(input));
}

// Contents: the section being read is current.
{
  const spy = new IntersectionObserver(entries => entries.filter(e => e.isIntersecting).forEach(e => {
    $$(".toc a").forEach(a => a.removeAttribute("aria-current"));
    $$(".toc a").find(a => a.getAttribute("href") === "#" + e.target.id)?.setAttribute("aria-current", "true");
  }), { rootMargin: "-10% 0px -70% 0px" });
  $$("main>.block").forEach(s => spy.observe(s));
}

// On a wide page the leaf opens with the first reference; elsewhere it waits.
if (!show(location.hash) && wide()) {
  const first = $$("main a.ev").find(a => a.checkVisibility());
  if (first) show(first.getAttribute("href"));
}
