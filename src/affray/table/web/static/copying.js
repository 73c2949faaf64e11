/** Copying: with a clipboard where the page has one (plain http has none), else the old way. */

/**
 * @param {string} text
 * @param {HTMLElement} shown  where it stands: marked, for whoever has to copy it by hand
 */
export async function copied(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (shown instanceof HTMLInputElement) shown.select();
    else getSelection()?.selectAllChildren(shown);
    return document.execCommand("copy");
  }
}
