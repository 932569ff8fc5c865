import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { AnyhookError, exists, homeIn, isEventName, realPath } from '@anyhook/core';
import { Argument } from 'commander';
import { projectRoot } from '../../handlers/builtins/kit/project-root.js';
import {
  diffSnapshot,
  type FileSnapshot,
  type FileSnapshotDeps,
  hasStore,
  listSnapshots,
  planRestore,
  restoreSnapshot,
  type SnapshotChange,
} from '../../handlers/builtins/snapshot/store.js';
import { type CommandContext, examplesText, type RegisterCommand } from '../terminal/context.js';
import { confirm } from '../terminal/human.js';
import {
  type Colors,
  colorsFor,
  exitCodes,
  type Io,
  print,
  printJson,
  terminalWidth,
  worldOf,
} from '../terminal/io.js';
import { cwdOption, jsonOption } from '../terminal/options.js';
import { countNoun, oneLine, showControls, tableLines } from '../terminal/text.js';

interface Options {
  readonly yes?: true;
  readonly removeNew?: true;
  readonly json?: true;
  readonly cwd?: string;
}

/** One call: the project and the selected files. */
interface SnapshotCommand {
  readonly io: Io;
  readonly root: string;
  readonly deps: FileSnapshotDeps;
  readonly id: string | undefined;
  readonly paths: readonly string[];
  readonly options: Options;
  readonly context: CommandContext;
}

const actions: Readonly<Record<string, (call: SnapshotCommand) => Promise<void>>> = { list, diff, restore };

// Large projects take long, and a person can interrupt it.
const timeoutMs = 600_000;

/** `anyhook snapshot`: lists, compares and restores snapshots of the snapshot builtin. */
export const addSnapshot: RegisterCommand = (program, context) => {
  program
    .command('snapshot', { hidden: true })
    .summary('list, compare and restore file snapshots')
    .description(
      "Lists the snapshots that the snapshot builtin took of this project's files, shows what changed since, and " +
        "restores files. A restore first takes a snapshot. The project's own repository is never touched. For one turn " +
        'of an agent only: "anyhook undo".',
    )
    .addArgument(new Argument('<action>', 'list, diff or restore').choices(Object.keys(actions)))
    .argument('[id]', 'id of a snapshot, or its beginning (default for diff: the newest)')
    .argument('[paths...]', 'only these files and folders')
    .option('--yes', 'restore without asking')
    .option('--remove-new', 'restore: also remove files that were added since')
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addHelpText(
      'after',
      examplesText('anyhook snapshot list', 'anyhook snapshot diff', 'anyhook snapshot restore 3f9c2b71 src/app.ts'),
    )
    .action((action: string, id: string | undefined, paths: readonly string[], options: Options) =>
      actions[action]?.(snapshotCommand(id, paths, options, context)),
    );
};

function snapshotCommand(
  id: string | undefined,
  paths: readonly string[],
  options: Options,
  context: CommandContext,
): SnapshotCommand {
  const { io } = context;
  const { env, home, cwd } = worldOf(io, options.cwd);
  const workingFolder = realPath(cwd);
  const root = projectRoot(workingFolder);
  const deps = { env: { ...env, HOME: homeIn(env) ?? home }, timeoutMs };
  return { io, root, deps, id, options, context, paths: paths.map((path) => pathInProject(root, workingFolder, path)) };
}

/** A typed path relative to the project's root. */
function pathInProject(root: string, workingFolder: string, path: string): string {
  const absolute = resolve(workingFolder, path);
  // Resolve links in the folder, which may exist without the file, but do not follow the file itself.
  const candidates = [absolute, join(realPath(dirname(absolute)), basename(absolute))];
  const found = candidates
    .map((one) => relative(root, one))
    .find((one) => one !== '..' && !one.startsWith(`..${sep}`) && !isAbsolute(one));
  if (found === undefined)
    throw new AnyhookError('BAD_ARGUMENT', `${path} lies outside ${root}: expected a path inside the project`);
  return found === '' ? '.' : found.split(sep).join('/');
}

async function list(call: SnapshotCommand): Promise<void> {
  const { io, root, deps, id, options } = call;
  if (id !== undefined) throw new AnyhookError('BAD_ARGUMENT', `"snapshot list" takes no id, got ${oneLine(id)}`);
  const all = hasStore(root, deps.env) ? await listSnapshots(root, deps) : [];
  if (options.json) return printJson(io, all.map(snapshotEntry));
  if (all.length === 0) return print(io, noSnapshots(root));
  const colors = colorsFor(io);
  const head = ['id', 'taken', 'files', 'changed', 'event'].map((text) => ({ text, paint: colors.bold }));
  const rows = all.map((one) => [
    { text: shortId(one), paint: colors.cyan },
    { text: timeOf(one) },
    { text: String(one.files) },
    { text: String(one.changed) },
    { text: oneLine(one.label) },
  ]);
  print(io, tableLines([head, ...rows], terminalWidth(io)).join('\n'));
}

async function diff(call: SnapshotCommand): Promise<void> {
  const { io, root, deps, paths, options } = call;
  const id = call.id ?? (await newest(call)).id;
  await requireStore(call, id);
  const { changes, patch } = await diffSnapshot(root, id, deps, paths.length > 0 ? { paths } : {});
  if (options.json) return printJson(io, { id, changes, patch });
  if (changes.length === 0) return print(io, `nothing changed since snapshot ${id.slice(0, 10)}`);
  // Raw for `git apply` and other programs; on a terminal, control characters are made visible.
  if (terminalWidth(io) === undefined) return void (io.stdout.writeExact ?? io.stdout.write)(patch);
  const colors = colorsFor(io);
  print(io, patch.replace(/\n$/, '').split('\n').map(diffPainter(colors)).join('\n'));
}

