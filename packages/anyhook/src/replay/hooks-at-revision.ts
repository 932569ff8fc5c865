import { dirname, resolve } from 'node:path';
import type { Event, Hook, LoadedHook, Problem, Verdict } from '@anyhook/core';
import { isFolder, isWithin, userPaths } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { agentNamed, findAgent } from '../agents/index.js';
import { agentRunsHook } from '../agents/own-hooks.js';
import { type Engine, loadSnapshotTaker, type World, wireEngine } from '../answer/engine.js';
import { engineParts } from '../answer/project-engine.js';
import { isApprovalNote } from '../engine/approve.js';
import { permissionsLookup } from '../engine/permissions.js';
import { explainMismatch } from '../engine/plan.js';
import type { SessionStore } from '../engine/session.js';
import { formats } from '../formats/index.js';
import { builtinByName } from '../handlers/builtins/index.js';
import { createDisabledCheck, type Project, trustMode } from '../hooks/load.js';
import type { ProjectSnapshot } from '../hooks/snapshot.js';
import type { UnsavedFile } from '../hooks/snapshot-collector.js';
import { createMemorySessionStore } from '../sessions/session-store.js';
import { hookStates, isProjectTrusted, type TrustMode, trustRecord } from '../trust/trust.js';
import { CertaintyCheck } from './certainty.js';
import { outcomeOf, statementsIn } from './outcome.js';
import { createRelocator, type Relocate } from './relocate.js';
import type { ReplayedDecision, ReplaySide } from './replay.js';

export interface HooksAtRevisionOptions {
  /** Where the files of this side are. */
  readonly root: string;
  /** The project that they belong to; its trust applies here. */
  readonly project: string;
  readonly world: World;
  readonly trust: TrustMode | undefined;
  readonly runCommands: boolean;
  /** Home folder of the user whose events are replayed. */
  readonly home: string;
  /** A file while the user edits it. Only builtins run: the text may change which other files run, and where. */
  readonly unsaved?: UnsavedFile | undefined;
  /** The candidate of the policy decides instead of the policy in force. */
  readonly candidateDecides?: boolean | undefined;
}

/** A side with the problems in its hook files. */
interface LoadedReplaySide extends ReplaySide {
  readonly problems: readonly Problem[];
}

const permissionsOf = permissionsLookup(formats);

/** The hooks of a folder, ready to replay recorded events. */
export async function openHooksAtRevision(options: HooksAtRevisionOptions): Promise<LoadedReplaySide> {
  const { root, home } = options;
  // A replay runs hooks even while they are switched off.
  const { ANYHOOK: _off, ...env } = options.world.env;
  const revisionWorld: World = { ...options.world, env, cwd: root, project: root };
  const user = userPaths(env, revisionWorld.home, root);
  const takeSnapshot = await loadSnapshotTaker();
  const { unsaved, candidateDecides } = options;
  const reader = { kind: 'everything', unsaved, candidateDecides } as const;
  const folders = new Map<string, Promise<LoadedProject>>();
  const engines = new Map<string, Promise<ReadyProject>>();
  const countingSessions = new Set<string>();
  const store = watchedStore(createMemorySessionStore(), countingSessions);

  const load = (folder: string): Promise<LoadedProject> =>
    getOrCreate(folders, folder, async () => loadForReplay(await takeSnapshot(folder, user, reader), options, env));
  const open = (folder: string, agent: Agent): Promise<ReadyProject> =>
    getOrCreate(engines, `${folder}\n${agent.name}`, async () => {
      const loaded = await load(folder);
      const parts = engineParts(loaded.project, { ...revisionWorld, cwd: folder }, { agent });
      const hooks = parts.hooks.filter((hook) => !agentRunsHook(agent, hook));
      const replayParts = {
        store,
        notices: () => [],
        skippedNotices: [],
        codeAbove: undefined,
        startAsync: async () => undefined,
      };
      return { ...loaded, hooks, engine: wireEngine({ ...parts, hooks, ...replayParts }) };
    });

  return {
    problems: (await load(root)).project.problems,
    async decide(recorded, event, isWholeSession): Promise<ReplayedDecision> {
      const { decision, detail } = recorded;
      if (!agentNamed(decision.host))
        return { kind: 'not-replayed', why: `anyhook does not know the agent "${decision.host}"` };
      const agent = findAgent(decision.host);
      const moves = relocations(decision.root, root, home, user.home);
      const moved = moves.toReplay(event);
      const folder = folderOf(moved.cwd, root);
      const ready = await open(folder, agent);
      const certaintyCheck = new CertaintyCheck({
        recorded,
        agent,
        permissionsOf,
        skipReason: skipReasons(ready, options),
        isPassive,
      });
      const wasApproved = detail?.notes?.some(isApprovalNote) ?? false;
      countingSessions.delete(moved.sessionId);
      const context = { env, cwd: folder, now: moved.timestamp, text: '' };
      const answer = await ready.engine.decide(agent, moved, context, {
        env,
        substitutes: {
          wrapRun: (hook, hookEvent, run) => certaintyCheck.runOrSkip(hook, hookEvent, run),
          approve: wasApproved ? async () => ({ kind: 'approved' }) : undefined,
          changedFiles: async () => [],
        },
      });
      const countsEarlierEvents = !isWholeSession && countingSessions.has(moved.sessionId);
      const certainty = certaintyCheck.judge(answer.event, answer.verdict, ready.engine.index, countsEarlierEvents);
      if (certainty.kind !== 'decided') return certainty;
      const { verdict } = certainty;
      const describeHook = hookDescriber(ready, answer.event, verdict);
      return {
        kind: 'decided',
        outcome: outcomeOf(verdict, moves.toRecording),
        statements: statementsIn(verdict),
        describeHook,
      };
    },
  };
}

