// The explorer: plans in, brackets, curves, words and proofs out.
import { ask, byId, copied, el, insist, newest, remember, restored, show, showDown, showUp, slider, svg } from "./common.js";
import { FORMS, initialForm, planOfForm, wrongIn } from "./forms.js";
import { numbersOf, parseNumber } from "./numbers-of-plan.js";
import { draw } from "./plot.js";

const MOST_PLANS = 6;
const MOST_SLIDERS = 6;
const NO_PLAN = "Waiting for a plan that is covered.";
const NO_DELTA = "Waiting for a delta.";
/** As narrow as the command's own, but not narrower: it is eight questions at once. */
const COMPARED = 1e-3;
const QUICK = { after: 15, width: 1e-2 };
const TABS = {
  profile: "Profile",
  tradeoff: "Trade-off",
  loss: "Loss",
  "epsilon-vs-steps": "Against steps",
  "epsilon-vs-noise": "Against noise",
  "epsilon-vs-n": "Against n",
};
const RELATIONS = { ADD_OR_REMOVE_ONE: "add-remove", REPLACE_ONE: "replace-one", REPLACE_SPECIAL: "replace-special" };

const TRAINING = FORMS.sgd.fields;

const state = restored({
  plans: [planOfForm("sgd", initialForm("sgd"))],
  active: 0,
  delta: "1e-5",
  relation: "",
  width: "1e-3",
  target: "1",
  tab: "profile",
  kind: "sgd",
  form: initialForm("sgd"),
  training: initialForm("sgd"),
});
state.plans = state.plans.filter((plan) => typeof plan === "string").slice(0, MOST_PLANS);
if (!state.plans.length) state.plans = [""];
if (!(state.active in state.plans)) state.active = 0;
if (!Object.hasOwn(TABS, state.tab)) state.tab = "profile";
if (!Object.hasOwn(FORMS, state.kind)) state.kind = "sgd";
for (const fields of [state.form, state.training]) for (const name in fields) fields[name] = String(fields[name]);

