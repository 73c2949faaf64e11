/** What a request says, and what came of it. */

/**
 * @typedef {import("./page").Chosen} Chosen
 * @typedef {import("./page").Named} Named
 */

/** @param {Response} response  one that says when to ask again */
export const waitOf = (response) => Number(response.headers.get("retry-after")) || 1;

/**
 * What was answered. An answer that broke off, or was given up in its middle, is none: it fails as a
 * line that is cut does. A refusal that cannot be read still refuses.
 * @param {Response} response
 * @returns {Promise<any>}
 */
export async function bodyOf(response) {
  try {
    return await response.json();
  } catch (broken) {
    if (response.ok) throw broken;
    return { error: `The server answered ${response.status}.` };
  }
}

/**
 * Why it was refused.
 * @param {{error?: unknown}} body
 */
export const reason = ({ error }) => (typeof error === "string" ? error : "");

/** @param {object} said */
export const posted = (said) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(said),
});

/**
 * What is all there already, as what comes one by one.
 * @template T
 * @param {T[]} things
 */
export async function* allOf(things) {
  yield* things;
}

/**
 * An offered plan with its details, as an address names it.
 * @param {Named} offer
 * @param {Chosen} chosen
 */
export function planQuery(offer, chosen) {
  const query = new URLSearchParams({ plan: offer.name });
  if (offer.target) query.set("target", offer.target);
  for (const [question, option] of Object.entries(chosen)) query.append("with", `${question}:${option}`);
  return query;
}

/**
 * Every line as data, the moment it is whole.
 * @param {Response} response
 * @returns {AsyncGenerator<any, void, void>}
 */
export async function* linesOf(response) {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let begun = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (begun + part.value).split("\n");
    begun = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line);
  }
}
