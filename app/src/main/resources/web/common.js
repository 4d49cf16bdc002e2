// What the rooms share: the API, small DOM helpers, the theme, links that restore everything.

/** An element with properties and children; text is never read as HTML. */
export function el(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class") element.className = value;
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && key !== "list") element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export const byId = (id) => document.getElementById(id);

/** Answers of several requests; one that fails carries an error instead of numbers. */
export async function ask(requests, turn = {}) {
  const { answer: answers } = await exchange("/v1/batch", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(turn.names && { "Sordino-Asker": turn.names }) },
    body: JSON.stringify(requests),
    signal: turn.signal,
  });
  if (Array.isArray(answers)) return answers;
  return requests.map(() => ({ error: answers.error }));
}

/** What the server says to one request, and a word on the page where it says nothing. */
export async function exchange(address, request) {
  try {
    const response = await fetch(address, request);
    const answer = await response.json();
    reachable(true);
    return { status: response.status, answer };
  } catch (problem) {
    if (problem.name !== "AbortError") reachable(false);
    throw problem;
  }
}

/** Says so where the server does not answer: without a word, what is shown would look like an answer to what is asked. */
function reachable(yes) {
  let notice = byId("unreachable");
  if (!notice && yes) return;
  if (!notice) {
    notice = el("p", { id: "unreachable", class: "problem" });
    notice.setAttribute("role", "alert");
    document.querySelector("h1").after(notice);
  }
  notice.textContent = yes ? "" : "The server does not answer, so what is shown may be old. Is ./sordino serve still running? Start it again, then change something or load the page again.";
}

/** As ask, once more if a request ran out of time: a server that has just started is slow. */
export async function insist(requests, turn) {
  for (let attempt = 0; ; attempt++) {
    const answers = await ask(requests, turn);
    if (attempt >= 3 || !answers.some((answer) => answer.error?.kind === "limit")) return answers;
    await new Promise((resolve) => setTimeout(resolve, 300));
    if (turn.signal.aborted) throw new DOMException("a newer question was asked", "AbortError");
  }
}

let turns = 0;
const name = () => Math.random().toString(36).slice(2);

/**
 * Runs only the newest of many calls: an older one is aborted, and answers nothing. A call also stops the work that waits for
 * its answer; the server hears of all that by name, and gives it up. What the boxes of all of them show is old from the call on, and
 * pale until the work has filled them.
 */
export function newest(delay, work, boxes, followers = () => []) {
  let timer = 0;
  let running = null;
  const start = (...input) => {
    for (const one of [start, ...followers()]) {
      one.stop();
      one.pale();
    }
    timer = setTimeout(async () => {
      const mine = new AbortController();
      running = mine;
      try {
        await work({ signal: mine.signal, names: [`${start.title}:${++turns}`, ...followers().map((one) => one.title)].join(" ") }, ...input);
        if (!mine.signal.aborted) boxes.forEach((box) => byId(box).classList.remove("stale"));
      } catch (problem) {
        if (problem.name !== "AbortError") document.body.dataset.failed = String(problem);
      }
    }, delay);
  };
  start.title = name();
  start.pale = () => boxes.forEach((box) => byId(box).classList.add("stale"));
  start.stop = () => {
    clearTimeout(timer);
    if (running) running.abort();
  };
  return start;
}

/** A number as people write it: 0.05, 12000, 1e-5. */
export function show(value, digits = 4) {
  if (value === "Infinity" || value === Infinity) return "infinity";
  if (typeof value !== "number" || !Number.isFinite(value)) return String(value);
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e7) return value.toExponential(Math.max(0, digits - 1)).replace(/\.?0+e/, "e").replace("e+", "e");
  return String(Number(value.toPrecision(digits)));
}

function rounded(value, digits, direction) {
  if (typeof value !== "number" || !Number.isFinite(value) || value === 0) return show(value, digits);
  const near = Number(value.toPrecision(digits));
  if (direction * (near - value) >= 0) return show(near, digits);
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(value))) - digits + 1);
  return show(Number((near + direction * unit).toPrecision(digits)), digits);
}

/** The upper end, never rounded down. */
export const showUp = (value, digits = 5) => rounded(value, digits, 1);

/** The lower end, never rounded up. */
export const showDown = (value, digits = 5) => rounded(value, digits, -1);

const kind = (value) => (value === null ? "null" : Array.isArray(value) ? "list" : typeof value);

/** The numbers of a room moved into their ranges [low, high, whole], since anybody can write a link. */
export function bounded(state, bounds) {
  for (const name of Object.keys(bounds)) state[name] = bound(state[name], bounds[name]);
  return state;
}

export function bound(value, [low, high, whole = false]) {
  const inside = Math.min(high, Math.max(low, value));
  return whole ? Math.round(inside) : inside;
}

/** What the link carries, over what a room starts with. */
export function restored(initial) {
  const match = location.hash.match(/^#s=(.*)$/);
  if (!match) return structuredClone(initial);
  try {
    const given = JSON.parse(decodeURIComponent(match[1]));
    const state = structuredClone(initial);
    for (const key of Object.keys(initial)) if (Object.hasOwn(given, key) && kind(given[key]) === kind(initial[key])) state[key] = given[key];
    return state;
  } catch {
    return structuredClone(initial);
  }
}

export function remember(state) {
  const hash = "#s=" + encodeURIComponent(JSON.stringify(state));
  if (location.hash !== hash) history.replaceState(null, "", hash);
}

export async function copied(text, what) {
  const toast = byId("toast");
  try {
    await navigator.clipboard.writeText(text);
    toast.textContent = what + " copied";
    toast.dataset.copied = text;
  } catch {
    // browsers refuse where the page is not in front, or not on this machine
    toast.textContent = "The browser did not let the page copy. Select and copy it here: " + text;
    delete toast.dataset.copied;
  }
}

/** A slider with its number beside it, which may be typed too. */
export function slider({ id, label, value, from, to, log = false, whole = false, onchange }) {
  const place = (number) => {
    const share = log ? Math.log(number / from) / Math.log(to / from) : (number - from) / (to - from);
    return Math.round(1000 * Math.min(1, Math.max(0, share)));
  };
  const numberAt = (at) => {
    const raw = log ? from * (to / from) ** (at / 1000) : from + ((to - from) * at) / 1000;
    return whole ? Math.round(raw) : Number(raw.toPrecision(3));
  };
  const range = el("input", { type: "range", min: 0, max: 1000, value: place(value), "aria-label": label + ", slider", id: id + "-range" });
  const box = el("input", { value: show(value, whole ? 15 : 4), inputMode: "decimal", id, autocomplete: "off", spellcheck: false });
  range.setAttribute("aria-valuetext", show(value));
  range.addEventListener("input", () => {
    const number = numberAt(Number(range.value));
    box.value = show(number, 12);
    range.setAttribute("aria-valuetext", box.value);
    onchange(number);
  });
  box.addEventListener("input", () => {
    const number = Number(box.value);
    if (!(box.value.trim() !== "" && Number.isFinite(number))) return;
    range.value = place(number);
    onchange(whole ? Math.round(number) : number);
  });
  return el("div", { class: "slider" }, el("label", { htmlFor: id }, label), range, box);
}

const THEMES = ["auto", "light", "dark"];

function stored() {
  try {
    return localStorage.getItem("theme") || "auto";
  } catch {
    return "auto";
  }
}

function dress(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  byId("theme").textContent = "Theme: " + theme;
}

let theme = stored();
dress(theme);
byId("theme").addEventListener("click", () => {
  theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  dress(theme);
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // a browser without storage forgets the choice
  }
  document.dispatchEvent(new Event("themed"));
});
