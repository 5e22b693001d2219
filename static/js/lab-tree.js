// Fields that have no meaning for the trees that are chosen cannot be filled in; the page works without this.
const form = document.getElementById("lab-form");
const field = (name) => form?.elements.namedItem(name);

function chosen(name) {
  return field(name)?.value ?? "";
}

function fit() {
  const drift = chosen("form") === "drift";
  const over = chosen("against");
  const off = {
    A: drift || chosen("ratio") === "uniform" || over === "A",
    ratio: drift && chosen("method") !== "simulate", // branches that are drawn can only be played on
    value: drift || chosen("form") === "tsd" || over === "value",
    top: !drift || over === "top",
    step: !drift || over === "step",
    E: over === "E",
    games: chosen("method") === "exact",
    seed: chosen("method") === "exact",
    "low-ratio": chosen("strategy") === "hprime",
  };
  for (const [name, isOff] of Object.entries(off)) {
    const input = field(name);
    // The top and step of other forms than drift exist on forms with a choice of form only.
    if (input && (name === "low-ratio" || field("form") || !["top", "step"].includes(name))) {
      input.disabled = isOff;
    }
  }
}

if (form) {
  form.addEventListener("change", fit);
  fit();
}
