/** The menu and Share; what draws them is fetched when one is first opened. */

import { byId, keepingFocus } from "./dom.js";

/**
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Shown} Shown
 */

export const CUT = "That could not be fetched: the line is cut. Try again when it is back.";

export class Opened {
  /**
   * @param {Ctx} ctx
   * @param {() => Shown | null} seen
   * @param {(why: string) => void} tell
   */
  constructor(ctx, seen, tell) {
    this.ctx = ctx;
    this.seen = seen;
    this.tell = tell;
    this.menu = /** @type {HTMLDialogElement} */ (byId("menu"));
    this.share = /** @type {HTMLDialogElement} */ (byId("sharing"));
    /** @type {typeof import("./dialogs.js").dialogs | null} */
    this.dialogs = null;
    for (const dialog of [this.menu, this.share])
      dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }

  get isOpen() {
    return this.menu.open || this.share.open;
  }

  close() {
    this.menu.close();
    this.share.close();
  }

  /** What may be typed in, or looked at while others sit down: nothing is lost by drawing it anew. */
  draw() {
    if (this.share.open)
      keepingFocus(
        () => this.#drawShare(),
        () => byId("share-close").focus(),
      );
    if (this.menu.open) keepingFocus(() => this.#drawMenu());
  }

  async openShare() {
    if (this.isOpen || !(await this.#isThere())) return;
    this.#drawShare();
    this.share.showModal();
    this.ctx.sharing.look();
  }

  async openMenu() {
    if (this.isOpen || !(await this.#isThere())) return;
    this.#drawMenu();
    this.menu.showModal();
  }

  /** Whether there is something to draw, and what draws it. */
  async #isThere() {
    try {
      this.dialogs ??= (await import("./dialogs.js")).dialogs;
    } catch {
      this.tell(CUT);
    }
    return this.dialogs !== null && this.seen() !== null && !this.isOpen;
  }

  #drawShare() {
    const view = this.seen();
    if (view) this.dialogs?.renderShare(this.share, view, this.ctx.sharing);
  }

  #drawMenu() {
    const view = this.seen();
    if (view) this.dialogs?.renderMenu(this.menu, view, this.ctx);
  }
}
