// Opens each page at five widths in both themes and tries what a reader would.
// Usage: node check.mjs PLAYWRIGHT CHROMIUM SCREENSHOTS PAGE...
import { createRequire } from "node:module";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";

const [playwright, executablePath, shots, ...pages] = process.argv.slice(2);
const { chromium } = createRequire(import.meta.url)(playwright);
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath, args });
const WIDTHS = [1440, 1100, 820, 390, 320];
let failures = 0;

function expect(truth, what) {
  if (truth) return;
  failures++;
  console.error("FAILED: " + what);
}

// Runs `use` on a fresh page and expects silence and no request but the file.
async function visit(file, options, use) {
  const { query = "", ...settings } = options;
  const profile = await browser.newContext({ reducedMotion: "reduce", ...settings });
  const page = await profile.newPage();
  const where = `${basename(file)} ${settings.viewport.width} ${query} ${settings.javaScriptEnabled === false ? "no script" : ""}`;
  const url = pathToFileURL(file).href;
  page.on("console", m => expect(false, `${where}: console: ${m.text()}`));
  page.on("pageerror", e => expect(false, `${where}: error: ${e.message}`));
  page.on("request", r => expect(r.url().split(/[?#]/)[0] === url || r.url() === "data:,", `${where}: request: ${r.url()}`));
  await page.goto(url + query);
  try {
    await use(page, where);
  } catch (e) {
    expect(false, `${where}: ${e.message}`);
  }
  await profile.close();
}

const overflow = page => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

async function layout(page, where) {
  await page.evaluate(() => document.querySelectorAll("details").forEach(d => { d.open = true; }));
  expect(await overflow(page) <= 0, `${where}: ${await overflow(page)} px too wide`);
  const dead = await page.evaluate(() => [...document.querySelectorAll("a[href^='#']")]
    .map(a => a.getAttribute("href"))
    .filter(h => !/^#d\d+@\d+-\d+$|^#doc\d+$/.test(h) && !document.getElementById(h.slice(1))));
  expect(dead.length === 0, `${where}: dead anchors ${dead}`);
  const twice = await page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
    return ids.filter((id, i) => ids.indexOf(id) !== i);
  });
  expect(twice.length === 0, `${where}: ids used twice: ${twice}`);
  expect(await page.evaluate(() => document.querySelectorAll("h1").length) === 1, `${where}: one h1`);
}

// Each reference that can be seen opens the leaf and marks the words it names.
async function references(page, where) {
  const wrong = await page.evaluate(() => {
    const docs = JSON.parse(document.getElementById("data").textContent).docs, wrong = [];
    document.querySelectorAll("details").forEach(d => { d.open = true; });
    for (const a of [...document.querySelectorAll("main a.ev, main a[data-say]")].slice(0, 300)) {
      const href = a.getAttribute("href"), [, d, from, to] = /^#d(\d+)@(\d+)-(\d+)$/.exec(href).map(Number);
      a.click();
      const marked = [...document.querySelectorAll("#leaf mark")].map(m => m.textContent).join("\n");
      const words = docs[d].text.slice(from, to).replace(/\n+/g, "\n").replace(/\n$/, "");
      if (document.getElementById("leaf").hidden || !marked || marked !== words) wrong.push(`${href}: ${marked}`);
    }
    return wrong;
  });
  expect(wrong.length === 0, `${where}: references that do not open: ${wrong.slice(0, 3)}`);
}

async function keys(page, where) {
  const leaf = page.locator("#leaf"), place = page.locator("#leaf .where");
  await page.keyboard.press("j");
  const first = await place.textContent();
  expect(await leaf.isVisible() && /references/.test(first), `${where}: j opens the leaf`);
  if (!/of 1 ref/.test(first)) {
    await page.keyboard.press("j");
    expect(await place.textContent() !== first, `${where}: j goes on`);
    await page.keyboard.press("k");
    expect(await place.textContent() === first, `${where}: k goes back`);
  }
  const under = await page.evaluate(() => document.querySelector("main a[aria-current]").getBoundingClientRect().bottom > document.querySelector("#leaf").getBoundingClientRect().top);
  expect(page.viewportSize().width > 1152 || !under, `${where}: the sheet hides the finding`);
  const current = page.locator("main a[aria-current]");
  expect(await current.count() === 1, `${where}: one current reference`);
  await page.keyboard.press("Escape");
  const narrow = page.viewportSize().width <= 1152;
  expect(await leaf.isVisible() !== narrow, `${where}: Escape closes the sheet, and only the sheet`);
  await page.keyboard.press("/");
  expect(await page.evaluate(() => document.activeElement.id) === "q", `${where}: / goes to the search`);
}

const loadedText = page => page.evaluate(() => loadText(0));

async function search(page, where, word, count) {
  await page.fill("#q", word);
  await page.waitForFunction(() => !document.querySelector("#results").hidden);
  await page.waitForFunction(n => document.querySelector("#results .made").textContent.startsWith(n), count, { timeout: 20000 });
  const mark = await page.locator("#results mark").first().textContent();
  expect(mark.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "") === word.toLowerCase(), `${where}: found ${mark}`);
}

for (const file of pages.slice(0, 2)) {
  for (const width of WIDTHS) {
    for (const theme of ["light", "dark"]) {
      const viewport = { width, height: 900 };
      await visit(file, { viewport, query: `?theme=${theme}` }, async (page, where) => {
        await page.screenshot({ path: `${shots}/${basename(file, ".html")}-${width}-${theme}.png`, fullPage: true });
        await keys(page, where);
      });
      await visit(file, { viewport, query: `?theme=${theme}` }, async (page, where) => {
        await layout(page, where);
        await references(page, where);
        expect(await overflow(page) <= 0, `${where}: too wide with the leaf open`);
      });
    }
    await visit(file, { viewport: { width, height: 900 }, javaScriptEnabled: false }, async (page, where) => {
      expect(await page.locator("main .ev").count() > 3, `${where}: references stay`);
      expect(await page.locator("#leaf, .mast form, #theme, .zoom").evaluateAll(all => all.every(e => !e.checkVisibility())), `${where}: what needs a script hides itself`);
      expect(await page.locator("main section.level, main .stretch, main .part > .ranked > li").evaluateAll(all => all.length > 0 && all.every(e => e.checkVisibility())), `${where}: findings stay`);
      expect(await overflow(page) <= 0, `${where}: too wide`);
    });
  }
}

const [specimen, segment, pile] = pages, viewport = { width: 1440, height: 900 };
const called = name => pages.find(file => basename(file) === name);

// On a narrow screen every page fits, and every table stands whole, or moves, inside a box that fits.
for (const file of pages)
  await visit(file, { viewport: { width: 390, height: 844 } }, async (page, where) => {
    await layout(page, where);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const cut = await page.evaluate(() => [...document.querySelectorAll("main table")].filter(t => t.checkVisibility()).flatMap(t => {
      const box = t.closest(".scroll"), fits = e => e.getBoundingClientRect().right <= innerWidth + 1, faults = [];
      if (box ? !fits(box) : !fits(t)) faults.push("is wider than the screen");
      if (t.caption && !fits(t.caption)) faults.push("has a caption that is cut");
      if (box && box.scrollWidth > box.clientWidth + 1 && box.tabIndex !== 0) faults.push("does not move by keys");
      if ([...t.rows].some(row => [...row.cells].some(c => c.checkVisibility() && c.textContent && (box?.classList.contains("tall") ? c.clientWidth < 48 : c.scrollWidth > c.clientWidth + 1)))) faults.push("has a cell without room");
      return faults.map(f => `${t.caption?.textContent ?? "a table"} ${f}`);
    }));
    expect(cut.length === 0, `${where}: ${cut.slice(0, 3)}`);
  });

// A pile of 2,000 documents: a list first, each document opens, all are searched.
await visit(called("large-segment.html"), { viewport }, async (page, where) => {
  const elements = () => page.evaluate(() => document.querySelectorAll("*").length), at = page.locator("#opened");
  const n = await elements();
  expect(n < 3000, `${where}: ${n} elements`);
  const paint = await page.evaluate(() => performance.getEntriesByType("paint")[0]?.startTime);
  console.log(`${where}: ${n} elements, first paint after ${paint?.toFixed(0)} ms`);
  expect(!await at.isVisible(), `${where}: nothing is open at first`);
  await page.locator("#documents tbody a").nth(2).click();
  await page.waitForFunction(() => !document.querySelector("#opened").hidden);
  expect(await at.locator("h2").first().textContent() === "notes/0002.txt", `${where}: a document opens`);
  expect(await at.locator(".stretch .said").count() > 3 && await at.locator("[data-t]").count() === 0, `${where}: its text is there`);
  expect(await page.evaluate(() => docs[2].text.startsWith(document.querySelector("#opened .stretch .said").textContent)), `${where}: the text is its own`);
  const links = await at.locator("a.ev").count();
  expect(links > 1, `${where}: its outline has references`);
  await at.locator("a.ev").nth(1).click();
  expect(await page.locator("#leaf mark").count() > 0, `${where}: a reference of an opened document opens`);
  await at.locator(".strip a:visible").last().click();
  expect(await page.locator("#opened .cut:target").count() === 1, `${where}: a cell leads to its stretch`);
  await at.locator("button.next").click();
  await page.waitForFunction(() => document.querySelector("#opened h2").textContent === "notes/0003.txt");
  expect(await elements() < 3500, `${where}: one document is open at a time`);
  await search(page, where, "zanzibarine", "1 sentence in 1 document");
  await page.locator("#results a.ev").click();
  await page.waitForFunction(() => document.querySelector("#leaf mark")?.textContent === "zanzibarine");
  expect(await page.locator("#leaf h2").textContent() === "notes/1999.txt", `${where}: the last document is searched and opens`);
  await page.fill("#q", "nowhereatall");
  await page.waitForFunction(() => document.querySelector("#results .made").textContent.startsWith("Nothing found"));
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  expect(await page.locator("#documents tbody tr:not(.gap)").count() === 2000, `${where}: paper has all rows`);
});
await visit(called("large-segment.html"), { viewport, query: "#doc1999" }, async (page, where) => {
  await page.waitForFunction(() => !document.querySelector("#opened").hidden);
  expect(/zanzibarine/.test(await page.locator("#opened").textContent()), `${where}: a sent link opens its document`);
});
await visit(called("large-segment.html"), { viewport, javaScriptEnabled: false }, async (page, where) => {
  expect(await page.locator(".unscripted").isVisible(), `${where}: the page says what it cannot show`);
  expect(await page.locator("#documents tbody tr").count() === 200, `${where}: the list begins`);
});

// Topics: all documents are listed and searched; topics and groups lead to their documents.
await visit(called("large-topics.html"), { viewport }, async (page, where) => {
  expect(await page.evaluate(() => document.querySelector("#documents table").getAttribute("aria-rowcount")) === "621", `${where}: all documents are listed`);
  await search(page, where, "zanzibarine", "1 sentence in 1 document");
  for (const section of ["topics", "clusters"]) {
    const link = page.locator(`#${section} a.rows`).nth(1), n = await link.textContent();
    const value = await link.getAttribute("data-value"), column = +await link.getAttribute("data-column") + 1;
    await link.click();
    expect(await page.evaluate(() => document.querySelector("#documents table").getAttribute("aria-rowcount")) === String(+n + 1), `${where}: ${section} lead to their ${n} documents`);
    const cells = await page.locator(`#documents tbody tr:not(.gap) :nth-child(${column})`).allTextContents();
    expect(cells.length > 0 && cells.every(text => text === value), `${where}: ${section} lead to the right documents`);
    await page.click("#documents .picked button");
    expect(await page.evaluate(() => document.querySelector("#documents table").getAttribute("aria-rowcount")) === "621", `${where}: all rows come back`);
  }
});

// A small pile's topics lead to their rows too.
await visit(called("topics-asked.html"), { viewport }, async (page, where) => {
  const link = page.locator("#topics a.rows").first(), n = +await link.textContent();
  await link.click();
  expect(await page.locator("#documents tbody tr:visible").count() === n, `${where}: a topic leads to its documents`);
});

// A crowded map: names never lie over each other, and the list has all.
for (const width of WIDTHS)
  await visit(called("crowded-map.html"), { viewport: { width, height: 900 } }, async (page, where) => {
    const { names, over, out } = await page.evaluate(() => {
      const plane = document.querySelector(".plane").getBoundingClientRect();
      const boxes = [...document.querySelectorAll(".plane text")].filter(t => t.checkVisibility()).map(t => t.getBoundingClientRect());
      const over = boxes.flatMap((a, i) => boxes.slice(i + 1).filter(b => a.left < b.right && b.left < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom));
      return { names: boxes.length, over: over.length, out: boxes.filter(b => b.left < plane.left - 1 || b.right > plane.right + 1).length };
    });
    expect(over === 0 && out === 0, `${where}: ${over} of ${names} names overlap, ${out} are cut`);
    expect(names >= 12, `${where}: only ${names} names`);
    await page.screenshot({ path: `${shots}/crowded-map-${width}.png`, fullPage: true });
  });

// A book: the picture of likeness is not blank, excerpts end with a word, the heads follow the slider.
await visit(called("book-segment.html"), { viewport }, async (page, where) => {
  const share = await page.evaluate(() => {
    const cells = [...document.querySelectorAll(".picture path")].map(p => (p.getAttribute("d").match(/h\d+/g) ?? []).reduce((n, h) => n + +h.slice(1), 0));
    const box = document.querySelector(".picture svg").viewBox.baseVal;
    return cells.reduce((a, b) => a + b, 0) / (box.width * box.height / 6);
  });
  expect(share > 0.3, `${where}: ${(100 * share).toFixed(0)} % of the picture has a tint`);
  await loadedText(page);
  const cut = await page.evaluate(() => [...document.querySelectorAll(".stretch .said")].map(p => p.textContent).filter(t => t.endsWith(" …")).map(t => t.slice(0, -2)).filter(t => {
    const at = docs[0].text.indexOf(t);
    return at < 0 || /\S/.test(docs[0].text[at + t.length]);
  }));
  expect(cut.length === 0, `${where}: stops in mid-word: ${cut.slice(0, 2).map(t => t.slice(-30))}`);
  const heads = () => Promise.all([".head .account", "#outline .made"].map(s => page.locator(s).textContent()));
  const fine = await heads();
  await page.locator(".levels input").fill("0");
  const name = await page.locator(".levels output").textContent(), coarse = await heads();
  expect(coarse.every((text, i) => text !== fine[i] && text.includes(name)), `${where}: the heads say ${coarse} at ${name}`);
  await page.fill("#q", "barbar");
  await page.waitForFunction(() => document.querySelectorAll("#results .said").length > 3);
  const hits = await page.locator("#results .said").allTextContents();
  const words = await page.evaluate(() => new Set(docs[0].text.split(/\s+/)).size && [...new Set(docs[0].text.split(/\s+/))]);
  const known = new Set(words), torn = hits.filter(t => t.replaceAll("…", "").trim().split(/\s+/).some(w => !known.has(w)));
  expect(torn.length === 0, `${where}: hits with torn words: ${torn.slice(0, 2)}`);
});

await visit(specimen, { viewport }, async (page, where) => {
  expect(await page.locator("#leaf").isVisible(), `${where}: the leaf opens with the first reference`);
  await search(page, where, "hedge", "2 sentences in 2 documents");
  const words = () => page.locator("#table table").first().locator("tbody td:nth-child(3)").allTextContents();
  const before = await words();
  await page.locator("#table th button.sort", { hasText: "Words" }).first().click();
  expect((await words())[0] === "1,240", `${where}: a head sorts`);
  await page.locator("#table th button.sort", { hasText: "Words" }).first().click();
  await page.locator("#table th button.sort", { hasText: "Words" }).first().click();
  expect(String(await words()) === String(before), `${where}: the third press restores`);
  await page.locator("#marked a[data-say]").first().focus();
  expect(/^Rests on/.test(await page.locator("#marked .live").first().textContent()), `${where}: focus says what hover says`);
  await page.locator("#timeline .zoom input").first().fill("50");
  expect(await page.locator("#timeline .zoomed").first().getAttribute("width") === "200%", `${where}: the timeline zooms`);
  await page.click("#theme");
  expect(await page.evaluate(() => document.documentElement.dataset.theme) === "dark", `${where}: the theme changes`);
});

await visit(segment, { viewport }, async (page, where) => {
  const shown = () => page.locator(".level:visible").evaluateAll(all => all.map(e => e.getAttribute("aria-label")));
  expect(String(await shown()) === "5 segments", `${where}: one level at first`);
  await page.locator(".levels input").fill("0");
  expect(String(await shown()) === "2 segments", `${where}: the slider chooses`);
  expect(/2 segments/.test(await page.locator(".head .account").textContent()) && /2 segments/.test(await page.locator("#outline .made").textContent()), `${where}: the heads follow the slider`);
  await page.locator(".level:visible .strip a").nth(1).click();
  expect(/^#at0-\d+$/.test(new URL(page.url()).hash), `${where}: a cell leads to its stretch`);
  expect(await page.locator(".cut:target").count() === 1, `${where}: the stretch is the target`);
});

await visit(segment, { viewport, query: "#d0@0-8" }, async (page, where) => {
  expect(await page.locator("#leaf mark").textContent() === "The kiln", `${where}: a sent link opens its place`);
});

await visit(pile, { viewport }, async (page, where) => {
  expect(await page.locator("table tbody tr").count() < 60, `${where}: only visible rows exist`);
  await page.fill(".filter input", "4321");
  expect(await page.locator("table tbody tr:not(.gap)").count() === 1, `${where}: the filter filters`);
  await page.fill(".filter input", "");
  await page.locator("table a.ev").first().click();
  await page.waitForFunction(() => document.querySelector("#leaf h2").textContent === "notes/0000.txt");
  expect(await page.locator("#leaf li").count() < 500, `${where}: the leaf shows a part of a long document`);
  expect(await page.locator("#leaf mark").textContent() === "open", `${where}: the end of a long document is marked`);
  await search(page, where, "CAFE", "39,996 sentences in 5,000 documents");
  const took = await page.evaluate(async () => { const t = performance.now(); await search("weather"); return performance.now() - t; });
  console.log(`searching 40,000 sentences took ${took.toFixed(0)} ms`);
});

// A source beside its summary: focus, hover and keys say what supports a phrase.
await visit(pages.find(file => basename(file) === "align-asked.html"), { viewport }, async (page, where) => {
  const say = () => page.locator(".pair .say").textContent();
  const idle = await say();
  const linked = page.locator(".sum a.ph").first(), gap = page.locator(".sum .ph:not(a)").first();
  await linked.focus();
  const focused = await say();
  expect(focused !== idle && focused === await linked.getAttribute("data-say"), `${where}: focus says what supports a phrase`);
  expect(await page.locator(".wires .on text").textContent() === await linked.getAttribute("data-p"), `${where}: the chosen line has its probability`);
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement.closest(".src") !== null), `${where}: Enter goes to the source`);
  await gap.hover();
  expect(await say() === await gap.getAttribute("data-say"), `${where}: hover says why nothing supports a phrase`);
  const shape = at => at.evaluate(e => { const s = getComputedStyle(e); return s.borderBottomStyle + s.textDecorationStyle + s.textDecorationLine; });
  expect(await shape(gap) !== await shape(linked), `${where}: what nothing supports differs by more than colour`);
  await page.keyboard.press("j");
  expect(await page.evaluate(() => document.activeElement.matches(".sum .ph")), `${where}: j goes to the next phrase`);
});

// On paper: light, no controls, every row.
for (const file of pages.slice(0, 2))
  await visit(file, { viewport, query: "?theme=dark" }, async (page, where) => {
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("#leaf, .toc, #theme, .zoom").evaluateAll(all => all.every(e => !e.checkVisibility())), `${where}: controls are printed`);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme) === "light", `${where}: paper is light`);
    await page.pdf({ path: `${shots}/${basename(file, ".html")}.pdf`, format: "A4" });
  });

await browser.close();
if (failures) {
  console.error(`${failures} failures`);
  process.exit(1);
}
