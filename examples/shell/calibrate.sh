#!/usr/bin/env bash
# The least noise that keeps a promise, then the paragraph for the report of the run that has it.
set -euo pipefail
sordino=${SORDINO:-$(dirname "${BASH_SOURCE[0]}")/../../sordino}

answer=$("$sordino" calibrate '1000 * poisson(0.01, gaussian(?))' --epsilon 1 --delta 1e-6)
echo "$answer"
plan=$(sed -n 's/^plan *//p' <<<"$answer")
"$sordino" statement "$plan" --delta 1e-6
