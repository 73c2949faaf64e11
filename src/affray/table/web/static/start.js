/** The start page: a file of one's own is taken in where it is dropped or chosen. */

import { forecastFights } from "./deadly.js";
import { byId } from "./dom.js";
import { openShelf } from "./shelf.js";

/** What is drawn anew when a file has come: where it is dropped, and what is listed. */
const LISTED = ["of-yours", "of-games"];
const look = openShelf();

/**
 * One after the other; the first that is refused says why, and those before it are there. A saved
 * fight is watched at once.
 * @param {Iterable<File>} files
 */
async function add(files) {
  const refused = byId("refused");
  refused.hidden = true;
  let watch = "";
  for (const file of files) {
    const answer = await sent(file);
    watch ||= answer.watch ?? "";
    if (!answer.error) continue;
    refused.textContent = answer.error;
    refused.hidden = false;
    return;
  }
  if (watch) return void location.assign(watch);
  await listAnew();
}

/** The same page as it would be now, without leaving it. */
async function listAnew() {
  const response = await fetch("/", { headers: { accept: "text/html" } });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const id of LISTED) {
    const drawn = page.getElementById(id);
    if (drawn) byId(id).replaceWith(document.adoptNode(drawn));
  }
  open();
  byId("file").focus();
}

/** What is listed can be searched, asked how deadly it is, and added to. */
function open() {
  for (const id of LISTED) forecastFights(byId(id));
  byId("drop").hidden = false;
  byId("file").addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.currentTarget);
    add(input.files ?? []);
  });
  look();
}

/** @param {File} file @returns {Promise<{error?: string, watch?: string}>} why it was refused, if so */
async function sent(file) {
  const headers = { "content-type": "application/octet-stream", accept: "application/json" };
  try {
    const to = `/encounters?name=${encodeURIComponent(file.name)}`;
    const response = await fetch(to, { method: "POST", headers, body: file });
    return await response.json();
  } catch {
    return { error: "The server did not answer. Try again in a moment." };
  }
}

open();
// Anywhere on the page: a file that misses the frame would be opened instead, and the page lost.
for (const name of ["dragover", "dragleave", "drop"])
  addEventListener(name, (event) => {
    event.preventDefault();
    byId("drop").classList.toggle("over", name === "dragover");
    if (name === "drop") add(/** @type {DragEvent} */ (event).dataTransfer?.files ?? []);
  });
