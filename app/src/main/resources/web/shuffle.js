// The shuffle room: a collection of randomized reports, as it happens.
import { ask, bound, bounded, byId, copied, el, insist, newest, remember, restored, show, showUp, slider } from "./common.js";
import { draw, ticks } from "./plot.js";
import { generator } from "./random.js";

const ANSWERS = ["blue", "orange", "green", "violet", "teal", "red", "brown", "grey"];
const BOUNDS = {
  clients: [2, 1e6, true], epsilon: [0.01, 20], answers: [2, 8, true], dropouts: [0, 0.99], corrupt: [0, 0.99], delta: [1e-300, 0.5], promise: [0.01, 20], seed: [1, 2147483646, true],
};
const state = bounded(restored({ clients: 5000, epsilon: 2, answers: 4, dropouts: 0.1, corrupt: 0.05, delta: 1e-6, promise: 1, seed: 7 }), BOUNDS);

/** So many reports are seen to leave in a frame; of more, nobody could follow one. */
const MOST_FLIGHTS = 2;

let people = [];
let arrived = { all: 0, honest: 0, counts: [], truth: [] };
let next = 0;
let running = false;
/** Upper ends of central epsilon by the number of honest reports, as far as they were asked for. */
let known = new Map();
let flights = [];

const share = () => Math.exp(state.epsilon) / (Math.exp(state.epsilon) + state.answers - 1);

/** Everybody's true answer, what they report, and whether they are honest, corrupt or absent. */
function gather() {
  const random = generator(state.seed);
  const weights = Array.from({ length: state.answers }, (_, i) => 1 / (i + 1.3));
  const total = weights.reduce((a, b) => a + b, 0);
  const draw = () => {
    let at = random() * total;
    for (let i = 0; i < weights.length; i++) if ((at -= weights[i]) < 0) return i;
    return weights.length - 1;
  };
  people = Array.from({ length: state.clients }, () => {
    const truth = draw();
    // everybody draws the same numbers whatever the sliders say, so that a slider changes no more than what it is about
    const [stays, honesty, truthful, lie] = [random(), random(), random(), random()];
    const kind = stays < state.dropouts ? "absent" : honesty < state.corrupt ? "corrupt" : "honest";
    const kept = truthful < share();
    let other = Math.floor(lie * (state.answers - 1));
    if (other >= truth) other++;
    return { truth, kind, report: kind === "corrupt" ? state.answers - 1 : kept ? truth : other };
  });
  next = 0;
  flights = [];
  arrived = { all: 0, honest: 0, absent: 0, counts: Array(state.answers).fill(0), truth: Array(state.answers).fill(0) };
  for (const one of people) arrived.truth[one.truth]++;
}

function take(count, animated) {
  const until = Math.min(people.length, next + count);
  const step = Math.max(1, Math.floor((until - next) / MOST_FLIGHTS));
  for (; next < until; next++) {
    const one = people[next];
    if (animated && next % step === 0) flights.push({ ...one, client: next, born: performance.now(), lane: (next * 7919) % 9973 });
    if (one.kind === "absent") {
      arrived.absent++;
      continue;
    }
    arrived.all++;
    if (one.kind === "honest") arrived.honest++;
    arrived.counts[one.report]++;
  }
}

/** Epsilon of the honest reports: the least of all that is known of as many or fewer, so never too small. */
function central() {
  let least = state.epsilon;
  for (const [reports, upper] of known) if (reports <= arrived.honest) least = Math.min(least, upper);
  return least;
}

const randomizer = () => `randomized_response(${state.epsilon}${state.answers > 2 ? ", k=" + state.answers : ""})`;

let asking = false;

/** Asks for exactly the reports that are there, one question at a time. */
async function askCentral() {
  const reports = arrived.honest;
  if (asking || reports < 2 || known.has(reports)) return;
  asking = true;
  const mine = known;
  try {
    const [answer] = await ask([{ command: "epsilon", plan: `shuffled(${reports}, ${randomizer()})`, delta: state.delta, width: 1e-2 }]);
    // what was asked of other sliders is of no use; what no theorem covers is not asked twice
    mine.set(reports, answer.error ? Infinity : Number(answer.epsilon.upper));
  } finally {
    asking = false;
  }
  stats();
}

