/** What a person has changed in plans before choosing one, and what that changes in turn. */

import { keyOf } from "./odds.js";
import { hasDice, optionOf, placesOf } from "./tray.js";

/**
 * @typedef {import("./protocol").Left} Left
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./protocol").OtherAnswer} OtherAnswer
 * @typedef {import("./page").Chosen} Chosen
 * @typedef {import("./page").DiceAsked} DiceAsked
 * @typedef {import("./page").Named} Named
 */

/** @param {Named} offer @param {string} question */
const pickKey = (offer, question) => `${keyOf(offer)}|${question}`;

/** @param {OtherAnswer} asked */
export const nameOf = ({ who, question }) => `${who}.${question}`;

/**
 * Whether an answer is one of those a detail has: numbers without a gap are told by their span.
 * @param {Pick<Left, "options" | "span">} asked
 * @param {string} option
 */
const admits = ({ options, span }, option) =>
  span ? Number(option) >= span[0] && Number(option) <= span[1] : options.includes(option);

export class Details {
  /** @param {import("./net.js").Net} net @param {(offer: Offer) => void} onNews */
  constructor(net, onNews) {
    this.net = net;
    this.onNews = onNews;
    /** @type {Map<string, Chosen>} */
    this.given = new Map();
    /** @type {Map<string, Left[]>} */
    this.open = new Map();
    /** @type {Map<string, Set<number>>} */
    this.picks = new Map();
    /** @type {Map<string, Chosen>} */
    this.supposed = new Map();
    /** @type {Map<string, OtherAnswer[]>} */
    this.asked = new Map();
  }

  /** Another question: nothing is changed yet. */
  forget() {
    this.given = new Map();
    this.open = new Map();
    this.picks = new Map();
    this.supposed = new Map();
    this.asked = new Map();
  }

  /**
   * What was answered in other ways than usual.
   * @param {Named} offer
   * @returns {Chosen}
   */
  chosen(offer) {
    return this.given.get(keyOf(offer)) ?? {};
  }

  /**
   * What others are taken to answer, "Orc.action" by name. It changes the odds, and nothing that is done.
   * @param {Named} offer
   * @returns {Chosen}
   */
  ifs(offer) {
    return this.supposed.get(keyOf(offer)) ?? {};
  }

  /**
   * What its odds are asked for with.
   * @param {Named} offer
   * @returns {Chosen}
   */
  weighed(offer) {
    return { ...this.chosen(offer), ...this.ifs(offer) };
  }

  /**
   * Take somebody else to answer so; nothing said leaves it to what is assumed.
   * @param {Offer} offer
   * @param {string} asked
   * @param {string} option
   */
  suppose(offer, asked, option) {
    const { [asked]: _, ...others } = this.ifs(offer);
    this.supposed.set(keyOf(offer), option ? { ...others, [asked]: option } : others);
    this.onNews(offer);
  }

  /**
   * What others are asked on the way: as the odds last said it, and whatever is supposed of them, so that
   * it can be taken back where it leads nowhere.
   * @param {Offer} offer
   * @param {OtherAnswer[]} found  none while they are worked out
   * @returns {OtherAnswer[]}
   */
  askedOfOthers(offer, found) {
    const key = keyOf(offer);
    const before = this.asked.get(key) ?? [];
    const ifs = this.ifs(offer);
    const isFound = (/** @type {OtherAnswer} */ one) => found.some((it) => nameOf(it) === nameOf(one));
    const kept = before.filter((one) => !found.length || (nameOf(one) in ifs && !isFound(one)));
    this.asked.set(key, [...found, ...kept]);
    return [...found, ...kept];
  }

  /**
   * What the plan leaves open, as it stands with what was chosen.
   * @param {Offer} offer
   * @returns {Left[]}
   */
  left(offer) {
    return this.open.get(keyOf(offer)) ?? offer.answers_left;
  }

  /**
   * How a question will be answered: chosen, as usual, or not said yet.
   * @param {Named} offer
   * @param {Pick<Left, "question" | "usual">} given
   * @returns {string | null}
   */
  answer(offer, { question, usual }) {
    return this.chosen(offer)[question] ?? usual ?? null;
  }

  /**
   * Which dice lie picked: as they were tapped, else those of the answer.
   * @param {Named} offer
   * @param {DiceAsked} asked
   * @returns {Set<number>}
   */
  picked(offer, asked) {
    const tapped = this.picks.get(pickKey(offer, asked.question));
    return tapped ?? placesOf(asked.dice, this.answer(offer, asked));
  }

  /**
   * Dice were tapped: the option they are, or null.
   * @param {Named} offer
   * @param {DiceAsked} asked
   * @param {Set<number>} picked
   * @returns {string | null}
   */
  pick(offer, asked, picked) {
    this.picks.set(pickKey(offer, asked.question), picked);
    return optionOf(asked.dice, picked);
  }

  /**
   * Dice were tapped that are no answer yet.
   * @param {Offer} offer
   */
  isAstray(offer) {
    const isWrong = (/** @type {Left} */ asked) =>
      hasDice(asked) && optionOf(asked.dice, this.picked(offer, asked)) === null;
    return this.left(offer).some((q) => this.picks.has(pickKey(offer, q.question)) && isWrong(q));
  }

  /**
   * What one would regret about the plan as it stands.
   * @param {Offer} offer
   * @returns {string}
   */
  warning(offer) {
    const details = this.left(offer).map((q) => q.warn[this.answer(offer, q) ?? ""]);
    return [offer.warn, ...details].find(Boolean) ?? "";
  }

  /**
   * Answers given together, as by a point on the map.
   * @param {Offer} offer
   * @param {Chosen} answers
   */
  set(offer, answers) {
    this.given.set(keyOf(offer), { ...this.chosen(offer), ...answers });
  }

  /**
   * Some of what was said is not said any more.
   * @param {Offer} offer
   * @param {string[]} questions
   */
  unset(offer, questions) {
    const left = Object.entries(this.chosen(offer)).filter(([question]) => !questions.includes(question));
    this.given.set(keyOf(offer), Object.fromEntries(left));
  }

  /**
   * One detail may change what the others can be: the server says what is open then.
   * @param {Offer} offer
   * @param {string} question
   * @param {string | number} option
   */
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
      for (const asked of left) {
        const name = asked.question;
        if (!(name in now) || admits(asked, now[name])) continue;
        delete now[name];
        this.picks.delete(pickKey(offer, name));
      }
    }
    this.onNews(offer);
  }
}
