import type { Agent } from '../agents/agent.js';
import { type AgentInstall, type InstallPlace, type InstallScope, scopesOf } from '../agents/kit/install.js';
import type { EventName } from '../core/contract.js';
import type { Hook } from '../core/hook.js';
import { derivations } from '../engine/derive.js';
import type { PermissionsOf } from '../engine/permissions.js';
import { type EntryNeeds, entryNeeds, isRunByAgent } from '../install/entry-needs.js';
import type { InstallManifest } from '../install/manifest.js';
import { findOnPath } from '../platform/process/find-program.js';
import { readAgentSettings, readScopeEntries, type ScopeEntries } from './entries.js';
import { entryChecks } from './entry-checks.js';
import { type DoctorCheck, type DoctorSection, makeFinding } from './finding.js';
import { gradeHook } from './grades.js';
import { hookIdsText } from './project.js';
import { versionCheck } from './version.js';

/** Input shared by the checks of all agents. */
export interface ExaminationContext {
  readonly place: Omit<InstallPlace, 'scope'>;
  readonly launcher: string;
  readonly failClosed: Readonly<Record<InstallScope, boolean>>;
  readonly manifest: InstallManifest;
  /** Hooks that should run. */
  readonly hooks: readonly Hook[];
  /** Events that telemetry records. */
  readonly recorded: readonly EventName[];
  readonly rowOf: PermissionsOf;
  /** Builtins that never decide or rewrite, by name. */
  readonly tellers: ReadonlySet<string>;
  readonly patienceMs: number;
}

/** An agent and its entries on this machine. */
export interface ConnectedAgent {
  readonly host: Agent;
  readonly install: AgentInstall;
  /** Scopes that have entries or should have them. */
  readonly used: readonly ScopeEntries[];
  readonly needs: EntryNeeds;
  readonly version?: Promise<DoctorCheck>;
}

/** Looks for an agent and its entries. Returns undefined if the agent is not here and was not requested. */
export function findExaminedAgent(
  host: Agent,
  install: AgentInstall,
  world: ExaminationContext,
  { named }: { readonly named: boolean },
): ConnectedAgent | undefined {
  const { place, launcher, failClosed, patienceMs } = world;
  const scopes = scopesOf(install).map((scope) =>
    readScopeEntries(host, install, { place: { ...place, scope }, launcher, failClosed: failClosed[scope] }),
  );
  const program = install.programs
    .map((name) => findOnPath(name, place.env['PATH']))
    .find((file) => file !== undefined);
  // A hook that cannot be loaded has a stand-in at every event that it might have guarded: its file is to be fixed first.
  const loaded = world.hooks.filter(({ unloadable }) => unloadable === undefined);
  const needs = entryNeeds(loaded, host, install, { derivations, recorded: world.recorded });
  const isHere = named || (program !== undefined && needs.wanted.length > 0);
  const used = scopes.filter(
    (one) => one.served.length > 0 || isRecorded(host, one, world) || (isHere && one.problem !== undefined),
  );
  if (used.length === 0 && !isHere) return undefined;
  const about = { host: host.name, program: program ?? '', env: place.env, cwd: place.root, timeoutMs: patienceMs };
  return { host, install, used, needs, ...(program !== undefined && { version: versionCheck(about) }) };
}

/** Did init write entries in this scope? */
const isRecorded = (host: Agent, { scope }: ScopeEntries, { manifest, place }: ExaminationContext): boolean =>
  manifest.files.some(({ uses }) =>
    uses.some((use) => {
      const isThis = use.host === host.name && use.scope === scope && use.tables === undefined;
      return isThis && (scope === 'user' || use.root === place.root);
    }),
  );

/** Runs all checks for one agent. */
export async function examineAgent(agent: ConnectedAgent, world: ExaminationContext): Promise<DoctorSection> {
  const { host, install, used, needs, version } = agent;
  return {
    host: host.name,
    title: host.documentedOnly ? `${host.title} (documented only)` : host.title,
    checks: [
      ...(version ? [await version] : []),
      ...entryChecks({
        host,
        install,
        used,
        wanted: needs.wanted,
        hooks: world.hooks,
        isRecorded: world.recorded.length > 0,
      }),
      ...used.flatMap((one) => disablingSettingChecks(install, one, world)),
      wishCheck(agent, world),
    ],
  };
}

function disablingSettingChecks(
  install: AgentInstall,
  { scope }: ScopeEntries,
  { place }: ExaminationContext,
): readonly DoctorCheck[] {
  if (!install.disablingSettings) return [];
  const findings = install
    .disablingSettings({ ...place, scope }, readAgentSettings)
    .map(({ kind, file, what, fix }) => {
      const cause = kind === 'switch' ? 'hooks-switched-off' : 'folder-not-trusted';
      return makeFinding(cause, `${file}: ${what}`, { fix });
    });
  return [{ title: "the agent's own settings allow hooks", findings }];
}

/** Hooks that this agent cannot support, however it is connected. */
function wishCheck(
  { host, install, needs }: ConnectedAgent,
  { hooks, rowOf, tellers }: ExaminationContext,
): DoctorCheck {
  const never = hooks.filter(
    (hook) => !isRunByAgent(host, hook) && hook.events.every((name) => needs.unserved.includes(name)),
  );
  const grading = { rowOf, install, tellers };
  const helpless = hooks.filter((hook) => gradeHook(hook, host, grading).wishes.deny === 'impossible');
  const words = { host: host.name, hook: helpless[0]?.id ?? '' };
  return {
    title: 'the agent supports what hooks may return',
    findings: [
      ...(never.length === 0
        ? []
        : [
            makeFinding('event-never-fired', `never fires the event of ${hookIdsText(never)}`, {
              hook: hookIdsText(never),
            }),
          ]),
      ...(helpless.length === 0
        ? []
        : [makeFinding('wish-impossible', `continues if ${hookIdsText(helpless)} denies`, words)]),
    ],
  };
}
