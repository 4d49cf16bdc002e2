"""Asks the program random questions and checks both ends of every bracket against a second accountant.

    python3 oracle/second_engine.py --questions 10000                # with a new seed, which is printed, in pieces of 100
    python3 oracle/second_engine.py --questions 200 --seed 1 --ask "java -cp app/target/sordino.jar io.sordino.cli.Sordino"

A pair of laws is a list of atoms (p, q) with d = p - q kept apart so that small losses do not cancel, and the masses that only one of the two
has. Below: neighbouring atoms are merged, which is post-processing. Above: an atom is split between the two ends of its cell so that both
masses stay. Products are plain outer products of positive numbers: no transform, no tilt, no lattice; the relative error is that of a few
thousand roundings however small delta is. One law serves both directions, for it is the same pair read backwards.

Checked, each at the end where it can be refuted:
  epsilon answers: delta(upper) <= delta and delta(lower) >= delta; delta answers: the two brackets meet; at delta = 0 both ends of epsilon;
  the same question at two widths, and epsilon asked again of the delta that was answered: all brackets meet.
With --family extreme one leaf, a group or a Poisson sample of it, against closed forms in many digits and without any slack.
Prints violations, errors and slow answers; exits 1 if there are violations.
"""

import argparse
import ctypes
import json
import math
import random
import shlex
import subprocess
import sys
import tempfile
import time
from collections import Counter

import mpmath as mp
import numpy as np
from scipy.special import ndtr
from scipy.stats import binom

CELLS = 600
# of the even grid on which atoms are gathered where that is fine enough, in place of sorting them
SLOTS = 1 << 15
SLACK = 1e-9
np.seterr(all="ignore")
# memory that is given back is soon asked for again: half of the time went into pages
for option in (-1, -3):
    ctypes.CDLL(None).mallopt(option, 1 << 30)


def reachable(delta, eps):
    """Are the masses that decide delta(eps) doubles, under both laws?"""
    return eps < 600 and (delta == 0 or math.log(delta) - eps > -630)


class Law:
    """Atoms of both laws, and the mass that only P (a) or only Q (b) has."""

    def __init__(self, p, q, d=None, a=0.0, b=0.0):
        p, q = np.asarray(p, float), np.asarray(q, float)
        d = p - q if d is None else np.asarray(d, float)
        keep = (p > 0) & (q > 0)
        self.a, self.b, self.p, self.q, self.d = a, b, p, q, d
        if not keep.all():
            self.a = a + p[(p > 0) & (q == 0)].sum()
            self.b = b + q[(q > 0) & (p == 0)].sum()
            self.p, self.q, self.d = p[keep], q[keep], d[keep]

    def loss(self):
        x = self.d / self.q
        return np.where(np.abs(x) < 0.5, np.log1p(np.where(np.abs(x) < 0.5, x, 0)), np.log(self.p) - np.log(self.q))

    def delta(self, eps, swap=False):
        if swap:
            return Law(self.q, self.p, -self.d, self.b, self.a).delta(eps)
        if math.isinf(eps):
            return self.a
        m = math.expm1(min(eps, 700.0))
        over = self.loss() > eps
        gain = np.where(np.abs(m) < 0.5, self.d - m * self.q, self.p * -np.expm1(eps - self.loss()))
        return float(gain[over & (gain > 0)].sum()) + self.a

    def both(self, eps):
        return max(self.delta(eps), self.delta(eps, True))

    def top(self, swap=False):
        if (self.b if swap else self.a) > 0:
            return math.inf
        x = self.loss()
        return float(-x.min() if swap else x.max())


def binned(j, law, edges, up):
    """Atoms of the cells j between the edges: merged (below) or split onto the edges (above)."""
    n = len(edges)
    p, q, d = (np.bincount(j, w, n) for w in (law.p, law.q, law.d))
    if not up:
        return Law(p, q, d, law.a, law.b)
    # masses at the ends are linear in the two masses of a cell: those of its sum are the sums of its atoms' own
    j = np.flatnonzero(p)
    merged = Law(p[j], q[j], d[j])
    low, high, x = edges[j], edges[j + 1], np.clip(merged.loss(), edges[j], edges[j + 1])
    h = high - low
    f = np.clip(np.expm1(x - low) / np.expm1(h), 0, 1)
    # for wide cells 1 - f is computed on its own
    g = np.clip(-np.expm1(x - high) / -np.expm1(-h), 0, 1)
    q = np.bincount(j, merged.q * g, n) + np.bincount(j + 1, merged.q * f, n)
    p = np.bincount(j, merged.p * g * np.exp(low - x), n) + np.bincount(
        j + 1, merged.p * np.clip(np.expm1(low - x) / np.expm1(-h), 0, 1), n)
    d = np.where(np.abs(edges) < 1, q * np.expm1(np.clip(edges, -1, 1)), p - q)
    return Law(p, q, d, law.a, law.b)


def coarse(law, up, thetas=(0.0, -1.0), x=None):
    """At most some CELLS atoms; x are the losses, where they are known."""
    if len(law.p) <= CELLS:
        return law
    x = law.loss() if x is None else x
    out = gathered(x, law, up, thetas)
    return out if out is not None else sorted_out(x, law, up, thetas)


