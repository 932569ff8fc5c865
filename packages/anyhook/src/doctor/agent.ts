import { basename } from 'node:path';
import {
  type EventName,
  type FixedVariables,
  findOnPath,
  findSafeProgram,
  type Hook,
  pathVariable,
} from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { type AgentInstall, type InstallPlace, type InstallScope, scopesOf } from '../agents/kit/install.js';
import { type Mod, modAdvice, modText } from '../answer/mods.js';
import { derivations } from '../engine/derive.js';
import type { PermissionsOf } from '../engine/permissions.js';
import { type EntryNeeds, entryNeeds } from '../install/entry-needs.js';
import type { InstallManifest } from '../install/manifest.js';
import { type FoundUnguardedLine, findUnguardedLine } from '../install/unguarded-line.js';
import { type EntryRecord, watchedEvents } from '../trust/entry-record.js';
import { readAgentSettings, readScopeEntries, type ScopeEntries } from './entries.js';
import { entryChecks } from './entry-checks.js';
import { type DoctorCheck, type DoctorSection, makeFinding } from './finding.js';
import { gradeHook } from './grades.js';
import { hookIdsText } from './project.js';
import { versionCheck, versionNotAsked } from './version.js';

/** Input shared by the checks of all agents. */
export interface ExaminationContext {
  readonly place: Omit<InstallPlace, 'scope'>;
  /** The folders of the project, down to the working folder. */
  readonly levels: readonly string[];
  readonly launcher: string;
  /** Variables that the agent's environment cannot change. */
  readonly fixed: FixedVariables;
  readonly failClosed: Readonly<Record<InstallScope, boolean>>;
  readonly manifest: InstallManifest;
  /** What init recorded about its entries. */
  readonly entries: readonly EntryRecord[];
  /** Hooks that should run. */
  readonly hooks: readonly Hook[];
  readonly recorded: readonly EventName[];
  readonly permissionsOf: PermissionsOf;
  /** Builtins that never decide or rewrite, by name. */
  readonly passiveBuiltins: ReadonlySet<string>;
  /** The agent's unconfirmed mods; undefined if the agent does not support mods. */
  readonly unconfirmedMods: (agent: Agent) => Promise<readonly Mod[] | undefined>;
  readonly timeoutMs: number;
}

/** An agent and its entries on this machine. */
export interface ConnectedAgent {
  readonly agent: Agent;
  readonly install: AgentInstall;
  /** Scopes that have entries or should have them. */
  readonly used: readonly ScopeEntries[];
  readonly needs: EntryNeeds;
  readonly version?: Promise<DoctorCheck>;
  /** A version line of it that no entry guards. */
  readonly unguarded?: FoundUnguardedLine;
}

/** Finds an agent and its entries; undefined if the agent is not here and was not requested. */
export async function findExaminedAgent(
  agent: Agent,
  install: AgentInstall,
  context: ExaminationContext,
  { isRequested }: { readonly isRequested: boolean },
): Promise<ConnectedAgent | undefined> {
  const { place, launcher, fixed, failClosed, timeoutMs } = context;
  const scopes = scopesOf(install).map((scope) =>
    readScopeEntries(agent, install, { place: { ...place, scope }, launcher, fixed, failClosed: failClosed[scope] }),
  );
  const program = install.programs
    .map((name) => findOnPath(name, pathVariable(place.env)))
    .find((file) => file !== undefined);
  // A hook that cannot be loaded has a placeholder at every event that it might guard. Its file must be fixed first.
  const loaded = context.hooks.filter(({ unloadable }) => unloadable === undefined);
  const needs = entryNeeds(loaded, agent, install, { derivations, recorded: context.recorded });
  const unguarded = await findUnguardedLine(install, place);
  const isHere = program !== undefined || unguarded !== undefined;
  const isExpected = isRequested || (isHere && needs.wanted.length > 0);
  const used = scopes.filter(
    (one) =>
      one.registeredEvents.length > 0 || isRecorded(agent, one, context) || (isExpected && one.problem !== undefined),
  );
  if (used.length === 0 && !isExpected) return undefined;
  const isUnguardedOnly = unguarded?.isAlone || (program === undefined && used.length === 0);
  // It does not read its entries, whatever they contain.
  if (unguarded && isUnguardedOnly)
    return { agent, install, used: [], needs, unguarded: { ...unguarded, isAlone: true } };
  const version = program === undefined ? undefined : askVersion(agent, basename(program), place, timeoutMs);
  return { agent, install, used, needs, ...(unguarded && { unguarded }), ...(version && { version }) };
}

/** The version of an agent, unless its program may have been put on PATH by the project or another user. */
async function askVersion(
  agent: Agent,
  name: string,
  { env, root }: ExaminationContext['place'],
  timeoutMs: number,
): Promise<DoctorCheck> {
  const program = findSafeProgram(name, env, [root]);
  if (program.kind !== 'found') return versionNotAsked(program.kind === 'refused' ? program.why : `${name} is gone`);
  return versionCheck({ agent: agent.name, program: program.file, env, cwd: root, timeoutMs });
}

/** Did init write entries in this scope? */
const isRecorded = (agent: Agent, { scope }: ScopeEntries, { manifest, place }: ExaminationContext): boolean =>
  manifest.files.some(({ uses }) =>
    uses.some((use) => {
      const isSameUse = use.host === agent.name && use.scope === scope && use.tables === undefined;
      return isSameUse && (scope === 'user' || use.root === place.root);
    }),
  );