function estimates() {
  const p = share();
  const q = (1 - p) / (state.answers - 1);
  return arrived.counts.map((count) => {
    const c = arrived.all ? count / arrived.all : 0;
    const noise = arrived.all ? (1.96 * Math.sqrt(Math.max(c * (1 - c), 0.25 / arrived.all) / arrived.all)) / (p - q) : 1;
    return { value: arrived.all ? (c - q) / (p - q) : 0, half: noise + bias(p, q) };
  });
}

/**
 * How far corrupt clients can move a share, whatever they send: each of their reports counts as up to max(1 - q, p) / (p - q) too much
 * or too little, and the analyzer, who sees no difference, must reckon with all of them.
 */
function bias(p, q) {
  return arrived.all ? (((arrived.all - arrived.honest) / arrived.all) * Math.max(1 - q, p)) / (p - q) : 0;
}

function histogram() {
  const found = estimates();
  const names = ANSWERS.slice(0, state.answers);
  const truth = arrived.truth.map((count) => count / people.length);
  const series = [
    { name: "estimate, with 95 % error bars", kind: "line", x: [], lower: [], upper: [] },
  ];
  const figure = byId("histogram");
  figure.picture = { names, truth, estimates: found.map((one) => one.value), half: found.map((one) => one.half), series };
  figure.replaceChildren(bars(names, truth, found), el("figcaption", {}, "Filled: estimate from the reports; its bars hold the noise (95 %) and whatever corrupt clients may have sent. Outline: the truth, which nobody sees."));
}

function bars(names, truth, found) {
  const NS = "http://www.w3.org/2000/svg";
  const make = (name, attributes, text) => {
    const node = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    return node;
  };
  const width = 480;
  const height = 350;
  const bottom = height - 28;
  const most = Math.max(0.2, ...truth, ...found.map((one) => Math.min(1, one.value + one.half)));
  const y = (value) => bottom - (bottom - 20) * Math.max(0, Math.min(1.05, value / most));
  const root = make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": truth.length ? "Estimated and true shares of answers" : "Estimated shares of answers" });
  const slot = (width - 50) / names.length;
  for (const value of ticks({ scale: "linear" }, 0, most)) {
    root.append(make("line", { class: "gridline", x1: 44, x2: width, y1: y(value), y2: y(value) }));
    root.append(make("text", { class: "faint", x: 38, y: y(value) + 4, "text-anchor": "end" }, Math.round(100 * value) + " %"));
  }
  names.forEach((name, i) => {
    const x = 50 + i * slot;
    const w = slot * 0.62;
    const value = Math.max(0, found[i].value);
    root.append(make("rect", { class: `f${i}`, x, y: y(value), width: w, height: bottom - y(value), opacity: 0.75 }));
    // of real people nobody knows the truth
    if (truth.length) root.append(make("rect", { class: "axis", "stroke-width": 1.6, x: x - 2, y: y(truth[i]), width: w + 4, height: bottom - y(truth[i]) }));
    const middle = x + w / 2;
    const top = y(found[i].value + found[i].half);
    const low = y(Math.max(0, found[i].value - found[i].half));
    root.append(make("path", { class: "axis", "stroke-width": 1.6, d: `M${middle} ${top}V${low}M${middle - 5} ${top}h10M${middle - 5} ${low}h10` }));
    root.append(make("text", { x: middle, y: height - 10, "text-anchor": "middle" }, name));
  });
  return root;
}

function stats() {
  const worst = Math.max(...estimates().map((one) => one.half));
  const rows = [
    ["reports arrived", show(arrived.all, 12)],
    ["of them honest", show(arrived.honest, 12)],
    ["dropped out", show(arrived.absent, 12)],
    ["epsilon of one report", show(state.epsilon)],
    ["central epsilon", arrived.honest >= 2 ? showUp(central(), 3) : show(state.epsilon)],
    ["error of a share", "\u00b1 " + show(100 * worst, 2) + " %"],
  ];
  byId("stats").replaceChildren(...rows.map(([name, value]) => el("div", {}, el("b", {}, value), el("span", { class: "small" }, name))));
  byId("stats").dataset.central = String(arrived.honest >= 2 ? central() : state.epsilon);
  byId("stats").dataset.honest = String(arrived.honest);
  byId("stats").dataset.all = String(arrived.all);
  if (byId("curve").cursor) byId("curve").cursor(Math.max(2, arrived.honest));
  askCentral().catch((unreachable) => (document.body.dataset.failed = String(unreachable)));
}

const stage = byId("stage");
const pen = stage.getContext("2d");
let palette = {};