async function restore(call: SnapshotCommand): Promise<void> {
  const { io, root, deps, id, options, context } = call;
  if (id === undefined)
    throw new AnyhookError('BAD_ARGUMENT', 'which snapshot? "anyhook snapshot list" shows their ids');
  if (options.json && !options.yes) throw new AnyhookError('BAD_ARGUMENT', '--json cannot ask: add --yes');
  await requireStore(call, id);
  const selection = call.paths.length > 0 ? { paths: call.paths } : {};
  const { snapshot, changes } = await planRestore(root, id, deps, selection);
  const planned = changes.filter(({ kind }) => kind !== 'added' || options.removeNew);
  if (planned.length === 0)
    return options.json
      ? printJson(io, { id: snapshot.id, restored: [], removed: [] })
      : print(io, nothingToRestore(call, changes));
  if (!options.json) printRestorePlan(call, snapshot, planned);
  if (!options.yes && !(await confirmRestore(io, planned.length))) {
    context.exitCode = exitCodes.error;
    return print(io, 'nothing was changed');
  }
  const done = await restoreSnapshot(root, snapshot.id, deps, {
    ...selection,
    ...(options.removeNew && { removeNew: true }),
  });
  if (options.json) return printJson(io, { id: snapshot.id, ...done });
  const parts = [
    ...(done.restored.length > 0 ? [`restored ${countNoun(done.restored.length, 'file')}`] : []),
    ...(done.removed.length > 0 ? [`removed ${countNoun(done.removed.length, 'new file')}`] : []),
  ];
  print(io, parts.join(', '));
  print(io, `the previous state is kept: anyhook snapshot restore ${done.before.slice(0, 10)}`);
}

async function confirmRestore(io: Io, files: number): Promise<boolean> {
  if (io.stdin.isTTY !== true || io.stdout.isTTY !== true)
    throw new AnyhookError('BAD_ARGUMENT', 'restore changes files: confirm at a terminal, or use --yes');
  return confirm(io, `Bring ${files === 1 ? 'this file' : `these ${files} files`} back to that state?`);
}

const actionTexts = {
  changed: ['change back', 'yellow'],
  deleted: ['bring back', 'green'],
  added: ['remove', 'red'],
} as const satisfies Record<SnapshotChange['kind'], readonly [string, keyof Colors]>;

const maxShown = 200;

function printRestorePlan(
  { io, root }: SnapshotCommand,
  snapshot: FileSnapshot,
  planned: readonly SnapshotChange[],
): void {
  const colors = colorsFor(io);
  const origin = `${timeOf(snapshot)}, ${oneLine(snapshot.label)}`;
  print(io, `${colors.bold(oneLine(root))}  ${colors.dim(`${shortId(snapshot)}, ${origin}`)}\n`);
  for (const { kind, path } of planned.slice(0, maxShown)) {
    const [word, paint] = actionTexts[kind];
    print(io, `  ${colors[paint](word.padEnd(11))}  ${oneLine(path)}`);
  }
  if (planned.length > maxShown) print(io, colors.dim(`  and ${planned.length - maxShown} more`));
  print(io, '');
}

function nothingToRestore({ paths, id = '' }: SnapshotCommand, changes: readonly SnapshotChange[]): string {
  const where = paths.length > 0 ? ` in ${paths.map(oneLine).join(', ')}` : '';
  const newFiles = changes.length > 0 ? `; ${countNoun(changes.length, 'file')} new since then: see --remove-new` : '';
  return `nothing to restore${where}: no file differs from snapshot ${oneLine(id)}${newFiles}`;
}

async function newest(call: SnapshotCommand): Promise<FileSnapshot> {
  const all = hasStore(call.root, call.deps.env) ? await listSnapshots(call.root, call.deps) : [];
  const last = all.at(-1);
  if (last) return last;
  throw new AnyhookError('BAD_ARGUMENT', noSnapshots(call.root));
}

/** Throws if the project has no snapshots, before a store is created. */
async function requireStore({ root, deps }: SnapshotCommand, id: string): Promise<void> {
  if (!hasStore(root, deps.env))
    throw new AnyhookError('BAD_ARGUMENT', `there is no snapshot "${oneLine(id)}": ${noSnapshots(root)}`);
}

function noSnapshots(root: string): string {
  const where = exists(join(root, '.git')) ? oneLine(root) : `${oneLine(root)} (it is not in a git repository)`;
  return `no snapshots of ${where}; to take some, add {on: [turn.start, tool.after], use: snapshot} to the hooks of your config`;
}

/** One snapshot for programs. */
function snapshotEntry({ id, takenAt, label, files, changed }: FileSnapshot) {
  const [word = ''] = label.split(' ');
  return { id, takenAt, event: isEventName(word) ? word : null, label, files, changed };
}

const shortId = ({ id }: FileSnapshot): string => id.slice(0, 10);
const timeOf = ({ takenAt }: FileSnapshot): string => takenAt.slice(0, 19).replace('T', ' ');

function diffPainter(colors: Colors): (line: string) => string {
  const paints: readonly (readonly [RegExp, (text: string) => string])[] = [
    [/^(?:diff |index |--- |\+\+\+ |(?:new|deleted) file mode |(?:old|new) mode )/, colors.bold],
    [/^@@ /, colors.cyan],
    [/^\+/, colors.green],
    [/^-/, colors.red],
  ];
  return (line) => (paints.find(([shape]) => shape.test(line))?.[1] ?? ((text: string) => text))(showControls(line));
}
