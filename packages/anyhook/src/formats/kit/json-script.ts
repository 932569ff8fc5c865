import { refusedText, type ScriptLines, type ScriptTemplate, scriptText } from './script-template.js';

/** A first script for formats or events in which a script blocks by what it prints. */
export const jsonScript =
  (refusal: Readonly<Record<string, unknown>>): ScriptTemplate =>
  (language, facts) => {
    const answer = JSON.stringify(facts.denyMeans === undefined ? {} : refusal);
    const block = facts.denyMeans ? `${answer} blocks: ${facts.denyMeans}.` : 'Nothing can be blocked here.';
    const protocol = ['Gets the event as JSON on stdin, and prints one JSON object. Exit codes block nothing.', block];
    return {
      ...scriptText(linesFor(answer), language, facts, protocol),
      refuses: facts.denyMeans !== undefined,
    };
  };

const linesFor = (answer: string): ScriptLines => ({
  sh: (_facts, comment) => [
    '#!/bin/sh',
    ...comment,
    'input=$(cat)',
    '',
    'case $input in',
    `  *"${refusedText}"*) echo '${answer}' ;;`,
    "  *) echo '{}' ;;",
    'esac',
  ],
  py: (_facts, comment) => [
    '#!/usr/bin/env python3',
    ...comment,
    'import json',
    'import sys',
    '',
    'event = json.load(sys.stdin)',
    '',
    `print('${answer}' if "${refusedText}" in json.dumps(event) else "{}")`,
  ],
  js: (_facts, comment) => [
    '#!/usr/bin/env node',
    ...comment,
    "import { readFileSync } from 'node:fs';",
    '',
    "const event = JSON.parse(readFileSync(0, 'utf8'));",
    '',
    `console.log(JSON.stringify(event).includes('${refusedText}') ? '${answer}' : '{}');`,
  ],
});
