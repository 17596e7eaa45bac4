// recto: the page is complete without this, but for large piles, whose documents it opens; it adds
// the leaf, search, sorting, zoom and levels.
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

const data = json("data"), docs = data.docs;

// Large piles keep texts deflated, in chunks of neighbours: `firsts` names the first document of each.
function unpacker(kind, put) {
  const firsts = data[kind] ?? [], chunks = $$(`script[data-packed=${kind}]`), busy = new Map();
  const inflate = async i => {
    const raw = atob(chunks[i].textContent), bytes = new Uint8Array(raw.length);
    for (let k = 0; k < raw.length; k++) bytes[k] = raw.charCodeAt(k);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    JSON.parse(await new Response(stream).text()).forEach((text, k) => put(firsts[i] + k, text));
  };
  return d => {
    const i = firsts.findLastIndex(first => first <= d);
    if (i < 0) return Promise.resolve();
    if (!busy.has(i)) busy.set(i, inflate(i));
    return busy.get(i);
  };
}
const loadText = unpacker("texts", (d, text) => { docs[d].text = text; });
const kept = data.kept ?? docs.length; // documents whose texts are on the page
const textOf = d => docs[d].text;
// Where a place in a text is found again: a page, a chapter, a time; otherwise a line.
const placeOf = (d, at, line) => docs[d].places?.findLast(([from]) => from <= at)?.[1] ?? `line ${line}`;
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
let trail = [], at = -1, asked = "";

// The last end of a word not behind `to`, and the first start of one not before `from`.
const wordEnd = (s, to) => to >= s.length || !/\S/.test(s[to]) ? to : s.slice(0, to).search(/\s+\S*$/) < 0 ? to : s.slice(0, to).search(/\s+\S*$/);
const wordStart = (s, from) => from <= 0 || !/\S/.test(s[from - 1]) ? from : from + Math.max(0, s.slice(from).search(/\s/));

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
  const cut = (s, left) => s.length <= LONGEST ? s : left ? "… " + s.slice(wordStart(s, s.length - LONGEST)) : s.slice(0, wordEnd(s, LONGEST)) + " …";
  if (a < z) words.append(cut(line.slice(0, a), true), el("mark", { textContent: line.slice(a, z) }), cut(line.slice(z), false));
  else words.textContent = cut(line, false);
  return el("li", {}, el("span", { textContent: number }), words);
}

function show(href) {
  const place = parse(href);
  if (!place) return false;
  const [d, from, to] = place;
  // A text that is still deflated is shown when it is there, unless another was asked for since.
  asked = href;
  if (d >= kept) { absent(d); follow(href); }
  else if (textOf(d) === undefined) loadText(d).then(() => asked === href && mark(href, d, from, to), () => absent(d));
  else mark(href, d, from, to);
  return true;
}

function absent(d) {
  const why = d < kept ? "This browser cannot open the texts of this page." : `The page is too large for this text: it has those of the first ${say(kept)} of ${say(docs.length)} documents.`;
  $("h2", leaf).textContent = docs[d].id;
  $(".what", leaf).textContent = docs[d].what;
  $(".text", leaf).replaceChildren(el("p", { className: "none", textContent: why }));
  leaf.hidden = false;
  size();
}

