import { AnyhookError, type Hook } from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import { type FetchedPackage, fetchAgain, fetchLocked } from '../../add/fetch.js';
import { fileHashes, type PackageReview, reviewInstalled, reviewPackage } from '../../add/review.js';
import { installedBytes, trustPackage, writePackage } from '../../add/store.js';
import type { World } from '../../answer/engine.js';
import { packageFolder } from '../../hooks/hook-packages.js';
import { packageFaults } from '../../hooks/package-faults.js';
import { diffText, type FileDiff } from '../print/file-changes.js';
import {
  type PackageChange,
  packageTitle,
  printPackageChange,
  printPackageDiffs,
  runText,
  whenText,
} from '../print/packages.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import { connectForNewHooks } from '../terminal/connect-agents.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { askLine, type Human, isPersonAtTerminal, requireHuman } from '../terminal/human.js';
import { colorsFor, exitCodes, type Io, print, printJson, worldOf } from '../terminal/io.js';
import { namedPackages, packagesForScripts, type StoredPackage, storedPackages } from '../terminal/package-stores.js';
import { symbolsFor } from '../terminal/symbols.js';
import { oneLine, wrap } from '../terminal/text.js';

type Options = OptionsOf<(typeof commands)['hooks update']>;

export const addUpdate: RegisterCommand = (program, context) => {
  addCommand(program, commands['hooks update']).action((names: readonly string[], options: Options) =>
    update(names, options, context),
  );
};

/** The result for one package. */
interface UpdateOutcome {
  readonly name: string;
  readonly state: 'current' | 'updated' | 'declined' | 'available' | 'restored' | 'failed';
  readonly why?: string;
  readonly version?: string;
  readonly diff?: string;
}

async function update(names: readonly string[], options: Options, context: CommandContext): Promise<void> {
  const { io } = context;
  const isPreview = options.dryRun || (options.diff && !options.yes);
  const given: Options = { ...options, ...(isPreview && { dryRun: true as const }) };
  const typed = ['hooks', 'update', ...names].join(' ');
  const person = given.dryRun
    ? undefined
    : requireHuman(io, { ...given, action: `"anyhook ${typed}"`, advice: packagesForScripts });
  const world = worldOf(io, given.cwd);
  const all = storedPackages(world, given.scope).filter(({ locked }) => locked.kind !== 'import');
  const chosen = names.length > 0 ? namedPackages(names, all) : all;
  const outcomes: UpdateOutcome[] = [];
  for (const one of chosen) outcomes.push(await updateOne(one, { options: given, person, io, world }));
  if (outcomes.some(({ state }) => state === 'failed')) context.exitCode = exitCodes.error;
  if (given.json) return printJson(io, outcomes);
  if (chosen.length === 0) print(io, 'no package was added; add one with "anyhook hooks add"');
}

interface UpdateCall {
  readonly options: Options;
  /** The person who decides; undefined if nothing may be changed. */
  readonly person: Human | undefined;
  readonly io: Io;
  readonly world: World;
}

async function updateOne(stored: StoredPackage, call: UpdateCall): Promise<UpdateOutcome> {
  const { name } = stored;
  const { options, io } = call;
  try {
    return await (options.restore ? restore(stored, call) : installUpdate(stored, call));
  } catch (error) {
    if (!(error instanceof AnyhookError)) throw error;
    const { bad } = symbolsFor(io, colorsFor(io));
    if (!options.json) print(io, `${bad} ${wrap(oneLine(error.message), 79, 2)}`);
    return { name, state: 'failed', why: error.message };
  }
}

async function installUpdate(stored: StoredPackage, call: UpdateCall): Promise<UpdateOutcome> {
  const { options, io, world } = call;
  const { name, locked, store } = stored;
  const fetched = await fetchAgain(name, locked, world);
  const version = fetched.version === undefined ? {} : { version: fetched.version };
  if (JSON.stringify(fileHashes(fetched.files)) === JSON.stringify(locked.files)) {
    const hasNewLabel = fetched.commit !== locked.commit || fetched.version !== locked.version;
    const review = hasNewLabel && !options.dryRun ? await reviewPackage(fetched, locked.dialect) : undefined;
    if (review) await writePackage(store, { fetched, review }, world);
    if (!options.json) print(io, `${packageTitle(fetched)}: nothing new.`);
    return { name, state: 'current', ...version };
  }
  const review = await reviewPackage(fetched, locked.dialect);
  const change = await changeOf(stored, fetched, review);
  const title = updateTitle(stored, fetched);
  if (!options.json) {
    printPackageChange(io, title, change, fetched.files.length);
    if (options.diff) printPackageDiffs(io, change.diffs);
  }
  const diff = change.diffs.map(diffText).join('\n');
  if (!call.person) {
    if (!options.json) print(io, 'Nothing was changed. To install it, leave out --dry-run, or add --yes to --diff.');
    return { name, state: 'available', ...version, diff };
  }
  const isAccepted =
    options.yes || (await confirmInstall(io, locked.version ?? locked.commit?.slice(0, 7), change.diffs));
  if (!isAccepted || !(await call.person.confirm({ action: `update ${oneLine(name)}` }))) {
    print(io, 'The old version stays.');
    return { name, state: 'declined', ...version };
  }
  await writePackage(store, { fetched, review }, world);
  await trustAsAgreed(stored, io, world);
  const { problems } = await connectForNewHooks(world, store.scope);
  const { good, bad } = symbolsFor(io, colorsFor(io));
  if (!options.json) {
    for (const problem of problems) print(io, `  ${bad} ${wrap(oneLine(problem), 79, 4)}`);
    print(io, `  ${good} updated and trusted as shown`);
  }
  return { name, state: 'updated', ...version, diff };
}