/** A plan as it was typed, or its JSON. */
function planOf(text) {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Whether a number is asked for. */
const isTemplate = (plan) => plan.includes("?");

function question(command, plan) {
  const request = { command, plan: planOf(plan), delta: parseNumber(state.delta), width: Number(state.width) };
  if (command === "calibrate") request.epsilon = parseNumber(state.target);
  if (state.relation) request.relation = state.relation;
  return request;
}

// --- what is asked ---

const problems = [];
let editors = [];

function problem(error, text) {
  const place = error.position ?? -1;
  const box = [];
  if (place >= 0 && place <= text.length) {
    const start = text.lastIndexOf("\n", place - 1) + 1;
    const stop = (text + "\n").indexOf("\n", place);
    // a character may take two places
    const [character = ""] = text.slice(place, place + 2);
    const wrong = character.trim() || " ";
    box.push(el("pre", {}, text.slice(start, place), el("mark", {}, wrong), text.slice(place + Math.max(1, character.length), stop), "\n" + " ".repeat(place - start) + "^"));
  }
  return [el("div", {}, error.message), ...box, el("div", { class: "remedy" }, "Fix: " + error.remedy)];
}

function buildPlans() {
  editors = state.plans.map((plan, index) => {
    const box = el("textarea", { id: `plan-${index}`, value: plan, spellcheck: false, rows: 2, "aria-describedby": `problem-${index}` });
    box.setAttribute("aria-label", `Plan ${index + 1}`);
    box.addEventListener("input", () => {
      state.plans[index] = box.value;
      changed({ sliders: true });
    });
    box.addEventListener("focus", () => {
      if (state.active === index) return;
      state.active = index;
      changed({ sliders: true });
    });
    return box;
  });
  byId("plans").replaceChildren(
    ...editors.map((box, index) => {
      problems[index] = el("div", { class: "problem", id: `problem-${index}` });
      problems[index].setAttribute("role", "status");
      const remove = el("button", { type: "button", onclick: () => removePlan(index) }, "\u00d7");
      remove.setAttribute("aria-label", `Remove plan ${index + 1}`);
      remove.hidden = state.plans.length === 1;
      return el("div", { class: "plan" }, el("span", { class: `dot dot${index}` }), box, remove, problems[index]);
    }),
  );
  byId("add").hidden = state.plans.length >= MOST_PLANS;
}

function removePlan(index) {
  state.plans.splice(index, 1);
  state.active = Math.min(state.active, state.plans.length - 1);
  buildPlans();
  changed({ sliders: true });
  editors[state.active].focus();
}

function setActive(plan) {
  state.plans[state.active] = plan;
  editors[state.active].value = plan;
}

function buildForm() {
  const form = FORMS[state.kind];
  byId("form-kind").value = state.kind;
  byId("form-text").textContent = form.text;
  byId("form-problem").textContent = "";
  byId("form-fields").replaceChildren(
    ...form.fields.map(({ name, label }) =>
      el("label", {}, label, el("input", {
        id: "form-" + name,
        value: state.form[name] ?? "",
        inputMode: "decimal",
        autocomplete: "off",
        oninput: (event) => {
          state.form[name] = event.target.value;
          useForm();
        },
      })),
    ),
  );
}

function useForm() {
  const wrong = FORMS[state.kind].fields.find((one) => wrongIn(one, state.form[one.name] ?? ""));
  for (const { name } of FORMS[state.kind].fields) byId("form-" + name).setAttribute("aria-invalid", String(wrong?.name === name));
  byId("form-problem").textContent = wrong ? wrongIn(wrong, state.form[wrong.name] ?? "") : "";
  if (wrong) return;
  setActive(planOfForm(state.kind, state.form));
  changed({ sliders: true });
}

function buildSliders() {
  const text = state.plans[state.active];
  const numbers = numbersOf(text).slice(0, MOST_SLIDERS);
  const pieces = [];
  let at = 0;
  for (const number of numbers) {
    pieces.push(text.slice(at, number.from), text.slice(number.from, number.to));
    at = number.to;
  }
  pieces.push(text.slice(at));
  const box = byId("sliders");
  if (!numbers.length) box.replaceChildren(el("p", { class: "small" }, "A plan with numbers gets a slider for each of them."));
  else
    box.replaceChildren(
      ...numbers.map(({ value, label, whole }, index) => {
        const probability = label.startsWith("sampling probability");
        return slider({
          id: `number-${index}`,
          label,
          value,
          from: whole ? Math.max(1, Math.round(value / 10)) : value / 10,
          to: probability ? Math.min(1, value * 10) : whole ? Math.min(1e15, Math.max(10, value * 10)) : value * 10,
          log: true,
          whole,
          onchange: (number) => {
            pieces[2 * index + 1] = show(number, 12);
            setActive(pieces.join(""));
            changed({});
          },
        });
      }),
    );
}

// --- what is answered ---

let answers = [];

/** The plan that was answered: for one with a question mark, the plan with the number that was found. */
const answeredPlan = (index) => (isTemplate(state.plans[index]) ? answers[index].plan : state.plans[index]);

const first = (plan) => question(isTemplate(plan) ? "calibrate" : "epsilon", plan);

/** A wider bracket is soon found: it is shown while the one that was asked for takes its time. */
async function quick({ signal }) {
  await new Promise((resolve) => setTimeout(resolve, QUICK.after));
  if (signal.aborted || Number(state.width) >= QUICK.width) return new Promise(() => {});
  if (state.plans.some(isTemplate)) return new Promise(() => {});
  const answers = await ask(state.plans.map((plan) => ({ ...first(plan), width: QUICK.width })), { signal });
  return answers.some((answer) => answer.error) ? new Promise(() => {}) : { quick: true, answers };
}

function showAnswers(found) {
  byId("answers").replaceChildren(...found.map(card));
}

/** What a double cannot hold, such as 1e-400, is not 0. */
const isLost = (text) => parseNumber(text) === 0 && /[1-9]/.test(text.split("/")[0].replace(/[eE].*/, ""));
const isDelta = (text) => parseNumber(text) >= 0 && parseNumber(text) < 1 && !isLost(text);

const refreshAnswers = newest(10, async (turn) => {
  byId("answers").classList.remove("quick");
  const wrongDelta = !isDelta(state.delta);
  byId("delta").setAttribute("aria-invalid", String(wrongDelta));
  byId("delta-problem").textContent = !wrongDelta ? "" : isLost(state.delta) ? "delta is smaller than a double can hold; write 1e-300, or 0 for the pure epsilon" : "delta must be in [0, 1), such as 1e-5 or 1/60000; 0 asks for the pure epsilon";
  if (wrongDelta) {
    answers = [];
    waiting(byId("answers"), NO_DELTA);
    refreshCurves();
    refreshWords();
    return;
  }
  const started = performance.now();
  const exact = ask(state.plans.map(first), turn);
  const soonest = await Promise.race([exact, quick(turn)]);
  if (soonest.quick) {
    showAnswers(soonest.answers);
    byId("answers").classList.add("quick");
  }
  const found = await exact;
  answers = found;
  byId("answers").dataset.milliseconds = String(performance.now() - started);
  showAnswers(found);
  byId("answers").classList.remove("quick");
  found.forEach((answer, index) => {
    editors[index].setAttribute("aria-invalid", String(answer.error?.kind === "invalid"));
    problems[index].replaceChildren(...(answer.error ? problem(answer.error, state.plans[index]) : []));
  });
  refreshCurves();
  refreshWords();
}, ["answers"], () => [refreshCurves, refreshWords]);

function card(answer, index) {
  const active = index === state.active ? " active" : "";
  if (answer.error)
    return el("div", { class: `answer c${index}${active}` }, el("div", { class: "text" }, state.plans[index]), el("div", { class: "problem" }, answer.error.message));
  if (answer.value !== undefined) return calibratedCard(answer, index, active);
  const { lower, upper } = answer.epsilon;
  const bracket =
    lower === upper ? "exact" : upper === "Infinity" ? `no upper end is known; at least ${showDown(lower)}` : lower > 0 ? `certified: between ${showDown(lower)} and ${showUp(upper)}` : "certified upper end; nothing is known from below";
  return el(
    "div",
    { class: `answer c${index}${active}` },
    el("div", { class: "big" }, "\u03b5 " + (answer.tight ? "= " : "\u2264 ") + showUp(upper)),
    el("div", {}, bracket),
    el("div", { class: "small" }, `delta = ${state.delta}, ${RELATIONS[answer.relation]}${answer.tight ? "" : "; wider than asked: " + (answer.limit || "")}`),
    el("div", { class: "text" }, answer.plan),
  );
}

/** A number that was found so that a promise is kept. */
function calibratedCard(answer, index, active) {
  return el(
    "div",
    { class: `answer c${index}${active}` },
    el("div", { class: "big" }, "? = " + show(answer.value, 12)),
    el("div", {}, `keeps \u03b5 \u2264 ${state.target}: certified ${showUp(answer.epsilon.upper)}`),
    el("div", { class: "small" }, `delta = ${state.delta}, ${RELATIONS[answer.relation]}`),
    el("div", { class: "text" }, answer.plan),
  );
}

/** Says why a box is empty. */
function waiting(box, words) {
  box.replaceChildren(el("p", { class: "small" }, words));
}

/** The plans that were answered, so that one that is being typed does not take the others off the picture. */
function answered() {
  return [...state.plans.keys()].filter((index) => answers[index] && !answers[index].error);
}

const refreshCurves = newest(60, async (turn) => {
  const figure = byId("plot");
  const plans = answered();
  if (!plans.length) {
    delete figure.picture;
    waiting(figure, NO_PLAN);
    return;
  }
  const request = { command: "curves", what: state.tab, plans: plans.map((index) => planOf(answeredPlan(index))), delta: parseNumber(state.delta) };
  if (state.relation) request.relation = state.relation;
  const [curves] = await insist([request], turn);
  if (curves.error) {
    delete figure.picture;
    figure.replaceChildren(el("div", { class: "problem" }, curves.error.message), el("div", { class: "small" }, curves.error.remedy));
    return;
  }
  // a curve has the colour of its plan, whichever others are not drawn
  for (const one of curves.series) if (one.plan !== undefined) one.plan = plans[one.plan];
  draw(figure, curves);
}, ["plot"]);

const refreshWords = newest(150, async (turn) => {
  const boxes = [byId("statement"), byId("proof")];
  // one plan that is refused does not silence the others
  const about = answers[state.active] && !answers[state.active].error ? state.active : answered()[0];
  if (about === undefined) {
    boxes.forEach((box) => waiting(box, NO_PLAN));
    return;
  }
  const others = answered().filter((index) => index !== about);
  const [explanation, statement, ...more] = await insist([question("explain", answeredPlan(about)), ...[about, ...others].map((index) => question("statement", answeredPlan(index)))], turn);
  const other = about === state.active ? [] : [el("p", { class: "small" }, `About plan ${about + 1}: plan ${state.active + 1} is not answered.`)];
  byId("statement").replaceChildren(...other, ...(statement.error ? problem(statement.error, "") : words(statement)));
  [statement, ...more].forEach((one, i) => one.error || warn([about, ...others][i], one.warnings));
  byId("proof").replaceChildren(...(explanation.error ? problem(explanation.error, "") : proof(explanation)));
}, ["statement", "proof"]);

/** Warnings stand on the card with the number that they are about. */
function warn(index, warnings) {
  const card = byId("answers").children[index];
  card.querySelectorAll(".warning").forEach((old) => old.remove());
  card.append(...warnings.filter((one) => one.severity !== "note").map((one) => el("div", { class: `small warning warning-${one.severity}` }, `${one.severity}: ${one.text}`)));
}

function words(answer) {
  return [el("p", { class: "statement" }, answer.statement), ...answer.warnings.map((one) => el("p", { class: `small warning-${one.severity}` }, `${one.severity}: ${one.text}`))];
}

function node(step, depth) {
  const epsilon = step.epsilon ? `epsilon \u2264 ${showUp(step.epsilon.upper)}` : "";
  const item = el("li", {}, el("code", {}, step.plan), " ", el("b", {}, epsilon), el("div", { class: "small" }, `${step.theorem}: ${step.source}`));
  if (step.from.length) {
    const before = step.from.map((one) => (one.epsilon ? showUp(one.epsilon.upper) : "?")).join(" and ");
    if (step.epsilon) item.append(el("div", { class: "small" }, `epsilon before: ${before}; after: ${showUp(step.epsilon.upper)}`));
    item.append(el("ul", { class: "proof" }, ...step.from.map((one) => node(one, depth + 1))));
  }
  return item;
}

function proof(answer) {
  const trees = answer.because.map((tree) => el("ul", { class: "proof" }, node(tree, 0)));
  const table = el("table", {}, el("tr", {}, ...["theorem", "direction", "epsilon", "source"].map((name) => el("th", { scope: "col" }, name))));
  for (const claim of answer.claims || []) {
    const { lower, upper } = claim.epsilon;
    const text = upper === "Infinity" ? `\u2265 ${showDown(lower)}` : showUp(upper);
    table.append(el("tr", { class: claim.best ? "best" : "" }, el("td", {}, claim.theorem), el("td", {}, claim.direction), el("td", { class: "number" }, text), el("td", {}, claim.source)));
  }
  const silent = (answer.silent || []).map((one) => el("li", {}, `${one.theorem}: ${one.why}`));
  const more = el("details", {}, el("summary", {}, "What each theorem gives"), scrolling(table, "What each theorem gives"));
  if (silent.length) more.append(el("h3", {}, "Silent"), el("ul", { class: "small" }, ...silent));
  return [...trees, more];
}

function scrolling(table, label) {
  const box = el("div", { class: "scroll", tabIndex: 0 }, table);
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", label);
  return box;
}

// --- one training run under every scheme ---

const refreshSchemes = newest(120, async (turn) => {
  const run = Object.fromEntries(Object.entries(state.training).map(([name, text]) => [name, parseNumber(text)]));
  const box = byId("schemes");
  const wrong = TRAINING.map((one) => wrongIn(one, state.training[one.name] ?? "")).find(Boolean);
  if (wrong || !isDelta(state.delta)) {
    waiting(box, wrong || NO_DELTA);
    return;
  }
  const training = { dataset_size: run.n, batch_size: run.b, noise_multiplier: run.sigma, epochs: run.epochs };
  const request = { command: "compare", training, delta: parseNumber(state.delta), width: Math.max(COMPARED, Number(state.width)) };
  const [answer] = await ask([request], turn);
  if (answer.error) {
    box.replaceChildren(...problem(answer.error, ""));
    return;
  }
  const most = Math.max(...answer.plans.map((one) => (one.epsilon ? Number(one.epsilon.upper) : 0)).filter(Number.isFinite));
  const table = el("table", {}, el("tr", {}, ...["batches", "neighbours", "epsilon", "", "plan"].map((name) => el(name ? "th" : "td", name ? { scope: "col" } : {}, name))));
  for (const one of answer.plans) {
    const upper = one.epsilon?.upper;
    const width = typeof upper === "number" && most > 0 ? Math.max(0.5, (100 * upper) / most) : 0;
    const bar = svg("svg", { class: "barbox", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { class: "bar", width, height: 8 }));
    const use = el("button", { type: "button", onclick: () => usePlan(one.plan, RELATIONS[one.relation]) }, "Use");
    use.setAttribute("aria-label", "Use the plan: " + one.name + ", " + RELATIONS[one.relation]);
    table.append(
      el("tr", { class: one.best ? "best" : "" },
        el("td", {}, one.name), el("td", {}, RELATIONS[one.relation]),
        el("td", { class: "number" }, one.epsilon ? showUp(upper, 4) : "not covered"), el("td", {}, one.epsilon ? bar : el("span", { class: "small" }, one.error.message)), el("td", {}, use)),
    );
  }
  box.replaceChildren(
    scrolling(table, "Epsilon by way of drawing batches"),
    el("p", { class: "small" }, "Bold is the least of its neighbours. Epsilons under different neighbours are different promises; under replace-one a record moves twice as far."),
  );
}, ["schemes"]);

function usePlan(plan, relation) {
  // these plans are about add-remove if nothing else is said, and other plans may not be
  if (state.relation || relation !== "add-remove") byId("relation").value = state.relation = relation;
  if (state.plans.length < MOST_PLANS) {
    state.plans.push(plan);
    state.active = state.plans.length - 1;
  } else state.plans[state.active] = plan;
  buildPlans();
  changed({ sliders: true });
}

// --- taking it away ---

/** A link can put anything into a field: what a shell may read as more than a word is quoted. */
const quoted = (text) => (/^[\w.+/-]+$/.test(text) && !text.startsWith("-") ? text : "'" + text.replaceAll("'", "'\\''") + "'");

function command() {
  const relation = state.relation ? ` --relation ${quoted(state.relation)}` : "";
  const width = state.width === "1e-3" ? "" : ` --width ${quoted(state.width)}`;
  const plan = state.plans[state.active];
  const asked = isTemplate(plan) ? `calibrate ${quoted(plan)} --epsilon ${quoted(state.target)}` : `epsilon ${quoted(plan)}`;
  return `./sordino ${asked} --delta ${quoted(state.delta)}${relation}${width}`;
}

function java() {
  const relation = Object.entries(RELATIONS).find(([, label]) => label === state.relation);
  const under = relation ? `.under(Relation.${relation[0]})` : "";
  return [
    "import io.sordino.Privacy;",
    ...(relation ? ["import io.sordino.mechanism.Relation;"] : []),
    "",
    `var answer = Privacy.of(${JSON.stringify(isTemplate(state.plans[state.active]) && answers[state.active]?.plan ? answers[state.active].plan : state.plans[state.active])})${under}.within(${String(Number(state.width))}).epsilon(${String(parseNumber(state.delta))});`,
    "System.out.println(answer.epsilon());",
  ].join("\n");
}

async function eventJson() {
  const [answer] = await ask([{ command: "plan", plan: planOf(answers[state.active]?.error ? state.plans[state.active] : answeredPlan(state.active)) }]);
  return answer.error ? answer.error.message : JSON.stringify(answer.event);
}

// --- together ---

function changed({ sliders = false }) {
  remember(state);
  byId("target-row").hidden = !state.plans.some(isTemplate);
  if (sliders) buildSliders();
  refreshAnswers();
}

function chooseTab(tab) {
  state.tab = tab;
  for (const button of byId("tabs").children) {
    button.setAttribute("aria-selected", String(button.dataset.tab === tab));
    button.tabIndex = button.dataset.tab === tab ? 0 : -1;
  }
  remember(state);
}

function buildTabs() {
  const names = Object.keys(TABS);
  byId("tabs").replaceChildren(
    ...names.map((tab, index) => {
      const button = el("button", { type: "button", onclick: () => { chooseTab(tab); refreshCurves(); } }, TABS[tab]);
      button.dataset.tab = tab;
      button.id = "tab-" + tab;
      button.setAttribute("role", "tab");
      button.setAttribute("aria-controls", "plot-panel");
      button.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const next = byId("tabs").children[(index + step + names.length) % names.length];
        next.focus();
        next.click();
      });
      return button;
    }),
  );
  chooseTab(state.tab);
}

