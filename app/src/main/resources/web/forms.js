// Plans for those who do not write plans.
import { show } from "./common.js";
import { parseNumber } from "./numbers-of-plan.js";

const field = (name, label, value, mayBeZero = false) => ({ name, label, value, mayBeZero });
const times = (count) => (count === 1 ? "" : `${count} * `);

export const FORMS = {
  sgd: {
    title: "Training with noisy gradients (DP-SGD)",
    fields: [field("n", "records", 60000), field("b", "batch size", 256), field("sigma", "noise multiplier", 1.1), field("epochs", "epochs", 15)],
    plan: (v) => `${Math.max(1, Math.ceil((v.epochs * v.n) / v.b))} * poisson(${v.b}/${v.n}, gaussian(${v.sigma}))`,
    text: "Batches are drawn by Poisson sampling: every record joins every batch independently.",
  },
  shuffled: {
    title: "Shuffled reports",
    fields: [field("n", "reports", 10000), field("epsilon", "local epsilon", 3), field("k", "possible answers", 2)],
    plan: (v) => `shuffled(${v.n}, randomized_response(${v.epsilon}${v.k === 2 ? "" : ", k=" + v.k}))`,
    text: "Everyone randomizes their own answer, and a shuffler forgets who sent which.",
  },
  allocation: {
    title: "Random allocation (balls in bins)",
    fields: [field("t", "batches per epoch", 235), field("sigma", "noise multiplier", 1.1), field("epochs", "epochs", 15)],
    plan: (v) => times(v.epochs) + `allocated(1, ${v.t}, gaussian(${v.sigma}))`,
    text: "In every epoch each record is put into one batch, chosen uniformly.",
  },
  convex: {
    title: "Convex training that releases its end",
    fields: [
      field("steps", "steps", 2000), field("eta", "step size", 0.1), field("noise", "noise (deviation)", 2), field("lipschitz", "gradient bound", 1),
      field("smoothness", "smoothness", 4), field("convexity", "strong convexity", 0.1, true), field("n", "records", 1000),
    ],
    plan: (v) =>
      `last_iterate(steps=${v.steps}, step_size=${v.eta}, noise=${v.noise}, lipschitz=${v.lipschitz}, smoothness=${v.smoothness}, ` +
      (v.convexity > 0 ? `strong_convexity=${v.convexity}, ` : "") + `dataset_size=${v.n})`,
    text: "Full batches on a convex loss; only the last iterate is released. Answered for a replaced record.",
  },
  query: {
    title: "Queries with noise",
    fields: [field("count", "queries", 500), field("scale", "noise multiplier", 20)],
    plan: (v) => `${times(v.count)}laplace(${v.scale})`,
    text: "Laplace noise, in multiples of what one record can change.",
  },
};

/** What is wrong with what was written into a field; empty if nothing is. */
export function wrongIn({ label, value, mayBeZero }, text) {
  const number = parseNumber(text);
  const fits = mayBeZero ? number >= 0 : number > 0;
  return fits ? "" : `${label} must be a number${Number.isNaN(number) ? "" : mayBeZero ? " of at least 0" : " above 0"}, such as ${show(value, 12)}`;
}

/** The plan of a form that was filled in. */
export function planOfForm(kind, fields) {
  return FORMS[kind].plan(Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, parseNumber(text)])));
}

export function initialForm(kind) {
  return Object.fromEntries(FORMS[kind].fields.map((one) => [one.name, show(one.value, 12)]));
}
