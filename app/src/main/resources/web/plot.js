// Draws the pictures that the API describes: the same axes, series and marks as `sordino plot`.
import { el, svg, show, showDown, showUp } from "./common.js";

const WIDTH = 720;
const HEIGHT = 380;
const LEFT = 66;
const RIGHT = 18;
const TOP = 14;
const BOTTOM = 46;
/** What a label pays for every point it is away from what it is about, in places of a line that it would hide. */
const STRAY = 0.05;

const isLog = (axis) => axis.scale === "log";
const holds = (axis, value) => typeof value === "number" && Number.isFinite(value) && (!isLog(axis) || value > 0);

export function ticks(axis, low, high) {
  if (!isLog(axis)) {
    const range = high > low ? high - low : Math.max(1, Math.abs(high));
    const rough = range / 6;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * ([1, 2, 5, 10].find((digit) => rough / power <= digit) || 10);
    const values = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= low + range * (1 + 1e-9); k++) values.push(Number((k * step).toPrecision(12)));
    return values;
  }
  const from = Math.log10(low);
  const to = Math.log10(high);
  const digits = to - from < 1.2 ? [1, 2, 3, 5, 7] : to - from < 2.6 ? [1, 2, 5] : [1];
  const every = Math.max(1, Math.ceil((to - from) / 8));
  const values = [];
  for (let k = Math.floor(from) - 1; k <= Math.ceil(to); k++) {
    if (digits.length === 1 && ((k % every) + every) % every !== 0) continue;
    for (const digit of digits) {
      const value = Number(digit + "e" + k);
      if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) values.push(value);
    }
  }
  return values;
}

