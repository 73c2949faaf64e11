/** The panel that asks is as tall as what it holds: its list, and the working beside that. */

/**
 * The working stands beside the list and would not count for the panel's height by itself.
 * @param {HTMLElement} panel
 * @param {() => boolean} isBeside
 */
export function fitWorking(panel, isBeside) {
  const measure = () => {
    const working = panel.querySelector(".working");
    if (!isBeside() || !(working instanceof HTMLElement)) return;
    if (panel.matches(":hover")) return; // nothing moves from under the pointer
    const parts = /** @type {HTMLElement[]} */ ([...working.children]);
    const tall = Math.max(0, ...parts.map((part) => part.offsetTop + part.offsetHeight));
    const below = parseFloat(getComputedStyle(panel).paddingBottom);
    const inside = parseFloat(getComputedStyle(working).paddingBottom);
    panel.style.setProperty("--worked", `${Math.ceil(working.offsetTop + tall + inside + below)}px`);
  };
  const sizes = new ResizeObserver(measure);
  const follow = () => {
    sizes.disconnect();
    for (const part of panel.querySelector(".working")?.children ?? []) sizes.observe(part);
    measure();
  };
  panel.addEventListener("pointerleave", measure);
  new MutationObserver(follow).observe(panel, { childList: true, subtree: true });
}

/**
 * A map in feet or places is drawn for the room it has; on a phone its height is its own doing.
 * @param {HTMLElement} root
 * @param {() => boolean} isWide
 * @param {() => string} unit
 * @param {() => void} draw
 */
export function fitMap(root, isWide, unit, draw) {
  let drawnFor = "";
  new ResizeObserver(([{ contentRect: room }]) => {
    const size = `${Math.round(room.width)} ${isWide() ? Math.round(room.height / 8) : ""}`;
    if (["ft", "zone"].includes(unit()) && drawnFor && size !== drawnFor) draw();
    drawnFor = size;
  }).observe(root);
}
