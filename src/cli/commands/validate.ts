import { resolve } from 'node:path';
import type { Ability } from '../../abilities/ability.js';
import { AnyhookError, type Problem } from '../../core/errors.js';
import { type Hook, isHookTest } from '../../core/hook.js';
import type { LoadedFile } from '../../formats/format.js';
import { isFile, isFolder, realPath } from '../../platform/files/files.js';
import { checkFile } from '../../project/check-file.js';
import type { Project } from '../../project/load.js';
import type { SnapshotDeps } from '../../project/snapshot.js';
import { openProject, snapshotDeps } from '../../service/engine.js';
import { userPlaces } from '../../state/user-paths.js';
import { registryOf } from '../lib/ability-problems.js';
import { type Context, examples, type Register } from '../lib/context.js';
import { shortPath } from '../lib/describe.js';
import { colorsFor, exitCodes, type Io, print, printJson, worldOf } from '../lib/io.js';
import { cwdOption, jsonOption } from '../lib/options.js';
import { hasError, inFileOrder, problemEntry, problemLine } from '../lib/problems.js';
import { count, countAbilities } from '../lib/text.js';

/** `anyhook validate`: what is wrong in hook files. */
export const addValidate: Register = (program, context) => {
  program
    .command('validate')
    .summary('check hook files and abilities')
    .description(
      'Checks hook files and the registry of abilities: those of the project here, of other projects, or single files. Exits 1 on an error.',
    )
    .argument('[paths...]', 'projects (folders), hook files or registry files')
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addHelpText('after', examples('anyhook validate', 'anyhook validate .agents/hooks/no-force/HOOK.md'))
    .action((paths: readonly string[], options: { json?: true; cwd?: string }) => validate(paths, options, context));
};

async function validate(paths: readonly string[], options: { json?: true; cwd?: string }, context: Context) {
  const io: Io = { ...context.io, cwd: worldOf(context.io, options.cwd).cwd };
  const found: Found[] = [];
  for (const path of paths.length > 0 ? paths : ['.']) found.push(await check(resolve(io.cwd, path), io));
  const problems = inFileOrder(found.flatMap((one) => one.problems));
  const hooks = found.flatMap((one) => one.hooks);
  const abilities = found.flatMap((one) => one.abilities);
  if (hasError(problems)) context.exitCode = exitCodes.error;
  if (options.json) return printJson(io, problems.map(problemEntry));
  const colors = colorsFor(io);
  for (const one of problems) print(io, problemLine(one, io, colors));
  print(io, summary(problems, hooks, abilities));
  if (problems.length === 0) for (const line of fileLines([...hooks, ...abilities], io)) print(io, colors.dim(line));
}

/** What was checked: hooks, abilities, and what is wrong in their files. */
interface Found extends LoadedFile {
  readonly abilities: readonly Ability[];
}

async function check(path: string, io: Io): Promise<Found> {
  if (isFolder(path)) return everything(await openProject({ ...io, cwd: path }), io);
  if (!isFile(path))
    throw new AnyhookError('BAD_ARGUMENT', `expected a folder or a hook file, got ${path}, which is neither`);
  const real = realPath(path);
  const project = await everything(await openProject(io), io);
  if (isPartOf(real, project)) return onlyOf(real, project);
  const folder = /^(.*)\/\.system\/registry\/(?:low|high)-level\/[^/]+\.ya?ml$/s.exec(real)?.[1];
  if (folder !== undefined) return onlyOf(real, await everything(await openProject({ ...io, cwd: folder }), io));
  const deps = await snapshotDeps();
  const alone = await checkFile(real, userPlaces(io.env, io.home), deps);
  if (alone) return { ...alone, abilities: [] };
  throw new AnyhookError(
    'BAD_ARGUMENT',
    isHookTest(path)
      ? `${path} is a test of hooks: run it with "anyhook test"`
      : `${path} is no hook file: expected ${fileNames(deps).join(', ')}`,
  );
}

/** What hook files look like, over all formats. */
const fileNames = ({ loaders }: SnapshotDeps): readonly string[] => [
  ...new Set(Object.values(loaders).flatMap((loader) => loader.fileNames)),
];

async function everything(project: Project, io: Io): Promise<Found> {
  const { abilities, problems } = await registryOf(project, io);
  return { hooks: project.snapshot.hooks, abilities, problems: [...project.problems, ...problems] };
}

const isPartOf = (path: string, { hooks, abilities, problems }: Found): boolean =>
  [...hooks, ...abilities, ...problems].some(({ source }) => realPath(source) === path);

function onlyOf(path: string, { hooks, abilities, problems }: Found): Found {
  const isThere = ({ source }: { readonly source: string }) => realPath(source) === path;
  return { hooks: hooks.filter(isThere), abilities: abilities.filter(isThere), problems: problems.filter(isThere) };
}

function summary(problems: readonly Problem[], hooks: readonly Hook[], abilities: readonly Ability[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const files = new Set(hooks.map(({ source }) => source));
  const inHooks = `${count(hooks.length, 'hook')} in ${count(files.size, 'file')}`;
  const fine = [
    ...(hooks.length > 0 || abilities.length === 0 ? [inHooks] : []),
    ...(abilities.length > 0 ? [countAbilities(abilities.length)] : []),
  ].join(' and ');
  if (problems.length > 0) {
    return `${count(errors, 'error')}, ${count(problems.length - errors, 'warning')}; ${fine} can run`;
  }
  return hooks.length + abilities.length === 0 ? 'no hooks and no problems here' : `${fine}, no problems`;
}

const mostFiles = 50;

/** Each file with the number of what it holds. */
function fileLines(all: readonly { readonly source: string }[], io: Io): readonly string[] {
  const counts = new Map<string, number>();
  for (const { source } of all) counts.set(source, (counts.get(source) ?? 0) + 1);
  const lines = [...counts].map(([source, n]) => `${String(n).padStart(4)}  ${shortPath(source, io.cwd)}`);
  return lines.length <= mostFiles
    ? lines
    : [...lines.slice(0, mostFiles), `   …  and ${lines.length - mostFiles} more files`];
}
