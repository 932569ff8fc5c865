import { mkdirSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import {
  AnyhookError,
  homeIn,
  isWithin,
  now,
  ownBytes,
  pathFromHome,
  quoteValue,
  realPath,
  userPaths,
} from '@anyhook/core';
import {
  applyRedo,
  applyUndo,
  type DescribedPlan,
  describeChanges,
  findNotCovered,
  hasKilledUndo,
  type KilledUndos,
  keptProjects,
  lastUndo,
  listTurns,
  type NotCovered,
  type PreparedUndo,
  patchBetween,
  planRedo,
  prepareUndo,
  RestoreFailure,
  readTurns,
  settleKilledUndos,
  storeFolder,
  type UndoPlace,
  type UndoRecord,
  type UndoSelection,
  undoRoot,
  withNestedContent,
  withStore,
} from '@anyhook/undo';
import { commands } from '../../../.cache/commands.js';
import { changeOwnConfig } from '../../answer/confirm-own-config.js';
import { hasStore, listSnapshots, planRestore } from '../../handlers/builtins/snapshot/store.js';
import { putBackText, strandedText, unknownUndoText } from '../print/killed-undo.js';
import {
  clockTime,
  printProjects,
  printSnapshots,
  printTurns,
  printUndoPlan,
  snapshotTitle,
  undoRefusalText,
} from '../print/undo.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { askLine, confirm, isPersonAtTerminal, surroundingStarter, usesTerminal } from '../terminal/human.js';
import {
  type Colors,
  colorsFor,
  exitCodes,
  type Io,
  type PrintTarget,
  print,
  printJson,
  terminalWidth,
} from '../terminal/io.js';
import { parseSince } from '../terminal/journal-filter.js';
import { parseNumberOption } from '../terminal/options.js';
import { recordUndo } from '../terminal/record-undo.js';
import { symbolsFor } from '../terminal/symbols.js';
import { countNoun, oneLine, showControls, wrap } from '../terminal/text.js';

type Options = OptionsOf<typeof commands.undo>;

export const addUndo: RegisterCommand = (program, context) => {
  addCommand(program, commands.undo).action((files: readonly string[], options: Options) =>
    undo(files, options, context),
  );
};

interface UndoCall extends UndoPlace {
  readonly io: Io;
  readonly context: CommandContext;
  readonly options: Options;
  readonly paths: readonly string[] | undefined;
  readonly target: PrintTarget;
}

const shownTurns = 20;

async function undo(files: readonly string[], options: Options, context: CommandContext): Promise<void> {
  const { io } = context;
  if (options.all && !options.list) throw new AnyhookError('BAD_ARGUMENT', '--all needs --list');
  const home = homeIn(io.env) ?? io.home;
  const env = { ...io.env, HOME: home };
  const target = { io, colors: colorsFor(io), width: terminalWidth(io) };
  if (options.list && options.all) {
    const projects = await keptProjects(env);
    return options.json ? printJson(io, projects) : printProjects(projects, target, now(), home);
  }
  const folder = await folderOf(io, options, env);
  const root = undoRoot(folder, env);
  const paths = files.length > 0 ? files.map((path) => pathInProject(root, folder, path, home)) : undefined;
  const call: UndoCall = { root, env, io, context, options, paths, target };
  if (options.list) return list(call);
  if (!options.dryRun && !isAllowedHere(call)) return;
  await settleKilled(call);
  const act = () => {
    if (options.snapshot !== undefined) return restore(call, options.snapshot);
    return options.redo ? redo(call) : runUndo(call);
  };
  const isOwnConfig = isWithin(realPath(dirname(userPaths(env, home).userConfig)), root);
  await (isOwnConfig && isPersonAtTerminal(io) ? changeOwnConfig({ cwd: root, env, home }, act) : act());
}

/** Finishes undos that were killed, and reports what happened to their files. A person decides about an unknown folder. */
async function settleKilled(call: UndoCall): Promise<void> {
  const { io, options, target } = call;
  const notify = (text: string) => io.stderr.write(`${symbolsFor(io, target.colors).warning} ${text}\n`);
  if (options.dryRun) {
    if (hasKilledUndo(call)) notify('An undo was killed here. Without --dry-run, undo puts its files back first.');
    return;
  }
  const printRepair = ({ putBack, stranded }: KilledUndos) => {
    if (putBack.length > 0) notify(putBackText(putBack, target.width));
    for (const found of stranded) notify(strandedText(found, target.width));
  };
  const killed = await settleKilledUndos(call);
  printRepair(killed);
  const isAsked = !options.yes && !options.json && usesTerminal(io);
  for (const found of killed.unknown) {
    notify(unknownUndoText(found, isAsked, target.width));
    if (isAsked && (await confirm(io, `Put ${countNoun(found.files.length, 'file')} back?`)))
      printRepair(await settleKilledUndos(call, found));
  }
}

/** The folder of `--cwd`; a project folder that was deleted is created again. */
async function folderOf(io: Io, { cwd, dryRun, list: isList }: Options, env: UndoPlace['env']): Promise<string> {
  const folder = cwd === undefined ? io.cwd : resolve(io.cwd, cwd.replace(/^~(?=\/|$)/, homeIn(env) ?? '~'));
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return realPath(folder);
  const isKept = (await keptProjects(env)).some(({ root }) => root === folder);
  if (!isKept) throw new AnyhookError('BAD_ARGUMENT', `--cwd: expected a folder, got ${folder}`);
  if (!dryRun && !isList) mkdirSync(folder, { recursive: true });
  return folder;
}

function pathInProject(root: string, folder: string, path: string, home: string): string {
  const absolute = resolve(folder, path);
  const candidates = [absolute, join(realPath(dirname(absolute)), basename(absolute))];
  const found = candidates
    .map((one) => relative(root, one))
    .find((one) => one !== '..' && !one.startsWith(`..${sep}`) && !isAbsolute(one));
  if (found === undefined) throw new AnyhookError('BAD_ARGUMENT', `${path} lies outside ${pathFromHome(root, home)}`);
  return found === '' ? '.' : found.split(sep).join('/');
}

/** An agent must not undo the work of another one, and nothing is written without a yes. */
function isAllowedHere({ io, options, context }: UndoCall): boolean {
  const starter = surroundingStarter(io);
  const inside = starter
    ? `undo is for a person, and this runs inside ${starter.agent} (${starter.sign}). Nothing was changed. Ask the user to run it: anyhook undo`
    : undefined;
  const noTerminal =
    options.yes || usesTerminal(io) ? undefined : 'undo asks before it writes: add --yes (keeps files changed since).';
  const refusal = inside ?? noTerminal;
  if (refusal === undefined) return true;
  if (options.json) throw new AnyhookError(inside ? 'UNTRUSTED' : 'BAD_ARGUMENT', refusal);
  io.stderr.write(`${wrap(`anyhook: ${refusal}`, 80, 0)}\n`);
  context.exitCode = exitCodes.error;
  return false;
}

async function list({ io, options, target, ...place }: UndoCall): Promise<void> {
  const turns = await listTurns(place, shownTurns);
  const bytes = await ownBytes(storeFolder(place.root, place.env));
  const snapshots = hasStore(place.root, place.env) ? await listSnapshots(place.root, snapshotDeps(place)) : [];
  if (options.json)
    return printJson(io, { root: place.root, bytes, turns, ...(snapshots.length > 0 && { snapshots }) });
  if (snapshots.length > 0) printSnapshots(snapshots, target);
  if (turns.length === 0 && snapshots.length > 0) return;
  if (turns.length === 0) return print(io, undoRefusalText({ kind: 'off' }, place.root, now(), homeOf(place)));
  printTurns(turns, bytes, target, now());
}

// Large projects take long, and a person can interrupt it.
const snapshotDeps = ({ env }: UndoPlace) => ({ env, timeoutMs: 600_000 });

const homeOf = ({ env }: UndoPlace): string => homeIn(env) ?? '';

function selectionOf({ options, paths }: UndoCall): UndoSelection {
  const { turn, session, since } = options;
  return {
    ...(turn !== undefined && { turn: parseNumberOption('--turn', turn, [1, 9_999]) }),
    ...(session && { session }),
    ...(since !== undefined && { since: parseUndoSince(since) }),
    ...(paths && { paths }),
    ...(options.yes && { isUnasked: true }),
  };
}

/** `10m`, `2h`, or `14:00` of today. */
function parseUndoSince(text: string): number {
  const [, hours, minutes] = /^(\d{1,2}):(\d\d)$/.exec(text) ?? [];
  if (hours !== undefined && Number(hours) < 24 && Number(minutes) < 60)
    return new Date(now()).setHours(Number(hours), Number(minutes), 0, 0);
  if (!/^\d{1,6}[smhd]$/.test(text))
    throw new AnyhookError('BAD_ARGUMENT', `--since takes 10m, 2h, 14:00, got ${quoteValue(text)}`);
  return parseSince(text, now());
}

async function runUndo(call: UndoCall): Promise<void> {
  const { io, options, context, root } = call;
  const found = await prepareUndo(call, selectionOf(call));
  if (found.kind !== 'prepared') {
    context.exitCode = exitCodes.error;
    const text = undoRefusalText(found, root, now(), homeOf(call));
    return options.json ? printJson(io, { ...found, message: text }) : print(io, text);
  }
  const nested = [...new Set(found.turns.flatMap((turn) => turn.nested))];
  const { described, notCovered } = await withStore(call, async (shadow) => {
    const { items, conflicts } = found.plan;
    const paths = [...items, ...conflicts].map(({ path }) => path);
    return {
      described: await describeChanges(withNestedContent(shadow, nested), items),
      notCovered: await findNotCovered(shadow, found.turns, paths, found.all),
    };
  });
  const { changes } = described;
  const shown = { ...found, changes, conflicts: found.plan.conflicts, notCovered, isRedo: false };
  if (options.json && (options.dryRun || !options.yes)) return printJson(io, planJson(found, notCovered, changes));
  if (!options.json) printUndoPlan(shown, call.target, now());
  if (!(await isWanted(call, found.plan, () => printDiff(call, described, nested), 'Undo'))) return;
  const record = await guarded(call, () => applyUndo(call, found, call.paths === undefined));
  if (!record) return;
  recordUndo(call, { turns: found.turns, items: record.items, kind: 'undo' });
  if (options.json) return printJson(io, { undo: record.id, ...planJson(found, notCovered, changes) });
  print(io, doneText(call, found, record));
}

const planJson = ({ turns, plan }: PreparedUndo, notCovered: NotCovered, changes: unknown) => ({
  turns: turns.map(({ id, at, endedAt, session, host: agent, prompt }) => ({
    id,
    at,
    endedAt,
    session,
    host: agent,
    prompt,
  })),
  changes,
  conflicts: plan.conflicts,
  notCovered,
});

/** `Back to 14:02. Changed your mind? anyhook undo --redo` */
function doneText({ paths }: UndoCall, { turns, plan }: PreparedUndo, record: UndoRecord): string {
  const time = clockTime(Math.min(...turns.map(({ at }) => at)));
  if (!paths) return `Back to ${time}. Changed your mind? anyhook undo --redo`;
  const rest = plan.conflicts.length > 0 ? ` ${countNoun(plan.conflicts.length, 'other')} skipped.` : '';
  return `Back to ${time}: ${countNoun(record.items.length, 'file')}.${rest} To undo the rest of the turn: anyhook undo`;
}

/** Asks until the person decides; `d` shows the diff. */
async function isWanted(
  { io, options, context }: UndoCall,
  { items, conflicts }: PreparedUndo['plan'],
  showDiff: () => Promise<void>,
  what: string,
): Promise<boolean> {
  if (options.dryRun) return false;
  if (items.length === 0) {
    context.exitCode = exitCodes.error;
    return false;
  }
  if (options.yes) return true;
  const total = items.length + conflicts.length;
  const count = conflicts.length > 0 ? `${items.length} of ${countNoun(total, 'file')}` : countNoun(total, 'file');
  for (;;) {
    const answer = await askLine(io, `${what} ${count}? y, N, d for the diff: `);
    const word = answer?.trim().toLowerCase();
    if (word === 'd') {
      await showDiff();
      continue;
    }
    if (word === 'y' || word === 'yes') return true;
    print(io, 'Nothing was changed.');
    context.exitCode = answer === undefined ? 130 : exitCodes.ok;
    return false;
  }
}

/** The diff of what an agent changed; one that is too large to show is not a reason to stop. */
async function printDiff(call: UndoCall, described: DescribedPlan, nested: readonly string[]): Promise<void> {
  const { io, target } = call;
  try {
    const patch = await withStore(call, (shadow) => patchBetween(withNestedContent(shadow, nested), described));
    printPatch(io, patch, target.colors);
  } catch (error) {
    print(io, `The diff cannot be shown: ${oneLine((error as Error).message)}`);
  }
}

function printPatch(io: Io, patch: string, colors: Colors): void {
  const paint = (line: string) =>
    line.startsWith('+') && !line.startsWith('+++')
      ? colors.green(line)
      : line.startsWith('-') && !line.startsWith('---')
        ? colors.red(line)
        : line;
  print(
    io,
    patch
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => paint(showControls(line)))
      .join('\n'),
  );
}

