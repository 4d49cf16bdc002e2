#!/usr/bin/env bash
# A gate for CI: the plan of a repository is checked against a limit, and a commit that goes over it is refused.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../gate"
export SORDINO=${SORDINO:-$PWD/../../sordino}

echo "within the limit:"
./check.sh privacy.plan 1e-5 2

echo "over it:"
./check.sh privacy.plan 1e-5 1 2>&1 || echo "exit code $?"

echo "a commit that trains four times as long:"
repository=$(mktemp -d)
trap 'rm -rf "$repository"' EXIT
git init -q "$repository"
cp pre-commit "$repository/.git/hooks/"
cd "$repository"
git config user.name example
git config user.email example@example.org
sed 's/^15/60/' "$OLDPWD/privacy.plan" > privacy.plan
git add privacy.plan
git commit -q -m "train for longer" 2>&1 || echo "not committed"
