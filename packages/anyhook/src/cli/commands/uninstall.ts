import { AnyhookError, homeIn, pathFromHome } from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import { removeImported } from '../../add/import-back.js';
import { changeOwnConfig } from '../../answer/confirm-own-config.js';
import { type InstallWorld, installWorld } from '../../install/install-world.js';
import { isImported } from '../../install/manifest.js';
import { planCompletionRemoval, removeCompletion } from '../../install/shell-completion.js';
import type { RemovalPlan } from '../../install/uninstall.js';
import {
  changesFile,
  isEditedConfig,
  keptFolders,
  planUninstall,
  purgeKept,
  uninstallEntries,
  unusedEngine,
} from '../../install/uninstall-plan.js';
import type { EngineReport } from '../../resident/control-engine.js';
import { diffText, printDiffs, printFileList } from '../print/file-changes.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { type Human, requireHuman } from '../terminal/human.js';
import { exitCodes, type Io, print, printJson, worldOf } from '../terminal/io.js';
import { storedPackages } from '../terminal/package-stores.js';
import { refuseIfLocked } from '../terminal/refuse-if-locked.js';
import { countNoun } from '../terminal/text.js';

type Options = OptionsOf<typeof commands.uninstall>;

export const addUninstall: RegisterCommand = (program, context) => {
  addCommand(program, commands.uninstall).action((options: Options) => uninstall(options, context));
};

async function uninstall(options: Options, context: CommandContext): Promise<void> {
  const { io } = context;
  refuseIfLocked('"anyhook uninstall" is refused', io);
  const person = options.dryRun
    ? undefined
    : requireHuman(io, {
        ...options,
        action: '"anyhook uninstall"',
        advice: 'an agent must not remove its own guard',
      });
  const machine = installWorld(worldOf(io, options.cwd));
  const completion = removesAll(options) ? planCompletionRemoval(machine) : { removals: [], problems: [] };
  const entries = await planUninstall(machine, options);
  const plan = {
    ...entries,
    removals: [...entries.removals, ...completion.removals],
    problems: [...entries.problems, ...completion.problems],
  };
  const purged = options.purge ? purgedFolders(machine, plan, options) : [];
  if (options.dryRun) {
    const runningEngine = await unusedEngine(machine, plan, 'status');
    if (options.json) return printJson(io, uninstallReport(plan, false, runningEngine));
    printRemovals(plan, options, io);
    printPurge(purged, io);
    if (runningEngine) print(io, `would stop the engine too (pid ${runningEngine.pid})`);
    return;
  }
  if (!options.json) {
    printRemovals(plan, options, io);
    printPurge(purged, io);
  }
  const changes = plan.removals.filter(changesFile);
  const isAsked = changes.length > 0 || purged.length > 0;
  if (isAsked && !(person && (await isConfirmed(person, changes.length, options)))) {
    context.exitCode = exitCodes.error;
    return print(io, 'nothing was changed');
  }
  const restoresImported = plan.removals.some(({ uses }) => uses.some(isImported));
  const world = worldOf(io, options.cwd);
  const stoppedEngine = await changeOwnConfig(world, () => uninstallEntries(machine, options));
  await removeCompletion(machine, completion.removals);
  if (restoresImported) await removeImported(worldOf(io, options.cwd));
  if (options.json) printJson(io, uninstallReport(plan, true, stoppedEngine));
  else if (changes.length > 0) print(io, `changed ${countNoun(changes.length, 'file')}`);
  if (stoppedEngine && !options.json)
    print(io, `stopping the engine (pid ${stoppedEngine.pid}): no agent is connected`);
  const packages = storedPackages(worldOf(io, options.cwd));
  if (packages.length > 0 && !options.json)
    print(
      io,
      `kept ${countNoun(packages.length, 'package')} that you added; to remove them: anyhook hooks remove ${packages.map(({ name }) => name).join(' ')}`,
    );
  if (purged.length > 0) {
    await purgeKept(machine);
    if (!options.json) print(io, 'deleted the journal, the snapshots and the copies');
  }
  if (plan.problems.length > 0) context.exitCode = exitCodes.error;
}

/** Are no entries of the user left afterwards? Then shell completion is also removed. */
const removesAll = ({ agent, scope }: Options): boolean => agent === undefined && scope !== 'project';

/** What `--purge` deletes; throws if something is left that still needs it. */
function purgedFolders(machine: InstallWorld, plan: RemovalPlan, { agent, scope }: Options): readonly string[] {
  if (agent || scope)
    throw new AnyhookError('BAD_ARGUMENT', '--purge removes everything: leave out --agent and --scope');
  const [other] = plan.elsewhere;
  if (other !== undefined)
    throw new AnyhookError('BAD_STATE', `--purge: ${other} stays connected; run "anyhook uninstall" there first`);
  if (plan.problems.length > 0) throw new AnyhookError('BAD_STATE', `--purge: ${plan.problems[0]}`);
  return keptFolders(machine);
}

function printPurge(folders: readonly string[], io: Io): void {
  const home = homeIn(io.env) ?? io.home;
  for (const folder of folders) print(io, `delete   ${pathFromHome(folder, home)}, with journal, snapshots and copies`);
}

const isConfirmed = (person: Human, files: number, { yes, purge }: Options): Promise<boolean> => {
  const filesText = `${countNoun(files, 'file')}${purge ? ' and delete the journal, the snapshots and the copies' : ''}`;
  return person.confirm({ question: `Change ${filesText}?`, isYes: yes, action: `change ${filesText}` });
};

function printRemovals({ removals, problems, elsewhere }: RemovalPlan, { diff }: Options, io: Io): void {
  const home = homeIn(io.env) ?? io.home;
  const changes = removals.filter(changesFile);
  if (diff) printDiffs(io, changes);
  else printFileList(io, changes);
  for (const removal of removals.filter((one) => one.how === 'keep' || isEditedConfig(one)))
    print(io, `kept, you changed it: ${pathFromHome(removal.path, home)}`);
  for (const root of elsewhere) print(io, `${pathFromHome(root, home)} stays connected: run "anyhook uninstall" there`);
  for (const problem of problems) print(io, problem);
  if (changes.length === 0 && problems.length === 0) print(io, 'nothing to remove');
}

const uninstallReport = (
  { removals, problems, elsewhere }: RemovalPlan,
  written: boolean,
  engine: EngineReport | undefined,
) => ({
  written,
  files: removals.map((removal) => ({
    path: removal.path,
    how: removal.how,
    ...(changesFile(removal) && { diff: diffText(removal) }),
  })),
  problems,
  elsewhere,
  ...(engine && { engine: { pid: engine.pid } }),
});
