#!/usr/bin/env node
// Refuses a prompt that holds something that looks like a key.
import { readFileSync } from 'node:fs';

const shapes = {
  'an AWS access key': /\bAKIA[0-9A-Z]{16}\b/,
  'a GitHub token': /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
};

const { prompt = '' } = JSON.parse(readFileSync(0, 'utf8'));
const found = Object.keys(shapes).filter((name) => shapes[name].test(prompt));
if (found.length > 0) {
  console.error(`The prompt holds ${found.join(' and ')}. Take it out and send the prompt again.`);
  process.exitCode = 2;
}
