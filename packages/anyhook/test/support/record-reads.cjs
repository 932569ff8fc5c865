// Loaded before a program: writes the files that it reads into the file of RECORD_READS, one per line.
const fs = require('node:fs');

const { readFileSync } = fs;
const read = new Set();
fs.readFileSync = function recordRead(path, ...rest) {
  const content = readFileSync.call(this, path, ...rest);
  read.add(String(path));
  return content;
};
process.on('exit', () => fs.writeFileSync(process.env.RECORD_READS, [...read].join('\n')));
