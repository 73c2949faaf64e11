/** Where words may stand on the map: beside what they belong to, and on nothing else. */

/** First choice first; [x, y] in halves of what the words belong to. */
const SPOTS = [
  [0, -1],
  [0, 1],
  [1, 0],
  [-1, 0],
  [-0.5, 1],
  [0.5, 1],
  [-0.5, -1],
  [0.5, -1],
  [-1, 1],
  [1, 1],
  [-1, -1],
  [1, -1],
];
const AIR = 3;

export class Room {
  /** @param {number[]} edges  left, top, right and bottom of what may be written on */
  constructor(edges) {
    this.edges = edges;
    /** @type {number[][]} */
    this.taken = [];
  }

  /**
   * Nothing may stand here any more.
   * @param {number} x
   * @param {number} y
   * @param {number} half
   */
  take(x, y, half) {
    this.taken.push([x - half, y - half, x + half, y + half]);
  }

  /**
   * A free place for words beside something, as the middle of their line; null where there is
   * none, and then they are better left out than written over somebody.
   * @param {number} x
   * @param {number} y
   * @param {number} half
   * @param {number} wide
   * @param {number} tall
   */
  find(x, y, half, wide, tall) {
    for (const [dx, dy] of SPOTS) {
      const cx = x + dx * (half + AIR + wide / 2);
      const cy = y + dy * (half + AIR + tall / 2);
      const box = [cx - wide / 2, cy - tall / 2, cx + wide / 2, cy + tall / 2];
      if (!this.#isFree(box)) continue;
      this.taken.push(box);
      return { x: cx.toFixed(1), y: cy.toFixed(1) };
    }
    return null;
  }

  /**
   * The same room between other edges, for words that come and go: what they take, others keep.
   * @param {number[]} edges
   */
  within(edges) {
    const room = new Room(edges);
    room.taken = [...this.taken];
    return room;
  }

  /**
   * Words with their middle there, if there is room for them.
   * @param {number} x
   * @param {number} y
   * @param {number} wide
   * @param {number} tall
   */
  put(x, y, wide, tall) {
    const box = [x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2];
    const isFree = this.#isFree(box);
    if (isFree) this.taken.push(box);
    return isFree;
  }

  /** @param {number[]} box */
  #isFree([left, top, right, bottom]) {
    const [l, t, r, b] = this.edges;
    if (left < l || top < t || right > r || bottom > b) return false;
    return !this.taken.some((o) => left < o[2] && right > o[0] && top < o[3] && bottom > o[1]);
  }
}
