import { type Hook, ticks, userPaths } from '@anyhook/core';
import type { commands } from '../../../.cache/commands.js';
import type { World } from '../../answer/engine.js';
import { agentsThatRun } from '../../answer/project-engine.js';
import { type DenialProof, proveDenials } from '../../doctor/prove-denial.js';
import {
  isSwitchedOn,
  type RecommendedHook,
  recommendedHooks,
  recommendedNamed,
} from '../../hooks/recommended-hooks.js';
import { agentVersion } from '../../install/agent-version.js';
import { writeWithTrust } from '../../install/flow-trust.js';
import {
  type AgentPlan,
  configPlanOf,
  countUntrustedHooks,
  type InitPlan,
  type InitPlanner,
  problemsOf,
  tidyEntries,
  writeEntries,
  writesAnything,
} from '../../install/init-plan.js';
import type { InstallWorld } from '../../install/install-world.js';
import { readManifest, rememberOffered } from '../../install/manifest.js';
import { endWaiting } from '../../trust/opt-in-formats.js';
import { printDiffs, printFileList } from '../print/file-changes.js';
import { initReport, printInitPlan, printInitSteps } from '../print/init.js';
import {
  type AgentOutcome,
  type FoundTitle,
  isGuarded,
  listText,
  printEnd,
  printFound,
  printGeneralProblems,
  printOutcomes,
  printRows,
  printShared,
  printWrites,
  titleText,
} from '../print/recommended.js';
import type { OptionsOf } from '../terminal/add-command.js';
import { type ChoiceAnswer, chooseHooks, type HookChoice, isYes } from '../terminal/choose-hooks.js';
import type { CommandContext } from '../terminal/context.js';
import { askLine, confirm, isPersonAtTerminal } from '../terminal/human.js';
import { colorsFor, exitCodes, type Io, print, printJson } from '../terminal/io.js';
import { seenFilesOf } from '../terminal/seen-files.js';
import { symbolsFor } from '../terminal/symbols.js';
import { countNoun, oneLine, wrap } from '../terminal/text.js';

export type InitCommandOptions = OptionsOf<typeof commands.init>;

/** One call of `anyhook init`. */
export interface InitRun {
  readonly options: InitCommandOptions;
  readonly context: CommandContext;
  readonly world: World;
  readonly machine: InstallWorld;
  readonly planner: InitPlanner;
}

/** The hooks of a scope: those of a project belong to no user. */
const hooksOfScope = ({ planner, options }: InitRun): readonly Hook[] =>
  planner.hooks.filter(({ scope }) => options.scope === 'project' || scope !== 'project');

export const switchedOnRows = (init: InitRun): readonly RecommendedHook[] =>
  recommendedHooks.filter((row) => isSwitchedOn(row, hooksOfScope(init)));

/** `init --list`: every hook of the set, and which are on. */
export function printRecommended(init: InitRun): void {
  const { io } = init.context;
  const on = switchedOnRows(init);
  const shown = recommendedHooks.map((row) => ({ name: row.name, promise: row.promise, on: on.includes(row) }));
  if (isQuiet(init)) printJson(io, shown);
  else {
    printRows(io, recommendedHooks, on);
    print(io, 'anyhook init --preset NAME switches one on.');
  }
}

/** Shows what would be written, asks, writes, and proves that it is enforced. */
export const runInit = (init: InitRun): Promise<void> =>
  offersSet(init) ? initRecommended(init) : connectForHooks(init);

/** Is the recommended set offered? Hooks that no agent runs itself, or telemetry, mean that a person already chose. */
function offersSet(init: InitRun): boolean {
  const { options, planner } = init;
  if (options.flow || options.event || options.ci) return false;
  if (options.preset || switchedOnRows(init).length > 0) return true;
  const { telemetry } = planner.config;
  if (telemetry && telemetry.enabled !== false) return false;
  const isOwn = (hook: Hook) => options.yes === true || agentsThatRun(hook).length === 0;
  return !planner.hooks.some(isOwn);
}

