import { dirname, join, relative } from 'node:path';
import { type Hook, homeIn, isWithin, pathFromHome, userPaths } from '@anyhook/core';
import type { Agent } from '../../agents/agent.js';
import { agentsThatRun } from '../../answer/project-engine.js';
import type { DenialProof } from '../../doctor/prove-denial.js';
import type { HookProbe, RecommendedHook } from '../../hooks/recommended-hooks.js';
import type { AgentPlan, InitPlan } from '../../install/init-plan.js';
import { colorsFor, type Io, print, terminalWidth } from '../terminal/io.js';
import { symbolsFor } from '../terminal/symbols.js';
import { countNoun, wrap } from '../terminal/text.js';

/** `Claude Code, Codex CLI and Gemini CLI`. */
export const listText = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** The last column stays free: some terminals break a line that fills it. */
const widthOf = (io: Io): number => Math.min(terminalWidth(io) ?? 80, 80) - 1;

const homeOf = (io: Io): string => homeIn(io.env) ?? io.home;

/** An agent, with its version if known. */
export interface FoundTitle {
  readonly title: string;
  /** On this machine or in the repository; other agents were named by the user. */
  readonly isFound: boolean;
  readonly version: string | undefined;
}

export const titleText = ({ title, version }: FoundTitle): string =>
  version === undefined ? title : `${title} ${version}`;

export function printFound(io: Io, found: readonly FoundTitle[]): void {
  const [here, named] = [found.filter(({ isFound }) => isFound), found.filter(({ isFound }) => !isFound)];
  if (here.length > 0) print(io, wrap(`Found ${listText(here.map(titleText))}.`, widthOf(io), 0));
  if (named.length > 0)
    print(io, wrap(`Not found here, but named: ${listText(named.map(titleText))}.`, widthOf(io), 0));
  print(io, '');
}

export const printNoAgent = (io: Io, programs: number): void =>
  print(io, `No agent found: looked for ${programs} programs on PATH and their folders. Name one: --agent codex`);

/** Says what happens to hooks that agents have in their own settings. */
export function printShared(io: Io, hooks: readonly Hook[], { agents }: InitPlan, isShared: boolean): void {
  const owners = [...new Set(hooks.flatMap((hook) => agentsThatRun(hook).slice(0, 1)))];
  const texts = owners.flatMap((owner) => sharedText(owner, hooks, agents, isShared) ?? []);
  for (const text of texts) print(io, wrap(text, widthOf(io), 0));
  if (texts.length > 0) print(io, '');
}

function sharedText(
  owner: Agent,
  hooks: readonly Hook[],
  agents: readonly AgentPlan[],
  isShared: boolean,
): string | undefined {
  const owned = hooks.filter((hook) => agentsThatRun(hook)[0] === owner);
  const others = agents.filter(({ agent }) => owned.some((hook) => !agentsThatRun(hook).includes(agent)));
  if (others.length === 0) return undefined;
  const stay = owned.length === 1 ? `Your ${owner.title} hook stays` : `Your ${owned.length} ${owner.title} hooks stay`;
  if (!isShared) return `${stay}, and only ${owner.title} runs ${owned.length === 1 ? 'it' : 'them'}.`;
  const [they, them] = owned.length === 1 ? ['it runs', 'it'] : ['they run', 'them'];
  const titles = listText(others.map(({ agent }) => agent.title));
  return `${stay}. From now on ${they} in ${titles} as well (anyhook list shows ${them}; --no-share leaves ${them} to ${owner.title}).`;
}

/** The list of hooks, with a mark at the chosen ones. */
export function printRows(io: Io, rows: readonly RecommendedHook[], chosen: readonly RecommendedHook[]): void {
  const { bold } = colorsFor(io);
  const names = Math.max(...rows.map(({ name }) => name.length)) + 2;
  const start = '  [x] '.length + names;
  for (const row of rows) {
    const mark = chosen.includes(row) ? '[x]' : '[ ]';
    const name = `${bold(row.name)}${' '.repeat(names - row.name.length)}`;
    print(io, `  ${mark} ${name}${wrap(row.promise, widthOf(io), start)}`);
  }
  print(io, '');
}

/** Names every file and folder that would be written. */
export function printWrites(io: Io, plan: InitPlan, root: string): void {
  const { dim } = colorsFor(io);
  const places = listText(writtenPlaces(io, plan, root));
  if (places === '') return;
  const text = wrap(`Writes ${places}; the rest of these files stays.`, widthOf(io), 0);
  print(io, dim(text));
}

/** `~/.codex/hooks.json and config.toml`: files by their folders; folders of anyhook as a whole. */
function writtenPlaces(io: Io, plan: InitPlan, root: string): readonly string[] {
  const home = homeOf(io);
  const shown = (path: string) =>
    plan.scope === 'project' && isWithin(path, root) ? relative(root, path) : pathFromHome(path, home);
  const { configHome } = userPaths(io.env, io.home);
  const own = [join(configHome, 'anyhook'), ...(plan.copy ? [dirname(dirname(plan.copy.folder))] : [])];
  const folders = new Map<string, string[]>();
  for (const { path } of plan.changes) {
    const ownFolder = own.find((folder) => isWithin(path, folder));
    const folder = ownFolder ?? dirname(path);
    folders.set(folder, [...(folders.get(folder) ?? []), ...(ownFolder === undefined ? [path] : [])]);
  }
  if (plan.copy && !plan.copy.isWhole) folders.set(own[1] ?? '', []);
  const ofAgents = [...folders].filter(([folder]) => !own.includes(folder));
  const ofAnyhook = [...folders].filter(([folder]) => own.includes(folder));
  return [...ofAgents, ...ofAnyhook].map(([folder, paths]) =>
    paths.length === 0
      ? shown(folder)
      : listText(paths.map((path, i) => (i === 0 ? shown(path) : path.slice(folder.length + 1)))),
  );
}

