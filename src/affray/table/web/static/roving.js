/** One stop of the Tab key a plan: the arrows go into it, and from one to the next. */

const FIELDS = "a[href], button, input, select, summary";

/**
 * Whatever is drawn in a plan is out of Tab's way, until one has gone into it.
 * @param {HTMLElement} root
 */
export function roveOver(root) {
  new MutationObserver(() => tidy(root)).observe(root, { childList: true, subtree: true });
  root.addEventListener("focusin", () => tidy(root));
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const to = goal(event);
    if (!to) return;
    event.preventDefault();
    to.focus();
  });
}

/** @param {HTMLElement} root */
function tidy(root) {
  for (const plan of root.querySelectorAll(".plan")) {
    const inside = document.activeElement;
    const working = plan.querySelector(".working");
    const isIn = plan.contains(inside) && inside !== goOf(plan) && inside !== working;
    for (const field of fieldsOf(plan).slice(1)) {
      if (isIn) field.removeAttribute("tabindex");
      else field.setAttribute("tabindex", "-1");
    }
    if (working) working.setAttribute("tabindex", isScrolled(working) ? "0" : "-1");
  }
}

/** @param {Element} plan @returns {HTMLElement[]} */
const fieldsOf = (plan) => [.../** @type {NodeListOf<HTMLElement>} */ (plan.querySelectorAll(FIELDS))];

/**
 * What is longer than its room must be reached to be read: that one stop is left.
 * @param {Element} element
 */
const isScrolled = (element) => element.scrollHeight > element.clientHeight + 1;

/** @param {Element} plan */
const goOf = (plan) => plan.querySelector(".plan-go");

/**
 * Where an arrow leads: up and down to other plans, right into this one, left and Escape out.
 * @param {KeyboardEvent} event
 * @returns {HTMLElement | undefined}
 */
function goal({ key, target, currentTarget: root }) {
  if (!(target instanceof HTMLElement) || !(root instanceof HTMLElement)) return;
  const plan = target.closest(".plan");
  if (!plan && !target.matches(".group-go")) return;
  const own = plan && fieldsOf(plan).filter(isShown);
  if (key === "Escape" && own && target !== own[0]) return own[0];
  if (target.matches("input, select")) return; // an arrow is theirs
  if (own && target.matches(".working")) return along(key, own, target);
  if (own && key === "ArrowRight") return own[own.indexOf(target) + 1];
  if (own && key === "ArrowLeft") return own[own.indexOf(target) - 1];
  const rows = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".plan-go, .group-go")]).filter(isShown);
  const at = rows.indexOf(own ? own[0] : target);
  if (key === "ArrowDown") return rows[at + 1];
  if (key === "ArrowUp") return rows[at - 1];
}

/**
 * From what is longer than its room: up and down scroll it.
 * @param {string} key
 * @param {HTMLElement[]} own
 * @param {HTMLElement} working
 */
function along(key, own, working) {
  if (key === "ArrowRight") return own.find((field) => working.contains(field));
  if (key === "ArrowLeft") return own[0];
}

/** @param {HTMLElement} element */
const isShown = (element) => element.getClientRects().length > 0;
