// Finds the numbers of a plan, so that sliders can move them.

const PARAMETERS = {
  gaussian: ["noise multiplier"],
  laplace: ["noise multiplier"],
  discrete_gaussian: ["sigma"],
  discrete_laplace: ["scale"],
  truncated_laplace: ["scale", "bound"],
  sinh_normal: ["sigma", "A"],
  randomized_response: ["epsilon", "answers k"],
  exponential: ["epsilon"],
  permute_and_flip: ["epsilon"],
  tree_aggregation: ["noise multiplier", "steps"],
  dp: ["epsilon", "delta"],
  local: ["epsilon"],
  zcdp: ["rho", "xi"],
  tcdp: ["rho", "omega"],
  rdp: ["alpha", "epsilon"],
  gdp: ["mu"],
  poisson: ["sampling probability"],
  repeat_and_select: ["mean runs", "shape"],
  without_replacement: ["sample size", "dataset size"],
  with_replacement: ["sample size", "dataset size"],
  allocated: ["times selected", "steps"],
  shuffled_batches: ["steps"],
  shuffled: ["reports"],
  group: ["group size"],
};
const TOKEN = /([A-Za-z_]\w*)|((?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?:\s*\/\s*(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)?)|([(),*=[\]#])|\s+|./gy;

/** A decimal or a fraction as a number; NaN if it is neither. */
export function parseNumber(text) {
  const parts = text.replaceAll("_", "").split("/");
  if (parts.length > 2 || parts.some((part) => part.trim() === "" || !Number.isFinite(Number(part)))) return NaN;
  return parts.length === 2 ? Number(parts[0]) / Number(parts[1]) : Number(parts[0]);
}

/** The numbers of a plan with their places and names; a plan in JSON has none to offer. */
export function numbersOf(plan) {
  if (/^\s*[[{]/.test(plan)) return [];
  const found = [];
  const stack = [{ name: "", index: 0 }];
  let word = "";
  let named = "";
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(plan); match; match = TOKEN.exec(plan)) {
    const here = stack.at(-1);
    if (match[1]) word = match[1];
    else if (match[2]) {
      const value = parseNumber(match[2]);
      const count = /^\s*\*/.test(plan.slice(TOKEN.lastIndex));
      const label = count ? "repetitions" : named || (PARAMETERS[here.name] || [])[here.index] || `number ${here.index + 1}`;
      const whole = count || /^\d[\d_]*$/.test(match[2]) && /steps|sample size|dataset.size|batch.size|reports|answers|selected|group/.test(label);
      if (value > 0) found.push({ from: match.index, to: TOKEN.lastIndex, value, label: label.replaceAll("_", " ") + (here.name && !count ? ` of ${here.name}` : ""), whole });
    } else if (match[3] === "(") {
      stack.push({ name: word, index: 0 });
      word = named = "";
    } else if (match[3] === ")") {
      if (stack.length > 1) stack.pop();
      named = "";
    } else if (match[3] === ",") {
      here.index++;
      named = "";
    } else if (match[3] === "=") named = word;
  }
  return found;
}