function mix() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(name).trim();
  palette = { text: read("--text"), faint: read("--faint"), line: read("--axis"), ground: read("--ground"), panel: read("--panel"), answers: Array.from({ length: 8 }, (_, i) => read("--s" + i)) };
}

/** The stage: wide, or narrow enough for a phone; boxes by their left edge and width. */
const WIDE = { width: 1000, height: 300, boxes: [["clients", 30, 200], ["randomizer", 300, 140], ["shuffler", 520, 170], ["analyzer", 770, 200]] };
const NARROW = { width: 520, height: 330, boxes: [["clients", 6, 112], ["randomizer", 136, 108], ["shuffler", 262, 114], ["analyzer", 394, 120]] };
let layout = WIDE;

function fit() {
  layout = stage.clientWidth < 560 ? NARROW : WIDE;
  const ratio = (stage.clientWidth / layout.width) * (window.devicePixelRatio || 1);
  stage.width = Math.round(layout.width * ratio);
  stage.height = Math.round(layout.height * ratio);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
}

const bottom = () => layout.height - 25;
/** The i-th of places that fill a box evenly, without rows that an eye would see. */
const inside = ([, left, width], i) => [left + 14 + ((i * 0.7548776662) % 1) * (width - 28), 56 + ((i * 0.569840291) % 1) * (bottom() - 72)];
const client = (i) => inside(layout.boxes[0], i + 1);
const row = (i) => 68 + i * 26;

/** Where a report is: at its client, at the randomizer, in the shuffler, at the analyzer. */
function place(flight, age) {
  const [, randomizer, shuffler, analyzer] = layout.boxes;
  const stops = [
    client(flight.client),
    [randomizer[1] + randomizer[2] / 2, layout.height / 2],
    inside(shuffler, flight.lane + 1),
    [analyzer[1] + 15, row(flight.report)],
  ];
  const leg = Math.max(0, Math.min(2, Math.floor(age)));
  const t = Math.max(0, Math.min(1, age - leg));
  const ease = t * t * (3 - 2 * t);
  return [0, 1].map((d) => stops[leg][d] + (stops[leg + 1][d] - stops[leg][d]) * ease);
}

function paint(now) {
  pen.clearRect(0, 0, layout.width, layout.height);
  for (const [name, x, width] of layout.boxes) {
    pen.strokeStyle = palette.line;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.roundRect(x, 40, width, bottom() - 40, 12);
    pen.stroke();
    pen.fillStyle = palette.text;
    pen.font = "600 17px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.fillText(name, x + width / 2, 27);
  }
  const shown = Math.min(people.length, 60);
  for (let i = 0; i < shown; i++) {
    const index = Math.floor((i * people.length) / shown);
    const one = people[index];
    pen.globalAlpha = index < next ? 0.3 : 1;
    dot(...client(i), 6, palette.answers[one.truth], one.kind);
  }
  pen.globalAlpha = 1;
  counted();
  flights = flights.filter((flight) => now - flight.born < 2400);
  for (const flight of flights) {
    const age = ((now - flight.born) / 2400) * 3;
    if (flight.kind === "absent" && age > 0.4) continue;
    // in the shuffler nobody can tell whose report it is, and colours are what was reported, not what is true
    dot(...place(flight, age), 6, age < 1 ? palette.answers[flight.truth] : palette.answers[flight.report], flight.kind);
  }
}

function counted() {
  const [, left, width] = layout.boxes[3];
  const most = Math.max(1, ...arrived.counts);
  const longest = width - 70;
  arrived.counts.forEach((count, i) => {
    const length = (longest * count) / most;
    pen.fillStyle = palette.answers[i];
    pen.fillRect(left + 15, row(i) - 8, length, 16);
    pen.fillStyle = palette.text;
    pen.font = "14px system-ui, sans-serif";
    pen.textAlign = "left";
    pen.fillText(String(count), left + 20 + length, row(i) + 5);
  });
}

function dot(x, y, radius, colour, kind) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  if (kind === "absent") {
    pen.strokeStyle = colour;
    pen.lineWidth = 1.5;
    pen.setLineDash([2, 2]);
    pen.stroke();
    pen.setLineDash([]);
    return;
  }
  pen.fillStyle = colour;
  pen.fill();
  if (kind === "corrupt") {
    pen.strokeStyle = palette.text;
    pen.lineWidth = 2.5;
    pen.stroke();
  }
}

