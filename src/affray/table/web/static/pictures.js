/** Pictures of one's own: made small enough here, sent, and shown as a token or as the ground. */

import { h, hidden } from "./dom.js";

/** @typedef {import("./page").Child} Child */

const KINDS = ["image/png", "image/jpeg", "image/webp"];
const MOST_BYTES = 1_000_000;
const AS_TOKEN = 512; // pixels
const AS_GROUND = 2400;
/** What is tried until it is small enough; where a browser cannot write one it writes another. */
const WAYS = /** @type {[string, number][]} */ ([
  ["image/webp", 0.9],
  ["image/jpeg", 0.85],
  ["image/jpeg", 0.6],
  ["image/jpeg", 0.3],
]);
const NO_PICTURE = "That is no picture: expected a PNG, JPEG or WebP.";

/**
 * A picture as it is sent: turned upright, without what the camera wrote into it.
 * @param {File} file
 * @param {number} most
 * @returns {Promise<Blob>}
 */
async function smaller(file, most) {
  const drawn = await createImageBitmap(file);
  const scale = Math.min(1, most / Math.max(drawn.width, drawn.height));
  if (scale === 1 && file.size < MOST_BYTES && file.type !== "image/jpeg") return file;
  const canvas = h("canvas", { width: Math.round(drawn.width * scale), height: Math.round(drawn.height * scale) });
  const pen = canvas.getContext("2d");
  pen?.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  for (const [kind, quality] of WAYS) {
    /** @type {Blob | null} */
    const blob = await new Promise((done) => canvas.toBlob(done, kind, quality));
    if (blob?.type === kind && blob.size < MOST_BYTES) return blob;
  }
  throw new Error("too big");
}

/**
 * Send one, as a creature's token or (without a name) as the ground; why not, if so.
 * @param {File} file
 * @param {string} creature
 * @returns {Promise<string>}
 */
async function sendPicture(file, creature) {
  const { fight = "", seat = "" } = document.body.dataset;
  const to = `/fights/${encodeURIComponent(fight)}/pictures?${new URLSearchParams({ creature, seat })}`;
  const { error } = await sent(file, to, creature ? AS_TOKEN : AS_GROUND);
  return error ?? "";
}

/**
 * What the server says to a picture, or why it was not sent.
 * @param {File} file
 * @param {string} to
 * @param {number} most
 * @returns {Promise<{ error?: string, picture?: string }>}
 */
async function sent(file, to, most) {
  if (!KINDS.includes(file.type)) return { error: NO_PICTURE };
  try {
    const body = await smaller(file, most);
    const headers = { accept: "application/json", "content-type": "application/octet-stream" };
    const answer = await fetch(to, { method: "POST", headers, body });
    const said = await answer.json();
    return answer.ok ? said : { error: String(said.error) };
  } catch (bad) {
    return { error: bad instanceof DOMException ? NO_PICTURE : "The picture could not be sent." };
  }
}

/**
 * For the ground of what is being built: what a file calls it, or why not.
 * @param {File} file
 */
export const keepGround = (file) => sent(file, "/build/pictures", AS_GROUND);

/**
 * A picture as map files hold it, in base64 or as an address of that, as a file.
 * @param {string} address
 */
export function pictureOf(address) {
  const text = address.replace(/^data:[^,]{0,80};base64,/, "");
  const begins = /** @type {const} */ ([["iVBOR", "image/png"], ["/9j/", "image/jpeg"], ["UklG", "image/webp"]]);
  const type = begins.find(([start]) => text.startsWith(start))?.[1] ?? "";
  return new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], "map", { type });
}

/**
 * A button that asks for a picture.
 * @param {string} creature  whose token it becomes; none for the ground
 * @param {string} key
 * @param {(why: string) => void} done
 */
export function pictureButton(creature, key, done) {
  const choose = async (/** @type {Event & {currentTarget: HTMLInputElement}} */ { currentTarget: input }) => {
    const [file] = input.files ?? [];
    if (file) done(await sendPicture(file, creature));
    input.value = "";
  };
  const input = { type: "file", class: "vh", accept: KINDS.join(","), "data-key": key, onchange: choose };
  return h("label", { class: "btn bare file" }, h("input", input), "Picture …", hidden(creature && ` for ${creature}`));
}
