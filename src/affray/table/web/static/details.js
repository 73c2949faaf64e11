/** What a person has changed in plans before choosing one, and what that changes in turn. */

import { keyOf } from "./odds.js";
import { optionOf, placesOf } from "./tray.js";

const pickKey = (offer, question) => `${keyOf(offer)}|${question}`;

export class Details {
  /** @param {import("./net.js").Net} net @param {(offer: any) => void} onNews */
  constructor(net, onNews) {
    this.net = net;
    this.onNews = onNews;
    this.forget();
  }

  /** Another question: nothing is changed yet. */
  forget() {
    /** @type {Map<string, Record<string, string>>} */
    this.given = new Map();
    /** @type {Map<string, any[]>} */
    this.open = new Map();
    /** @type {Map<string, Set<number>>} */
    this.picks = new Map();
  }

  /** What was answered in other ways than usual. @returns {Record<string, string>} */
  chosen(offer) {
    return this.given.get(keyOf(offer)) ?? {};
  }

  /** What the plan leaves open, as it stands with what was chosen. @returns {any[]} */
  left(offer) {
    return this.open.get(keyOf(offer)) ?? offer.answers_left ?? [];
  }

  /** How a question will be answered: chosen, as usual, or not said yet. */
  answer(offer, { question, usual }) {
    return this.chosen(offer)[question] ?? usual ?? null;
  }

  /** Which dice lie picked: as they were tapped, else those of the answer. @returns {Set<number>} */
  picked(offer, asked) {
    const tapped = this.picks.get(pickKey(offer, asked.question));
    return tapped ?? placesOf(asked.dice, this.answer(offer, asked));
  }

  /** Dice were tapped: the option they are, or null. @returns {string | null} */
  pick(offer, asked, picked) {
    this.picks.set(pickKey(offer, asked.question), picked);
    return optionOf(asked.dice, picked);
  }

  /** Dice were tapped that are no answer yet. */
  isAstray(offer) {
    const isWrong = (asked) => asked.dice && optionOf(asked.dice, this.picked(offer, asked)) === null;
    return this.left(offer).some((q) => this.picks.has(pickKey(offer, q.question)) && isWrong(q));
  }

  /** What one would regret about the plan as it stands. @returns {string} */
  warning(offer) {
    const details = this.left(offer).map((q) => q.warn?.[this.answer(offer, q)]);
    return [offer.warn, ...details].find(Boolean) ?? "";
  }

  /** Answers given together, as by a point on the map. */
  set(offer, answers) {
    this.given.set(keyOf(offer), { ...this.chosen(offer), ...answers });
  }

  /** One detail may change what the others can be: the server says what is open then. */
  async change(offer, question, option) {
    const key = keyOf(offer);
    const usual = this.left(offer).find((q) => q.question === question)?.usual;
    const now = { ...this.chosen(offer), [question]: String(option) };
    const isTapped = this.picks.has(pickKey(offer, question)); // what lies there stays what is said
    if (option === "" || (String(option) === String(usual) && !isTapped)) delete now[question];
    this.given.set(key, now);
    const given = this.given;
    const left = await this.net.details(offer, now);
    if (this.given !== given || given.get(key) !== now) return; // the question has moved on
    if (left) {
      this.open.set(key, left);
      for (const { question: name, options } of left)
        if (name in now && !options.includes(now[name])) {
          delete now[name];
          this.picks.delete(pickKey(offer, name));
        }
    }
    this.onNews(offer);
  }
}