let painted = 0;

function frame(now) {
  if (running) {
    take(Math.max(1, Math.ceil(people.length / 400)), true);
    if (next >= people.length) setRunning(false);
  }
  paint(now);
  if (running && now - painted > 120) {
    painted = now;
    histogram();
    stats();
  }
  if (running || flights.length) requestAnimationFrame(frame);
  else {
    histogram();
    stats();
  }
}

function setRunning(value) {
  running = value;
  byId("run").textContent = running ? "Pause" : next >= people.length ? "Again" : next ? "Go on" : "Start";
  byId("run").setAttribute("aria-pressed", String(running));
}

const refresh = newest(120, async (turn) => {
  const plan = `shuffled(${Math.max(2, state.clients)}, ${randomizer()})`;
  const mine = known;
  byId("plan").textContent = plan.replace(/\d+/, "honest reports") + `, delta ${show(state.delta)}, replace-one`;
  const [answer] = await insist([{ command: "curves", what: "epsilon-vs-n", plans: [plan], delta: state.delta, from: 2, to: Math.max(4, state.clients), points: 17, width: 1e-2 }], turn);
  byId("problem").textContent = answer.error ? answer.error.message : "";
  if (answer.error) {
    delete byId("curve").picture;
    delete byId("curve").cursor;
    byId("curve").replaceChildren();
    return;
  }
  answer.series[0].name = "central epsilon";
  // fewer reports hide less: a place can never be worse than an earlier one
  const [curve] = answer.series;
  curve.upper = falling(curve.upper);
  curve.lower = curve.lower.map((low, i) => Math.min(low, curve.upper[i]));
  curve.x.forEach((reports, i) => mine.set(reports, curve.upper[i]));
  answer.x.name = "honest reports";
  answer.x.unit = "";
  answer.marks = [];
  draw(byId("curve"), answer, { height: 290, table: false });
  stats();
}, ["plan", "curve"]);

/** Whoever has more reports can throw some away, so an upper end holds for every larger number. */
function falling(values) {
  let least = Infinity;
  return values.map((value) => (least = Math.min(least, value)));
}

/** @param seen the share of the clients that had their turn, which they keep when a slider moves */
function restart(seen = 0) {
  remember(state);
  gather();
  known = new Map();
  take(Math.round(seen * people.length), false);
  setRunning(running && next < people.length);
  mix();
  fit();
  paint(performance.now());
  histogram();
  stats();
  refresh();
  trust();
}

/** Two-sided geometric noise for a promise on a number that one client moves by one. */
const geometric = (epsilon) => Math.sqrt(2 * Math.exp(-epsilon)) / -Math.expm1(-epsilon);

const trust = newest(250, async (turn) => {
  const n = Math.max(2, state.clients);
  const target = { epsilon: state.promise, delta: state.delta, relation: "replace-one", width: 1e-2 };
  const [bit, number, split] = await insist(
    [
      { command: "calibrate", plan: `shuffled(${n}, randomized_response(?))`, ...target },
      { command: "calibrate", plan: `shuffled(${n}, local_laplace(?))`, ...target },
      { command: "calibrate", plan: `split_sum(${n}, 12, ${n + 200}, ?)`, ...target },
    ],
    turn,
  );
  const flips = (epsilon) => Math.sqrt(n) / (2 * Math.sinh(epsilon / 2));
  const laplace = (epsilon) => Math.sqrt(2 * n) / epsilon;
  const value = (answer) => (answer.error ? NaN : Number(answer.value));
  const rows = [
    ["nobody", state.promise, flips(state.promise), laplace(state.promise)],
    ["a shuffler, one message", value(bit), flips(value(bit)), laplace(value(number))],
    ["a shuffler alone, several messages", Infinity, geometric(1 / value(split)), Math.SQRT2 * value(split)],
    ["a curator", "", geometric(state.promise), Math.SQRT2 / state.promise],
  ];
  const cell = (one, digits = 3) => el("td", {}, one === "" ? "" : one === Infinity ? "none" : Number.isNaN(one) ? "too few clients" : show(one, digits));
  byId("models").tBodies[0].replaceChildren(
    ...rows.map(([name, epsilon, count, mean]) => el("tr", {}, el("td", {}, name), cell(epsilon), cell(count), cell(mean / n))),
  );
  byId("models").dataset.shuffled = String(flips(value(bit)));
  byId("models").dataset.several = String(geometric(1 / value(split)));
}, ["models"]);

