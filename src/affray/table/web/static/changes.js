/** A view brought up to date by what has changed since it was sent. */

/**
 * @typedef {import("./protocol").Changes} Changes
 * @typedef {import("./protocol").View} View
 * @typedef {import("./protocol").Line} Line
 * @typedef {import("./protocol").NewLine} NewLine
 * @typedef {import("./protocol").NewRoll} NewRoll
 * @typedef {import("./protocol").NewRollSide} NewRollSide
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
  const lines = log.map((line, k) => whole(line, log_from + k));
  return { ...view, ...parts, ...Object.fromEntries(mended), seq, compiled, present, log: [...stays, ...lines] };
}

/** What goes unsaid of a line that is nothing else. */
const UNSAID = { rules: [], heading: "", roll: false, story: false, beside: false, who: "", harms: false, headline: false, typed: false, rolled: null, working: [], undo: null };

/**
 * A line with all that went unsaid.
 * @param {NewLine} line
 * @param {number} n
 * @returns {Line}
 */
const whole = (line, n) => /** @type {Line} */ ({ n, ...UNSAID, ...line, rolled: line.rolled ? rolled(line.rolled, line.who ?? "") : null });

/** @param {NewRoll} roll @param {string} about @returns {import("./protocol").Roll} */
function rolled({ who, what, kind, dice, against = null, result }, about) {
  const by = who ?? about;
  const side = (/** @type {NewRollSide} */ { pool, hands, total = null }) => ({
    pool,
    hands: hands.map(({ owner, sides, faces }) => ({ owner: owner ?? by, sides, faces })),
    total,
  });
  const other = against !== null && typeof against === "object" ? side(against) : against;
  return { who: by, what, kind, dice: side(dice), against: other, result: result === undefined ? (dice.total ?? null) : result };
}

const DEEP = ["creatures", "fields"]; // of which every one comes in pieces again

/** @param {any} old  a list, or names and values @param {Record<string, any>} news @param {boolean} [deep] @returns {any} */
function mend(old, news, deep = false) {
  const one = (/** @type {any} */ was, /** @type {string} */ k) =>
    deep ? { ...was, ...news[k] } : Array.isArray(was) && !Array.isArray(news[k]) ? mend(was, news[k]) : news[k];
  if (Array.isArray(old)) return old.map((was, k) => (k in news ? one(was, String(k)) : was));
  return { ...old, ...Object.fromEntries(Object.keys(news).map((k) => [k, one(old[k], k)])) };
}