/** Runs the undo; a failure that changed nothing is reported in one line. */
async function guarded<T>({ io, context, options, target }: UndoCall, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RestoreFailure)) throw error;
    if (options.json) throw new AnyhookError('BAD_STATE', `${error.path}: ${error.why}. Nothing was changed.`);
    context.exitCode = exitCodes.error;
    print(
      io,
      `${symbolsFor(io, target.colors).bad} ${oneLine(error.path)}: ${oneLine(error.why)}. Nothing was changed.`,
    );
    return undefined;
  }
}

/** Restores a snapshot, as an undo that can be redone. */
async function restore(call: UndoCall, id: string): Promise<void> {
  const { io, options, root } = call;
  if (!hasStore(root, call.env)) throw new AnyhookError('BAD_ARGUMENT', `there are no snapshots of ${oneLine(root)}`);
  const { snapshot, plan } = await planRestore(root, id, snapshotDeps(call), call.paths);
  const { described, patch } = await withStore(call, async (shadow) => {
    const found = await describeChanges(shadow, plan.items);
    return { described: found, patch: options.json && (await patchBetween(shadow, found)) };
  });
  const { changes } = described;
  const { conflicts } = plan;
  const json = { snapshot: snapshot.id, changes, conflicts, patch };
  if (options.json && (options.dryRun || !options.yes)) return printJson(io, json);
  const title = snapshotTitle(snapshot);
  const shown = { title, turns: [], all: [], changes, conflicts, notCovered: undefined, isRedo: false };
  if (!options.json && plan.items.length + conflicts.length === 0) return print(io, `Nothing differs from ${title}.`);
  if (!options.json) printUndoPlan(shown, call.target, now());
  if (!(await isWanted(call, plan, () => printDiff(call, described, []), 'Restore'))) return;
  const record = await guarded(call, () => applyUndo(call, { turns: [], plan }, false));
  if (!record) return;
  recordUndo(call, { turns: [], items: record.items, kind: 'undo' });
  if (options.json) return printJson(io, { undo: record.id, ...json });
  print(io, `Restored ${countNoun(record.items.length, 'file')}. Changed your mind? anyhook undo --redo`);
}