function promise() {
  byId("promise").replaceChildren(
    slider({
      id: "promised", label: "epsilon that is promised", value: state.promise, from: 0.1, to: 4, log: true,
      onchange: (moved) => {
        state.promise = bound(moved, BOUNDS.promise);
        remember(state);
        trust();
      },
    }),
  );
}

/** The batches of the server's campaign, the newest one as bars. */
async function campaign() {
  const response = await fetch("/v1/campaign");
  const answer = await response.json();
  const found = response.status === 200;
  byId("campaign").hidden = !found;
  byId("campaign-problem").textContent = found ? "" : "This server has no campaign: start it with ./sordino serve --campaign FILE --store FOLDER";
  if (!found) return;
  const head = el("p", {}, `${answer.question}: ${answer.batches.length} batches released of ${answer.days} days`, answer.pending ? `, ${answer.pending} being opened` : "");
  byId("campaign").replaceChildren(head, el("div", { class: "pair" }, ...answer.batches.map(batch).reverse()));
  byId("campaign").dataset.batches = String(answer.batches.length);
}

function batch(one) {
  if (one.refused_batch) return el("p", { class: "problem" }, one.refused_batch);
  const epsilon = `epsilon of the batch ${showUp(Number(one.epsilon.upper), 4)}, of the campaign ${showUp(Number(one.campaign.epsilon), 4)}`;
  const title = el("h3", {}, `Day ${one.day}: ${show(one.clients, 12)} devices, ${show(one.refused, 12)} reports refused`);
  if (one.sum) return el("div", {}, title, el("p", {}, `mean ${show(one.mean.value)} (${show(one.mean.lower)} to ${show(one.mean.upper)}); ${epsilon}`));
  const largest = [...one.estimates].sort((a, b) => b.count.value - a.count.value).slice(0, ANSWERS.length).sort((a, b) => a.value - b.value);
  const found = largest.map(({ count }) => ({ value: (count.lower + count.upper) / 2 / one.clients, half: (count.upper - count.lower) / 2 / one.clients }));
  const caption = `95 % intervals of the largest shares among those who reported; ${epsilon}.`;
  return el("div", {}, title, el("figure", {}, bars(largest.map(({ value }) => String(value)), [], found), el("figcaption", {}, caption)));
}

function controls() {
  const set = (name) => (value) => {
    state[name] = bound(value, BOUNDS[name]);
    restart(next / people.length);
  };
  byId("controls").replaceChildren(
    slider({ id: "clients", label: "clients", value: state.clients, from: 100, to: 100000, log: true, whole: true, onchange: set("clients") }),
    slider({ id: "epsilon", label: "epsilon of one report", value: state.epsilon, from: 0.2, to: 8, onchange: set("epsilon") }),
    slider({ id: "answers", label: "possible answers", value: state.answers, from: 2, to: 8, whole: true, onchange: set("answers") }),
    slider({ id: "dropouts", label: "share that drops out", value: state.dropouts, from: 0, to: 0.9, onchange: set("dropouts") }),
    slider({ id: "corrupt", label: "share that is corrupt", value: state.corrupt, from: 0, to: 0.9, onchange: set("corrupt") }),
    slider({ id: "delta", label: "delta", value: state.delta, from: 1e-10, to: 1e-3, log: true, onchange: set("delta") }),
  );
}

byId("run").addEventListener("click", () => {
  if (next >= people.length) gather();
  setRunning(!running);
  if (running && matchMedia("(prefers-reduced-motion: reduce)").matches) take(people.length, false);
  requestAnimationFrame(frame);
});
byId("finish").addEventListener("click", () => {
  take(people.length, false);
  setRunning(false);
  histogram();
  stats();
  requestAnimationFrame(frame);
});
byId("reset").addEventListener("click", () => {
  state.seed = (state.seed * 16807 + 11) % 2147483647;
  running = false;
  restart();
});
byId("copy-link").addEventListener("click", () => copied(location.href, "Link"));
document.addEventListener("themed", () => {
  mix();
  paint(performance.now());
});
addEventListener("resize", () => {
  fit();
  paint(performance.now());
});
addEventListener("hashchange", () => location.reload());
byId("show-campaign").addEventListener("click", () => campaign().catch((unreachable) => (byId("campaign-problem").textContent = "The server cannot be reached: " + unreachable)));
controls();
promise();
restart();
