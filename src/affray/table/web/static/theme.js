// Not a module, so that it runs before the first paint and no wrong theme flashes up.
(() => {
  try {
    const theme = localStorage.getItem("affray-theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // A browser that keeps nothing follows the system's theme.
  }
})();
