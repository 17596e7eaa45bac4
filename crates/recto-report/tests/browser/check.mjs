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
    .filter(h => !/^#d\d+@\d+-\d+$/.test(h) && !document.getElementById(h.slice(1))));
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

async function search(page, where, word, count) {
  await page.fill("#q", word);
  await page.waitForFunction(() => !document.querySelector("#results").hidden);
  await page.waitForFunction(n => document.querySelector("#results .made").textContent.startsWith(n), count, { timeout: 5000 });
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

await visit(specimen, { viewport }, async (page, where) => {
  expect(await page.locator("#leaf").isVisible(), `${where}: the leaf opens with the first reference`);
  await search(page, where, "hedge", "2 lines in 2 documents");
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
  expect(await page.locator("#leaf li").count() < 500, `${where}: the leaf shows a part of a long document`);
  expect(await page.locator("#leaf mark").textContent() === "open", `${where}: the end of a long document is marked`);
  await search(page, where, "CAFE", "39,996 lines in 5,000 documents");
  const took = await page.evaluate(() => { const t = performance.now(); search("weather"); return performance.now() - t; });
  console.log(`searching 40,000 lines took ${took.toFixed(0)} ms`);
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
