import { type Hook, ticks, userPaths } from '@anyhook/core';
import type { World } from '../../answer/engine.js';
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
  configPlanOf,
  countUntrustedHooks,
  type InitPlan,
  type InitPlanner,
  tidyEntries,
  writeEntries,
  writesAnything,
} from '../../install/init-plan.js';
import type { InstallWorld } from '../../install/install-world.js';
import { readManifest, rememberOffered } from '../../install/manifest.js';
import { endWaiting } from '../../trust/waiting-formats.js';
import { printDiffs } from '../print/file-changes.js';
import { initReport } from '../print/init.js';
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
import { type ChoiceAnswer, chooseHooks, type HookChoice, isYes } from './choose-hooks.js';
import type { CommandContext } from './context.js';
import { askLine, isPersonAtTerminal } from './human.js';
import type { InitCommandOptions } from './init-options.js';
import { colorsFor, exitCodes, print, printJson } from './io.js';
import { printPlugins } from './plugins-note.js';
import { symbolsFor } from './symbols.js';
import { countNoun, wrap } from './text.js';

export interface RecommendedInit {
  readonly options: InitCommandOptions;
  readonly context: CommandContext;
  readonly world: World;
  readonly machine: InstallWorld;
  readonly planner: InitPlanner;
  readonly rows?: readonly RecommendedHook[];
}

/** The hooks of a scope: those of a project are nobody's own. */
const hooksOfScope = ({ planner, options }: RecommendedInit): readonly Hook[] =>
  planner.hooks.filter(({ scope }) => options.scope === 'project' || scope !== 'project');

/** The recommended hooks that are on. */
export const switchedOnRows = (init: RecommendedInit): readonly RecommendedHook[] =>
  (init.rows ?? recommendedHooks).filter((row) => isSwitchedOn(row, hooksOfScope(init)));

/** `init --list`: every hook of the set, and which are on. */
export function printRecommended(init: RecommendedInit): void {
  const { io } = init.context;
  const rows = init.rows ?? recommendedHooks;
  const on = switchedOnRows(init);
  const shown = rows.map((row) => ({ name: row.name, promise: row.promise, on: on.includes(row) }));
  if (isQuiet(init)) printJson(io, shown);
  else {
    printRows(io, rows, on);
    print(io, 'anyhook init --preset NAME switches one on.');
  }
}

