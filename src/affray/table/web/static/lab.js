/** The lab's page: an answer is shown as it comes in, then drawn. Leaving the page ends the work. */

import { byId, h } from "./dom.js";

/** @typedef {{caption: string, headers: string[], rows: string[][]}} Table */
/** @typedef {{done: number, of: number, said: string, tables: Table[]}} SoFar */

const answer = byId("start");
const query = answer.dataset.query ?? "";
const progress = /** @type {HTMLProgressElement} */ (byId("progress"));
const dark = matchMedia("(prefers-color-scheme: dark)");

/** The colours the page has now: the reader's own choice, or the system's. */
const theme = () => document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");

/** @param {Table} table */
const sheet = ({ caption, headers, rows }) =>
  h(
    "div",
    { class: "sheet", tabindex: "0", role: "region", "aria-label": caption },
    h(
      "table",
      {},
      h("caption", {}, caption),
      h("thead", {}, h("tr", {}, headers.map((text) => h("th", { scope: "col" }, text)))),
      h(
        "tbody",
        {},
        rows.map(([name = "", ...cells]) =>
          h("tr", {}, h("th", { scope: "row" }, name), cells.map((cell) => h("td", {}, cell))),
        ),
      ),
    ),
  );

/** @param {SoFar} sofar */
function show(sofar) {
  progress.max = Math.max(1, sofar.of);
  progress.value = sofar.done;
  byId("tables").replaceChildren(...sofar.tables.map(sheet));
}

/** A screen reader is told the end, not every step on the way to it. */
let spoken = 0;

/** @type {SoFar | undefined} */
let latest;

/** @param {SoFar} sofar */
function say(sofar) {
  byId("said").textContent = sofar.said;
}

function draw() {
  if (!answer.dataset.charts) return;
  const chart = /** @type {HTMLImageElement} */ (byId("chart"));
  chart.alt = `${byId("answer").textContent} ${byId("said").textContent} The tables below hold its numbers.`;
  chart.src = `/lab/-/chart.svg?${query}&theme=${theme()}`;
  chart.onload = () => (byId("drawn").hidden = false);
  for (const form of ["svg", "png"])
    byId(form).setAttribute("href", `/lab/-/chart.${form}?${query}&theme=${theme()}&save=true`);
}

const live = new EventSource(`/lab/-/events?${query}`);

live.addEventListener("so-far", (event) => {
  const sofar = JSON.parse(event.data);
  latest = sofar;
  show(sofar);
  if (Date.now() - spoken < 1500) return;
  spoken = Date.now();
  say(sofar);
});

live.addEventListener("done", (event) => {
  live.close();
  const sofar = JSON.parse(event.data);
  show(sofar);
  say(sofar);
  byId("working").hidden = true;
  byId("files").hidden = false;
  draw();
  dark.addEventListener("change", draw);
});

/** @param {string} why */
function leave(why) {
  live.close();
  byId("working").hidden = true;
  byId("said").textContent = why;
}

live.addEventListener("refused", (event) => leave(JSON.parse(event.data).said));

live.addEventListener("error", () => {
  leave("No answer came: the lab is busy, or the table was closed. Ask again in a while.");
});

/** Whoever has had enough keeps what there is; where nothing is yet, the link leads back. */
byId("stop").addEventListener("click", (event) => {
  live.close();
  if (!latest) return;
  event.preventDefault();
  byId("working").hidden = true;
  const far = `Stopped after ${latest.done.toLocaleString("en")} of ${latest.of.toLocaleString("en")}.`;
  byId("said").textContent = `${far} ${latest.said}`;
  /** @type {HTMLElement | null} */ (byId("tables").querySelector("[tabindex]"))?.focus();
});
