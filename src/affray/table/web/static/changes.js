/** A view brought up to date by what has changed since it was sent. */

/**
 * @typedef {import("./protocol").Changes} Changes
 * @typedef {import("./protocol").View} View
 */

/**
 * What was seen, with what has changed since.
 * @param {View} view
 * @param {Changes} changes
 * @returns {View}
 */
export function changed(view, { seq, compiled, present, parts, pieces, log, log_from, log_first }) {
  const stays = view.log.filter((line) => line.n >= log_first && line.n < log_from);
  const mended = Object.entries(pieces).map(([name, news]) => [name, mend(Reflect.get(view, name), news, DEEP.includes(name))]);
  return { ...view, ...parts, ...Object.fromEntries(mended), seq, compiled, present, log: [...stays, ...log] };
}

const DEEP = ["creatures", "fields"]; // of which every one comes in pieces again

/** @param {any} old  a list, or names and values @param {Record<string, any>} news @param {boolean} [deep] @returns {any} */
function mend(old, news, deep = false) {
  const one = (/** @type {any} */ was, /** @type {string} */ k) =>
    deep ? { ...was, ...news[k] } : Array.isArray(was) && !Array.isArray(news[k]) ? mend(was, news[k]) : news[k];
  if (Array.isArray(old)) return old.map((was, k) => (k in news ? one(was, String(k)) : was));
  return { ...old, ...Object.fromEntries(Object.keys(news).map((k) => [k, one(old[k], k)])) };
}