def gathered(x, law, up, thetas):
    """Without sorting: on an even grid first, which must be finer than the cells; nothing where it is not."""
    lo, hi = x.min(), x.max()
    width = (hi - lo) / SLOTS
    # what is rounded across an end of its slot is beyond it by less than 1e-9 of the slot
    if not width > 1e-6 * max(abs(lo), abs(hi)):
        return None
    slot = np.minimum(((x - lo) / width).astype(np.int32), SLOTS - 1)
    p = np.bincount(slot, law.p, SLOTS)
    used = p > 0
    if used.sum() < 8 * CELLS:
        return None
    at = lo + width * (np.arange(SLOTS) + 0.5)
    lp = np.where(used, np.log(np.where(used, p, 1)), -np.inf)
    ends = [np.linspace(0, SLOTS, CELLS // 4).astype(int)]
    share = (CELLS - CELLS // 4) // len(thetas)
    for t in thetas:
        w = lp + t * at
        w = np.exp(w - w.max())
        c = np.concatenate([[0], np.cumsum(w)])
        # a slot that holds as much as a cell should is too wide
        if w.max() * share > 0.5 * c[-1]:
            return None
        ends.append(np.searchsorted(c, np.linspace(0, c[-1], share + 2)[1:-1]))
    ends = np.unique(np.concatenate(ends))
    cell = np.searchsorted(ends, np.arange(SLOTS), side="right") - 1
    edges = lo + width * ends
    edges[0], edges[-1] = lo, hi
    slots = Law(p, np.bincount(slot, law.q, SLOTS), np.bincount(slot, law.d, SLOTS), law.a, law.b)
    return binned(cell[used], slots, edges, up)


def sorted_out(x, law, up, thetas):
    order = np.argsort(x)
    s = x[order]
    law = Law(law.p[order], law.q[order], law.d[order], law.a, law.b)
    # equal losses, up to rounding, are one atom
    fresh = np.diff(s) > 1e-12 * np.maximum(np.abs(s[1:]), 1e-300)
    if fresh.sum() < CELLS:
        j = np.concatenate([[0], np.cumsum(fresh)])
        return Law(*(np.bincount(j, w) for w in (law.p, law.q, law.d)), law.a, law.b)
    lo, hi = s[0], s[-1]
    edges = [np.linspace(lo, hi, CELLS // 4)]
    lp = np.log(law.p)
    share = (CELLS - CELLS // 4) // len(thetas)
    for t in thetas:
        w = lp + t * s
        w = np.exp(w - w.max())
        c = np.cumsum(w)
        edges.append(np.interp(np.linspace(0, c[-1], share + 2)[1:-1], c, s))
    e = np.unique(np.concatenate(edges))
    e = e[np.concatenate([[True], np.diff(e) > 1e-13 * max(abs(lo), abs(hi))])]
    e[0], e[-1] = lo, hi
    j = np.repeat(np.arange(len(e) - 1), np.diff(np.concatenate([[0], np.searchsorted(s, e[1:-1]), [len(s)]])))
    return binned(j, law, e, up)


def product(x, y, up, thetas):
    p = np.outer(x.p, y.p).ravel()
    q = np.outer(x.q, y.q).ravel()
    d = (np.outer(x.d, y.p) + np.outer(x.q, y.d)).ravel()
    a = x.a + y.a - x.a * y.a
    b = x.b + y.b - x.b * y.b
    out = Law(p, q, d, a, b)
    whole = len(out.p) == len(p)
    return coarse(out, up, thetas, np.add.outer(x.loss(), y.loss()).ravel() if whole else None)


def power(x, n, up, thetas):
    out = None
    while n:
        if n & 1:
            out = x if out is None else product(out, x, up, thetas)
        n >>= 1
        if n:
            x = product(x, x, up, thetas)
    return out


def sampled(x, r):
    """P becomes (1 - r) Q + r P."""
    p = np.append((1 - r) * x.q + r * x.p, (1 - r) * x.b)
    q = np.append(x.q, x.b)
    d = np.append(r * x.d, -r * x.b)
    return Law(p, q, d, r * x.a, 0.0)


def tails(x):
    """Tilts under which the tails of a law are well within: one ratio that is far out decides a mean of many."""
    loss = x.loss()
    mean = (x.p * loss).sum()
    spread = math.sqrt(max((x.p * (loss - mean) ** 2).sum(), 1e-12))
    return (0.0, -1.0) + tuple(k / spread for k in (1.5, 3.0, 4.5, 6.0)) + (-1.0 - 2.5 / spread,)


def averaged(x, t, up):
    """The mean of t independent ratios: one step of t, chosen uniformly, sees the record."""

    def sums(v, w, v2, w2):
        s, m = np.add.outer(v, v2).ravel(), np.outer(w, w2).ravel()
        if len(s) <= CELLS:
            return s, m
        o = np.argsort(s)
        s, m = s[o], m[o]
        fresh = np.diff(s) > 1e-13 * s[1:]
        if fresh.sum() < CELLS:
            j = np.concatenate([[0], np.cumsum(fresh)])
            mm = np.bincount(j, m)
            return np.bincount(j, m * s) / mm, mm
        e = [[s[0], s[-1]], np.geomspace(max(s[0], 1e-290), s[-1], CELLS // 8)]
        # what decides is where the mass is, and where it is after a tilt: ratios that are large or small tell much
        log_m, log_s = np.log(m), np.log(np.maximum(s, 1e-290))
        mean = (m * log_s).sum() / m.sum()
        spread = max(1e-6, math.sqrt((m * (log_s - mean) ** 2).sum() / m.sum()))
        tilts = (0, 1, 2, 4, 8, -4 / spread, -2 / spread, 2 / spread, 4 / spread)
        for tilt in tilts:
            w = log_m + tilt * log_s
            c = np.cumsum(np.exp(w - w.max()))
            e.append(np.interp(np.linspace(0, c[-1], CELLS // len(tilts)), c, s))
        e = np.unique(np.clip(np.concatenate(e), s[0], s[-1]))
        e = e[np.isfinite(e)]
        e[0], e[-1] = s[0], s[-1]
        j = np.clip(np.searchsorted(e, s, side="right") - 1, 0, len(e) - 2)
        if not up:
            mm = np.bincount(j, m, len(e))
            ms = np.bincount(j, m * s, len(e))
            k = mm > 0
            return ms[k] / mm[k], mm[k]
        f = (s - e[j]) / (e[j + 1] - e[j])
        mm = np.bincount(j, m * (1 - f), len(e)) + np.bincount(j + 1, m * f, len(e))
        k = mm > 0
        return e[k], mm[k]

    v = np.append(x.p / x.q, 0.0) if x.b > 0 else x.p / x.q
    w = np.append(x.q, x.b) if x.b > 0 else x.q
    out = None
    n, cv, cw = t, v, w
    while n:
        if n & 1:
            out = (cv, cw) if out is None else sums(*out, cv, cw)
        n >>= 1
        if n:
            cv, cw = sums(cv, cw, cv, cw)
    s, m = out
    return Law(m * s / t, m, None, x.a, 0.0)


def interval(lo, hi):
    """Mass of the standard normal between, from the nearer tail."""
    return np.where(lo > 0, ndtr(-lo) - ndtr(-hi), ndtr(hi) - ndtr(lo))


def from_cells(p, q, llo, lhi, up, a=0.0, b=0.0):
    """Cells of masses p, q whose losses lie between llo and lhi."""
    if not up:
        return Law(p, q, None, a, b)
    keep = (p > 0) & (q > 0)
    a, b = a + p[~keep].sum(), b + q[~keep].sum()
    p, q, llo, lhi = p[keep], q[keep], llo[keep], lhi[keep]
    x = np.clip(np.log(p / q), llo, lhi)
    h = lhi - llo
    flat = h < 1e-9
    hh = np.where(flat, 1, h)
    f = np.where(flat, 0, np.clip(np.expm1(x - llo) / np.expm1(hh), 0, 1))
    g = np.where(flat, 1, np.clip(-np.expm1(x - lhi) / -np.expm1(-hh), 0, 1))
    q2 = np.concatenate([q * g, q * f])
    l2 = np.concatenate([np.where(flat, x, llo), lhi])
    p2 = np.concatenate([np.where(flat, p, p * g * np.exp(llo - x)), np.where(flat, 0, p * np.clip(np.expm1(llo - x) / np.expm1(-hh), 0, 1))])
    q2 = np.where(p2 > 0, q2, 0)
    d2 = np.where(np.abs(l2) < 1, q2 * np.expm1(np.clip(l2, -1, 1)), p2 - q2)
    return Law(p2, q2, d2, a, b)


def noise(name, args, shift, up):
    """Noise at distance shift (P is moved up)."""
    if name in ("gaussian", "gdp"):
        mu = shift / args[0] if name == "gaussian" else args[0]
        e = np.linspace(-37.5, 37.5 + mu, 2 * CELLS + 1)
        return from_cells(interval(e[:-1] - mu, e[1:] - mu), interval(e[:-1], e[1:]),
                          mu * e[:-1] - mu * mu / 2, mu * e[1:] - mu * mu / 2, up)
    if name == "laplace":
        th = shift / args[0]
        e = np.linspace(0, th, 2 * CELLS + 1)  # in units of the scale
        q = 0.5 * np.exp(-e[:-1]) * -np.expm1(-np.diff(e))
        p = 0.5 * np.exp(-(th - e[1:])) * -np.expm1(-np.diff(e))
        inner = from_cells(p, q, 2 * e[:-1] - th, 2 * e[1:] - th, up)
        return Law(np.concatenate([inner.p, [0.5, 0.5 * math.exp(-th)]]), np.concatenate([inner.q, [0.5 * math.exp(-th), 0.5]]),
                   np.concatenate([inner.d, [-0.5 * math.expm1(-th), 0.5 * math.expm1(-th)]]))
    if name == "truncated_laplace":
        s, bound = args
        total = -2 * math.expm1(-bound / s)

        def mass(lo, hi):  # of the centred noise, cells that do not straddle 0
            near = np.minimum(np.abs(lo), np.abs(hi))
            return np.exp(-near / s) * -np.expm1(-np.abs(hi - lo) / s) / total
        if shift >= 2 * bound:
            return Law([], [], None, 1.0, 1.0)
        marks = sorted({-bound + shift, bound} | {m for m in (0.0, shift) if -bound + shift < m < bound})
        e = np.unique(np.concatenate([np.linspace(u, v, CELLS) for u, v in zip(marks, marks[1:])]))
        q, p = mass(e[:-1], e[1:]), mass(e[:-1] - shift, e[1:] - shift)
        # where the cell is rounded across 0 the value is off by its width only
        l = (np.abs(e) - np.abs(e - shift)) / s
        tail = float(sum(mass(np.array([max(u, -bound)]), np.array([min(v, bound - 0)]))[0]
                         for u, v in ((bound - shift, bound),) if v > u)) if bound - shift >= 0 else None
        if tail is None:
            tail = float(mass(np.array([bound - shift]), np.array([0.0]))[0] + mass(np.array([0.0]), np.array([bound]))[0])
        return from_cells(p, q, np.minimum(l[:-1], l[1:]), np.maximum(l[:-1], l[1:]), up, tail, tail)
    if name == "sinh_normal":
        sg, A = args
        top = A * math.asinh(37.5 * sg / A)
        e = np.linspace(-top, top + shift, 4 * CELLS + 1)
        z, w = A * np.sinh(e / A) / sg, A * np.sinh((e - shift) / A) / sg
        l = (z * z - w * w) / 2 + np.log(np.cosh((e - shift) / A)) - np.log(np.cosh(e / A))
        p, q = interval(w[:-1], w[1:]), interval(z[:-1], z[1:])
        x = np.log(p / q)
        return from_cells(p, q, np.minimum(np.minimum(l[:-1], l[1:]), x), np.maximum(np.maximum(l[:-1], l[1:]), x), up)
    if name == "discrete_laplace":
        s = args[0]
        z = np.arange(0.0, shift + 1)  # all at or below 0 have one loss, and so have all at or above the shift
        w = np.full(len(z), -math.expm1(-1 / s))
        w[0] = w[-1] = 1.0
        l = (2 * z - shift) / s
        total = 1 + math.exp(-1 / s)
        p, q = w * np.exp(-(shift - z) / s) / total, w * np.exp(-z / s) / total
        d = np.where(np.abs(l) < 1, q * np.expm1(np.clip(l, -1, 1)), p - q)
        return coarse(Law(p, q, d), up)
    if name == "discrete_gaussian":
        s = args[0]
        reach = int(38 * s + 2)
        z = np.arange(-reach, reach + int(shift) + 1, dtype=float)
        f = lambda t: -t * t / (2 * s * s)
        norm = np.exp(f(np.arange(-reach, reach + 1, dtype=float))).sum()
        lp, lq = f(z - shift), f(z)
        p, q = np.exp(lp) / norm, np.exp(lq) / norm
        l = lp - lq
        d = np.where(np.abs(l) < 1, q * np.expm1(np.clip(l, -1, 1)), p - q)
        return coarse(Law(p, q, d), up)
    raise ValueError(name)


SHIFTED = ("gaussian", "laplace", "truncated_laplace", "sinh_normal", "discrete_gaussian", "discrete_laplace")


def law(plan, replace, up, thetas):
    kind = plan[0]
    if kind == "leaf":
        _, name, args = plan
        if name in SHIFTED:
            return noise(name, args, 2.0 if replace else 1.0, up)
        if name == "gdp":
            return noise(name, args, 1.0, up)
        if name == "randomized_response":
            e, k = args[0], (args[1] if len(args) > 1 else 2)
            q = 1 / (math.exp(e) + k - 1)
            p = math.exp(e) * q
            d = q * math.expm1(e)
            return Law([p, q, (k - 2) * q], [q, p, (k - 2) * q], [d, -d, 0])
        if name == "dp":
            e, dl = args[0], (args[1] if len(args) > 1 else 0.0)
            u = (1 - dl) / (1 + math.exp(e))
            d = u * math.expm1(e)
            return Law([u * math.exp(e), u], [u, u * math.exp(e)], [d, -d], dl, dl)
        if name == "exponential":
            e = args[0]
            a = np.linspace(-e, e, 2 * CELLS + 1)
            den = -math.expm1(-e)
            P = np.exp((a[:-1] - e) / 2) * np.expm1(np.diff(a) / 2) / den
            Q = np.exp(-(a[1:] + e) / 2) * np.expm1(np.diff(a) / 2) / den
            return from_cells(P, Q, a[:-1], a[1:], up)
    if kind == "group":
        _, k, inner = plan
        if inner[0] == "leaf":
            return noise(inner[1], inner[2], k * (2.0 if replace else 1.0), up)
        if inner[0] == "poisson":  # all k may be in the sample
            name, s = inner[2][1], inner[2][2][0]
            w = binom.pmf(np.arange(k + 1), k, inner[1])
            if name == "gaussian":
                mu = 1 / s
                e = np.linspace(-37.5, 37.5 + k * mu, 4 * CELLS + 1)
                cells = [interval(e[:-1] - j * mu, e[1:] - j * mu) for j in range(k + 1)]
                l = np.log(sum(w[j] * np.exp(np.minimum(j * mu * e - (j * mu) ** 2 / 2, 690)) for j in range(k + 1)))
                return from_cells(sum(a * c for a, c in zip(w, cells)), cells[0], l[:-1], l[1:], up)
    if kind == "sum":
        out = None
        for n, part in plan[1]:
            x = power(coarse(law(part, replace, up, thetas), up, thetas), n, up, thetas)
            out = x if out is None else product(out, x, up, thetas)
        return out
    if kind == "poisson":
        return sampled(law(plan[2], replace, up, (0.0, -1.0, 1.0)), plan[1])
    if kind == "allocated":
        base = law(plan[2], replace, up, (0.0, -1.0, 1.0))
        return averaged(coarse(base, up, tails(base)), plan[1], up)
    raise ValueError(plan)


def number(x):
    return repr(x) if isinstance(x, float) else str(x)


def text(plan):
    kind = plan[0]
    if kind == "leaf":
        return plan[1] + "(" + ", ".join(map(number, plan[2])) + ")"
    if kind == "sum":
        return " + ".join((f"{n} * " if n > 1 else "") + ("(" + text(p) + ")" if p[0] == "sum" else text(p)) for n, p in plan[1])
    if kind == "poisson":
        return f"poisson({number(plan[1])}, {text(plan[2])})"
    if kind == "group":
        return f"group({plan[1]}, {text(plan[2])})"
    if kind == "allocated":
        return f"allocated(1, {plan[1]}, {text(plan[2])})"
    raise ValueError(plan)


class Saddle:
    """Where the mass that decides delta sits, for the choice of cells alone."""

    def __init__(self, plan, replace):
        self.tilts = np.concatenate([[0.0], np.geomspace(1e-4, 1e4, 80)])
        self.logs = np.zeros(len(self.tilts)) if plan[0] == "sum" else None
        for n, p in plan[1] if plan[0] == "sum" else []:
            x = coarse(law(p, replace, False, (0.0, -1.0)), False)
            if not len(x.p):
                # what one law does the other never does
                continue
            w = np.log(x.p) + np.outer(self.tilts, x.loss())
            top = w.max(axis=1)
            self.logs += n * (top + np.log(np.exp(w - top[:, None]).sum(axis=1)))

    def thetas(self, eps):
        if self.logs is None:
            return (0.0, -1.0, 1.0)
        at = float(self.tilts[np.argmin(self.logs - self.tilts * eps)])
        return (0.0, -1.0, at, -1.0 - at) if at > 0 else (0.0, -1.0)


class Truth:
    """Laws are made for an epsilon, and hold for all: next to it they are as narrow."""

    def __init__(self, plan, replace):
        self.plan, self.replace, self.kept = plan, replace, []
        self.saddle = Saddle(plan, replace)

    def delta(self, eps):
        for made, laws in self.kept:
            if abs(eps - made) <= 0.03 * made:
                break
        else:
            th = self.saddle.thetas(min(eps, 1e6))
            laws = tuple(law(self.plan, self.replace, up, th) for up in (False, True))
            self.kept.append((eps, laws))
        return tuple(x.both(eps) for x in laws)

    def pure(self):
        """Bracket of the largest loss, of either direction."""
        out = []
        for up in (False, True):
            x = law(self.plan, self.replace, up, (0.0, -1.0))
            out.append(max(x.top(), x.top(True)))
        return out


# ---- one leaf, a group or a Poisson sample of it: exact, however far out ----

def tail(name, args, shift, t):
    """H at e^t of the noise against itself moved by shift; the noises are symmetric, so both directions are this."""
    x = mp.e**t
    if name == "gaussian":
        mu = shift / args[0]
        return mp.ncdf(mu / 2 - t / mu) - x * mp.ncdf(-mu / 2 - t / mu)
    if name == "laplace":
        th = shift / args[0]
        return mp.mpf(0) if t >= th else 1 - x if t <= -th else -mp.expm1((t - th) / 2)
    if name == "discrete_laplace":
        k, u = int(shift), mp.e**(-1 / args[0])
        if t >= k / args[0]:
            return mp.mpf(0)
        first = max(-1, int(mp.floor((t * args[0] + k) / 2))) + 1  # the least z with a loss above t, 0 standing for all below
        if t < -k / args[0]:
            return 1 - x
        up = lambda m: (u**m if m >= 0 else 1 + u - u**(1 - m)) / (1 + u)  # mass of z >= m
        return up(first - k) - x * up(first)
    if name == "discrete_gaussian":
        k, s = int(shift), args[0]
        first = int(mp.floor((2 * t * s * s + k * k) / (2 * k))) + 1
        f = lambda z: mp.e**(-mp.mpf(z) ** 2 / (2 * s * s))
        reach = int(s * 60) + 3
        norm = mp.fsum(f(z) for z in range(-reach, reach + 1))

        def up(m):  # relative error e^-800
            if m <= -reach:
                return norm
            if m <= 0:
                return norm - up(1 - m)
            far = int(mp.sqrt(mp.mpf(m) ** 2 + 1800 * s * s)) + 2
            return mp.fsum(f(z) for z in range(m, far + 1))
        return (up(first - k) - x * up(first)) / norm
    if name == "truncated_laplace":
        s, bound = args
        if shift >= 2 * bound:
            return mp.mpf(1)
        total = -2 * mp.expm1(-bound / s)

        def up(y):  # centred mass above y
            if y >= bound:
                return mp.mpf(0)
            if y <= -bound:
                return mp.mpf(1)
            return (mp.e**(-y / s) - mp.e**(-bound / s)) / total if y >= 0 else 1 - up(-y)
        least = shift - bound
        top = (min(bound, shift) * 2 - shift) / s
        if t >= top:
            return up(bound - shift)
        at = (t * s + shift) / 2
        if at < 0 or at < least:
            at = least
        return up(at - shift) - x * up(at)
    if name == "randomized_response":
        e, k = args[0], (args[1] if len(args) > 1 else 2)
        w = 1 / (mp.e**e + k - 1)
        return mp.fsum(max(mp.mpf(0), g) for g in (w * (mp.e**e - x), w * (1 - x * mp.e**e), (k - 2) * w * (1 - x)))
    raise ValueError(name)


def exactly(plan, replace, eps):
    """delta(eps), the worse direction."""
    eps = mp.mpf(eps)
    rate, size = mp.mpf(1), 1
    while plan[0] != "leaf":
        if plan[0] == "poisson":
            rate *= mp.mpf(plan[1])
        else:
            size = plan[1]
        plan = plan[2]
    args = [mp.mpf(v) if isinstance(v, float) else v for v in plan[2]]
    shift = mp.mpf(size * (2 if replace and plan[1] in SHIFTED else 1))
    out = rate * tail(plan[1], args, shift, mp.log1p(mp.expm1(eps) / rate))
    c = 1 - mp.e**eps * (1 - rate)
    if rate < 1 and c > 0:
        out = max(out, c * tail(plan[1], args, shift, mp.log(rate * mp.e**eps / c)))
    return out


def extreme(r):
    n = r.choice(["gaussian", "gaussian", "laplace", "discrete_laplace", "discrete_gaussian", "truncated_laplace", "randomized_response"])
    wild = lambda: rnd(r, *r.choice([(1e-170, 1e-3), (1e-3, 1e2), (0.1, 10), (1e2, 1e150)]))
    if n in ("gaussian", "laplace"):
        args = [wild()]
    elif n == "discrete_laplace":
        args = [rnd(r, *r.choice([(1e-3, 1), (0.1, 100), (1e2, 1e12)]))]
    elif n == "discrete_gaussian":
        args = [rnd(r, *r.choice([(1e-3, 1), (0.1, 20)]))]
    elif n == "truncated_laplace":
        s = wild()
        args = [s, s * rnd(r, 1e-2, 700)] if r.random() < 0.6 else [s, rnd(r, 0.3, 300)]
    else:
        args = [rnd(r, *r.choice([(1e-12, 1e-3), (1e-3, 10), (10, 600)]))] + ([r.randint(3, 1000)] if r.random() < 0.4 else [])
    x = ("leaf", n, args)
    if n in SHIFTED and r.random() < 0.5:
        x = ("group", r.choice([2, 3, int(rnd(r, 2, 1e4)), int(rnd(r, 2, 1e9)) if not n.startswith("discrete_g") else 7]), x)
    rel = "add-remove"
    if r.random() < 0.5:
        x = ("poisson", rnd(r, *r.choice([(1e-9, 1), (0.01, 1), (0.9, 1)])), x)
        if r.random() < 0.2:
            x = ("poisson", rnd(r, 0.01, 1), x)
    elif r.random() < 0.4:
        rel = "replace-one"
    return x, rel


def extremes(opt, r):
    """Strictly: not one unit in the last place is forgiven."""
    mp.mp.dps = 60
    requests, plans = [], {}
    for i in range(opt.questions):
        p, rel = extreme(r)
        w = r.choice([1e-2, 1e-3, 1e-4, 1e-6])
        q = {"id": f"{i}", "plan": text(p), "relation": rel, "width": w}
        if r.random() < 0.5:
            q.update(command="epsilon", delta=r.choice([0.0, rnd(r, 1e-300, 1e-30), rnd(r, 1e-30, 1e-3), rnd(r, 1e-3, 0.99)]))
        else:
            q.update(command="delta", epsilon=r.choice([0.0, rnd(r, 1e-12, 1e-3), rnd(r, 1e-3, 10), rnd(r, 10, 1e4)]))
        requests.append(q)
        plans[q["id"]] = p, q
    with tempfile.TemporaryDirectory() as folder:
        answers, err = ask(opt.ask, requests, folder)
    if err.strip():
        print("stderr:", err.strip()[:500])
    count, bad, until = Counter(), 0, time.time() + opt.seconds
    for key, (p, q) in plans.items():
        a = answers.get(key)
        if not a or "error" in a:
            count["no answer" if not a else a["error"]["kind"]] += 1
            if not a or a["error"]["kind"] not in ("unsupported", "limit", "invalid"):
                bad += 1
                print("VIOLATION", q, a)
            else:
                print("refused", q["plan"], q["relation"], a["error"]["message"][:160])
            continue
        if a["seconds"] > opt.slow:
            print("SLOW", a["seconds"], q)
        replace = q["relation"] == "replace-one"
        if time.time() > until:
            count["left out"] += 1
            continue
        # cancellation: a scale of 1e150 costs as many digits
        mp.mp.dps = 400 if "e+" in q["plan"] else 80
        lo, hi = ends(a, q["command"])
        try:
            if q["command"] == "delta":
                t = exactly(p, replace, q["epsilon"])
                top = a["delta"].get("log10_upper")
                out = hi < t or lo > t
                if out and hi == 0.0 and isinstance(top, (int, float)) and t > 0:
                    out = mp.mpf(10) ** mp.mpf(top) < t
                if t > 1e-300 and a.get("tight") is not False and hi - lo > 2 * q["width"] * hi:
                    print("wide", q, (lo, hi))
                seen = mp.nstr(t, 17)
            else:
                seen, out = [], False
                if math.isfinite(hi):
                    t = exactly(p, replace, hi)
                    out, seen = t > q["delta"], [("delta(upper)", mp.nstr(t, 17))]
                if lo > 0:
                    # at delta = 0 the least epsilon has delta(lower - a bit) > 0
                    t = exactly(p, replace, min(lo, 1e9) if q["delta"] else min(lo, 1e4) * (1 - 1e-15))
                    seen.append(("delta(lower)", mp.nstr(t, 17)))
                    out = out or (t < q["delta"] or t == 0)
            if t < 0:
                raise ValueError("cancelled")
        except (ValueError, OverflowError, MemoryError, mp.libmp.NoConvergence):
            count["oracle failed"] += 1
            continue
        count[q["command"]] += 1
        if out:
            bad += 1
            print("VIOLATION", q, "said", (lo, hi), a.get("delta"), "truth", seen, flush=True)
    print("extremes", dict(count), "violations", bad)
    return 1 if bad else 0


# ---- random plans ----

def rnd(r, lo, hi):
    return float(f"{math.exp(r.uniform(math.log(lo), math.log(hi))):.4g}")


def leaf(r, atoms=False, pure=False):
    names = ["discrete_gaussian", "discrete_laplace", "randomized_response", "dp"]
    if not atoms:
        names += ["gaussian", "laplace", "truncated_laplace", "sinh_normal", "exponential", "gdp"]
    if pure:
        names = ["laplace", "discrete_laplace", "randomized_response", "dp", "exponential"]
    n = r.choice(names)
    if n == "discrete_gaussian":
        return ("leaf", n, [rnd(r, 0.15, 60)])
    if n == "discrete_laplace":
        return ("leaf", n, [rnd(r, 0.1, 30)])
    if n == "randomized_response":
        return ("leaf", n, [rnd(r, 1e-3, 8)] + ([r.randint(3, 20)] if r.random() < 0.4 else []))
    if n == "dp":
        return ("leaf", n, [rnd(r, 1e-3, 6)] + ([rnd(r, 1e-12, 1e-2)] if r.random() < 0.6 and not pure else []))
    if n == "truncated_laplace":
        s = rnd(r, 0.3, 20)
        return ("leaf", n, [s, float(f"{s * r.uniform(0.3, 25):.4g}")])
    if n == "sinh_normal":
        s = rnd(r, 0.5, 20)
        return ("leaf", n, [s, float(f"{s * r.uniform(1.0, 8):.4g}")])
    if n == "exponential":
        return ("leaf", n, [rnd(r, 1e-2, 5)])
    if n == "gdp":
        return ("leaf", n, [rnd(r, 0.02, 5)])
    if n == "gaussian":
        return ("leaf", n, [rnd(r, 0.2, 60)])
    return ("leaf", n, [rnd(r, 0.1, 40)])


def steps(r, most):
    return int(rnd(r, 1, most))


def group(r):
    if r.random() < 0.3:
        return ("group", r.randint(2, 6), ("poisson", rnd(r, 0.001, 0.9), ("leaf", "gaussian", [rnd(r, 0.4, 20)])))
    while True:
        x = leaf(r)
        if x[1] in SHIFTED and x[1] not in ("gdp",):
            k = steps(r, 3000) + 1 if x[1].startswith("discrete") else r.randint(2, 12)
            if x[1] == "truncated_laplace" and r.random() < 0.5:
                k = 2
            return ("group", k, x)


def base(r, depth=1):
    parts = [(steps(r, 6), leaf(r, atoms=r.random() < 0.5)) for _ in range(r.choice([1, 2, 2, 3]))]
    if depth and r.random() < 0.3:
        parts[0] = (1, ("poisson", rnd(r, 1e-3, 0.9), base(r, 0)))
    if r.random() < 0.2:
        parts[-1] = (1, simple_group(r))
    return parts[0][1] if len(parts) == 1 and parts[0][0] == 1 else ("sum", parts)


def simple_group(r):
    while True:
        x = group(r)
        if x[2][0] == "leaf" and not (x[2][1].startswith("discrete") and x[1] > 40):
            return x


def family(r):
    f = r.choice(["leaf", "group", "group", "sum", "sum", "poisson", "poisson", "poisson", "nested", "allocated", "poisson_allocated", "pure", "replace", "mixed", "mixed"])
    if f == "leaf":
        return f, leaf(r), "add-remove"
    if f == "group":
        g = group(r)
        rel = "add-remove" if g[2][0] == "poisson" else r.choice(["add-remove", "replace-one"])
        return f, (g if r.random() < 0.6 else ("sum", [(steps(r, 300), g)])), rel
    if f == "sum":
        return f, ("sum", [(steps(r, r.choice([10, 1000, 100000])), leaf(r)) for _ in range(r.choice([1, 2, 3]))]), "add-remove"
    if f == "poisson":
        return f, ("sum", [(steps(r, r.choice([1, 10, 3000])), ("poisson", rnd(r, 1e-4, 0.95), base(r)))]), "add-remove"
    if f == "nested":
        return f, ("sum", [(steps(r, 200), ("poisson", rnd(r, 1e-3, 0.95), ("sum", [(steps(r, 20), ("poisson", rnd(r, 1e-3, 0.95), base(r, 0)))])))]), "add-remove"
    if f == "allocated":
        return f, ("sum", [(steps(r, r.choice([1, 1, 30])), ("allocated", steps(r, 60) + 1, r.choice([leaf(r), base(r, 0)])))]), "add-remove"
    if f == "poisson_allocated":
        return f, ("sum", [(steps(r, r.choice([1, 1, 30])), ("poisson", rnd(r, 1e-3, 0.95), ("allocated", steps(r, 20) + 1, leaf(r))))]), "add-remove"
    if f == "mixed":
        # unlike parts under unlike amplifications, added up
        parts = [
            lambda: (steps(r, 300), ("poisson", rnd(r, 1e-3, 0.95), base(r, 0))),
            lambda: (steps(r, 10), ("allocated", steps(r, 40) + 1, leaf(r))),
            lambda: (steps(r, 300), leaf(r)),
            lambda: (steps(r, 5), ("poisson", rnd(r, 1e-3, 0.95), ("allocated", steps(r, 10) + 1, leaf(r)))),
        ]
        return f, ("sum", [part() for part in r.sample(parts, r.choice([2, 3]))]), "add-remove"
    if f == "pure":
        parts = [(steps(r, 8), leaf(r, pure=r.random() < 0.9)) for _ in range(2)]
        x = ("sum", parts)
        if r.random() < 0.6:
            x = ("sum", [(steps(r, 20), ("poisson", rnd(r, 1e-4, 0.95), x))])
        return f, x, "add-remove"
    return f, ("sum", [(steps(r, 1000), leaf(r)) for _ in range(r.choice([1, 2]))]), "replace-one"


def tidy(plan):
    """A sum of one thing once is that thing."""
    if plan[0] == "sum":
        parts = [(n, tidy(p)) for n, p in plan[1]]
        return parts[0][1] if len(parts) == 1 and parts[0][0] == 1 else ("sum", parts)
    if plan[0] in ("poisson", "group", "allocated"):
        return (plan[0], plan[1], tidy(plan[2]))
    return plan


def ask(command, requests, folder):
    path = f"{folder}/requests-{time.time_ns()}.jsonl"
    with open(path, "w") as out:
        for q in requests:
            out.write(json.dumps(q) + "\n")
    done = subprocess.run(shlex.split(command) + ["batch", path], capture_output=True, text=True)
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {a.get("id"): a for a in answers}, done.stderr


def ends(answer, what):
    b = answer[what]
    return tuple(math.inf if b[k] == "Infinity" else float(b[k]) for k in ("lower", "upper"))


def log_ends(answer):
    lo, hi = ends(answer, "delta")
    return lo, hi, float(answer["delta"].get("log10_upper") if answer["delta"].get("log10_upper") not in (None, "-Infinity") else -math.inf)


def meet(one, other, slack=1e-12):
    return one[0] <= other[1] + slack * abs(other[1]) and other[0] <= one[1] + slack * abs(one[1])


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--questions", type=int, default=100)
    options.add_argument("--seed", type=int, help="of the first piece; drawn where it is not given")
    options.add_argument("--piece", type=int, default=100, help="questions that are asked at once")
    options.add_argument("--ask", default="./sordino")
    options.add_argument("--family", help="this family alone")
    options.add_argument("--seconds", type=float, default=math.inf, help="for the second accountant; after them only brackets are compared")
    options.add_argument("--slow", type=float, default=20.0, help="seconds after which an answer counts as slow")
    opt = options.parse_args()
    if opt.seed is None:
        opt.seed = random.SystemRandom().randrange(10**9)
    print("seed", opt.seed, time.strftime("%Y-%m-%d", time.gmtime()), flush=True)
    if opt.family == "extreme":
        return extremes(opt, random.Random(opt.seed))
    asked = violations = 0
    while asked < opt.questions:
        print("piece", opt.seed, flush=True)
        some = min(opt.piece, opt.questions - asked)
        violations += piece(opt, some, random.Random(opt.seed))
        asked += some
        opt.seed += 1
        print(f"{asked} plans asked, {violations} violations", flush=True)
    sys.exit(1 if violations else 0)


def piece(opt, questions, r):
    """Asks so many plans and returns how many answers are wrong."""
    asked, refused, checked, violations = Counter(), Counter(), Counter(), []
    plans = []
    while len(plans) < questions:
        f, p, rel = family(r)
        if opt.family and f != opt.family:
            continue
        plans.append((f, tidy(p), rel))
    requests, cases = [], []
    for i, (f, p, rel) in enumerate(plans):
        if f == "pure":
            delta = 0.0
        else:
            delta = rnd(r, *r.choice([(1e-6, 1e-1), (1e-12, 1e-4), (1e-60, 1e-10), (1e-250, 1e-30)]))
        widths = r.sample([1e-2, 1e-3, 1e-4, 1e-6], 2)
        for w in widths:
            requests.append({"id": f"{i}/e{w}", "command": "epsilon", "plan": text(p), "relation": rel, "delta": delta, "width": w})
        cases.append((i, f, p, rel, delta, widths))
    with tempfile.TemporaryDirectory() as folder:
        answers, err = ask(opt.ask, requests, folder)
        if err.strip():
            print("stderr:", err.strip()[:500])
        second = []
        for i, f, p, rel, delta, widths in cases:
            a = answers.get(f"{i}/e{widths[0]}")
            if a and "epsilon" in a:
                lo, hi = ends(a, "epsilon")
                eps = hi if math.isfinite(hi) else 1.0
                eps = max(0.0, float(f"{eps * r.choice([1.0, 0.99, 0.5, 0.1]):.6g}"))
                w = r.choice([1e-2, 1e-4, 1e-6])
                second.append({"id": f"{i}/d", "command": "delta", "plan": text(p), "relation": rel, "epsilon": eps, "width": w})
        more, err = ask(opt.ask, second, folder)
        if err.strip():
            print("stderr:", err.strip()[:500])
        third = []
        for q in second:
            a = more.get(q["id"])
            if a and isinstance(a.get("delta"), dict):
                lo, hi = ends(a, "delta")
                if 1e-290 < hi < 1:
                    third.append({**q, "id": q["id"] + "back", "command": "epsilon", "delta": hi, "was": q["epsilon"]})
        back, err = ask(opt.ask, [{k: v for k, v in q.items() if k not in ("epsilon", "was")} for q in third], folder)

    def wrong(kind, *what):
        violations.append((kind, *what))
        print("VIOLATION", kind, *what, flush=True)

    for q in third:
        a = back.get(q["id"])
        if a and "epsilon" in a:
            checked["back"] += 1
            lo, hi = ends(a, "epsilon")
            # delta(eps) <= hi, so epsilon(hi) <= eps
            if lo > q["was"] * (1 + 1e-12) and lo > 1e-300:
                wrong("epsilon of delta", q["plan"], q["relation"], "eps", q["was"], "delta", q["delta"], "epsilon", (lo, hi))
    for everything in (answers, more, back):
        for key, a in everything.items():
            if "error" in a:
                refused[a["error"]["kind"]] += 1
                if a["error"]["kind"] not in ("unsupported", "limit", "invalid"):
                    wrong("error", key, a["error"])
            elif a.get("seconds", 0) > opt.slow:
                print("SLOW", a.get("seconds"), a["plan"], key, a.get("delta"), a.get("epsilon"))
    for q in requests + second:
        if q["id"] not in answers and q["id"] not in more:
            wrong("no answer", q)
    until = time.time() + opt.seconds
    for i, f, p, rel, delta, widths in cases:
        asked[f] += 1
        es = [(w, ends(answers[f"{i}/e{w}"], "epsilon")) for w in widths if "epsilon" in answers.get(f"{i}/e{w}", {})]
        if not es:
            for w in widths[:1]:
                print("refused", text(p), answers.get(f"{i}/e{w}", {}).get("error", {}).get("message"))
            continue
        if len(es) == 2 and not meet(es[0][1], es[1][1]):
            wrong("widths", text(p), rel, delta, es)
        for w, (lo, hi) in es:
            if not lo <= hi:
                wrong("upside down", text(p), rel, delta, es)
        if time.time() > until:
            checked["left out"] += 1
            continue
        try:
            truth = Truth(p, rel == "replace-one")
            lo = max(e[0] for _, e in es)
            hi = min(e[1] for _, e in es)
            checked["epsilon"] += 1
            if delta == 0 and 300 < hi < math.inf:
                checked["out of reach"] += 1
            elif delta == 0:
                tl, tu = truth.pure()
                if hi < tl * (1 - 1e-9) or lo > tu * (1 + 1e-9):
                    wrong("pure epsilon", text(p), rel, (lo, hi), "truth", (tl, tu))
            else:
                if reachable(delta, hi):
                    dl, du = truth.delta(hi * (1 + 1e-11))
                    if dl > delta * (1 + SLACK):
                        wrong("epsilon upper", text(p), rel, "delta", delta, "eps", (lo, hi), "delta(upper)", (dl, du))
                if lo > 0 and reachable(delta, lo) or math.isinf(lo):
                    dl, du = truth.delta(lo * (1 - 1e-11))
                    if du < delta * (1 - SLACK):
                        wrong("epsilon lower", text(p), rel, "delta", delta, "eps", (lo, hi), "delta(lower)", (dl, du))
            a = more.get(f"{i}/d")
            if a and isinstance(a.get("delta"), dict) and reachable(ends(a, "delta")[1], float(a["epsilon"])):
                checked["delta"] += 1
                eps = float(a["epsilon"])
                got = ends(a, "delta")
                dl, du = truth.delta(eps * (1 + 1e-11))[0], truth.delta(eps * (1 - 1e-11))[1]
                if got[1] > 1e-280 and (got[1] < dl * (1 - SLACK) or got[0] > du * (1 + SLACK) + 1e-290):
                    wrong("delta", text(p), rel, "eps", eps, "delta", got, "truth", (dl, du))
        except (MemoryError, ValueError, IndexError, FloatingPointError) as e:
            print("oracle failed", text(p), repr(e))
    slowest = sorted(((a.get("seconds", 0), a["plan"], key) for e in (answers, more, back) for key, a in e.items() if "plan" in a), reverse=True)
    print("slowest", slowest[:3])
    print("asked", dict(asked), "refused", dict(refused), "checked", dict(checked), "violations", len(violations))
    return len(violations)


if __name__ == "__main__":
    sys.exit(main())