function extent(axis, lists, vertical) {
  let low = Infinity;
  let high = -Infinity;
  for (const list of lists) {
    for (const value of list) {
      if (!holds(axis, value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (!(low <= high)) return isLog(axis) ? [0.1, 1] : [0, 1];
  if (vertical && !isLog(axis)) {
    if (low >= 0) low = 0;
    high += 0.04 * (high - low || 1);
  }
  if (vertical && isLog(axis)) high *= (high / low) ** 0.03;
  if (!(low < high)) return isLog(axis) ? [low / 2, high * 2] : [low - 0.5, high + 0.5];
  return [low, high];
}

/** As wide as the figure, so that words have the size of words on a phone too. */
function fitting(figure) {
  return Math.max(330, Math.min(WIDTH, figure.clientWidth || WIDTH));
}

const watched = new WeakMap();

/** A picture is as wide as its place, also when that changes; one that was taken away is left alone. */
const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const drawn = watched.get(target);
    if (!drawn || drawn.given.width || drawn.picture !== target.picture || fitting(target) === drawn.width) continue;
    draw(target, drawn.picture, drawn.given);
  }
});

/** The class of a series' colour: that of its plan. What others are compared with is grey and takes no colour from them. */
function colours(series) {
  let next = 0;
  return series.map((one) => (one.kind === "reference" ? "r" : String((one.plan ?? next++) % 8)));
}

/** References share one grey, so each has a dash of its own; a line of the same numbers as another leaves gaps for it. */
function dashes(series) {
  let references = 0;
  const numbers = (one) => JSON.stringify([one.x, one.upper]);
  return series.map((one, index) => {
    if (one.kind === "reference") return " dash" + ["", " dots", " mixed"][references++ % 3];
    return one.kind === "line" && series.slice(0, index).some((other) => other.kind === "line" && numbers(other) === numbers(one)) ? " over" : "";
  });
}

/**
 * Draws a picture into a figure; the figure keeps it as its property `picture`.
 * A moving dot may be placed on the x axis with figure.cursor(x).
 */
export function draw(figure, picture, { width = fitting(figure), height = Math.min(HEIGHT, 0.8 * width), table = true } = {}) {
  figure.picture = picture;
  watched.set(figure, { picture, given: arguments[2] || {}, width });
  resized.observe(figure);
  const { x: xAxis, y: yAxis, series } = picture;
  const colour = colours(series);
  const dashed = dashes(series);
  const [xLow, xHigh] = extent(xAxis, series.map((one) => one.x), false);
  const lowers = isLog(yAxis) ? [] : series.map((one) => one.lower);
  const [yLow, yHigh] = extent(yAxis, [...series.map((one) => one.upper), ...lowers], true);
  const share = (axis, low, high, value) => {
    if (!holds(axis, value)) return value === "Infinity" ? 2 : -1;
    const raw = isLog(axis) ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
    return Math.min(2, Math.max(-1, raw));
  };
  const x = (value) => LEFT + (width - LEFT - RIGHT) * share(xAxis, xLow, xHigh, value);
  const y = (value) => TOP + (height - TOP - BOTTOM) * (1 - share(yAxis, yLow, yHigh, value));
  const label = (axis) => (axis.unit ? axis.name + " (" + axis.unit + ")" : axis.name);
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${picture.title}: ${label(yAxis)} by ${label(xAxis)}`, tabindex: "0" });
  const clip = "clip-" + Math.random().toString(36).slice(2);
  root.append(svg("clipPath", { id: clip }, svg("rect", { x: LEFT, y: TOP - 2, width: width - LEFT - RIGHT + 2, height: height - TOP - BOTTOM + 2 })));
  for (const value of ticks(xAxis, xLow, xHigh)) {
    root.append(svg("line", { class: "gridline", x1: x(value), x2: x(value), y1: TOP, y2: height - BOTTOM }));
    const half = 3.6 * show(value, 6).length;
    const text = svg("text", { class: "faint", x: Math.min(x(value), width - half - 2), y: height - BOTTOM + 16, "text-anchor": "middle" });
    text.textContent = show(value, 6);
    root.append(text);
  }
  for (const value of ticks(yAxis, yLow, yHigh)) {
    root.append(svg("line", { class: "gridline", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }));
    const text = svg("text", { class: "faint", x: LEFT - 7, y: y(value) + 4, "text-anchor": "end" });
    text.textContent = show(value, 6);
    root.append(text);
  }
  root.append(svg("path", { class: "axis", d: `M${LEFT} ${TOP}V${height - BOTTOM}H${width - RIGHT}` }));
  const xName = svg("text", { x: (LEFT + width - RIGHT) / 2, y: height - 8, "text-anchor": "middle" });
  xName.textContent = label(xAxis);
  const yName = svg("text", { transform: `translate(14 ${(TOP + height - BOTTOM) / 2}) rotate(-90)`, "text-anchor": "middle" });
  yName.textContent = label(yAxis);
  const inside = svg("g", { "clip-path": `url(#${clip})` });
  root.append(xName, yName, inside);
  const inked = [];
  // what others are compared with is dashed, so a line of the same numbers shows below it
  for (const reference of [false, true])
    series.forEach((one, index) => (one.kind === "reference") === reference && drawSeries(inside, one, colour[index], dashed[index], x, y, xAxis, height - BOTTOM, inked));
  for (const mark of picture.marks) {
    const c = colour[mark.series] ?? "r";
    if (mark.y === undefined) {
      inside.append(svg("line", { class: `dash k${c}`, "stroke-width": 1.4, x1: x(mark.x), x2: x(mark.x), y1: TOP, y2: height - BOTTOM }));
      ink(inked, [[x(mark.x), TOP], [x(mark.x), height - BOTTOM]]);
    } else if (holds(xAxis, mark.x)) root.append(svg("circle", { class: `f${c}`, cx: x(mark.x), cy: y(mark.y), r: 4.2 }));
  }
  labels(root, picture, colour, inked, x, y, width, height);
  const cursor = svg("line", { class: "axis", y1: TOP, y2: height - BOTTOM, visibility: "hidden" });
  root.append(cursor);
  const readout = el("div", { class: "readout" });
  readout.setAttribute("aria-live", "polite");
  readout.textContent = "Point at the curves, or use the arrow keys, to read them.";
  figure.replaceChildren(root, readout, legend(series, colour, dashed));
  if (picture.subtitle) figure.append(el("figcaption", {}, picture.title + ": " + picture.subtitle));
  for (const note of picture.notes) figure.append(el("div", { class: "small" }, note));
  if (table) figure.append(numbers(picture));
  reading(root, cursor, readout, picture, x, xAxis, width);
  figure.cursor = (value) => {
    const shown = holds(xAxis, value) && value >= xLow && value <= xHigh;
    cursor.setAttribute("visibility", shown ? "visible" : "hidden");
    if (shown) {
      cursor.setAttribute("x1", x(value));
      cursor.setAttribute("x2", x(value));
    }
  };
}

function path(points) {
  return points.map(([px, py], i) => (i ? "L" : "M") + px.toFixed(1) + " " + py.toFixed(1)).join("");
}

/** Places along a line, so that words can keep away from it. */
function ink(inked, points) {
  points.slice(1).forEach(([px, py], i) => {
    const [fromX, fromY] = points[i];
    const steps = Math.max(4, Math.ceil(Math.hypot(px - fromX, py - fromY) / 6));
    for (let k = 0; k <= steps; k++) inked.push([fromX + ((px - fromX) * k) / steps, fromY + ((py - fromY) * k) / steps]);
  });
}

function drawSeries(group, one, c, dash, x, y, xAxis, bottom, inked) {
  const at = one.x.map((value, i) => i).filter((i) => holds(xAxis, one.x[i]));
  if (one.kind === "stems") {
    for (const i of at) {
      group.append(svg("line", { class: `line k${c}`, x1: x(one.x[i]), x2: x(one.x[i]), y1: bottom, y2: y(one.upper[i]) }));
      group.append(svg("circle", { class: `f${c}`, cx: x(one.x[i]), cy: y(one.upper[i]), r: at.length > 60 ? 1.5 : 3 }));
    }
    return;
  }
  if (one.kind === "bars") {
    const points = at.flatMap((i) => [[x(one.x[i]), y(one.upper[i])], [x(one.x[Math.min(i + 1, one.x.length - 1)]), y(one.upper[i])]]);
    const line = path(points);
    group.append(svg("path", { class: `area f${c}`, d: `${line}L${points.at(-1)[0]} ${bottom}L${points[0][0]} ${bottom}Z` }));
    group.append(svg("path", { class: `line thin k${c}`, d: line }));
    ink(inked, points);
    return;
  }
  const known = at.filter((i) => one.lower[i] > 0 || one.lower[i] === one.upper[i]);
  if (one.kind !== "reference" && known.some((i) => one.lower[i] < one.upper[i])) {
    const above = known.map((i) => [x(one.x[i]), y(one.upper[i])]);
    const below = known.map((i) => [x(one.x[i]), y(one.lower[i])]).reverse();
    group.append(svg("path", { class: `area f${c}`, d: path([...above, ...below]) + "Z" }));
  }
  const ends = one.kind === "floor" ? one.lower : one.upper;
  const points = at.map((i) => [x(one.x[i]), y(ends[i])]);
  group.append(svg("path", { class: `line k${c}${dash}`, d: path(points) }));
  ink(inked, points);
}

/** Words beside the marks, each where it hides least. */
function labels(root, picture, colour, inked, x, y, wide, height) {
  const placed = [];
  for (const mark of picture.marks) {
    if (!mark.text) continue;
    const width = 6.9 * mark.text.length;
    const px = x(mark.x);
    const py = mark.y === undefined ? TOP + 18 : y(mark.y);
    const hidden = ([left, row]) => {
      let cost = left < LEFT + 2 || left + width > wide - 4 || row < TOP + 10 || row > height - BOTTOM - 4 ? 1000 : 0;
      for (const other of placed) if (Math.abs(row - other.row) < 13 && left < other.left + other.width && other.left < left + width) cost += 200;
      for (const [ix, iy] of inked) if (ix > left - 2 && ix < left + width + 2 && iy > row - 12 && iy < row + 4) cost++;
      return cost;
    };
    const places = [];
    for (let k = 0; k < 14; k++) for (const left of [px + 8, px - 8 - width]) places.push([left, py - 8 - 14 * k], [left, py + 16 + 14 * k]);
    const cost = ([left, row]) => hidden([left, row]) + STRAY * Math.abs(row - py);
    const [left, row] = places.reduce((best, one) => (cost(one) < cost(best) ? one : best));
    placed.push({ left, row, width });
    const text = svg("text", { class: `bold f${colour[mark.series] ?? "r"}`, x: left, y: row });
    text.textContent = mark.text;
    root.append(text);
  }
}

function legend(series, colour, dashed) {
  const list = el("ul", { class: "legend" });
  series.forEach((one, index) => {
    const sample = svg("svg", { viewBox: "0 0 26 8", "aria-hidden": "true" }, svg("path", { class: `line k${colour[index]}${dashed[index]}`, d: "M0 4H26" }));
    list.append(el("li", {}, sample, one.name));
  });
  return list;
}

function nearest(values, wanted) {
  let best = 0;
  values.forEach((value, i) => {
    if (Math.abs(value - wanted) < Math.abs(values[best] - wanted)) best = i;
  });
  return best;
}

/** Reads every series at a place: by pointing, or with the arrow keys. */
function reading(root, cursor, readout, picture, x, xAxis, width) {
  const places = [...new Set(picture.series.flatMap((one) => one.x))].filter((value) => holds(xAxis, value)).sort((a, b) => a - b);
  if (!places.length) return;
  let at = -1;
  const read = (index) => {
    at = Math.max(0, Math.min(places.length - 1, index));
    const value = places[at];
    cursor.setAttribute("visibility", "visible");
    cursor.setAttribute("x1", x(value));
    cursor.setAttribute("x2", x(value));
    const words = picture.series
      .filter((one) => one.x.length && one.kind !== "reference")
      .map((one) => {
        const i = nearest(one.x, value);
        const ends = one.lower[i] === one.upper[i] ? show(one.upper[i]) : `${showDown(one.lower[i], 4)} to ${showUp(one.upper[i], 4)}`;
        return picture.series.length > 1 ? `${one.name}: ${ends}` : ends;
      });
    readout.textContent = `${picture.x.name} ${show(value)}: ${words.join("; ")}`;
  };
  root.addEventListener("pointermove", (event) => {
    const box = root.getBoundingClientRect();
    const px = ((event.clientX - box.left) / box.width) * width;
    read(nearest(places.map(x), px));
  });
  root.addEventListener("keydown", (event) => {
    const moves = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: places.length - 1 };
    if (!(event.key in moves)) return;
    event.preventDefault();
    read(moves[event.key]);
  });
}

/** The numbers behind a picture, for those who cannot or would rather not look. */
function numbers(picture) {
  const details = el("details", {}, el("summary", {}, "Numbers"));
  details.addEventListener("toggle", () => {
    if (!details.open || details.children.length > 1) return;
    const table = el("table", {}, el("tr", {}, el("th", { scope: "col" }, "curve"), el("th", { scope: "col" }, picture.x.name), el("th", { scope: "col" }, "at least"), el("th", { scope: "col" }, "at most")));
    for (const one of picture.series) {
      one.x.forEach((value, i) => {
        table.append(el("tr", {}, el("td", {}, one.name), el("td", { class: "number" }, show(value, 6)), el("td", { class: "number" }, showDown(one.lower[i], 6)), el("td", { class: "number" }, showUp(one.upper[i], 6))));
      });
    }
    const box = el("div", { class: "scroll", tabIndex: 0 }, table);
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", "Numbers of the picture");
    details.append(box);
  });
  return details;
}
