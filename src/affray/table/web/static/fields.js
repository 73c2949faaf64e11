/** Numbers and words of a creature or a thing, as one types them. */

import { h, plain } from "./dom.js";

/** @typedef {import("./protocol").Settable} Settable */

/** @param {any} event @returns {string} */
const valueOf = (event) => event.currentTarget.value;

/**
 * A value as one types it: lists with commas.
 * @param {unknown} value
 */
const asText = (value) => (Array.isArray(value) ? value.join(", ") : String(value));

/**
 * The parts of a list as it is typed; a name that is known may hold commas.
 * @param {string} text
 * @param {string[]} known
 */
function listed(text, known) {
  const parts = text.split(",").map((part) => part.trim()).filter(Boolean);
  const found = [];
  while (parts.length) {
    let n = parts.length;
    while (n > 1 && !known.includes(parts.slice(0, n).join(", "))) n -= 1;
    found.push(parts.splice(0, n).join(", "));
  }
  return found;
}

/**
 * As a file has it, of the same kind as what stood there.
 * @param {string} text
 * @param {unknown} like
 * @param {string[]} known  what may stand there, where that is known
 */
export function asData(text, like, known) {
  const one = (/** @type {string} */ part) => (/^[+-]?\d+$/.test(part) ? Number(part) : part);
  if (typeof like === "boolean" && (text === "true" || text === "false")) return text === "true";
  if (Array.isArray(like)) return listed(text, [...known, ...like.map(String)]).map(one);
  return one(text.trim());
}

/**
 * Where one number or word is typed, or chosen; a list is typed.
 * @param {string} label
 * @param {string} key
 * @param {string[]} options  none where anything may be typed
 * @param {unknown} now
 * @param {(value: unknown) => unknown} set
 * @param {boolean} isTyped
 */
function entry(label, key, options, now, set, isTyped = false) {
  const attributes = { "aria-label": label, "data-key": `field ${key}`, onchange: (/** @type {any} */ event) => set(asData(valueOf(event), now, options)) };
  const isFlag = typeof now === "boolean";
  if (isTyped || (!options.length && !isFlag)) return h("input", { ...attributes, value: asText(now) });
  const said = isFlag ? { true: "yes", false: "no" } : Object.fromEntries(options.map((value) => [value, plain(value)]));
  const choice = h("select", attributes, Object.entries(said).map(([value, text]) => h("option", { value }, text)));
  choice.value = String(now);
  return choice;
}

/**
 * One of them with its limits, to be changed or put back; of several under one name each has its
 * own place, and is set as a part.
 * @param {string} name
 * @param {Settable | undefined} about
 * @param {unknown} now
 * @param {(value: unknown, part?: string) => unknown} set
 */
export function fieldRow(name, about, now, set) {
  const label = name.replaceAll("_", " ");
  const back = h("button", { class: "btn bare small", type: "button", "aria-label": `${label} as the book has it`, onclick: () => set(undefined) }, "×");
  const limits = about && (about.limits || about.rule) ? h("small", {}, [about.limits || about.rule]) : null;
  const options = about?.options ?? [];
  if (!about?.parts.length) return h("li", {}, h("span", {}, label), entry(label, name, options, now, (value) => set(value), about?.several), back, limits);
  const has = /** @type {Record<string, unknown>} */ (now);
  const parts = about.parts.map((part) => {
    const value = has[part] ?? options[0] ?? 0;
    return h("span", {}, h("span", {}, plain(part)), entry(`${label}, ${plain(part)}`, `${name} ${part}`, options, value, (given) => set(given, part)));
  });
  return h("li", { class: "parted" }, h("span", {}, label), back, h("div", {}, parts), limits);
}
