import { type ScriptLines, type ScriptTemplate, scriptText } from '../kit/script-template.js';

const protocol = ['Prints one HookResult as JSON; a non-zero exit is a failure, not an answer.'];

/** A first script that only logs: an ability hook decides by signals that depend on its event. */
export const abilityScript: ScriptTemplate = (language, facts) => ({
  ...scriptText(lines, language, facts, protocol),
  refuses: false,
});

const lines: ScriptLines = {
  sh: ({ name }, comment) => [
    '#!/bin/sh',
    ...comment,
    'cat >/dev/null',
    `echo '{"logs": ["${name} ran"], "hook_signals": []}'`,
  ],
  py: ({ name }, comment) => [
    '#!/usr/bin/env python3',
    ...comment,
    'import json',
    'import sys',
    '',
    'context = json.load(sys.stdin)',
    '',
    `print(json.dumps({"logs": ["${name} ran"], "hook_signals": []}))`,
  ],
  js: ({ name }, comment) => [
    '#!/usr/bin/env node',
    ...comment,
    "import { readFileSync } from 'node:fs';",
    '',
    "const context = JSON.parse(readFileSync(0, 'utf8'));",
    '',
    `console.log(JSON.stringify({ logs: ['${name} ran'], hook_signals: [] }));`,
  ],
};
