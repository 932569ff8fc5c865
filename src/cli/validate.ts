import { resolve } from 'node:path';
import { openProject } from '../app/engine.js';
import { checkBuiltin, findBuiltin } from '../builtins/index.js';
import { AnyhookError, type Problem } from '../core/errors.js';
import { type Hook, isHookTest } from '../core/hook.js';
import { dialects } from '../dialects/index.js';
import { loaders } from '../dialects/loaders.js';
import { isFile, isFolder, realPath } from '../io/files.js';
import { type Checked, checkFile } from '../project/check-file.js';
import type { Project } from '../project/load.js';
import { userPlaces } from '../state/places.js';
import { type Context, examples, type Register } from './context.js';
import { shortPath } from './describe.js';
import { type Colors, colorsFor, exitCodes, type Io, print, printJson, worldOf } from './io.js';
import { cwdOption, jsonOption } from './options.js';
import { clean, count, oneLine } from './text.js';

/** `anyhook validate`: what is wrong in hook files. */
export const addValidate: Register = (program, context) => {
  program
    .command('validate')
    .summary('check hook files')
    .description(
      'Checks hook files: those of the project here, of other projects, or single files. Exits 1 on an error.',
    )
    .argument('[paths...]', 'projects (folders) or hook files')
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addHelpText('after', examples('anyhook validate', 'anyhook validate .agents/hooks/no-force/HOOK.md'))
    .action((paths: readonly string[], options: { json?: true; cwd?: string }) => validate(paths, options, context));
};

async function validate(paths: readonly string[], options: { json?: true; cwd?: string }, context: Context) {
  const io: Io = { ...context.io, cwd: worldOf(context.io, options.cwd).cwd };
  const found: Checked[] = [];
  for (const path of paths.length > 0 ? paths : ['.']) found.push(await check(resolve(io.cwd, path), io));
  const problems = unique(found.flatMap((one) => one.problems));
  const hooks = found.flatMap((one) => one.hooks);
  if (problems.some(({ severity }) => severity === 'error')) context.exitCode = exitCodes.error;
  if (options.json) return printJson(io, problems.map(entryOf));
  const colors = colorsFor(io);
  for (const one of problems) print(io, lineOf(one, io, colors));
  print(io, summary(problems, hooks));
  if (problems.length === 0) for (const line of fileLines(hooks, io)) print(io, colors.dim(line));
}

async function check(path: string, io: Io): Promise<Checked> {
  if (isFolder(path)) return everything(await openProject({ ...io, cwd: path }));
  if (!isFile(path))
    throw new AnyhookError('BAD_ARGUMENT', `expected a folder or a hook file, got ${path}, which is neither`);
  const real = realPath(path);
  const project = everything(await openProject(io));
  if (isPartOf(real, project)) return onlyOf(real, project);
  const alone = await checkFile(real, userPlaces(io.env, io.home), { loaders, dialects, checkBuiltin, findBuiltin });
  if (alone) return alone;
  throw new AnyhookError(
    'BAD_ARGUMENT',
    isHookTest(path)
      ? `${path} is a test of hooks: run it with "anyhook test"`
      : `${path} is no hook file: expected HOOK.md, hooks.json, settings.json, or a YAML file with hooks`,
  );
}

const everything = ({ snapshot, problems }: Project): Checked => ({ hooks: snapshot.hooks, problems });

const isPartOf = (path: string, { hooks, problems }: Checked): boolean =>
  [...hooks, ...problems].some(({ source }) => realPath(source) === path);

const onlyOf = (path: string, { hooks, problems }: Checked): Checked => ({
  hooks: hooks.filter(({ source }) => realPath(source) === path),
  problems: problems.filter(({ source }) => realPath(source) === path),
});

/** Each problem once, file by file, from the top of each. */
function unique(problems: readonly Problem[]): readonly Problem[] {
  const once = [...new Map(problems.map((one) => [JSON.stringify(entryOf(one)), one])).values()];
  const byFile = new Map<string, Problem[]>();
  for (const one of once) {
    const known = byFile.get(one.source);
    if (known) known.push(one);
    else byFile.set(one.source, [one]);
  }
  return [...byFile.values()].flatMap((found) => found.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)));
}

const entryOf = ({ source, line, field, severity, message }: Problem) => ({
  source,
  ...(line !== undefined && { line }),
  ...(field !== undefined && { field }),
  severity,
  message,
});

/** `file:line: severity: field: message`. */
function lineOf({ source, line, field, severity, message }: Problem, io: Io, colors: Colors): string {
  const place = line === undefined ? shortPath(source, io.cwd) : `${shortPath(source, io.cwd)}:${line}`;
  const word = (severity === 'error' ? colors.red : colors.yellow)(severity);
  // Many messages begin with the field in quotes: once is enough.
  const named = field === undefined || message.startsWith(`"${field}"`) ? '' : `${oneLine(field)}: `;
  return `${colors.bold(place)}: ${word}: ${named}${clean(message).replaceAll('\n', ' ')}`;
}

function summary(problems: readonly Problem[], hooks: readonly Hook[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const files = new Set(hooks.map(({ source }) => source));
  const fine = `${count(hooks.length, 'hook')} in ${count(files.size, 'file')}`;
  if (problems.length > 0) {
    return `${count(errors, 'error')}, ${count(problems.length - errors, 'warning')}; ${fine} can run`;
  }
  return hooks.length === 0 ? 'no hooks and no problems here' : `${fine}, no problems`;
}

const mostFiles = 50;

/** Each file with the number of its hooks. */
function fileLines(hooks: readonly Hook[], io: Io): readonly string[] {
  const counts = new Map<string, number>();
  for (const { source } of hooks) counts.set(source, (counts.get(source) ?? 0) + 1);
  const lines = [...counts].map(([source, n]) => `${String(n).padStart(4)}  ${shortPath(source, io.cwd)}`);
  return lines.length <= mostFiles
    ? lines
    : [...lines.slice(0, mostFiles), `   …  and ${lines.length - mostFiles} more files`];
}
