import type { Hook, HookDocument, Problem, Scope } from '@anyhook/core';
import { AnyhookError, isObject, listFolder, packageFile, readText } from '@anyhook/core';
import type { GuardRule, GuardWorld, Pack } from '@anyhook/guard';
import { checkPackExamples, guardFields, isPackFile, judgeCommand, readPackFile } from '@anyhook/guard';
import { parseYaml } from '../../formats/kit/parse.js';
import { documentProblems } from '../../handlers/builtins/shell-guard.js';
import { isGuardHook } from './explain-here.js';

/** The results of the examples of one file. */
export interface ExampleReport {
  readonly source: string;
  readonly packs: number;
  readonly examples: number;
  readonly problems: readonly Problem[];
}

/** Examples give the same result on every machine: a project in a home folder, without reading the disk. */
export const exampleWorld: GuardWorld = {
  cwd: '/home/dev/project',
  root: '/home/dev/project',
  home: '/home/dev',
  temp: ['/tmp', '/var/tmp'],
  env: { HOME: '/home/dev', USER: 'dev', PATH: '/usr/bin', SHELL: '/bin/bash', TMPDIR: '/tmp' },
};

const noRules: readonly GuardRule[] = [];

/** Checks a guard file, and judges the examples of its packs by the default rules. */
export function checkGuardFile(source: string, scope: Scope = 'project'): ExampleReport {
  const text = readText(source);
  if (text === undefined)
    return report(source, [], [{ source, severity: 'error', message: 'expected a readable YAML file' }]);
  const parsed = parseYaml(text, source);
  if (!('doc' in parsed)) return report(source, [], parsed.problems);
  const { value, lineOf } = parsed.doc;
  const problems = [...parsed.problems, ...documentProblems(value, source, lineOf, scope)];
  if (!isPackFile(value)) return report(source, [], problems);
  const read = readPackFile(value, source, lineOf);
  const packs = read.flatMap((result) => ('pack' in result ? [result.pack] : []));
  const rules = { rules: noRules, packs, root: exampleWorld.root, home: exampleWorld.home };
  const judge = (command: string) => judgeCommand(command, exampleWorld, rules).decision;
  const wrong = read.flatMap((result, index) => {
    if (!('pack' in result)) return [];
    const linesOf = Array.isArray(value) ? (path: readonly (string | number)[]) => lineOf([index, ...path]) : lineOf;
    return checkPackExamples(result.pack, judge, source, linesOf);
  });
  return report(source, packs, [...problems, ...wrong]);
}

const report = (source: string, packs: readonly Pack[], problems: readonly Problem[]): ExampleReport => ({
  source,
  packs: packs.length,
  examples: packs.reduce((sum, { examples }) => sum + examples.caught.length + examples.passed.length, 0),
  problems,
});

export const shippedGuardFiles = (): readonly string[] => {
  const folder = packageFile('dist/packs');
  const entries = listFolder(folder);
  if (typeof entries === 'string') throw new AnyhookError('FAILED', `${folder}: ${entries}`);
  return entries
    .map(({ name }) => name)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => `${folder}/${name}`);
};

/** The guard files that belong to hooks, each once. */
export const guardFilesOf = (hooks: readonly Pick<Hook, 'handler'>[]): readonly Omit<HookDocument, 'value'>[] => [
  ...new Map(
    hooks
      .filter(isGuardHook)
      .flatMap(({ handler }) => (handler.kind === 'builtin' && handler.documents) || [])
      .map(({ path, scope }) => [path, { path, scope }]),
  ).values(),
];

/** Whether YAML text contains rules or packs of the guard, at any place. */
export function isGuardText(text: string, source: string): boolean {
  const parsed = parseYaml(text, source);
  if (!('doc' in parsed)) return false;
  const { value } = parsed.doc;
  const [first] = Array.isArray(value) ? value : [value];
  if (!isObject(first) || Object.hasOwn(first, 'hooks')) return false;
  const isPack = Object.hasOwn(first, 'pack') && (Object.hasOwn(first, 'tools') || Object.hasOwn(first, 'shapes'));
  return isPack || (!Array.isArray(value) && Object.keys(guardFields).some((field) => Object.hasOwn(first, field)));
}
