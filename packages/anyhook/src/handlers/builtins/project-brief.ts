import { isAbsolute, join, resolve } from 'node:path';
import { isObject, pass, type Result, readStart } from '@anyhook/core';
import type { Builtin } from './builtin.js';
import { type DetectedProject, detectProject, packageManager, scriptOf } from './kit/project-kind.js';
import { findUp } from './kit/project-root.js';
import { flattenText } from './kit/text.js';

/** The longest text for a model. */
const maxCharacters = 600;

/** Tells the model at session start the branch, the project's scripts and the test command. Starts no program. */
export const projectBrief: Builtin = {
  name: 'project-brief',
  summary: 'gives the model the branch, the scripts and the test command of the project, in at most 600 characters',
  events: ['session.start'],
  decides: false,
  run({ name, cwd }): Result {
    if (name !== 'session.start') return pass();
    const project = detectProject(cwd);
    const branch = branchOf(cwd);
    const scripts = project ? scriptNames(project) : [];
    const test = project ? testCommand(project) : undefined;
    const lines = [
      ...(branch === undefined ? [] : [`Branch: ${branch}`]),
      ...(test === undefined ? [] : [`Tests: ${test}`]),
      ...(scripts.length > 0 ? [`Scripts: ${scripts.join(', ')}`] : []),
    ];
    return lines.length === 0 ? pass() : pass({ context: [cutAtComma(lines.join('\n'))] });
  },
};

/** Cuts a long list of scripts between two of them. */
function cutAtComma(text: string): string {
  if (text.length <= maxCharacters) return text;
  const end = text.lastIndexOf(', ', maxCharacters - 3);
  return end > 0 ? `${text.slice(0, end)}, …` : `${text.slice(0, maxCharacters - 1)}…`;
}

const maxHeadBytes = 4096;

/** The branch, read from git's own file; the commit if no branch is checked out. */
function branchOf(cwd: string): string | undefined {
  const top = findUp(cwd, ['.git']);
  if (top === undefined) return undefined;
  const dotGit = join(top, '.git');
  // In a work tree or a submodule `.git` is a file that names the folder.
  const [, linked] = /^gitdir: (.+)$/m.exec(readStart(dotGit, maxHeadBytes)?.text ?? '') ?? [];
  const folder = linked === undefined ? dotGit : isAbsolute(linked) ? linked : resolve(top, linked);
  const head = readStart(join(folder, 'HEAD'), maxHeadBytes)?.text.trim() ?? '';
  if (head.startsWith('ref: refs/heads/')) return flattenText(head.slice('ref: refs/heads/'.length), 120);
  return /^[0-9a-f]{40,64}$/.test(head) ? `none, at commit ${head.slice(0, 10)}` : undefined;
}

const runWords = { npm: 'npm run', pnpm: 'pnpm', yarn: 'yarn', bun: 'bun run' } as const;

/** Scripts of package.json with the command that runs them, or targets of a makefile. */
function scriptNames(project: DetectedProject): readonly string[] {
  const scripts = project.packageJson['scripts'];
  const names = isObject(scripts) ? Object.keys(scripts).filter((name) => /^[\w:.-]{1,60}$/.test(name)) : [];
  // `npm run` runs these before and after other scripts.
  const own = names.filter((name) => !/^(?:pre|post)(?:install|publish|pack|test|build)$|^prepare$/.test(name));
  if (own.length > 0) return own.map((name) => `${runWords[packageManager(project)]} ${name}`);
  return makeTargets(project).map((name) => `make ${name}`);
}

const maxMakefileBytes = 64 * 1024;
const maxTargets = 20;

function makeTargets({ root, names }: DetectedProject): readonly string[] {
  const file = ['Makefile', 'makefile', 'GNUmakefile'].find((name) => names.has(name));
  const text = file === undefined ? '' : (readStart(join(root, file), maxMakefileBytes)?.text ?? '');
  const targets = [...text.matchAll(/^([a-z][\w-]{0,40}):(?!=)/gim)].map(([, name = '']) => name);
  return [...new Set(targets)].slice(0, maxTargets);
}

/** The command that runs the tests, found without starting a program. */
function testCommand(project: DetectedProject): string | undefined {
  const script = scriptOf(project, 'test');
  if (script !== undefined && !/no test specified/.test(script)) return `${packageManager(project)} test`;
  const { types, names, pythonConfig } = project;
  if (types.includes('python') && (/pytest/i.test(pythonConfig) || names.has('conftest.py') || names.has('tests')))
    return 'pytest';
  if (types.includes('rust')) return 'cargo test';
  if (types.includes('go')) return 'go test ./...';
  if (types.includes('java')) return names.has('pom.xml') ? 'mvn test' : 'gradle test';
  return makeTargets(project).includes('test') ? 'make test' : undefined;
}
