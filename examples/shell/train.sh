#!/usr/bin/env bash
# Trains a model on a table, looks how good it is on another, and predicts. What is said of columns is public.
set -euo pipefail
sordino=${SORDINO:-$(dirname "${BASH_SOURCE[0]}")/../../sordino}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# A made-up table: whether someone is accepted depends on age, score and colour.
table() {
    awk -v rows="$1" -v from="$2" 'BEGIN {
        print "age,score,colour,accepted"
        for (i = from; i < from + rows; i++) {
            age = 20 + i * 37 % 60; score = i * 61 % 101; colour = i % 3 ? "blue" : "red"
            print age "," score "," colour "," (age + score + (i % 3 ? 0 : 30) > 105 ? 1 : 0)
        }
    }'
}
table 4000 0 >"$folder/train.csv"
table 1000 4000 >"$folder/test.csv"

"$sordino" train --data "$folder/train.csv" --label accepted --bounds 'age=20:80' --bounds 'score=0:100' \
    --categorical 'colour=red|blue' --model logistic --epsilon 2 --delta 1e-5 --sampling allocation --epochs 5 \
    --out "$folder/model.json"
"$sordino" evaluate --model "$folder/model.json" --data "$folder/test.csv"
"$sordino" predict --model "$folder/model.json" --data "$folder/test.csv" --out "$folder/predicted.csv"
head -n 1 "$folder/predicted.csv"
