import { Option } from 'commander';
import { loadInstalls } from '../../agents/index.js';
import type { AgentInstall, InstallScope } from '../../agents/kit/install.js';
import { AnyhookError } from '../../core/errors.js';
import { type InstallWorld, installsOf, installWorld } from '../../install/install-world.js';
import { lockFile, readManifest, type Use } from '../../install/manifest.js';
import { applyRemovals, planRemovals, type Removal, type Removals } from '../../install/uninstall.js';
import { withLock } from '../../platform/lock.js';
import { askEngine, type Report } from '../../resident/control.js';
import { type Context, examples, type Register } from '../lib/context.js';
import { exitCodes, type Io, print, printJson, worldOf } from '../lib/io.js';
import { cwdOption, jsonOption } from '../lib/options.js';
import { confirm, needPerson } from '../lib/terminal.js';
import { count } from '../lib/text.js';
import { diffText, printDiffs, shortPath } from '../print/file-changes.js';

interface Options {
  readonly host?: readonly string[];
  readonly scope?: InstallScope;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly json?: true;
  readonly cwd?: string;
}

/** `anyhook uninstall`: takes the entries out again. */
export const addUninstall: Register = (program, context) => {
  program
    .command('uninstall')
    .summary('remove the entries that init wrote')
    .description(
      'Brings the settings of agents back to what they were, to the byte where nobody else changed them; otherwise only ' +
        'the entries of anyhook go. With the last of them the resident engine ends, too. Needs a person at a terminal.',
    )
    .option('--host <hosts...>', 'only these agents')
    .addOption(
      new Option('--scope <scope>', 'only these entries; both where none is named').choices(['user', 'project']),
    )
    .option('--dry-run', 'only show what would change')
    .option('--yes', 'do not ask (a terminal is needed all the same)')
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addHelpText('after', examples('anyhook uninstall', 'anyhook uninstall --host codex --dry-run'))
    .action((options: Options) => uninstall(options, context));
};

async function uninstall(options: Options, context: Context): Promise<void> {
  const { io } = context;
  if (!options.dryRun) needPerson(io, '"anyhook uninstall"', 'a guard must not be removed by what it guards');
  if (options.json && !options.dryRun && !options.yes)
    throw new AnyhookError('BAD_ARGUMENT', '--json cannot ask: add --dry-run or --yes');
  const here = installWorld(worldOf(io, options.cwd));
  const installs = await loadInstalls();
  const plan = planFor(here, options, installs);
  if (options.dryRun) {
    const running = await engineOf(here, plan, 'status');
    if (options.json) return printJson(io, reportOf(plan, false, running));
    show(plan, io);
    if (running) print(io, `the engine would end, too (process ${running.pid})`);
    return;
  }
  if (!options.json) show(plan, io);
  const changing = plan.removals.filter(isChange);
  const question = `Change ${count(changing.length, 'file')}?`;
  if (changing.length > 0 && !options.yes && !(await confirm(io, question))) {
    context.exitCode = exitCodes.error;
    return print(io, 'nothing was changed');
  }
  const applied = await withLock(lockFile(here.state), () => {
    const latest = planFor(here, options, installs);
    applyRemovals(here.state, latest.removals);
    return latest;
  });
  const ended = await engineOf(here, applied, 'quit');
  if (options.json) printJson(io, reportOf(plan, true, ended));
  else if (changing.length > 0) print(io, `changed ${count(changing.length, 'file')}`);
  if (ended && !options.json)
    print(io, `the engine ends (process ${ended.pid}), for no agent is connected to it any more`);
  if (plan.problems.length > 0) context.exitCode = exitCodes.error;
}

function planFor(
  { place, launcher, state }: InstallWorld,
  { host, scope }: Options,
  installs: readonly AgentInstall[],
): Removals {
  const hosts = host && installsOf(installs, host).map((install) => install.host);
  const selects = (use: Use): boolean =>
    (!hosts || (use.host !== undefined && hosts.includes(use.host))) &&
    (!scope || use.scope === scope) &&
    (use.scope === 'user' || use.root === place.root);
  return planRemovals(readManifest(state), { installs, place, launcher, selects });
}

/** Asks the engine that nobody needs without these entries; nothing where some remain or where none runs. */
const engineOf = async ({ state }: InstallWorld, { isLast }: Removals, what: 'status' | 'quit') =>
  isLast ? askEngine(state, what, 2_000) : undefined;

const isChange = ({ how, before, after }: Removal): boolean =>
  how !== 'keep' && before !== undefined && (after === undefined || !after.equals(before));

function show({ removals, problems, elsewhere }: Removals, io: Io): void {
  const home = io.env['HOME'] || io.home;
  const changing = removals.filter(isChange);
  printDiffs(io, changing);
  for (const { path } of removals.filter(({ how }) => how === 'keep')) {
    print(io, `${shortPath(path, home)}: changed by somebody else, so it stays; remove it by hand`);
  }
  for (const root of elsewhere) print(io, `${shortPath(root, home)} stays connected: run "anyhook uninstall" there`);
  for (const problem of problems) print(io, problem);
  if (changing.length === 0 && problems.length === 0) print(io, 'nothing to remove');
}

const reportOf = ({ removals, problems, elsewhere }: Removals, written: boolean, engine: Report | undefined) => ({
  written,
  files: removals.map((removal) => ({
    path: removal.path,
    how: removal.how,
    ...(isChange(removal) && { diff: diffText(removal) }),
  })),
  problems,
  elsewhere,
  ...(engine && { engine: { pid: engine.pid } }),
});