/** A project with all hooks enabled, and which of them may run code. */
interface LoadedProject {
  readonly project: Project;
  readonly trusted: ReadonlySet<string>;
}

interface ReadyProject extends LoadedProject {
  readonly hooks: readonly Hook[];
  readonly engine: Engine;
}

/** Includes untrusted hooks: those without code are harmless. */
function loadForReplay(
  snapshot: ProjectSnapshot,
  { root, project, world, trust }: HooksAtRevisionOptions,
  env: World['env'],
): LoadedProject {
  const { config, problems } = snapshot;
  const mode = trust ?? trustMode(config, env);
  const user = userPaths(env, world.home);
  const isOtherRevision = root !== project;
  const states = hookStates(isOtherRevision ? snapshotAsIn(project, snapshot) : snapshot, user, mode);
  const disabledReason = createDisabledCheck(config, env);
  const hooks = snapshot.hooks.map((hook): LoadedHook => {
    const reason = disabledReason({ hook, state: { kind: 'active' } });
    return { hook, state: reason === undefined ? { kind: 'active' } : { kind: 'disabled', why: reason } };
  });
  // In another revision, only hooks identical to trusted ones are trusted.
  const isTrusted =
    mode === 'project' || (!isOtherRevision && isProjectTrusted(states, mode, trustRecord(snapshot, user)));
  return {
    project: { root: snapshot.root, hooks, problems, config, trust: mode, trusted: isTrusted, snapshot },
    trusted: new Set(states.filter(({ state }) => state.kind === 'active').map(({ hook }) => hook.id)),
  };
}

/** The snapshot as if its files were in the project whose trust applies. */
function snapshotAsIn(project: string, snapshot: ProjectSnapshot): ProjectSnapshot {
  const inJson = (path: string) => JSON.stringify(path).slice(1, -1);
  return JSON.parse(JSON.stringify(snapshot).replaceAll(inJson(snapshot.root), inJson(project))) as ProjectSnapshot;
}

/** A function that tells why a hook does not run again. */
function skipReasons({ trusted }: LoadedProject, { runCommands, unsaved }: HooksAtRevisionOptions) {
  return async (hook: Hook): Promise<string | undefined> => {
    const { kind } = hook.handler;
    if (hook.handler.kind === 'builtin') {
      const readsMachine = (await builtinByName(hook.handler.use))?.dependsOnState ?? false;
      return readsMachine && !runCommands ? 'it depends on current files and programs' : undefined;
    }
    if (unsaved) return 'while a text is not saved, no program or module is started';
    if (kind !== 'module' && !runCommands && !hook.pure) return `a ${kind} runs again only with --run-commands`;
    return hook.scope !== 'project' || trusted.has(hook.id) ? undefined : 'it is not trusted: see "anyhook trust"';
  };
}

const isPassive = async ({ handler }: Hook): Promise<boolean> =>
  handler.kind === 'builtin' && (await builtinByName(handler.use))?.decides === false;

const hookDescriber =
  ({ project, hooks, engine }: ReadyProject, event: Event, verdict: Verdict) =>
  (id: string): string => {
    const report = verdict.hooks.find(({ hook }) => hook.id === id);
    if (report?.hook.mode === 'shadow') return 'it runs in shadow mode';
    if (report?.outcome === 'skipped') return report.reason ?? 'it was skipped';
    if (report) return report.reason ?? `it says ${report.decision}`;
    const loaded = project.hooks.find(({ hook }) => hook.id === id);
    if (loaded?.state.kind === 'disabled') return `disabled: ${loaded.state.why}`;
    const hook = hooks.find((one) => one.id === id);
    if (!hook) return 'it does not exist';
    return explainMismatch(engine.index, hook, event) ?? 'it does not match the call after earlier hooks rewrote it';
  };

/** A store that collects the sessions whose counts may have started before the span. */
function watchedStore(store: SessionStore, countingSessions: Set<string>): SessionStore {
  // After a reset, the count of stops is complete.
  const reset = new Set<string>();
  return {
    read: (session) => store.read(session),
    append(session, record) {
      if (record.kind === 'stop-reset') reset.add(session);
      if (record.kind === 'count' || (record.kind === 'stop-block' && !reset.has(session)))
        countingSessions.add(session);
      store.append(session, record);
    },
  };
}

interface PathMoves {
  readonly toReplay: Relocate;
  readonly toRecording: Relocate;
}

const movesCache = new Map<string, PathMoves>();

/** Maps paths from the recording to the replay, and back. */
function relocations(fromRoot: string, toRoot: string, fromHome: string, toHome: string): PathMoves {
  const key = JSON.stringify([fromRoot, toRoot, fromHome, toHome]);
  let moves = movesCache.get(key);
  if (!moves) {
    const pairs = [
      [fromRoot, toRoot],
      [fromHome, toHome],
    ] as const;
    moves = {
      toReplay: createRelocator(pairs.map(([from, to]) => ({ from, to }))),
      toRecording: createRelocator(pairs.map(([from, to]) => ({ from: to, to: from }))),
    };
    if (movesCache.size > 100) movesCache.clear();
    movesCache.set(key, moves);
  }
  return moves;
}

/** The folder, or its nearest existing parent; never one outside the project. */
function folderOf(cwd: string, root: string): string {
  let folder = resolve(root, cwd);
  while (folder !== root && isWithin(folder, root) && !isFolder(folder)) folder = dirname(folder);
  return isWithin(folder, root) ? folder : root;
}

function getOrCreate<T>(map: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  let found = map.get(key);
  if (!found) {
    found = make();
    map.set(key, found);
  }
  return found;
}
