// Budgets of a ledger: promise, spent, left, history, and how many more of a query fit. The page only looks; it never charges.
import { byId, el, exchange, newest, remember, restored, show, showUp, svg } from "./common.js";
import { draw } from "./plot.js";

const state = restored({ budget: "", plan: "", delta: "", period: "" });
const MOST_ROWS = 200;
let token = kept();
let budgets = [];

function kept() {
  try {
    return sessionStorage.getItem("token") || "";
  } catch {
    return "";
  }
}

function keep(value) {
  token = value;
  try {
    sessionStorage.setItem("token", value);
  } catch {
    // a browser without storage asks again
  }
}

function call(path, body, signal) {
  return exchange("/v1/ledger" + path, {
    method: body ? "POST" : "GET",
    headers: { ...(body && { "Content-Type": "application/json" }), ...(token && { Authorization: "Bearer " + token }) },
    ...(body && { body: JSON.stringify(body) }),
    signal,
  });
}

function explain(where, error) {
  where.replaceChildren();
  if (error) where.append(error.message, el("div", { class: "remedy" }, error.remedy));
}

const look = newest(0, async (turn) => {
  const { status, answer } = await call("", null, turn.signal);
  byId("entrance").hidden = status !== 403;
  byId("rooms").hidden = status !== 200;
  if (status === 404) {
    explain(byId("problem"), { message: "This server has no ledger.", remedy: "Start it with ./sordino serve --ledger FILE" });
    return;
  }
  // before anybody has said who they are, that is no mistake of theirs
  explain(byId("problem"), status === 403 && !token ? null : answer.error);
  if (status !== 200) return;
  budgets = answer.budgets;
  if (!budgets.some((one) => one.budget === state.budget)) state.budget = budgets[0]?.budget || "";
  list();
  chosen();
  ask();
}, ["budgets", "one"]);

function bar(percent) {
  return svg("svg", { class: "barbox", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "bartrack", width: 100, height: 8 }), svg("rect", { class: "bar", width: percent, height: 8 }));
}

function list() {
  const where = byId("budgets");
  where.replaceChildren();
  if (!budgets.length) where.append(el("p", {}, "There is no budget yet: sordino ledger create makes one."));
  for (const one of budgets) {
    const button = el("button", { type: "button", class: "budget", onclick: () => pick(one.budget) },
      el("b", {}, one.budget), el("span", { class: "small" }, one.percent + " % spent"), bar(one.percent));
    button.setAttribute("aria-pressed", String(one.budget === state.budget));
    where.append(button);
  }
}

function pick(name) {
  state.budget = name;
  list();
  chosen();
  ask();
}

const current = () => budgets.find((one) => one.budget === state.budget);

function chosen() {
  remember(state);
  const one = current();
  byId("one").replaceChildren();
  byId("history").replaceChildren();
  byId("plot").replaceChildren();
  byId("period-row").hidden = !one?.refill;
  if (!one) return;
  const rows = [
    ["promise", `epsilon at most ${showUp(one.epsilon.limit)} at delta ${show(one.delta)}`],
    ["protects", `one ${one.unit || "record"} (${one.relation.toLowerCase().replaceAll("_", " ")})`],
    ["rule", one.rule + (one.plan ? ": " + one.plan : "")],
  ];
  if (one.dataset) rows.unshift(["data", one.dataset]);
  if (one.refill) rows.push(["refills", "for the data of every " + one.refill]);
  for (const [period, part] of Object.entries(one.periods || { "": one })) {
    const spent = period ? part.spent : one.epsilon.spent;
    rows.push([period ? "spent in " + period : "spent", `${part.percent} %, epsilon ${showUp(spent)} so far`], ["left", part.left]);
  }
  rows.push(["entries", String(one.entries)], ["last hash of the ledger", one.head]);
  byId("one").append(el("table", {}, el("tbody", {}, ...rows.map(([name, value]) =>
    el("tr", {}, el("th", { scope: "row" }, name), el("td", { class: name === "promise" ? "" : "mono" }, value))))));
  past(one.budget);
}

const past = newest(0, async (turn, name) => {
  const { status, answer } = await call("/history", { budget: name, last: 2000 }, turn.signal);
  if (status !== 200) {
    explain(byId("problem"), answer.error);
    return;
  }
  const x = [];
  const y = [];
  for (const entry of answer.entries) {
    if (entry.line.kind === "answer") continue;
    // a charge is a step and not a slope
    if (y.length) {
      x.push(entry.line.seq);
      y.push(y.at(-1));
    }
    x.push(entry.line.seq);
    y.push(entry.percent);
  }
  const many = x.length > 1;
  if (many) draw(byId("plot"), {
    title: "Spent", subtitle: "", x: { name: "entry", unit: "", scale: "linear" }, y: { name: "spent", unit: "%", scale: "linear" },
    series: [{ name: "spent", kind: "line", x, lower: y, upper: y }], marks: [], notes: [],
  }, { table: false });
  const shown = answer.entries.slice(-MOST_ROWS).reverse();
  byId("history").append(el("table", {}, el("thead", {}, el("tr", {}, ...["entry", "time", "what", "request", "plan", "spent"].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, ...shown.map(({ line, percent }) => el("tr", {},
      el("td", { class: "number" }, String(line.seq)),
      el("td", { class: "number" }, line.time.replace("T", " ").replace(/(\.\d+)?Z$/, "")),
      el("td", {}, line.kind + (line.period ? " " + line.period : "")),
      el("td", {}, (line.request || "") + (line.note ? " (" + line.note + ")" : "")),
      el("td", { class: "mono" }, line.kind === "swap" ? line.old + " for " + line.new : line.plan || ""),
      el("td", { class: "number" }, percent + " %"))))));
  if (answer.entries.length > MOST_ROWS) byId("history").append(el("p", { class: "small" }, `the latest ${MOST_ROWS}; all of them: sordino ledger history`));
}, ["plot", "history"]);

const ask = newest(150, async (turn) => {
  remember(state);
  const where = byId("more");
  explain(byId("more-problem"), null);
  where.replaceChildren();
  if (!state.plan.trim() || !current()) return;
  const { status, answer } = await call("/preview", {
    budget: state.budget, plan: state.plan, ...(state.delta.trim() && { delta: state.delta.trim() }), ...(current().refill && state.period.trim() && { period: state.period.trim() }),
  }, turn.signal);
  if (status !== 200) {
    explain(byId("more-problem"), answer.error);
    return;
  }
  const endless = answer.more > 9e15;
  where.append(el("div", { class: "answer c0" },
    el("div", { class: "big", id: "count" }, endless ? "without end" : String(answer.more)),
    el("div", {}, endless ? "it takes nothing" : answer.more === 1 ? "more of this fits" : "more of these fit, one after the other"),
    ...(answer.fits ? [el("div", { class: "small" }, `one takes ${answer.takes} (${answer.charge.how}); then ${answer.percent} % are spent`)] : []),
    el("div", { class: "text" }, "left " + (answer.fits ? "after one: " : ": ") + answer.left)));
}, ["more"]);

for (const name of ["plan", "delta", "period"]) {
  byId(name).value = state[name];
  byId(name).addEventListener("input", () => {
    state[name] = byId(name).value;
    ask();
  });
}
byId("again").addEventListener("click", () => look());
byId("enter").addEventListener("click", () => {
  keep(byId("token").value.trim());
  look();
});
byId("token").addEventListener("keydown", (event) => event.key === "Enter" && byId("enter").click());
look();
