/** Languages in which the first script of a hook can be written. */
export const languages = ['sh', 'py', 'js'] as const;
export type Language = (typeof languages)[number];

/** What a first script says about its hook. */
interface ScriptFacts {
  readonly name: string;
  /** The event in the words of the format. */
  readonly event: string;
  /** What a deny means at the event; undefined where nothing can be blocked. */
  readonly denyMeans?: string;
}

/** The first script of a new hook. */
interface FirstScript {
  readonly text: string;
  /** The file's extension. */
  readonly ending: string;
  /** It blocks an event whose JSON contains the text `refusedText`. */
  readonly refuses: boolean;
}

/** Writes a first script that runs as it is and lets ordinary events pass. */
export type ScriptTemplate = (language: Language, facts: ScriptFacts) => FirstScript;

/** The text that a first script refuses. */
export const refusedText = 'never let this pass';
/** The reason that it gives. */
export const refusalReason = 'found what must not pass';

/** The lines of a script, by language. */
export type ScriptLines = Readonly<
  Record<Language, (facts: ScriptFacts, comment: readonly string[]) => readonly string[]>
>;

/** The text of a script with a comment about its protocol. */
export function scriptText(lines: ScriptLines, language: Language, facts: ScriptFacts, protocol: readonly string[]) {
  const sign = language === 'js' ? '//' : '#';
  const comment = [`${facts.name}: runs at ${facts.event}.`, ...protocol].map((line) => `${sign} ${line}`);
  return { text: `${lines[language](facts, comment).join('\n')}\n`, ending: language === 'js' ? 'mjs' : language };
}

/**
 * A first script for formats in which a script blocks by its exit code. `rule` says by which. Where something can be
 * blocked, it prints `goOn` when it has no objection, for formats that want an answer.
 */
export const exitCodeScript =
  (rule: string, goOn?: string): ScriptTemplate =>
  (language, facts) => {
    const block = facts.denyMeans
      ? `${rule}: ${facts.denyMeans}. The text on stderr is the reason.`
      : 'Nothing can be blocked here.';
    const protocol = ['Gets the event as JSON on stdin. Exit 0 lets the agent go on.', block];
    const lines = goOn !== undefined && facts.denyMeans ? answeringLines(goOn) : exitCodeLines;
    return { ...scriptText(lines, language, facts, protocol), refuses: facts.denyMeans !== undefined };
  };

/** The lines of a script that prints a text before it ends. */
const answeringLines = (goOn: string): ScriptLines => ({
  sh: (...of) => exitCodeLines.sh(...of).map((line) => (line === 'exit 0' ? `echo '${goOn}'` : line)),
  py: (...of) => [...exitCodeLines.py(...of), '', `print('${goOn}')`],
  js: (...of) => [...exitCodeLines.js(...of), '', `console.log('${goOn}');`],
});

const exitCodeLines: ScriptLines = {
  sh: ({ denyMeans }, comment) => [
    '#!/bin/sh',
    ...comment,
    'input=$(cat)',
    '',
    'case $input in',
    `  *"${refusedText}"*)`,
    `    echo "${refusalReason}" >&2`,
    `    exit ${denyMeans ? 2 : 0}`,
    '    ;;',
    'esac',
    'exit 0',
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
    `    print("${refusalReason}", file=sys.stderr)`,
    `    sys.exit(${denyMeans ? 2 : 0})`,
  ],
  js: ({ denyMeans }, comment) => [
    '#!/usr/bin/env node',
    ...comment,
    "import { readFileSync } from 'node:fs';",
    "import { exit } from 'node:process';",
    '',
    "const event = JSON.parse(readFileSync(0, 'utf8'));",
    '',
    `if (JSON.stringify(event).includes('${refusedText}')) {`,
    `  console.error('${refusalReason}');`,
    `  exit(${denyMeans ? 2 : 0});`,
    '}',
  ],
};
