import { AnyhookError } from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import { type FetchedPackage, fetchPackage, readSource } from '../../add/fetch.js';
import { fileHashes, type PackageReview, reviewPackage } from '../../add/review.js';
import { isFolderTaken, lockedPackages, nameProblem, trustPackage, writePackage } from '../../add/store.js';
import { openProject, type World } from '../../answer/engine.js';
import type { LockedPackage, PackageStore } from '../../hooks/hook-packages.js';
import { packageTitle, printPackage, printPackageFiles, runText, whenText } from '../print/packages.js';
import { listText } from '../print/recommended.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import { type ConnectedAgents, connectForNewHooks } from '../terminal/connect-agents.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { askLine, type Human, isPersonAtTerminal, requireHuman } from '../terminal/human.js';
import { colorsFor, exitCodes, type Io, print, printJson, worldOf } from '../terminal/io.js';
import { type PackageScope, packageStore, packagesForScripts } from '../terminal/package-stores.js';
import { symbolsFor } from '../terminal/symbols.js';
import { oneLine, wrap } from '../terminal/text.js';

type Options = OptionsOf<(typeof commands)['hooks add']>;

export const addAdd: RegisterCommand = (program, context) => {
  addCommand(program, commands['hooks add']).action((source: string, options: Options) =>
    add(source, options, context),
  );
};

async function add(text: string, options: Options, context: CommandContext): Promise<void> {
  const { io } = context;
  const person = options.dryRun
    ? undefined
    : requireHuman(io, { ...options, action: `"anyhook hooks add ${text}"`, advice: packagesForScripts });
  const world = worldOf(io, options.cwd);
  const store = packageStore(options.scope, world);
  const found = await fetchPackage(await readSource(text, world), world);
  const fetched = options.name === undefined ? found : { ...found, name: checkedName(options.name) };
  const known = lockedPackages(store)[fetched.name];
  if (known && isSame(known, fetched)) {
    if (options.json)
      return printJson(io, { ...packageReport(fetched, undefined), added: false, why: 'already there' });
    return print(io, `${packageTitle(fetched)}: already there.`);
  }
  await checkPlace(store, fetched, known, world);
  const review = await reviewPackage(fetched, options.format ?? fetched.format);
  if (!options.json) printPackage(io, fetched, review);
  const isAgreed = person !== undefined && (await isConfirmed(io, person, fetched, options));
  if (!isAgreed) {
    if (options.json) return printJson(io, { ...packageReport(fetched, review), added: false });
    return print(io, options.dryRun ? 'Nothing was installed (--dry-run).' : 'Nothing was installed.');
  }
  await writePackage(store, { fetched, review }, world);
  const isTrusted = options.scope === 'user' || isPersonAtTerminal(io);
  if (isTrusted) await trustPackage(store, fetched.name, world);
  const connected = await connectForNewHooks(world, options.scope, fetched.name);
  if (connected.problems.length > 0) context.exitCode = exitCodes.error;
  if (options.json)
    return printJson(io, {
      ...packageReport(fetched, review),
      added: true,
      trusted: isTrusted,
      agents: connected.titles,
    });
  printAdded(io, { isTrusted, connected, scope: options.scope });
}

const isSame = (known: LockedPackage, { files, source }: FetchedPackage): boolean =>
  known.source === source && JSON.stringify(known.files) === JSON.stringify(fileHashes(files));

function checkedName(name: string): string {
  if (/^[\w@][\w@./+-]{0,100}$/.test(name) && !name.includes('..')) return name;
  throw new AnyhookError('BAD_ARGUMENT', `--name: expected letters, digits and @ . / + -, got ${JSON.stringify(name)}`);
}

async function checkPlace(
  store: PackageStore,
  fetched: FetchedPackage,
  known: LockedPackage | undefined,
  world: World,
): Promise<void> {
  const { name } = fetched;
  const fail = (why: string) => new AnyhookError('BAD_STATE', `${name} ${why}`);
  if (known)
    throw known.source.replace(/#.*/s, '') === fetched.source.replace(/#.*/s, '')
      ? fail(
          `is installed${known.version === undefined ? '' : ` (${known.version})`}: anyhook hooks update ${name}; for another version: anyhook hooks remove ${name} first`,
        )
      : fail(`is the name of another package (${known.source}): choose one with --name`);
  const twin = nameProblem(store, name);
  if (twin !== undefined) throw new AnyhookError('BAD_STATE', `${twin}: choose another with --name`);
  if (isFolderTaken(store, name))
    throw fail(`cannot be added: ${store.folder} has such a folder, which anyhook did not write`);
  const { config } = await openProject(world);
  if (fetched.kind === 'plugin' && config.plugins?.includes(name))
    throw fail('runs already: your config has it under "plugins"');
}

/** Asks, and requires a typed word if the terminal may not be the person's. */
async function isConfirmed(io: Io, person: Human, fetched: FetchedPackage, { yes, scope }: Options): Promise<boolean> {
  const place = scope === 'user' ? 'for all your projects' : 'into this repository';
  const isWanted = yes || (await isAnsweredYes(io, fetched, place));
  return isWanted && person.confirm({ action: `install ${oneLine(fetched.name)} ${place}` });
}

/** Asks until the answer is clear; `s` shows every file first. */
async function isAnsweredYes(io: Io, { files }: FetchedPackage, place: string): Promise<boolean> {
  for (;;) {
    const answer = await askLine(io, `Install ${place}? y, N, s to see the files: `);
    if (!/^s(?:ee)?$/i.test(answer?.trim() ?? '')) return /^y(?:es)?$/i.test(answer?.trim() ?? '');
    printPackageFiles(io, files);
  }
}

interface AddedOutcome {
  readonly isTrusted: boolean;
  readonly connected: ConnectedAgents;
  readonly scope: PackageScope;
}

function printAdded(io: Io, { isTrusted, connected: { titles, problems }, scope }: AddedOutcome): void {
  const { good, bad, warning } = symbolsFor(io, colorsFor(io));
  if (isTrusted) print(io, `  ${good} installed and trusted as shown; a changed file stops and asks`);
  else print(io, `  ${warning} installed, but does not run yet: review and trust it: anyhook trust`);
  if (scope === 'project') print(io, `  ${good} commit .agents: others are asked before it runs on their machines`);
  for (const problem of problems) print(io, `  ${bad} ${wrap(oneLine(problem), 79, 4)}`);
  if (titles.length > 0)
    print(
      io,
      `  ${good} ${wrap(`${titles.length === 1 ? 'works' : 'work'} on ${listText(titles)}`.replace(/^works/, 'work'), 79, 4)}`,
    );
  else
    print(
      io,
      `  ${warning} no agent is connected${scope === 'project' ? ' for this project' : ''} yet: anyhook init${scope === 'project' ? ' --scope project' : ''}`,
    );
}

/** A package as JSON for programs. */
function packageReport(fetched: FetchedPackage, review: PackageReview | undefined) {
  const { name, kind, source, version, commit, files } = fetched;
  return {
    name,
    kind,
    source,
    ...(version !== undefined && { version }),
    ...(commit !== undefined && { commit }),
    files: fileHashes(files),
    ...(review && {
      format: review.format,
      hooks: review.hooks.map((hook) => ({
        event: hook.events[0],
        nativeEvent: hook.nativeEvent,
        when: whenText(hook),
        runs: runText(hook),
      })),
      problems: review.problems,
    }),
  };
}