/** Runs all checks for one agent. */
export async function examineAgent(agent: ConnectedAgent, context: ExaminationContext): Promise<DoctorSection> {
  const { agent: examinedAgent, install, used, needs, version, unguarded } = agent;
  const unguardedChecks = unguarded ? [unguardedCheck(unguarded)] : [];
  if (unguarded?.isAlone) return { host: examinedAgent.name, title: unguarded.title, checks: unguardedChecks };
  const mods = await context.unconfirmedMods(examinedAgent);
  return {
    host: examinedAgent.name,
    title: examinedAgent.documentedOnly ? `${examinedAgent.title} (documented only)` : examinedAgent.title,
    checks: [
      ...unguardedChecks,
      ...(version ? [await version] : []),
      ...entryChecks({
        agent: examinedAgent,
        install,
        used,
        wanted: needs.wanted,
        hooks: context.hooks,
        isRecorded: context.recorded.length > 0,
      }),
      ...used.flatMap((one) => disablingSettingChecks(install, one, context)),
      ...(mods ? [modCheck(mods, context)] : []),
      comparedCheck(agent, context),
      outcomeCheck(agent, context),
    ],
  };
}

function unguardedCheck({ title, why, found, advice }: FoundUnguardedLine): DoctorCheck {
  const what = `${title} is not guarded: ${why} (found: ${found.join(', ')})`;
  return { title: what, findings: [makeFinding('version-not-guarded', what, { fix: advice })] };
}

function disablingSettingChecks(
  install: AgentInstall,
  { scope }: ScopeEntries,
  { place, levels }: ExaminationContext,
): readonly DoctorCheck[] {
  if (!install.disablingSettings) return [];
  const settings = [place.root, ...levels.filter((level) => level !== place.root)].flatMap(
    (root) =>
      install
        .disablingSettings?.({ ...place, root, scope }, readAgentSettings)
        .filter(({ kind }) => root === place.root || kind === 'switch') ?? [],
  );
  const findings = [...new Map(settings.map((one) => [`${one.kind} ${one.file}`, one])).values()].map(
    ({ kind, file, what, fix }) => {
      const cause = kind === 'switch' ? 'hooks-switched-off' : 'folder-not-trusted';
      return makeFinding(cause, `${file}: ${what}`, { fix });
    },
  );
  return [{ title: "the agent's own settings allow hooks", findings }];
}

/** Code that the agent runs before our entries. Its text does not prove which events it takes: a person must confirm it. */
const modCheck = (mods: readonly Mod[], { place }: ExaminationContext): DoctorCheck => ({
  title: 'no unconfirmed code runs above hooks',
  findings: mods.map((mod) => makeFinding('mod-unconfirmed', modText(mod, place.home), { fix: modAdvice(mod) })),
});

/** Whether a call that bypassed the guard would be detected. Informational: hooks run either way. */
function comparedCheck({ agent, install, used }: ConnectedAgent, { entries, place }: ExaminationContext): DoctorCheck {
  const unseen = (why: string): DoctorCheck => ({
    title: `calls that ran are not compared with calls that were checked: ${why}`,
    findings: [],
    unseen: true,
  });
  if (!agent.pairsCalls) return unseen('this was not tested with this agent');
  const own = entries.filter((one) => one.host === agent.name && (one.root ?? place.root) === place.root);
  if (own.length === 0) return unseen('this version of "anyhook init" has not been run yet');
  const isWhole = ({ registeredEvents }: ScopeEntries) =>
    watchedEvents.every((name) =>
      registeredEvents.some(
        ({ event, state }) => state !== 'by-hand' && state !== 'changed' && agent.events[event] === name,
      ),
    );
  const what = agent.pairsCalls.by === 'id' ? 'a call that runs' : 'a tool that runs';
  if (used.some(isWhole)) return { title: `${what} without being checked raises an alert`, findings: [] };
  const missing = install.defaultEvents.filter((event) => watchedEvents.some((name) => agent.events[event] === name));
  return unseen(`no entry for ${missing.join(', ')}; to add them: anyhook init --event ${missing.join(' ')}`);
}

/** Hooks that this agent cannot support, however it is connected. */
function outcomeCheck(
  { agent, install, needs }: ConnectedAgent,
  { hooks, permissionsOf, passiveBuiltins }: ExaminationContext,
): DoctorCheck {
  const unserved = new Set(needs.unservedHooks.map(({ id }) => id));
  const neverFired = hooks.filter(({ id }) => unserved.has(id));
  const grading = { permissionsOf, install, passiveBuiltins };
  const undeniable = hooks.filter((hook) => gradeHook(hook, agent, grading).effects.deny === 'impossible');
  const placeholders = { host: agent.name, hook: undeniable[0]?.id ?? '' };
  return {
    title: 'the agent supports what hooks may return',
    findings: [
      ...(neverFired.length === 0
        ? []
        : [
            makeFinding('event-never-fired', `never fires the event of ${hookIdsText(neverFired)}`, {
              hook: hookIdsText(neverFired),
            }),
          ]),
      ...(undeniable.length === 0
        ? []
        : [makeFinding('deny-impossible', `continues if ${hookIdsText(undeniable)} denies`, placeholders)]),
    ],
  };
}