function bind(id, key, again) {
  const input = byId(id);
  const usual = input.value;
  input.value = state[key];
  // a link may name a choice that there is not
  if (input.value !== state[key]) input.value = state[key] = usual;
  input.addEventListener("input", () => {
    state[key] = input.value;
    changed({});
    if (again) refreshSchemes();
  });
}

function start() {
  byId("form-kind").replaceChildren(...Object.entries(FORMS).map(([kind, form]) => el("option", { value: kind }, form.title)));
  byId("form-kind").addEventListener("input", () => {
    state.kind = byId("form-kind").value;
    state.form = initialForm(state.kind);
    buildForm();
    useForm();
  });
  byId("training").replaceChildren(
    ...TRAINING.map(({ name, label }) =>
      el("label", {}, label, el("input", { id: "training-" + name, value: state.training[name] ?? "", inputMode: "decimal", autocomplete: "off", oninput: (event) => { state.training[name] = event.target.value; remember(state); refreshSchemes(); } }))),
  );
  bind("delta", "delta", true);
  bind("target", "target", false);
  bind("relation", "relation", false);
  bind("width", "width", true);
  byId("add").addEventListener("click", () => {
    state.plans.push(state.plans[state.active]);
    state.active = state.plans.length - 1;
    buildPlans();
    changed({ sliders: true });
    editors[state.active].focus();
  });
  byId("copy-command").addEventListener("click", () => copied(command(), "Command"));
  byId("copy-java").addEventListener("click", () => copied(java(), "Java"));
  byId("copy-json").addEventListener("click", async () => copied(await eventJson(), "Event JSON"));
  byId("copy-link").addEventListener("click", () => copied(location.href, "Link"));
  addEventListener("hashchange", () => location.reload());
  buildPlans();
  buildForm();
  buildTabs();
  changed({ sliders: true });
  refreshSchemes();
}

/** On a narrow screen the answer and its sliders follow the plans that they are about. */
function arrange(narrow) {
  const section = (title) => byId(title).closest("section");
  const [left, right] = document.querySelector(".columns").children;
  const answer = section("answers-title");
  const sliders = section("sliders-title");
  const copies = section("copy-title");
  if (narrow) {
    section("plans-title").after(answer, sliders);
    right.append(copies);
  } else {
    right.prepend(answer);
    section("form-title").after(sliders);
    left.append(copies);
  }
}

const narrow = matchMedia("(max-width: 860px)");
narrow.addEventListener("change", () => arrange(narrow.matches));
arrange(narrow.matches);
start();
