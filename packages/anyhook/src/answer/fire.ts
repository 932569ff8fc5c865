import { type Hook, type LoadedHook, now, type Problem, selfProtectionId } from '@anyhook/core';
import type { Project } from '../hooks/load.js';
import { createMemorySessionStore } from '../sessions/session-store.js';
import { offReason } from '../switches/off-switch.js';
import type { TrustMode } from '../trust/trust.js';
import { openProject, wireEngine } from './engine.js';
import type { EventToFire, FireSource } from './fire-event.js';
import { type FireReport, fireReport } from './fire-report.js';
import { engineParts } from './project-engine.js';

export interface FireRunOptions extends FireSource {
  readonly trust?: TrustMode | undefined;
  /** Includes the encoded answer in the report. */
  readonly withWire: boolean;
  readonly budgetMs?: number | undefined;
  /** Called with each hook that starts. */
  readonly progress?: ((line: string) => void) | undefined;
  /** The problems to report. Default: those found while loading the project. */
  readonly findProblems?: (project: Project) => readonly Problem[];
}

/** Runs the hooks of a project on one event as an agent would, and reports what each of them did. */
export async function fireEvent(toFire: EventToFire, options: FireRunOptions): Promise<FireReport> {
  const { agent, world, trust, withWire, budgetMs, progress } = options;
  const project = await openProject({ ...world, cwd: toFire.projectDir }, trust);
  const off = offReason(world, now());
  const hooks = off === undefined ? project.hooks : project.hooks.map(asDisabled(off));
  // A test run must not ask a person.
  const { approve: _approve, ...parts } = engineParts({ ...project, hooks }, world, { agent });
  const engine = wireEngine({
    ...parts,
    // Without a named session nothing is stored: counts of one run must not affect the next.
    ...(!toFire.namedSession && { store: createMemorySessionStore() }),
    ...(off !== undefined && { hooks: [] }),
  });
  const answer = await engine.decide(agent, toFire.event, toFire.context, {
    env: toFire.context.env,
    ...(budgetMs !== undefined && { budgetMs }),
    ...(progress && { progress }),
  });
  const problems = options.findProblems?.(project) ?? project.problems;
  const reportedIds = new Set(answer.verdict.hooks.map(({ hook }) => hook.id));
  const isShown = ({ id }: Hook) =>
    !hooks.some(({ hook }) => hook.id === id) && (id !== selfProtectionId || reportedIds.has(id));
  const loaded = [...hooks, ...parts.hooks.filter(isShown).map(asActive)];
  return fireReport({ answer, agent, loadedHooks: loaded, index: engine.index, problems, withWire });
}

const asActive = (hook: Hook): LoadedHook => ({ hook, state: { kind: 'active' } });
const asDisabled =
  (why: string) =>
  ({ hook }: LoadedHook): LoadedHook => ({ hook, state: { kind: 'disabled', why } });
