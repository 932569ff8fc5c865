import {
  refusalReason,
  refusedText,
  type ScriptLines,
  type ScriptTemplate,
  scriptText,
} from '../kit/script-template.js';

/** A first script that answers with JSON: exit codes mean nothing to Cline. */
export const clineScript: ScriptTemplate = (language, facts) => {
  const block = facts.denyMeans ? `{"cancel": true} blocks: ${facts.denyMeans}.` : 'Nothing can be blocked here.';
  const protocol = ['Gets the event as JSON on stdin, and prints one JSON object. Exit codes mean nothing.', block];
  return { ...scriptText(lines, language, facts, protocol), refuses: facts.denyMeans !== undefined };
};

const lines: ScriptLines = {
  sh: ({ denyMeans }, comment) => [
    '#!/bin/sh',
    ...comment,
    'input=$(cat)',
    '',
    'case $input in',
    `  *"${refusedText}"*)`,
    `    echo '{"cancel": ${denyMeans !== undefined}, "errorMessage": "${refusalReason}"}'`,
    '    ;;',
    "  *) echo '{}' ;;",
    'esac',
  ],
  py: ({ denyMeans }, comment) => [
    '#!/usr/bin/env python3',
    ...comment,
    'import json',
    'import sys',
    '',
    'event = json.load(sys.stdin)',
    '',
    `if "${refusedText}" in json.dumps(event):`,
    `    print(json.dumps({"cancel": ${denyMeans === undefined ? 'False' : 'True'}, "errorMessage": "${refusalReason}"}))`,
    'else:',
    '    print("{}")',
  ],
  js: ({ denyMeans }, comment) => [
    '#!/usr/bin/env node',
    ...comment,
    "import { readFileSync } from 'node:fs';",
    '',
    "const event = JSON.parse(readFileSync(0, 'utf8'));",
    '',
    `const isRefused = JSON.stringify(event).includes('${refusedText}');`,
    `console.log(JSON.stringify(isRefused ? { cancel: ${denyMeans !== undefined}, errorMessage: '${refusalReason}' } : {}));`,
  ],
};
