#!/usr/bin/env bash
# How private is a plan, which delta does it have at an epsilon, and why?
set -euo pipefail
sordino=${SORDINO:-$(dirname "${BASH_SOURCE[0]}")/../../sordino}

"$sordino" epsilon '500 * laplace(20) + 20 * gaussian(40)' --delta 1e-6

# A program reads JSON: the upper end is what may be promised.
"$sordino" delta '20 * gaussian(10)' --epsilon 3 --json | sed 's/.*"upper": \([^,}]*\).*/delta is at most \1/'

# A plan that is wrong is answered on standard error, with what to do and exit code 2.
"$sordino" epsilon '500 * laplce(20)' --delta 1e-6 2>&1 || echo "exit code $?"
