/** Changes to a draft one after the other, each made to what the last answer left; back and forth. */

/**
 * @typedef {import("./protocol").Built} Built
 * @typedef {[from: string, to: string]} Renamed
 * @typedef {{ built: Built, renamed?: Renamed }} Step  a draft, and the name by which the next differs
 */

export class Queue {
  /** @param {Built} built */
  constructor(built) {
    this.built = built;
    /** @type {Step[]} */ this.before = [];
    /** @type {Step[]} */ this.after = [];
    /** Every new name there ever was, in order: what is drawn may be a few of them behind. */
    this.names = /** @type {Renamed[]} */ ([]);
    /** Whether the last change was taken, once it is answered. @type {Promise<boolean>} */
    this.last = Promise.resolve(true);
    this.unanswered = 0;
  }

  /**
   * When its turn has come: who types faster than the server looks changes what stands there by then.
   * @param {(wasTaken: boolean) => boolean | Promise<boolean>} step
   * @returns {Promise<boolean>}
   */
  next(step) {
    this.unanswered += 1;
    const done = () => void (this.unanswered -= 1);
    return (this.last = this.last.then(step).finally(done));
  }

  /** Nothing is on its way any more; false if the last thing that was has been refused. */
  async settled() {
    return this.unanswered === 0 || this.last;
  }

  /** @param {Built} built @param {Renamed} [renamed] */
  take(built, renamed) {
    this.before.push({ built: this.built, renamed });
    this.after = [];
    if (renamed) this.names.push(renamed);
    this.built = built;
  }

  /** Whether there was anything to take back. */
  back() {
    const step = this.before.pop();
    if (!step) return false;
    this.after.push({ built: this.built, renamed: step.renamed });
    if (step.renamed) this.names.push([step.renamed[1], step.renamed[0]]);
    this.built = step.built;
    return true;
  }

  forth() {
    const step = this.after.pop();
    if (!step) return false;
    this.before.push({ built: this.built, renamed: step.renamed });
    if (step.renamed) this.names.push(step.renamed);
    this.built = step.built;
    return true;
  }

  /**
   * What somebody is called now who had this name when so many new names had been given.
   * @param {string} name
   * @param {number} since
   */
  called(name, since) {
    return this.names.slice(since).reduce((now, [from, to]) => (now === from ? to : now), name);
  }
}