async function redo(call: UndoCall): Promise<void> {
  const { io, options, context } = call;
  const dir = storeFolder(call.root, call.env);
  const record = lastUndo(call);
  if (!record) {
    context.exitCode = exitCodes.error;
    const text = 'Nothing to redo: there was no undo here, or it was redone.';
    return options.json ? printJson(io, { kind: 'nothing', message: text }) : print(io, text);
  }
  const { plan, described } = await withStore(call, async (shadow) => {
    const planned = planRedo(shadow, record, call.paths);
    return { plan: planned, described: await describeChanges(shadow, planned.items.map(inverted)) };
  });
  const { changes } = described;
  const all = [...readTurns(dir)].reverse();
  const turns = all.filter(({ id }) => record.turns.includes(id));
  const shown = { turns, all, changes, conflicts: plan.conflicts, notCovered: undefined, isRedo: true };
  const json = { redo: record.id, changes, conflicts: plan.conflicts };
  if (options.json && (options.dryRun || !options.yes)) return printJson(io, json);
  if (!options.json) printUndoPlan(shown, call.target, now());
  if (!(await isWanted(call, plan, () => printDiff(call, described, []), 'Redo'))) return;
  const isDone = await guarded(call, async () => {
    await applyRedo(call, record, plan);
    return true;
  });
  if (!isDone) return;
  recordUndo(call, { turns, items: plan.items, kind: 'redo' });
  if (options.json) return printJson(io, json);
  print(
    io,
    `The change of ${clockTime(Math.min(record.at, ...turns.map(({ at }) => at)))} is back. To undo it again: anyhook undo`,
  );
}

/** Shown as the agent's change, not as its reverse. */
const inverted = <T extends { readonly current: unknown; readonly target: unknown }>(item: T): T => ({
  ...item,
  current: item.target,
  target: item.current,
});
