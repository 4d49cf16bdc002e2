#!/usr/bin/env bash
# Many questions at once: one JSON request a line, one JSON answer a line, in the same order.
set -euo pipefail
sordino=${SORDINO:-$(dirname "${BASH_SOURCE[0]}")/../../sordino}

for sigma in 20 40 80; do
    printf '{"id": "sigma %s", "command": "epsilon", "plan": "100 * gaussian(%s)", "delta": 1e-6}\n' $sigma $sigma
done | "$sordino" batch - | sed 's/.*"id": "\([^"]*\)".*"upper": \([^,}]*\).*/\1: epsilon is at most \2/'
