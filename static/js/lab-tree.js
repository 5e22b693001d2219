// Disables fields that do not apply to the chosen trees. The page works without this file.
const form = document.getElementById("lab-form");
const field = (name) => form?.elements.namedItem(name);

function readValue(name) {
  return field(name)?.value ?? "";
}

function disableFields() {
  const isDrift = readValue("form") === "drift";
  const against = readValue("against");
  const disabledFields = {
    A: isDrift || readValue("ratio") === "uniform" || against === "A",
    ratio: isDrift && readValue("method") !== "simulate", // drawn branches can only be simulated
    value: isDrift || readValue("form") === "tsd" || against === "value",
    top: !isDrift || against === "top",
    step: !isDrift || against === "step",
    E: against === "E",
    games: readValue("method") === "exact",
    seed: readValue("method") === "exact",
    "low-ratio": readValue("strategy") === "hprime",
  };
  for (const [name, isOff] of Object.entries(disabledFields)) {
    const input = field(name);
    // Top and step are disabled only where a form can be chosen.
    if (input && (name === "low-ratio" || field("form") || !["top", "step"].includes(name))) {
      for (const control of input.closest(".lab-number")?.children ?? [input]) control.disabled = isOff;
    }
  }
}

if (form) {
  form.addEventListener("change", disableFields);
  disableFields();
}