/** `init` with the recommended set: shows it, asks one question, writes, and proves that it holds. */
export async function initRecommended(init: RecommendedInit): Promise<void> {
  const { options, context } = init;
  const on = switchedOnRows(init);
  const named = options.preset ? recommendedNamed(options.preset, init.rows) : undefined;
  const isAgain = on.length > 0 && named === undefined;
  const usual = (init.rows ?? recommendedHooks).filter(({ isChosen }) => isChosen);
  const start = [...new Set([...on, ...(named ?? (isAgain ? [] : usual))])];
  const plan = planWith(init, start);
  const general = generalProblems(plan);
  if (general.length > 0 && !isQuiet(init)) {
    context.exitCode = exitCodes.error;
    printGeneralProblems(context.io, general);
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

/** Problems that are not those of one agent. Hooks without entries, or entries without hooks, would be half done. */
const generalProblems = ({ problems, entryPlans }: InitPlan): readonly string[] =>
  problems.filter((one) => !entryPlans.some(({ problem }) => problem !== undefined && one.endsWith(problem)));

/** What a shell reports for a command that Ctrl-C ended. */
const interruptedCode = 130;

/** The plan with these hooks; a person who says nothing about sharing keeps what the config says. */
const planWith = ({ planner, machine, options }: RecommendedInit, hooks: readonly RecommendedHook[]): InitPlan =>
  planner.plan(machine, { ...options, chosen: { hooks, isUnshared: options.share === false } });

const isQuiet = ({ options }: RecommendedInit): boolean => options.json === true;

/** Is there nobody to ask? */
const isUnasked = ({ options }: RecommendedInit): boolean => options.yes === true || options.dryRun === true;

async function foundTitles({ machine }: RecommendedInit, plan: InitPlan): Promise<readonly FoundTitle[]> {
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
  init: RecommendedInit,
  plan: InitPlan,
  { start, on }: Pick<HookChoice, 'start' | 'on'>,
): Promise<ChoiceAnswer> {
  const { context, planner, options } = init;
  const { io } = context;
  if (isQuiet(init)) return { kind: 'go', chosen: start };
  printFound(io, await foundTitles(init, plan));
  printShared(io, planner.hooks, plan, options.share !== false && planner.config.share !== false);
  await printPlugins(io, init.world.cwd, planner, plan.agents);
  const rows = init.rows ?? recommendedHooks;
  const show = (chosen: readonly RecommendedHook[]) => {
    const shown = planWith(init, chosen);
    printRows(io, rows, chosen);
    if (options.diff) printDiffs(io, shown.changes);
    printWrites(io, shown, init.machine.place.root);
  };
  if (!isUnasked(init)) return chooseHooks(io, { rows, start, on, show });
  show(start);
  return { kind: 'go', chosen: start };
}

/** A later init says only what is new. */
async function askAgain(init: RecommendedInit, plan: InitPlan, on: readonly RecommendedHook[]): Promise<ChoiceAnswer> {
  const { context, machine, options } = init;
  const { io } = context;
  if (isQuiet(init)) return { kind: 'go', chosen: on };
  const isUnknown = (one: InitPlan['agents'][number], i: number) => !one.isConnected && !plan.entryPlans[i]?.problem;
  const newAgents = { ...plan, agents: plan.agents.filter(isUnknown) };
  const titles = newAgents.agents.length > 0 ? (await foundTitles(init, newAgents)).map(titleText) : [];
  // Files that an earlier version did not read: their hooks would run elsewhere from now on.
  const isShared = options.share !== false && init.planner.config.share !== false;
  if (plan.waiting.length > 0) printShared(io, init.planner.hooks, plan, isShared);
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
  const rows = init.rows ?? recommendedHooks;
  const fresh = offered === undefined ? [] : rows.filter((row) => !offered.includes(row.name) && !on.includes(row));
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

const goOnQuestion = 'Enter to go on, n to leave: ';

/** `0.3` for 0.3.0. */
const shortVersion = (version: string): string => version.replace(/\.0$/, '');

function finishDryRun(init: RecommendedInit, plan: InitPlan, chosen: readonly RecommendedHook[]): void {
  const { io } = init.context;
  if (isQuiet(init))
    printJson(io, { ...initReport(plan, { written: false }), presets: chosen.map(({ name }) => name) });
  else print(io, writesAnything(plan) ? 'Nothing was written (--dry-run).' : 'Nothing to write.');
  if (plan.problems.length > 0) init.context.exitCode = exitCodes.error;
}

async function writeAndProve(
  init: RecommendedInit,
  chosen: readonly RecommendedHook[],
  { isAgain }: { readonly isAgain: boolean },
): Promise<void> {
  const { context, machine, world } = init;
  const { io } = context;
  const began = ticks();
  const plan = planWith(init, chosen);
  const isWriting = writesAnything(plan) && generalProblems(plan).length === 0;
  if (isWriting) await writePlan(init, plan, chosen);
  else await tidyEntries(machine, plan);
  endWaiting(userPaths(io.env, io.home));
  const rows = init.rows ?? recommendedHooks;
  rememberOffered(
    machine.state,
    rows.map(({ name }) => name),
  );
  const untrusted = await countUntrustedHooks(world);
  const proofs = await proofsFor(init, plan, chosen, untrusted);
  const outcomes = plan.agents.flatMap((agent, i): readonly AgentOutcome[] => {
    const entryPlan = plan.entryPlans[i];
    const proof = proofs.find((one) => one.host === entryPlan?.agent);
    return entryPlan ? [{ agent, plan: entryPlan, ...(proof && { proof }) }] : [];
  });
  if (!outcomes.every(isGuarded) || plan.problems.length > 0) context.exitCode = exitCodes.error;
  if (isQuiet(init)) {
    const report = initReport({ ...plan, untrusted }, { written: isWriting });
    return printJson(io, { ...report, presets: chosen.map(({ name }) => name), proof: proofs });
  }
  const probe = probingRow(chosen)?.probe;
  if (isAgain && !isWriting && outcomes.every(isGuarded))
    print(
      io,
      `Nothing to do: ${listText(outcomes.map((one) => one.plan.title))} ${outcomes.length === 1 ? 'is' : 'are'} guarded.`,
    );
  print(io, '');
  printOutcomes(io, { outcomes, probe, rows: chosen, isWaiting: isWaitingForTrust(init, untrusted) });
  printNotes(init, { untrusted, hasProbe: probe !== undefined });
  if (isWriting || !outcomes.every(isGuarded)) printEnd(io, outcomes, (ticks() - began) / 1000);
}

async function writePlan(init: RecommendedInit, plan: InitPlan, chosen: readonly RecommendedHook[]): Promise<void> {
  const { machine, context } = init;
  const write = () => writeEntries(machine, { plan, replan: () => planWith(init, chosen), wasShown: !isUnasked(init) });
  const config = configPlanOf(plan);
  if (config) await writeWithTrust(machine, { config, isApprovedByPerson: isPersonAtTerminal(context.io), write });
  else await write();
}

/** The hook that a question proves: the first that denies something by itself. */
const probingRow = (chosen: readonly RecommendedHook[]): RecommendedHook | undefined =>
  chosen.find(({ probe }) => probe !== undefined);

/** Do the hooks that were just written wait until a person trusts them? */
const isWaitingForTrust = ({ options }: RecommendedInit, untrusted: number): boolean =>
  options.scope === 'project' && untrusted > 0;

async function proofsFor(
  init: RecommendedInit,
  plan: InitPlan,
  chosen: readonly RecommendedHook[],
  untrusted: number,
): Promise<readonly DenialProof[]> {
  const { world, options, planner } = init;
  const row = probingRow(chosen);
  // Hooks of a project that nobody trusts do not run yet, and a line says so.
  if (!row?.probe || isWaitingForTrust(init, untrusted)) return [];
  const agents = plan.agents.filter((_, i) => plan.entryPlans[i]?.problem === undefined);
  const own = planner.hooks.find(({ handler }) => handler.kind === 'builtin' && handler.use === row.entry.use);
  return proveDenials(world, { agents, probe: row.probe, hookId: own?.id ?? row.entry.id, scope: options.scope });
}

/** What the person should know besides. */
function printNotes(
  { context: { io }, options }: RecommendedInit,
  { untrusted, hasProbe }: { readonly untrusted: number; readonly hasProbe: boolean },
): void {
  const { warning } = symbolsFor(io, colorsFor(io));
  const note = (text: string) => print(io, `  ${warning} ${wrap(text, 79, 4)}`);
  if (!hasProbe) note('Nothing that is switched on denies a call, so there was nothing to ask.');
  if (untrusted === 0) return;
  const what = `${countNoun(untrusted, 'hook')} of this project ${untrusted === 1 ? 'does' : 'do'} not run`;
  note(`${what} until you look and trust${options.scope === 'project' ? ', so nothing was asked' : ''}: anyhook trust`);
}
