/** Asking the server as the host's pages do: an answer, or why there is none. */

import { h } from "./dom.js";

const NO_ANSWER = "The server did not answer. Nothing was changed.";
const JSON_TOO = { "content-type": "application/json", accept: "application/json" };

/** @param {string} path @param {RequestInit} [how] @returns {Promise<any>} */
export async function asked(path, how) {
  let response;
  try {
    response = await fetch(path, how ?? { headers: { accept: "application/json" } });
  } catch {
    throw new Error(NO_ANSWER);
  }
  const body = await response.json().catch(() => ({ error: NO_ANSWER }));
  if (!response.ok) throw new Error(body.error);
  return body;
}

/** @param {string} path @param {unknown} what */
export const posted = (path, what) => asked(path, { method: "POST", headers: JSON_TOO, body: JSON.stringify(what) });

/**
 * A name an entry can have; of letters beyond these none is left.
 * @param {string} title
 */
export const plainName = (title) =>
  unmarked(title).toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 60).replace(/^-|-$/g, "");

/** @param {string} title */
const unmarked = (title) => title.normalize("NFKD").replace(/\p{M}/gu, "");

/**
 * An id for what is called so: where its letters make none it is of its kind, with a number.
 * @param {string} title
 * @param {string} kind
 * @param {string[]} taken
 */
export function idFor(title, kind, taken) {
  const name = plainName(title);
  if (name || !title.trim()) return name;
  let n = 1;
  while (taken.includes(`${kind}-${n}`)) n += 1;
  return `${kind}-${n}`;
}

/**
 * A name a file can have, in the letters of whoever writes them.
 * @param {string} title
 */
export function fileStem(title) {
  const isPlain = [...unmarked(title).matchAll(/\p{L}/gu)].every(([letter]) => /[a-z]/i.test(letter));
  if (isPlain) return plainName(title);
  return title.normalize("NFC").toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").slice(0, 60).replace(/^-|-$/g, "");
}

/**
 * What a file says: spreadsheets write UTF-8, UTF-16 with its mark, or, without a word, what
 * Windows writes.
 * @param {File} file
 */
export async function textOf(file) {
  const bytes = await file.arrayBuffer();
  const mark = new Uint8Array(bytes.slice(0, 2)).join();
  if (mark === "255,254") return new TextDecoder("utf-16le").decode(bytes);
  if (mark === "254,255") return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** @param {string} text @param {string} name */
export function download(text, name) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })) });
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