/** `init` for hooks that exist: shows the plan, asks, and writes the entries. */
async function connectForHooks(init: InitRun): Promise<void> {
  const { options, context, world, machine, planner } = init;
  const { io } = context;
  const chosen = options.share === false ? { chosen: { hooks: [], isUnshared: true } } : {};
  const makePlan = () => planner.plan(machine, { ...options, ...chosen });
  const plan = makePlan();
  if (!isQuiet(init)) {
    printShared(io, planner.hooks, plan, isShared(init));
    await printPlugins(io, world.cwd, planner, plan.agents);
  }
  const hasWork = writesAnything(plan);
  const isAgreed = await showAndConfirm(init, plan);
  const isWritten = isAgreed && hasWork;
  if (isWritten) await writePlan(init, plan, makePlan);
  else if (!options.dryRun && !hasWork) await tidyEntries(machine, plan);
  if (isWritten || (!options.dryRun && !hasWork)) endWaiting(userPaths(io.env, io.home));
  const untrusted = isWritten && configPlanOf(plan) ? await countUntrustedHooks(world) : plan.untrusted;
  const finalPlan = { ...plan, untrusted };
  if (isQuiet(init)) printJson(io, initReport(finalPlan, { written: isWritten }));
  else printConclusion(init, finalPlan, isAgreed);
  const isDeclined = hasWork && !isAgreed && !isUnasked(init);
  if (problemsOf(plan).length > 0 || isDeclined) context.exitCode = exitCodes.error;
}

/** Shows the plan and, on a terminal, asks. */
async function showAndConfirm(init: InitRun, plan: InitPlan): Promise<boolean> {
  const { options, context } = init;
  const { io } = context;
  if (isQuiet(init)) return options.yes === true && !options.dryRun;
  printInitPlan(plan, io);
  if (options.diff) printDiffs(io, plan.changes);
  else printFileList(io, plan.changes);
  if (!writesAnything(plan) || options.dryRun) return false;
  return options.yes ?? confirm(io, `Write ${changesText(plan)}?`);
}

function printConclusion({ options, context: { io } }: InitRun, plan: InitPlan, isAgreed: boolean): void {
  const total = changesText(plan);
  const hasWork = writesAnything(plan);
  if (!hasWork) {
    if (problemsOf(plan).length === 0) print(io, 'nothing to write');
  } else if (isAgreed) print(io, `wrote ${total}; "anyhook uninstall" restores the previous state`);
  else print(io, options.dryRun ? `would write ${total}` : 'nothing was written');
  if (!options.dryRun && (!hasWork || isAgreed)) printInitSteps(plan, io);
}

/** `3 files and a copy of anyhook`. */
function changesText({ changes, copy, waiting }: InitPlan): string {
  const files = changes.length > 0 ? [countNoun(changes.length, 'file')] : [];
  const hookCount = waiting.reduce((sum, one) => sum + one.hookCount, 0);
  const switched = hookCount > 0 ? [`the switch for ${countNoun(hookCount, 'hook')}`] : [];
  return [...files, ...switched, ...(copy && !copy.isWhole ? ['a copy of anyhook'] : [])].join(' and ');
}

/** `init` with the recommended set: shows it, asks one question, writes, and proves that it is enforced. */
async function initRecommended(init: InitRun): Promise<void> {
  const { options, context } = init;
  const on = switchedOnRows(init);
  const named = options.preset ? recommendedNamed(options.preset) : undefined;
  const isAgain = on.length > 0 && named === undefined;
  const usual = recommendedHooks.filter(({ isChosen }) => isChosen);
  const start = [...new Set([...on, ...(named ?? (isAgain ? [] : usual))])];
  const plan = planWith(init, start);
  // Hooks without entries, or entries without hooks, would be half done.
  if (plan.generalProblems.length > 0 && !isQuiet(init)) {
    context.exitCode = exitCodes.error;
    printGeneralProblems(context.io, plan.generalProblems);
    return print(context.io, 'Nothing was written.');
  }
  const answer = isAgain ? await askAgain(init, plan, on) : await askFirst(init, plan, { start, on });
  const isNothing = answer.kind === 'go' && answer.chosen.length === 0 && init.planner.hooks.length === 0;
  if (answer.kind !== 'go' || isNothing) {
    if (answer.kind === 'interrupted') context.exitCode = interruptedCode;
    return print(context.io, 'Nothing was written.');
  }
  if (options.dryRun) return finishDryRun(init, planWith(init, answer.chosen), answer.chosen);
  await writeAndProve(init, answer.chosen, { isAgain });
}

/** The exit code that a shell reports for a command ended by Ctrl-C. */
const interruptedCode = 130;

/** The plan with these hooks; without an answer about sharing, the config's setting is kept. */
const planWith = ({ planner, machine, options }: InitRun, hooks: readonly RecommendedHook[]): InitPlan =>
  planner.plan(machine, { ...options, chosen: { hooks, isUnshared: options.share === false } });

const isQuiet = ({ options }: InitRun): boolean => options.json === true;

const isShared = ({ options, planner }: InitRun): boolean => options.share !== false && planner.config.share !== false;

/** Does the screen only show, without a question? */
const isUnasked = ({ options }: InitRun): boolean => options.yes === true || options.dryRun === true;

