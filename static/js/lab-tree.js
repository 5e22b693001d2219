// Disables fields that do not apply to the chosen trees. The page works without this file.
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
    ratio: drift && chosen("method") !== "simulate", // drawn branches can only be simulated
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
    // Top and step are disabled only where a form can be chosen.
    if (input && (name === "low-ratio" || field("form") || !["top", "step"].includes(name))) {
      for (const each of input.closest(".lab-number")?.children ?? [input]) each.disabled = isOff;
    }
  }
}

if (form) {
  form.addEventListener("change", fit);
  fit();
}