function mark(href, d, from, to) {
  const all = linesOf(d);
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
  $(".said-now", leaf).textContent = `${docs[d].id}, ${placeOf(d, from, first + 1)}: ${textOf(d).slice(from, Math.min(to, from + 300))}`;
  leaf.hidden = false;
  size();
  follow(href);
  const marked = $("mark", leaf);
  leaf.scrollTop = marked ? marked.offsetTop - leaf.clientHeight / 3 : 0;
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
  if (!a || e.ctrlKey || e.metaKey || e.shiftKey || !parse(a.getAttribute("href"))) return;
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
const route = () => show(location.hash) || openAt(location.hash);
addEventListener("hashchange", route);

// Large piles: what was found in a document opens below their list, href="#doc3" or a stretch, "#at3-120".
// It comes as markup that the renderer made and escaped like the page; the text itself is put in as text.
const opened = $("#opened"), markups = [];
const loadFolded = unpacker("folded", (d, markup) => { markups[d] = markup; });
let openDoc = -1;
function openAt(hash) {
  const m = /^#(?:doc|at)(\d+)(-\d+)?$/.exec(hash ?? "");
  if (!opened || !m || !docs[m[1]]) return false;
  const d = +m[1], there = () => (m[2] && document.getElementById(hash.slice(1)) || opened).scrollIntoView();
  if (d === openDoc) { there(); return true; }
  openDoc = d;
  Promise.all([loadFolded(d), d < kept && loadText(d)]).then(() => { if (openDoc === d) { unfold(d); there(); } },
    () => { openDoc = -1; $(".inside", opened).replaceChildren(el("p", { className: "none", textContent: "This browser cannot open the documents of this page." })); opened.hidden = false; });
  return true;
}

function unfold(d) {
  const parts = new DOMParser().parseFromString(markups[d] ?? "", "text/html").body;
  for (const e of $$("[data-t]", parts)) e.replaceWith((textOf(d) ?? "").slice(...e.dataset.t.split("-")));
  $("h2", opened).textContent = docs[d].id;
  $(".made", opened).textContent = `${docs[d].what}${d < kept ? "" : ". The page is too large for its text."}`;
  $(".prev", opened).disabled = d === 0;
  $(".next", opened).disabled = d === docs.length - 1;
  $(".inside", opened).replaceChildren(...parts.childNodes);
  opened.hidden = $(".to-opened").hidden = false;
  enliven(opened);
  $("h2", opened).focus({ preventScroll: true });
}
if (opened) for (const [name, step] of [[".prev", -1], [".next", 1]])
  $(name, opened).onclick = () => { location.hash = `#doc${openDoc + step}`; };

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

// Search: sentences, case and accents folded; a phrase is found across the ends of lines, too.
const foldOne = c => c.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const isPlain = s => /^[\x00-\x7f]*$/.test(s);
const fold = s => isPlain(s) ? s.toLowerCase() : foldOne(s);
const segmenter = Intl.Segmenter && new Intl.Segmenter("en", { granularity: "sentence" });
const passages = new Map(); // document -> what stands between blank lines: [where, as it is, folded]
function passagesOf(d) {
  if (!passages.has(d)) {
    const all = [];
    let start = 0, from = -1;
    for (const line of [...linesOf(d), ""]) {
      if (line.trim()) from = from < 0 ? start : from;
      else if (from >= 0) {
        const own = textOf(d).slice(from, start);
        all.push([from, own, fold(own)]);
        from = -1;
      }
      start += line.length + 1;
    }
    passages.set(d, all);
  }
  return passages.get(d);
}

// Where places in folded text, one behind the other, are in the text itself: folding may change lengths.
function unfolder(text) {
  if (isPlain(text)) return index => index;
  let seen = 0, i = 0;
  return index => {
    while (i < text.length) {
      const c = String.fromCodePoint(text.codePointAt(i)), n = foldOne(c).length;
      if (seen + n > index) break;
      seen += n;
      i += c.length;
    }
    return i;
  };
}

// The sentences of a passage with the words that `asked` matches: where sentence and words begin and end.
function* sentencesWith(text, folded, asked) {
  const place = unfolder(text), segments = segmenter?.segment(text.replace(/\s/g, " "));
  const around = i => segments?.containing(i) ?? { index: 0, segment: text };
  let done = 0;
  for (const m of folded.matchAll(asked)) {
    const a = place(m.index), z = place(m.index + m[0].length);
    if (a < done) continue;
    const first = around(a), last = around(Math.max(a, z - 1));
    done = last.index + last.segment.length;
    yield [first.index, a, z, done];
  }
}

const WINDOW = 240; // characters of a long sentence shown on either side of the words
function hit(d, start, text, [first, a, z, last]) {
  const from = Math.max(first, wordStart(text, Math.max(0, a - WINDOW))), to = Math.min(last, wordEnd(text, z + WINDOW));
  const line = textOf(d).slice(0, start + a).split("\n").length;
  return el("li", {}, el("div", {},
    el("p", { className: "said" }, (from > first ? "… " : "") + text.slice(Math.min(from, a), a), el("mark", { textContent: text.slice(a, z) }), text.slice(z, Math.max(to, z)).trimEnd() + (to < last ? " …" : "")),
    el("a", { className: "ev", href: `#d${d}@${start + a}-${start + z}`, textContent: `${docs[d].id}, ${placeOf(d, start + a, say(line))}` })));
}

// Searches all texts of the page, inflating them on the way; lets the page breathe, and stops when asked anew.
let searches = 0;
async function search(word) {
  const out = $("#results"), status = $(".made", out), w = fold(word.trim()), own = ++searches;
  out.hidden = w.length < 2;
  if (out.hidden) return;
  // Any white space stands for a blank.
  const asked = new RegExp(w.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+"), "g");
  let count = 0, within = 0, pause = performance.now() + 40;
  const shown = [];
  for (let d = 0; d < kept; d++) {
    try {
      if (textOf(d) === undefined) await loadText(d);
    } catch {
      status.textContent = "This browser cannot open the texts of this page.";
      return;
    }
    if (performance.now() > pause) {
      status.textContent = `Searching: ${say(d)} of ${say(kept)} documents`;
      await new Promise(go => setTimeout(go));
      pause = performance.now() + 40;
    }
    if (own !== searches) return;
    let here = 0;
    for (const [start, text, folded] of passagesOf(d))
      for (const places of sentencesWith(text, folded, asked)) {
        here++;
        if (shown.length < 50) shown.push(hit(d, start, text, places));
      }
    count += here;
    within += here > 0;
  }
  const all = Math.max(data.read ?? 0, docs.length), of = kept < all ? ` Searched: the texts on this page, ${say(kept)} of ${say(all)} documents.` : "";
  status.textContent = (count
    ? `${say(count)} sentence${count > 1 ? "s" : ""} in ${say(within)} document${within > 1 ? "s" : ""}${count > 50 ? ", the first 50 shown" : ""}${of && "."}`
    : "Nothing found. Try a shorter word.") + of;
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

// A number of rows elsewhere: choosing it leaves those rows in that table, until all are asked for.
const picks = new WeakMap(); // table -> function that leaves rows with a value in a column
function picker(table, apply) {
  const say1 = el("span"), all = el("button", { type: "button", textContent: "All rows" });
  const line = el("p", { className: "picked small noprint", role: "status", hidden: true }, say1, all);
  (table.closest(".scroll") ?? table).before(line);
  all.onclick = () => { line.hidden = true; apply(null); };
  picks.set(table, (column, value) => {
    const n = apply([column, value]);
    say1.textContent = `${$$("thead th", table)[column].textContent}: ${value}, ${say(n)} row${n === 1 ? "" : "s"} `;
    line.hidden = false;
    line.scrollIntoView({ block: "start" });
    all.focus({ preventScroll: true });
  });
}
document.addEventListener("click", e => {
  const a = e.target.closest("a.rows"), table = a && $("table", document.getElementById(a.getAttribute("href").slice(1)) ?? document.createElement("p"));
  if (!table || !picks.has(table) || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  picks.get(table)(+a.dataset.column, a.dataset.value);
});

// Long tables: fixed row height, only the visible rows exist, a field filters them; on paper all are there.
const PRINTED = 5000;
function longTable(table) {
  const HEIGHT = 36, rows = json(table.dataset.rows), body = table.tBodies[0], box = table.parentElement;
  const columns = $$("thead th", table), classes = columns.map((_, i) => body.rows[0].cells[i].className);
  let sorted = rows, list = rows, picked = null;
  const cell = ([text, , href, rows], i) => {
    const inside = href ? el("a", { className: "ev", href, textContent: text }) : text;
    if (rows) { inside.classList.add("rows"); [inside.dataset.column, inside.dataset.value] = rows; }
    return el(i ? "td" : "th", { className: classes[i], title: text }, inside);
  };
  const gap = height => { const td = el("td", { colSpan: columns.length }); td.style.height = height + "px"; return el("tr", { className: "gap", "aria-hidden": "true" }, td); };
  const put = (a, z) => {
    body.replaceChildren(gap(a * HEIGHT), ...list.slice(a, z).map((row, i) => el("tr", { "aria-rowindex": a + i + 2 }, ...row.map(cell))), gap((list.length - z) * HEIGHT));
    table.setAttribute("aria-rowcount", list.length + 1);
  };
  let from = -1, to = -1;
  const paint = fresh => {
    const a = Math.max(0, Math.floor(box.scrollTop / HEIGHT) - 4), z = Math.min(list.length, a + Math.ceil(box.clientHeight / HEIGHT) + 8);
    // Rows that stay keep the focus.
    if (fresh !== true && a === from && z === to) return;
    [from, to] = [a, z];
    put(a, z);
  };
  const input = el("input", { type: "search", placeholder: "Filter the rows", ariaLabel: "Filter the rows" });
  const count = el("span", { className: "small soft", role: "status" });
  const apply = () => {
    const w = fold(input.value.trim());
    list = w || picked ? sorted.filter(row => (!picked || row[picked[0]][0] === picked[1]) && (!w || row.some(c => fold(c[0]).includes(w)))) : sorted;
    count.textContent = ` ${say(list.length)} of ${say(rows.length)} rows`;
    box.scrollTop = 0;
    paint(true);
    return list.length;
  };
  input.addEventListener("input", apply);
  box.before(el("div", { className: "filter noprint" }, input, count));
  box.classList.add("tall");
  box.tabIndex = 0;
  box.addEventListener("scroll", () => requestAnimationFrame(paint));
  addEventListener("resize", paint);
  addEventListener("beforeprint", () => table.isConnected && put(0, Math.min(list.length, PRINTED)));
  addEventListener("afterprint", () => table.isConnected && paint(true));
  picker(table, which => { picked = which; input.value = ""; return apply(); });
  sortable(table, (row, i) => row[i][1] ?? row[i][0], rows, l => { sorted = l; apply(); });
  apply();
}

function shortTable(table) {
  const rows = [...table.tBodies[0].rows];
  picker(table, which => rows.filter(row => !(row.hidden = which !== null && row.cells[which[0]].textContent !== which[1])).length);
  sortable(table, (row, i) => row.cells[i].dataset.v ?? row.cells[i].textContent.trim(), rows, rows => table.tBodies[0].append(...rows));
}

// Levels: one shown at a time; the counts in the heads are those of the one shown.
function slider(levels) {
  const input = $(".zoom input", levels), steps = $$(".level", levels);
  if (!input) return;
  const made = $("header .made", levels.closest(".block")), head = $(".head .account");
  const choose = () => {
    steps.forEach((step, i) => { step.hidden = i !== +input.value; });
    const { account, head: whole } = steps[input.value].dataset, name = steps[input.value].getAttribute("aria-label");
    if (account && made) made.textContent = account;
    if (whole && head) head.textContent = whole;
    $(".zoom output", levels).textContent = name;
    input.setAttribute("aria-valuetext", name);
  };
  input.addEventListener("input", choose);
  choose();
}

// Timelines: both ends zoom. x is in per cent of a nested svg, so that moving and widening it is enough.
function timeline(figure) {
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

const wideBoxes = new ResizeObserver(entries => entries.forEach(({ target: box }) => {
  if (box.classList.contains("tall")) return;
  box.scrollWidth > box.clientWidth ? (box.tabIndex = 0) : box.removeAttribute("tabindex");
}));

// What the blocks of the page, or of a part that was just opened, can do.
function enliven(root) {
  for (const table of $$("table", root)) table.dataset.rows ? longTable(table) : shortTable(table);
  // A table that is wider than its box moves in it, by keys too.
  for (const box of $$(".scroll", root)) wideBoxes.observe(box);
  $$(".levels", root).forEach(slider);
  $$(".timeline", root).forEach(timeline);
}
enliven($("main"));

// Contents: the section being read is current.
{
  const spy = new IntersectionObserver(entries => entries.filter(e => e.isIntersecting).forEach(e => {
    $$(".toc a").forEach(a => a.removeAttribute("aria-current"));
    $$(".toc a").find(a => a.getAttribute("href") === "#" + e.target.id)?.setAttribute("aria-current", "true");
  }), { rootMargin: "-10% 0px -70% 0px" });
  $$("main>.block").forEach(s => spy.observe(s));
}

// On a wide page the leaf opens with the first reference; elsewhere it waits.
if (!route() && wide()) {
  const first = $$("main a.ev").find(a => parse(a.getAttribute("href")) && a.checkVisibility());
  if (first) show(first.getAttribute("href"));
}