async function foundTitles({ machine }: InitRun, plan: InitPlan): Promise<readonly FoundTitle[]> {
  return Promise.all(
    plan.agents.map(async ({ agent, install, found, unguarded }) => {
      const isOneOfTwo = plan.agents.filter((other) => other.install === install).length > 1;
      return {
        title: agent.title,
        isFound: found.machine.length + found.project.length > 0,
        version: unguarded !== undefined || isOneOfTwo ? undefined : await agentVersion(install, machine.place),
      };
    }),
  );
}

async function askFirst(
  init: InitRun,
  plan: InitPlan,
  { start, on }: Pick<HookChoice, 'start' | 'on'>,
): Promise<ChoiceAnswer> {
  const { context, planner, options } = init;
  const { io } = context;
  if (isQuiet(init)) return { kind: 'go', chosen: start };
  printFound(io, await foundTitles(init, plan));
  printShared(io, planner.hooks, plan, isShared(init));
  await printPlugins(io, init.world.cwd, planner, plan.agents);
  const show = (chosen: readonly RecommendedHook[]) => {
    const shown = planWith(init, chosen);
    printRows(io, recommendedHooks, chosen);
    if (options.diff) printDiffs(io, shown.changes);
    printWrites(io, shown, init.machine.place.root);
  };
  if (!isUnasked(init)) return chooseHooks(io, { rows: recommendedHooks, start, on, show });
  show(start);
  return { kind: 'go', chosen: start };
}

/** A later init prints only what is new. */
async function askAgain(init: InitRun, plan: InitPlan, on: readonly RecommendedHook[]): Promise<ChoiceAnswer> {
  const { context, machine, options } = init;
  const { io } = context;
  if (isQuiet(init)) return { kind: 'go', chosen: on };
  const newAgents = { ...plan, agents: plan.agents.filter((one) => !one.isConnected && !one.entries.problem) };
  const titles = newAgents.agents.length > 0 ? (await foundTitles(init, newAgents)).map(titleText) : [];
  // Files that an earlier version did not read: their hooks would run elsewhere from now on.
  if (plan.waiting.length > 0) printShared(io, init.planner.hooks, plan, isShared(init));
  if (titles.length > 0) print(io, `New: ${listText(titles)}.`);
  if (options.diff) printDiffs(io, plan.changes);
  if (writesAnything(plan)) printWrites(io, plan, machine.place.root);
  const chosen = [...on];
  if (isUnasked(init)) return { kind: 'go', chosen };
  if (writesAnything(plan)) {
    const question = titles.length > 0 ? `Connect ${titles.length === 1 ? 'it' : 'them'} too? [Y/n] ` : goOnQuestion;
    const answer = await askLine(io, question);
    if (answer === undefined) return { kind: 'interrupted' };
    if (!isYes(answer, true)) return { kind: 'left' };
  }
  const offered = readManifest(machine.state).offered;
  const fresh =
    offered === undefined ? [] : recommendedHooks.filter((row) => !offered.includes(row.name) && !on.includes(row));
  for (const row of fresh) {
    const answer = await askLine(
      io,
      `New in ${shortVersion(row.since)}: ${row.name}, ${row.promise}. Switch it on? [y/N] `,
    );
    if (answer === undefined) return { kind: 'interrupted' };
    if (isYes(answer, false)) chosen.push(row);
  }
  return { kind: 'go', chosen };
}

const goOnQuestion = 'Enter to continue, n to quit: ';

/** `0.3` for 0.3.0. */
const shortVersion = (version: string): string => version.replace(/\.0$/, '');

function finishDryRun(init: InitRun, plan: InitPlan, chosen: readonly RecommendedHook[]): void {
  const { io } = init.context;
  if (isQuiet(init))
    printJson(io, { ...initReport(plan, { written: false }), presets: chosen.map(({ name }) => name) });
  else print(io, writesAnything(plan) ? 'Nothing was written (--dry-run).' : 'Nothing to write.');
  if (problemsOf(plan).length > 0) init.context.exitCode = exitCodes.error;
}

