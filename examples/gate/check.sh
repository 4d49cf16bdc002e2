#!/usr/bin/env bash
# Fails if the plan of a repository promises less privacy than agreed: check.sh PLAN_FILE DELTA LIMIT
# Runs in CI (action.yml) and before a commit (pre-commit).
set -euo pipefail
plan=${1:-privacy.plan} delta=${2:-1e-5} limit=${3:-2}
here=$(cd -P "$(dirname "${BASH_SOURCE[0]}")" && pwd)
"${SORDINO:-$here/../../sordino}" epsilon "@$plan" --delta "$delta" --at-most "$limit"
