import type { Hook, UntrustedRule } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { agentRunsHook } from '../agents/own-hooks.js';
import type { Project } from '../hooks/load.js';
import type { Config } from '../hooks/merged-config.js';
import type { MachinePolicy } from '../hooks/policy-source.js';
import { hookSetOf } from '../journal/hook-set.js';
import type { HookSet } from '../journal/record.js';
import type { RecordingPolicy } from '../journal/recorder.js';
import { defaultJournalConfig } from '../journal/settings.js';
import type { TrustMode } from '../trust/trust.js';
import { type Engine, type EngineParts, openProject, type World, wireEngine } from './engine.js';
import { engineParts } from './engine-parts.js';
import { refusingParts, untrustedHooksOf } from './untrusted-hooks.js';

/** Which project's hooks, for which agent. */
export interface ProjectRequest {
  readonly world: World;
  readonly agent: Agent;
  readonly trust: TrustMode | undefined;
  /** What to do while hooks are untrusted. Default: agents continue without them and are told. */
  readonly untrusted?: UntrustedRule;
}

/** The engine of a project, and its settings for records. */
export interface ProjectEngine {
  readonly engine: Engine;
  readonly root: string;
  /** Whether a person trusts the project, so that its own programs and repository may be used. */
  readonly isTrusted: boolean;
  readonly telemetry: Config['telemetry'];
  readonly recording: RecordingPolicy;
  /** The organisation that sets hooks on this machine. */
  readonly policy?: MachinePolicy;
  /** Whether to block the agent if anyhook itself fails. */
  readonly failClosed: boolean;
  /** Why each guarded call is denied: the project has untrusted hooks. */
  readonly refusal?: string;
}

/** Finds or makes the engine of a project. */
export type OpenProjectEngine = (request: ProjectRequest) => Promise<ProjectEngine>;

/** Loads the project from disk, for a process that answers one event. */
export const loadProjectEngine: OpenProjectEngine = async (request) =>
  projectEngineOf(await openProject(request.world, request.trust, { forEvent: true }), request);

/** The engine of a loaded project, without the hooks that the agent runs itself. */
export function projectEngineOf(
  project: Project,
  { world, agent, untrusted }: Pick<ProjectRequest, 'world' | 'agent' | 'untrusted'>,
  residentParts: Pick<EngineParts, 'runInTurn' | 'spares'> = {},
): ProjectEngine {
  const parts = engineParts(project, world, { agent });
  const isOurs = (hook: Hook) => !agentRunsHook(agent, hook);
  const own = { ...parts, hooks: parts.hooks.filter(isOurs), ...residentParts };
  const why = untrusted === 'refuse' ? untrustedHooksOf(project, isOurs) : undefined;
  return engineWithRecords(project, why === undefined ? own : refusingParts(own, project.root, why));
}

/** An engine made of these parts, with the project's settings for records. */
export const engineWithRecords = (project: Project, parts: EngineParts): ProjectEngine => ({
  engine: wireEngine(parts),
  root: project.root,
  isTrusted: project.trusted,
  telemetry: project.config.telemetry,
  recording: recordingPolicy(project, parts.hooks),
  failClosed: project.config.failClosed,
  ...(parts.refusal !== undefined && { refusal: parts.refusal }),
  ...(project.snapshot.policy && { policy: project.snapshot.policy }),
});

/** How the decisions of a project are recorded. */
function recordingPolicy(project: Project, hooks: readonly Hook[]): RecordingPolicy {
  let set: HookSet | undefined;
  const audit = project.snapshot.policy?.audit;
  return {
    config: project.config.journal ?? defaultJournalConfig,
    ...(audit && { audit }),
    set: () => {
      set ??= hookSetOf(hooks, project.hooks);
      return set;
    },
  };
}

/** How an answer is recorded for a project that did not load. */
export const unloadedRecording: RecordingPolicy = { config: defaultJournalConfig, set: () => hookSetOf([], []) };

/** The number of hooks in an engine. */
export const countHooks = ({ index }: Engine): number =>
  new Set([...index.lists.values()].flatMap((list) => list.hooks)).size;
