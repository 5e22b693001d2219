// What a click on a summary unfolds is scrolled into view; if the window is too small for it, its beginning is.
document.addEventListener("click", (event) => {
  const summary = event.target.closest?.("summary");
  const content = summary?.nextElementSibling;
  if (!content) return;
  requestAnimationFrame(() => {
    if (!summary.parentElement.open) return;
    const fits = summary.offsetHeight + content.offsetHeight < window.innerHeight;
    if (fits) content.scrollIntoView({ block: "nearest" });
    else summary.scrollIntoView({ block: "start" });
  });
});
