/** The game master's tools for the map. */

import { layFog } from "./fog.js";
import { layGround } from "./laying.js";

/**
 * @typedef {import("./page").Order} Order
 * @typedef {import("./page").Shown} Shown
 */

/**
 * @param {() => Shown} view
 * @param {(order: Order) => Promise<unknown>} send
 */
export const tools = (view, send) => [layFog(view, send), layGround(view, send)];
