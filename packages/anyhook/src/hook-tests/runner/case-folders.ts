import { delimiter, dirname, join } from 'node:path';
import {
  AnyhookError,
  askGit,
  entryKind,
  type GitAnswer,
  gitAnswer,
  linkTo,
  makeRealFolder,
  nodeProgram,
  pathVariable,
  removePath,
  runOwnGit,
  writeWithMode,
} from '@anyhook/core';
import type { World } from '../../answer/engine.js';
import type { FileSpec } from '../schema.js';
import type { CaseFiles, TestCase } from '../test-case.js';

/** The folders of one case, all in one temporary folder. */
export interface CaseFolders {
  readonly project: string;
  readonly home: string;
  readonly tmp: string;
}

export const foldersIn = (base: string): CaseFolders => ({
  project: join(base, 'project'),
  home: join(base, 'home'),
  tmp: join(base, 'tmp'),
});

/** Variables kept from the user: language, and recursion depth, so that a hook that runs tests cannot loop. */
const keptVariables = ['LANG', 'LC_ALL', 'TZ', 'SystemRoot', 'ANYHOOK_DEPTH'];

/** A separate home and environment: the real ones are neither read nor written. */
export function caseEnvironment(
  { project, home, tmp }: CaseFolders,
  outer: World['env'],
  caseVariables: TestCase['env'] = {},
): World['env'] {
  const env: Record<string, string | undefined> = {
    ...Object.fromEntries(keptVariables.map((name) => [name, outer[name]])),
    // The hooks need `node` on PATH, even if this process was started by its full path.
    PATH: [pathVariable(outer), dirname(nodeProgram())].filter(Boolean).join(delimiter),
    HOME: home,
    TMPDIR: tmp,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    ANYHOOK_MANAGED_CONFIG: join(home, 'managed.yaml'),
    ANYHOOK_ENGINE: 'off',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CEILING_DIRECTORIES: dirname(home),
  };
  for (const [name, value] of Object.entries(caseVariables)) {
    if (value === null) delete env[name];
    else env[name] = fillFolders(value, { project, home }) as string;
  }
  return env;
}

/** The placeholders for folders in a test. */
export function fillFolders(value: unknown, { project, home }: Pick<CaseFolders, 'project' | 'home'>): unknown {
  return mapStrings(value, (text) => text.replaceAll('${project}', project).replaceAll('${home}', home));
}

/** Replaces folders with their placeholders, so that results read the same on every machine. */
export function unfillFolders<T>(value: T, { project, home }: Pick<CaseFolders, 'project' | 'home'>): T {
  return mapStrings(value, (text) => text.replaceAll(project, '${project}').replaceAll(home, '${home}')) as T;
}

export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapStrings(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapStrings(one, change)]));
}

/** Resolves a path of a test: below the project, or with `~/` below the home. */
export const pathIn = (path: string, folder: string, home: string): string =>
  path.startsWith('~/') ? join(home, path.slice(2)) : join(folder, path);

/** Writes the files of a case or step, never through a link; a text that begins with `#!` becomes executable. */
export function writeCaseFiles(files: CaseFiles, folder: string, home: string): void {
  for (const [name, spec] of Object.entries(files)) {
    const base = name.startsWith('~/') ? home : folder;
    const path = pathIn(name, folder, home);
    makeRealFolder(dirname(path), base);
    removePath(path);
    if (spec !== null) writeCaseFile(path, spec, { project: folder, home });
  }
}

function writeCaseFile(
  path: string,
  spec: NonNullable<FileSpec>,
  folders: Pick<CaseFolders, 'project' | 'home'>,
): void {
  const { content = '', mode, link } = typeof spec === 'string' ? { content: spec } : spec;
  if (link !== undefined) linkTo(fillFolders(link, folders) as string, path);
  else if (mode !== undefined) writeWithMode(path, content, Number.parseInt(String(mode), 8));
  else writeWithMode(path, content, content.startsWith('#!') ? 0o755 : undefined);
}

const identity = { 'user.name': 'Hook Test', 'user.email': 'hooktest@example.com', 'commit.gpgsign': 'false' };

/** Makes the project a git repository with one commit. Files that the case wrote into `.git` start no program. */
export async function makeRepository(project: string, env: World['env'], timeoutMs: number): Promise<void> {
  const gitFolder = join(project, '.git');
  if (!['folder', undefined].includes(entryKind(gitFolder)))
    throw new AnyhookError('BAD_STATE', `"git: true": expected no file ${gitFolder}, because git makes a folder there`);
  // A work tree in the environment would be written into the config.
  const own = { gitFolder, workTree: project, env, variables: { GIT_WORK_TREE: undefined } };
  for (const args of [
    ['init', '--quiet', '--initial-branch', 'main'],
    ...Object.entries(identity).map(([name, value]) => ['config', name, value]),
  ])
    failOnError(args, gitAnswer(await runOwnGit(own, args, { timeoutMs })));
  writeWithMode(join(gitFolder, 'info', 'exclude'), 'node_modules\n');
  const settings = Object.entries({ ...identity, 'core.logAllRefUpdates': 'false' });
  const withSettings = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  for (const args of [
    ['add', '--all'],
    ['commit', '--quiet', '--allow-empty', '--message', 'first commit'],
  ])
    failOnError(args, await askGit({ cwd: project, env }, [...withSettings, ...args], { timeoutMs }));
}

function failOnError([command]: readonly string[], answer: GitAnswer): void {
  if (answer.kind === 'text') return;
  const why = answer.kind === 'absent' ? 'git is not installed' : answer.why;
  throw new AnyhookError('BAD_STATE', `"git: true": git ${command} failed: ${why}`);
}