const trustAsAgreed = async ({ store, name }: StoredPackage, io: Io, world: World): Promise<void> => {
  if (store.scope === 'user' || isPersonAtTerminal(io)) await trustPackage(store, name, world);
};

/** `acme/agent-hooks v1.2.0 -> v1.3.0`. */
function updateTitle({ name, locked }: StoredPackage, { version, commit }: FetchedPackage): string {
  const label = (one: { readonly version?: string; readonly commit?: string }) =>
    [one.version, one.commit?.slice(0, 7)].filter((part) => part !== undefined).join(' ');
  const [from, to] = [
    label(locked),
    label({ ...(version !== undefined && { version }), ...(commit !== undefined && { commit }) }),
  ];
  return from === to || to === '' ? oneLine(name) : oneLine(`${name} ${from} -> ${to}`);
}

async function changeOf(
  { store, name, locked }: StoredPackage,
  fetched: FetchedPackage,
  review: PackageReview,
): Promise<PackageChange> {
  const now = new Map(fetched.files.map(({ path, bytes }) => [path, bytes]));
  const paths = [...new Set([...Object.keys(locked.files), ...now.keys()])].sort();
  const diffs = paths.flatMap((path): readonly FileDiff[] => {
    const before = Object.hasOwn(locked.files, path) ? installedBytes(store, name, path) : undefined;
    const after = now.get(path);
    return before && after?.equals(before) ? [] : before || after ? [{ path, before, after }] : [];
  });
  const old = await reviewInstalled(store, name, locked);
  const key = (hook: Hook) => `${whenText(hook)}\n${runText(hook)}`;
  const [before, after] = [new Set(old.map(key)), new Set(review.hooks.map(key))];
  return {
    diffs,
    newHooks: review.hooks.filter((hook) => !before.has(key(hook))),
    goneHooks: old.filter((hook) => !after.has(key(hook))),
  };
}

/** Asks until the answer is clear; `d` shows every line first. */
async function confirmInstall(io: Io, version: string | undefined, diffs: readonly FileDiff[]): Promise<boolean> {
  const stay = version === undefined ? '' : ` (stay at ${version})`;
  for (;;) {
    const answer = await askLine(io, `Install it? y, N${stay}, d for the diff: `);
    if (!/^d(?:iff)?$/i.test(answer?.trim() ?? '')) return /^y(?:es)?$/i.test(answer?.trim() ?? '');
    printPackageDiffs(io, diffs);
  }
}

/** Restores what the user agreed to; if the source now has something else, that is an error. */
async function restore(stored: StoredPackage, { options, person, io, world }: UpdateCall): Promise<UpdateOutcome> {
  const { name, locked, store } = stored;
  const faults = packageFaults(packageFolder(store, name), locked);
  if (faults.length === 0) {
    if (!options.json) print(io, `${packageTitle({ name, ...locked })}: all files are as they were added.`);
    return { name, state: 'current' };
  }
  if (!options.json) for (const { path, what } of faults) print(io, `  ${what.padEnd(8)} ${oneLine(path)}`);
  const fetched = await fetchLocked(name, locked, world);
  const hashes = fileHashes(fetched.files);
  const other = Object.keys({ ...hashes, ...locked.files }).find((path) => hashes[path] !== locked.files[path]);
  if (other !== undefined)
    throw new AnyhookError(
      'FAILED',
      `${name}: ${locked.source} no longer has the files that you added: ${other} differs. Nothing was changed. To see its current version: anyhook hooks update ${name}`,
    );
  if (!person) return { name, state: 'available' };
  if (!(await person.confirm({ action: `restore ${oneLine(name)}` }))) return { name, state: 'declined' };
  const review = await reviewPackage(fetched, locked.dialect);
  await writePackage(
    store,
    {
      fetched: {
        ...fetched,
        source: locked.source,
        ...(locked.version !== undefined && { version: locked.version }),
        ...(locked.isTag && { isTag: locked.isTag }),
      },
      review,
    },
    world,
  );
  await trustAsAgreed(stored, io, world);
  if (!options.json) print(io, `${packageTitle({ name, ...locked })}: restored.`);
  return { name, state: 'restored' };
}
