// The last-iterate room: the same noisy descent on two datasets that differ in one record.
import { bound, bounded, byId, copied, el, insist, newest, remember, restored, show, showUp, slider, svg } from "./common.js";
import { draw } from "./plot.js";
import { generator, normals } from "./random.js";

const BOUNDS = {
  steps: [1, 2000, true], records: [2, 2000, true], place: [1, 2000, true], eta: [0.001, 5], noise: [0.001, 100], convexity: [0, 10], delta: [1e-300, 0.5],
  seed: [1, 2147483646, true],
};
const ORDERS = { one_pass: "one pass, a record a step", full: "all records at every step" };
const state = bounded(restored({ steps: 100, eta: 0.2, noise: 0.6, convexity: 0.2, records: 100, place: 20, delta: 1e-6, order: "one_pass", seed: 3 }), BOUNDS);
if (!Object.hasOwn(ORDERS, state.order)) state.order = "one_pass";
const LIPSCHITZ = 1;

let runs = { a: [], b: [] };
let data = [];
let other = [0, 0];
let shown = 0;
let running = false;

const smoothness = () => 1 + state.convexity;
const steps = () => (state.order === "one_pass" ? Math.min(state.steps, state.records) : state.steps);
const target = () => Math.min(state.place, state.records) - 1;

/** The gradient of a Huber loss: towards the record, never longer than the gradient bound. */
function pull(x, record) {
  const gap = [x[0] - record[0], x[1] - record[1]];
  const length = Math.hypot(...gap);
  const factor = length > LIPSCHITZ ? LIPSCHITZ / length : 1;
  return [gap[0] * factor, gap[1] * factor];
}

function gradient(x, records, step) {
  if (state.order === "one_pass") return pull(x, records[step]);
  const sum = [0, 0];
  for (const record of records) {
    const one = pull(x, record);
    sum[0] += one[0] / records.length;
    sum[1] += one[1] / records.length;
  }
  return sum;
}

function descend(records, noise) {
  let x = [0, 0];
  const path = [x];
  for (let k = 0; k < steps(); k++) {
    const g = gradient(x, records, k);
    x = [0, 1].map((d) => x[d] - state.eta * (g[d] + state.convexity * x[d] + state.noise * noise[k][d]));
    path.push(x);
  }
  return path;
}

function compute() {
  const random = generator(state.seed);
  const normal = normals(random);
  data = Array.from({ length: state.records }, () => [0.8 + 0.6 * normal(), 0.5 + 0.6 * normal()]);
  const index = target();
  data[index] = [2.6, 2.2];
  other = [-2.4, -2.0];
  const noise = Array.from({ length: steps() }, () => [normal(), normal()]);
  const neighbour = data.map((record, i) => (i === index ? other : record));
  runs = { a: descend(data, noise), b: descend(neighbour, noise) };
}

function distances() {
  return runs.a.map((x, k) => Math.hypot(x[0] - runs.b[k][0], x[1] - runs.b[k][1]));
}

function field(figure, records, path, odd, colour, title) {
  const size = 360;
  const scale = (value) => size / 2 + (value * size) / 6.8;
  const at = ([x, y]) => [scale(x), size - scale(y)];
  const root = svg("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": title });
  root.append(svg("path", { class: "gridline", d: `M0 ${size / 2}H${size}M${size / 2} 0V${size}` }));
  records.forEach((record, i) => {
    if (i === target()) return;
    const [cx, cy] = at(record);
    root.append(svg("circle", { class: "fr", cx, cy, r: 2.4, opacity: 0.55 }));
  });
  const [ox, oy] = at(odd);
  root.append(svg("circle", { class: `f${colour}`, cx: ox, cy: oy, r: 6.5 }));
  const label = svg("text", { class: `bold f${colour}`, x: Math.max(40, Math.min(size - 40, ox)), y: oy - 11, "text-anchor": "middle" });
  label.textContent = "the record";
  root.append(label);
  const part = path.slice(0, shown + 1).map(at);
  root.append(svg("path", { class: `line thin k${colour}`, opacity: 0.75, d: part.map(([x, y], i) => (i ? "L" : "M") + x.toFixed(1) + " " + y.toFixed(1)).join("") }));
  const [ex, ey] = part.at(-1);
  root.append(svg("circle", { class: `f${colour}`, cx: ex, cy: ey, r: 5 }), svg("circle", { class: "axis", cx: ex, cy: ey, r: 8, "stroke-width": 1.5 }));
  const heading = svg("text", { class: "title", x: 10, y: 20 });
  heading.textContent = title;
  root.append(heading);
  figure.replaceChildren(root);
}

