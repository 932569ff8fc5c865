import { dirname, resolve } from 'node:path';
import { type Hook, isFile, isWithin, type Problem, readText, userPaths } from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import { type CheckedOther, checkPaths } from '../../doctor/check-paths.js';
import type { SeenHookFile } from '../../doctor/seen-hook-files.js';
import { startProblems } from '../../doctor/start-problems.js';
import { addCommand } from '../terminal/add-command.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { pathFromFolder } from '../terminal/describe-hook.js';
import { colorsFor, exitCodes, type Io, print, printJson, worldOf } from '../terminal/io.js';
import { hasError, inFileOrder, problemCounts, problemEntry, problemLine } from '../terminal/problems.js';
import { seenFileLines, seenFilesOf, seenFileText } from '../terminal/seen-files.js';
import { countNoun } from '../terminal/text.js';

export const addValidate: RegisterCommand = (program, context) => {
  addCommand(program, commands['hooks validate']).action(
    (paths: readonly string[], options: { json?: true; cwd?: string }) => validate(paths, options, context),
  );
};

async function validate(paths: readonly string[], options: { json?: true; cwd?: string }, context: CommandContext) {
  const io: Io = { ...context.io, cwd: worldOf(context.io, options.cwd).cwd };
  const guardFiles: string[] = [];
  for (const path of paths.map((one) => resolve(io.cwd, one))) if (await isGuardFile(path)) guardFiles.push(path);
  const otherPaths = paths.filter((path) => !guardFiles.includes(resolve(io.cwd, path)));
  const {
    hooks: loaded,
    others,
    problems: found,
  } = await checkPaths(paths.length > 0 ? otherPaths : ['.'], io, {
    findProblems: (hooks, root) => startProblems(hooks, root, io.env),
    files: context.features.flatMap(({ files = [] }) => files),
  });
  const hooks = loaded.filter(({ unloadable }) => unloadable === undefined);
  const problems = inFileOrder([
    ...found,
    ...(await guardProblems(guardFiles, hooks, dirname(userPaths(io.env, io.home).userConfig))),
  ]);
  if (hasError(problems)) context.exitCode = exitCodes.error;
  const searched = paths.length > 0 ? paths : ['.'];
  const seenOf = (path: string) => seenFilesOf(resolve(io.cwd, path), io, loaded);
  const seen = distinctFiles((await Promise.all(searched.map(seenOf))).flat());
  if (options.json) return printJson(io, [...problems.map(problemEntry), ...seen.map(noteEntry)]);
  const colors = colorsFor(io);
  for (const one of problems) print(io, problemLine(one, io, colors));
  for (const line of seenFileLines(seen, io)) print(io, line);
  print(io, summary(problems, hooks, others, seen.length > 0));
  if (problems.length === 0) for (const line of fileLines([...hooks, ...others], io)) print(io, colors.dim(line));
}

/** A file of packs or rules, by its folder or by what is in it. */
async function isGuardFile(path: string): Promise<boolean> {
  if (!/\.ya?ml$/.test(path) || !isFile(path)) return false;
  if (/\/guard\/[^/]+$/.test(path)) return true;
  const { isGuardText } = await import('../../answer/guard/guard-examples.js');
  return isGuardText(readText(path) ?? '', path);
}

/** Problems in guard files, and examples of their packs that are judged differently. */
async function guardProblems(
  files: readonly string[],
  hooks: readonly Hook[],
  userFolder: string,
): Promise<readonly Problem[]> {
  const hasFiles = ({ handler }: Hook) => handler.kind === 'builtin' && (handler.documents ?? []).length > 0;
  if (files.length === 0 && !hooks.some(hasFiles)) return [];
  const { checkGuardFile, guardFilesOf } = await import('../../answer/guard/guard-examples.js');
  const named = files.map((path) => ({
    path,
    scope: isWithin(path, userFolder) ? ('user' as const) : ('project' as const),
  }));
  return [...named, ...guardFilesOf(hooks)].flatMap(({ path, scope }) => checkGuardFile(path, scope).problems);
}

const distinctFiles = (seen: readonly SeenHookFile[]): readonly SeenHookFile[] => [
  ...new Map(seen.map((one) => [one.path, one])).values(),
];

/** A file that is skipped without being a problem, for programs. */
const noteEntry = (seen: SeenHookFile) => ({ source: seen.path, severity: 'note', message: seenFileText(seen) });

function summary(
  problems: readonly Problem[],
  hooks: readonly Hook[],
  others: readonly CheckedOther[],
  hasSeenFiles: boolean,
): string {
  const files = new Set(hooks.map(({ source }) => source));
  const hooksText = `${countNoun(hooks.length, 'hook')} in ${countNoun(files.size, 'file')}`;
  const loadedText = [
    ...(hooks.length > 0 || others.length === 0 ? [hooksText] : []),
    ...[...new Set(others.map(({ many }) => many))].map((many) =>
      countOthers(others.filter((one) => one.many === many)),
    ),
  ].join(' and ');
  if (problems.length > 0) return `${problemCounts(problems)}; ${loadedText} can run`;
  if (hooks.length + others.length > 0) return `${loadedText}, no problems`;
  return hasSeenFiles ? 'no hooks that anyhook runs, and no problems here' : 'no hooks and no problems here';
}

/** `3 abilities`, `1 ability`. */
const countOthers = (others: readonly CheckedOther[]): string =>
  `${others.length} ${others.length === 1 ? others[0]?.one : others[0]?.many}`;

const maxFiles = 50;

/** Each file with the number of its hooks. */
function fileLines(all: readonly { readonly source: string }[], io: Io): readonly string[] {
  const counts = new Map<string, number>();
  for (const { source } of all) counts.set(source, (counts.get(source) ?? 0) + 1);
  const lines = [...counts].map(([source, n]) => `${String(n).padStart(4)}  ${pathFromFolder(source, io.cwd)}`);
  return lines.length <= maxFiles
    ? lines
    : [...lines.slice(0, maxFiles), `   …  and ${lines.length - maxFiles} more files`];
}