async function writeAndProve(
  init: InitRun,
  chosen: readonly RecommendedHook[],
  { isAgain }: { readonly isAgain: boolean },
): Promise<void> {
  const { context, machine, world } = init;
  const { io } = context;
  const began = ticks();
  const plan = planWith(init, chosen);
  const isWriting = writesAnything(plan) && plan.generalProblems.length === 0;
  if (isWriting) await writePlan(init, plan, () => planWith(init, chosen));
  else await tidyEntries(machine, plan);
  endWaiting(userPaths(io.env, io.home));
  rememberOffered(
    machine.state,
    recommendedHooks.map(({ name }) => name),
  );
  const untrusted = await countUntrustedHooks(world);
  const proofs = await proofsFor(init, plan, chosen, untrusted);
  const outcomes = plan.agents.map((one): AgentOutcome => {
    const proof = proofs.find(({ host: agent }) => agent === one.entries.agent);
    return { plan: one, ...(proof && { proof }) };
  });
  if (!outcomes.every(isGuarded) || problemsOf(plan).length > 0) context.exitCode = exitCodes.error;
  if (isQuiet(init)) {
    const report = initReport({ ...plan, untrusted }, { written: isWriting });
    return printJson(io, { ...report, presets: chosen.map(({ name }) => name), proof: proofs });
  }
  const probe = probingRow(chosen)?.probe;
  if (isAgain && !isWriting && outcomes.every(isGuarded))
    print(
      io,
      `Nothing to do: ${listText(outcomes.map((one) => one.plan.entries.title))} ${outcomes.length === 1 ? 'is' : 'are'} guarded.`,
    );
  print(io, '');
  printOutcomes(io, { outcomes, probe, rows: chosen, isWaiting: isWaitingForTrust(init, untrusted) });
  printNotes(init, { untrusted, hasProbe: probe !== undefined });
  if (isWriting || !outcomes.every(isGuarded)) printEnd(io, outcomes, (ticks() - began) / 1000);
}

async function writePlan(init: InitRun, plan: InitPlan, replan: () => InitPlan): Promise<void> {
  const { machine, context } = init;
  const write = () => writeEntries(machine, { plan, replan, wasShown: !isUnasked(init) });
  const config = configPlanOf(plan);
  if (config) await writeWithTrust(machine, { config, isApprovedByPerson: isPersonAtTerminal(context.io), write });
  else await write();
}

/** The hook that a question proves: the first that denies something by itself. */
const probingRow = (chosen: readonly RecommendedHook[]): RecommendedHook | undefined =>
  chosen.find(({ probe }) => probe !== undefined);

/** Do the hooks just written wait for trust? */
const isWaitingForTrust = ({ options }: InitRun, untrusted: number): boolean =>
  options.scope === 'project' && untrusted > 0;

async function proofsFor(
  init: InitRun,
  plan: InitPlan,
  chosen: readonly RecommendedHook[],
  untrusted: number,
): Promise<readonly DenialProof[]> {
  const { world, options, planner } = init;
  const row = probingRow(chosen);
  // Untrusted hooks of a project do not run yet, and a line says so.
  if (!row?.probe || isWaitingForTrust(init, untrusted)) return [];
  const agents = plan.agents.filter(({ entries }) => entries.problem === undefined);
  const own = planner.hooks.find(({ handler }) => handler.kind === 'builtin' && handler.use === row.entry.use);
  return proveDenials(world, { agents, probe: row.probe, hookId: own?.id ?? row.entry.id, scope: options.scope });
}

/** Other notes for the user. */
function printNotes(
  { context: { io }, options }: InitRun,
  { untrusted, hasProbe }: { readonly untrusted: number; readonly hasProbe: boolean },
): void {
  const { warning } = symbolsFor(io, colorsFor(io));
  const note = (text: string) => print(io, `  ${warning} ${wrap(text, 79, 4)}`);
  if (!hasProbe) note('No active hook denies a call, so nothing was asked.');
  if (untrusted === 0) return;
  const what = `${countNoun(untrusted, 'hook')} of this project ${untrusted === 1 ? 'does' : 'do'} not run`;
  note(
    `${what} until you review and trust ${untrusted === 1 ? 'it' : 'them'}${options.scope === 'project' ? ', so nothing was asked' : ''}: anyhook trust`,
  );
}

const maxNames = 3;

/** Names the plugins of an agent whose hooks could also run in the others. Nothing is asked: one question is enough. */
async function printPlugins(
  io: Io,
  cwd: string,
  { hooks }: Pick<InitPlanner, 'hooks'>,
  agents: readonly AgentPlan[],
): Promise<void> {
  const seen = await seenFilesOf(cwd, io, hooks);
  const plugins = seen.filter(
    ({ plugin, agent }) => plugin !== undefined && agents.some(({ agent: connected }) => connected.title !== agent),
  );
  const [first] = plugins;
  if (!first) return;
  const names = plugins.map(({ plugin = '' }) => oneLine(plugin));
  const more = names.length > maxNames ? [`${names.length - maxNames} more`] : [];
  const shown = listText([...names.slice(0, maxNames), ...more]);
  const [have, them] = names.length === 1 ? ['has hooks', 'it'] : ['have hooks', 'one'];
  const text = `${shown} of ${first.agent} ${have} that run only there. To run ${them} in your other agents: anyhook hooks add ${names[0]}`;
  print(io, wrap(text, 79, 0));
  print(io, '');
}