/** The final status of one agent. */
export interface AgentOutcome {
  readonly plan: AgentPlan;
  /** Missing if nothing was asked. */
  readonly proof?: DenialProof;
}

export const isGuarded = (outcome: AgentOutcome): boolean =>
  outcome.plan.entries.problem === undefined &&
  (outcome.proof === undefined || outcome.proof.outcome === 'denied' || isByHand(outcome));

/** Did the user write the entry? It may call anything, so nothing is asked through it. */
const isByHand = ({ plan, proof }: AgentOutcome): boolean =>
  proof?.outcome === 'no entry' && plan.entries.byHand.length > 0;

export interface OutcomeScreen {
  readonly outcomes: readonly AgentOutcome[];
  /** The question; missing if no chosen hook denies. */
  readonly probe: HookProbe | undefined;
  /** Active hooks with a text for the user. */
  readonly rows: readonly RecommendedHook[];
  /** They run only after they are trusted, so nothing is on yet. */
  readonly isWaiting: boolean;
}

/** One line for each agent: what it answered, or why it is not guarded. */
export function printOutcomes(io: Io, { outcomes, probe, rows, isWaiting }: OutcomeScreen): void {
  const colors = colorsFor(io);
  const { good, bad, warning } = symbolsFor(io, colors);
  const notes = rows.flatMap(({ name, afterwards }) => (afterwards === undefined ? [] : [{ name, afterwards }]));
  const names = [...outcomes.map(({ plan }) => plan.entries.title), ...notes.map(({ name }) => name)];
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const line = (mark: string, name: string, text: string) =>
    print(io, `  ${mark} ${colors.bold(name)}${' '.repeat(width - name.length)}${wrap(text, widthOf(io), width + 4)}`);
  for (const outcome of outcomes) {
    const { plan } = outcome;
    const mark = isByHand(outcome) ? warning : isGuarded(outcome) ? good : bad;
    line(mark, plan.entries.title, outcomeText(io, outcome, probe));
    for (const step of isGuarded(outcome) ? furtherSteps(outcome, rows) : [])
      print(io, `${' '.repeat(width + 4)}${wrap(`${step}.`, widthOf(io), width + 4)}`);
  }
  // Where no agent is connected, nothing is switched on.
  const isOn = !isWaiting && outcomes.some(({ plan }) => plan.entries.problem === undefined);
  if (isOn) for (const { name, afterwards } of notes) line(good, name, afterwards);
}

/** What the user has to do or know about a connected agent. */
const furtherSteps = (
  { plan: { agent, needs, entries } }: AgentOutcome,
  rows: readonly RecommendedHook[],
): readonly string[] => [
  ...entries.steps,
  ...(agent.documentedOnly ? ['anyhook knows this agent from its documentation only, and was not tested with it'] : []),
  ...rows
    .filter(({ entry, canMiss = [] }) =>
      [entry.on].flat().some((event) => needs.unserved.includes(event) && !canMiss.includes(event)),
    )
    .map(({ name }) => `${name} does not run there: ${agent.title} does not have its event`),
];

function outcomeText(io: Io, outcome: AgentOutcome, probe: HookProbe | undefined): string {
  const { plan, proof } = outcome;
  const { agent, problem, events } = plan.entries;
  if (problem !== undefined) return `${shortPaths(problem, io)}. Then: anyhook init --agent ${agent}`;
  if (!proof || !probe) return `connected, ${countNoun(events.length, 'event')}`;
  const doctor = `anyhook doctor --agent ${agent}`;
  switch (proof.outcome) {
    case 'denied':
      return `asked whether ${probe.question}: denied, ${proof.ms} ms`;
    case 'let through':
      return `answered "${proof.answer}": the entry is installed but not enforced. ${doctor}`;
    case 'failed':
      return `gave no answer (${proof.detail}): the entry is installed but not enforced. ${doctor}`;
    case 'switched off':
      return `${shortPaths(proof.detail ?? '', io)}. The entry is installed but does not run until then`;
    case 'below a mod':
      return `${shortPaths(proof.detail ?? '', io)}. The entry is installed, but until then a mod may answer before it`;
    case 'no entry':
      if (isByHand(outcome)) return `connected by an entry that you wrote, through which nothing was asked. ${doctor}`;
      return `has no event before a tool runs, so nothing can be denied there. ${doctor}`;
  }
}

/** A text with `~` for the home folder. */
const shortPaths = (text: string, io: Io): string => text.replaceAll(`${homeOf(io)}/`, '~/');

/** The end of the screen: how many agents are guarded, and what comes next. */
export function printEnd(io: Io, outcomes: readonly AgentOutcome[], seconds: number): void {
  const { dim } = colorsFor(io);
  const guarded = outcomes.filter(isGuarded).length;
  print(io, '');
  if (guarded === 0) print(io, 'No agent is guarded.');
  else if (guarded < outcomes.length) print(io, `${guarded} of ${countNoun(outcomes.length, 'agent')} are guarded.`);
  else print(io, `Done in ${Math.max(1, Math.round(seconds))} s.`);
  print(io, dim('  anyhook log        what was stopped, and why'));
  print(io, dim('  anyhook uninstall  everything back as it was'));
}

/** Why nothing can be written: a file that all agents need, or the config with the hooks. */
export function printGeneralProblems(io: Io, problems: readonly string[]): void {
  const { bad } = symbolsFor(io, colorsFor(io));
  for (const problem of problems) print(io, `  ${bad} ${wrap(shortPaths(problem, io), widthOf(io), 4)}`);
}