function show2d() {
  const odd = data[target()];
  field(byId("field-a"), data, runs.a, odd, 0, "dataset A");
  field(byId("field-b"), data, runs.b, other, 1, "dataset B: one record replaced");
  const gaps = distances();
  const rows = [
    ["step", `${shown} of ${steps()}`],
    ["distance now", show(gaps[shown], 3)],
    ["largest distance", show(Math.max(...gaps), 3)],
    ["epsilon of the end", epsilon(answer.last)],
    ["if all steps were released", epsilon(answer.every)],
  ];
  byId("stats").replaceChildren(...rows.map(([name, value]) => el("div", {}, el("b", {}, value), el("span", { class: "small" }, name))));
  if (byId("distance").cursor) byId("distance").cursor(shown);
  if (byId("epsilon").cursor) byId("epsilon").cursor(Math.max(1, shown));
}

/** What the server said of the plan that is shown; nothing while it is asked, and null where no theorem covers it. */
let answer = {};

const epsilon = (upper) => (upper === undefined ? "\u2026" : upper === null ? "not covered" : showUp(upper, 4));

function drawDistance() {
  const gaps = distances();
  draw(
    byId("distance"),
    {
      title: "Distance", subtitle: "with the same noise in both runs; the record is used " + (state.order === "one_pass" ? `at step ${target() + 1}` : "at every step"),
      x: { name: "step", unit: "", scale: "linear" }, y: { name: "distance", unit: "", scale: "linear" },
      series: [{ name: "distance of A and B", kind: "line", x: gaps.map((_, k) => k), lower: gaps, upper: gaps }],
      marks: state.order === "one_pass" && target() < steps() ? [{ x: target() + 1, y: gaps[target() + 1], text: "the record", series: 0 }] : [], notes: [],
    },
    { height: 290, table: false },
  );
}

/** The plan of the run; a record of one pass is the first of what is left when its turn comes. */
function plan(count, order, place) {
  const batch = order === "one_pass" ? ", batch_size=1, order=one_pass" : "";
  return (
    `last_iterate(steps=${count}, step_size=${state.eta}, noise=${state.noise}, lipschitz=${LIPSCHITZ}, smoothness=${Number(smoothness().toPrecision(12))}, ` +
    (state.convexity > 0 ? `strong_convexity=${state.convexity}, ` : "") + `dataset_size=${state.records}${batch}${place ? ", position=" + place : ""})`
  );
}

