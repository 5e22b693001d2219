// Keeps number fields and their sliders in step. Without this script numbers are typed.
for (const slider of document.querySelectorAll("input[data-number]")) {
  const number = document.getElementById(slider.dataset.number);
  const follow = () => {
    if (number.value.trim() && Number.isFinite(Number(number.value))) slider.value = number.value;
  };
  slider.addEventListener("input", () => {
    number.value = slider.value;
    number.dispatchEvent(new Event("change", { bubbles: true }));
  });
  number.addEventListener("input", follow);
  follow();
  slider.hidden = false;
}
