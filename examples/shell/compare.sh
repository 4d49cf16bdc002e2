#!/usr/bin/env bash
# One training run under every way of drawing its batches.
set -euo pipefail
sordino=${SORDINO:-$(dirname "${BASH_SOURCE[0]}")/../../sordino}

"$sordino" compare --dataset-size 60000 --batch-size 256 --noise-multiplier 1.1 --epochs 15 --delta 1e-5
