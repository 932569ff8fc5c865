import type { DialectName } from '../../core/hook.js';

export const languages = ['sh', 'py', 'js'] as const;
/** Languages in which a hook can be started. */
export type Language = (typeof languages)[number];

export interface About {
  readonly name: string;
  readonly dialect: DialectName;
  readonly event: string;
  /** What a deny means there; undefined where nothing can be blocked. */
  readonly denyMeans?: string;
}

/** A first script that reads its input and lets the agent go on. */
export function script(language: Language, about: About): { readonly text: string; readonly ending: string } {
  if (about.dialect === 'flow') return { text: moduleText(about), ending: 'mjs' };
  const answers = about.dialect === 'ability' ? resultText : exitText;
  return {
    text: `${answers[language](about, protocol(about)).join('\n')}\n`,
    ending: language === 'js' ? 'mjs' : language,
  };
}

/** How the script answers, in a line or two. */
function protocol({ dialect, denyMeans }: About): readonly string[] {
  if (dialect === 'ability') return ['Prints one HookResult as JSON; a non-zero exit is a failure, not an answer.'];
  const code = dialect === 'claude' ? 'Any exit but 0 blocks' : 'Exit 2 blocks';
  const block = denyMeans
    ? `${code}: ${denyMeans}. What stands on stderr is the reason.`
    : 'Nothing can be blocked here.';
  return ['Gets the event as JSON on stdin. Exit 0 lets the agent go on.', block];
}

type Text = (about: About, comment: readonly string[]) => readonly string[];

const comments = (sign: string, { name, event }: About, lines: readonly string[]): readonly string[] =>
  [`${name}: runs at ${event}.`, ...lines].map((line) => `${sign} ${line}`);

const exitText: Readonly<Record<Language, Text>> = {
  sh: (about, lines) => [
    '#!/bin/sh',
    ...comments('#', about, lines),
    'input=$(cat)',
    '',
    'case $input in',
    '  *"never let this pass"*)',
    `    echo "found what must not pass" >&2`,
    `    exit ${about.denyMeans ? 2 : 0}`,
    '    ;;',
    'esac',
    'exit 0',
  ],
  py: (about, lines) => [
    '#!/usr/bin/env python3',
    ...comments('#', about, lines),
    'import json',
    'import sys',
    '',
    'event = json.load(sys.stdin)',
    '',
    'if "never let this pass" in json.dumps(event):',
    `    print("found what must not pass", file=sys.stderr)`,
    `    sys.exit(${about.denyMeans ? 2 : 0})`,
  ],
  js: (about, lines) => [
    '#!/usr/bin/env node',
    ...comments('//', about, lines),
    "import { readFileSync } from 'node:fs';",
    "import { exit } from 'node:process';",
    '',
    "const event = JSON.parse(readFileSync(0, 'utf8'));",
    '',
    "if (JSON.stringify(event).includes('never let this pass')) {",
    `  console.error('found what must not pass');`,
    `  exit(${about.denyMeans ? 2 : 0});`,
    '}',
  ],
};

const resultText: Readonly<Record<Language, Text>> = {
  sh: (about, lines) => [
    '#!/bin/sh',
    ...comments('#', about, lines),
    'cat >/dev/null',
    `echo '{"logs": ["${about.name} ran"], "hook_signals": []}'`,
  ],
  py: (about, lines) => [
    '#!/usr/bin/env python3',
    ...comments('#', about, lines),
    'import json',
    'import sys',
    '',
    'context = json.load(sys.stdin)',
    '',
    `print(json.dumps({"logs": ["${about.name} ran"], "hook_signals": []}))`,
  ],
  js: (about, lines) => [
    '#!/usr/bin/env node',
    ...comments('//', about, lines),
    "import { readFileSync } from 'node:fs';",
    '',
    "const context = JSON.parse(readFileSync(0, 'utf8'));",
    '',
    `console.log(JSON.stringify({ logs: ['${about.name} ran'], hook_signals: [] }));`,
  ],
};

function moduleText({ name, event, denyMeans }: About): string {
  const deny = `return { decision: 'deny', reason: 'found what must not pass' };`;
  return `${[
    `// ${name}: runs at ${event}.`,
    '// Gets the event; returns nothing (no opinion) or { decision, reason, context, rewrite, … }.',
    denyMeans ? `// decision: 'deny' blocks: ${denyMeans}.` : '// Nothing can be blocked here.',
    'export default {',
    `  on: '${event}',`,
    '  run(event) {',
    ...(denyMeans
      ? ["    if (JSON.stringify(event).includes('never let this pass')) {", `      ${deny}`, '    }']
      : ['    void event;']),
    '  },',
    '};',
  ].join('\n')}\n`;
}