const refresh = newest(150, async (turn) => {
  const pass = state.order === "one_pass";
  const left = steps() - target();
  const text = plan(pass ? Math.max(1, left) : steps(), state.order, pass ? "first" : "");
  byId("plan").textContent = text + (pass ? `  # the ${steps()} steps as the record of step ${target() + 1} sees them` : "");
  const requests = [
    { command: "curves", what: "epsilon-vs-steps", plans: [text], delta: state.delta, points: 25, width: 1e-2 },
    { command: "curves", what: "position", plans: [plan(Math.min(state.steps, state.records), "one_pass", "")], delta: state.delta, points: 25, width: 1e-2 },
  ];
  const [bySteps, byPlace] = await insist(requests, turn);
  byId("problem").textContent = bySteps.error ? bySteps.error.message + ". " + bySteps.error.remedy : "";
  if (!bySteps.error && left > 0 && state.eta * smoothness() > 2)
    byId("problem").textContent = `The step size is above 2 / smoothness = ${show(2 / smoothness())}: a step may push the two runs apart, and no more is proved of the end than of a release of every step.`;
  answer = left > 0 ? { last: null, every: null } : { last: 0, every: 0 };
  if (!bySteps.error && left > 0) {
    const last = bySteps.series[0];
    const every = bySteps.series[1];
    last.name = "only the last iterate released";
    answer = { last: last.upper.at(-1), every: every?.upper.at(-1) ?? null };
    if (pass) shift(bySteps, target());
    bySteps.x.name = "step";
    draw(byId("epsilon"), bySteps, { height: 290, table: false });
  } else byId("epsilon").replaceChildren(el("p", { class: "small" }, left > 0 ? "No theorem covers these steps." : "The run ends before the record is used: it costs nothing."));
  if (byPlace.error) byId("position").replaceChildren(el("p", { class: "small" }, byPlace.error.message));
  else {
    byPlace.series[0].name = "only the last iterate released";
    byPlace.marks = pass ? [{ x: target() + 1, text: "the record", series: 0 }] : [];
    draw(byId("position"), byPlace, { height: 290, table: false });
  }
  show2d();
}, ["plan", "epsilon", "position"]);

/** Steps count from the start of the run; the record enters at its own. */
function shift(picture, by) {
  for (const one of picture.series) one.x = one.x.map((value) => value + by);
  picture.marks = [];
}

let last = 0;

function frame(now) {
  if (!running) return;
  if (now - last > 30) {
    last = now;
    shown = Math.min(steps(), shown + Math.max(1, Math.round(steps() / 150)));
    show2d();
    if (shown >= steps()) setRunning(false);
  }
  requestAnimationFrame(frame);
}

function setRunning(value) {
  running = value;
  byId("run").textContent = running ? "Pause" : shown >= steps() ? "Run again" : "Run";
  byId("run").setAttribute("aria-pressed", String(running));
}

function restart() {
  remember(state);
  compute();
  answer = {};
  shown = steps();
  setRunning(false);
  drawDistance();
  show2d();
  refresh();
}

function controls() {
  const set = (name) => (value) => {
    state[name] = bound(value, BOUNDS[name]);
    restart();
  };
  const order = el("select", { id: "order", oninput: (event) => { state.order = event.target.value; restart(); } },
    ...Object.entries(ORDERS).map(([value, label]) => el("option", { value }, label)));
  order.value = state.order;
  byId("controls").replaceChildren(
    el("label", {}, "order", order),
    slider({ id: "steps", label: "steps", value: state.steps, from: 5, to: 400, whole: true, onchange: set("steps") }),
    slider({ id: "records", label: "records", value: state.records, from: 10, to: 400, whole: true, onchange: set("records") }),
    slider({ id: "place", label: "place of the record", value: state.place, from: 1, to: 400, whole: true, onchange: set("place") }),
    slider({ id: "eta", label: "step size", value: state.eta, from: 0.01, to: 1.6, onchange: set("eta") }),
    slider({ id: "noise", label: "noise (deviation)", value: state.noise, from: 0.05, to: 3, onchange: set("noise") }),
    slider({ id: "convexity", label: "strong convexity", value: state.convexity, from: 0, to: 1, onchange: set("convexity") }),
    slider({ id: "delta", label: "delta", value: state.delta, from: 1e-10, to: 1e-3, log: true, onchange: set("delta") }),
  );
}

byId("run").addEventListener("click", () => {
  if (shown >= steps()) shown = 0;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) shown = steps();
  setRunning(!running);
  show2d();
  requestAnimationFrame(frame);
});
byId("finish").addEventListener("click", () => {
  shown = steps();
  setRunning(false);
  show2d();
});
byId("reset").addEventListener("click", () => {
  state.seed = (state.seed * 16807 + 11) % 2147483647;
  restart();
});
byId("copy-link").addEventListener("click", () => copied(location.href, "Link"));
addEventListener("hashchange", () => location.reload());
controls();
restart();
