import type { EventName } from '../../core/contract.js';
import type { Hook } from '../../core/hook.js';
import { runtimeLimits, runtimeTimeout } from '../../core/runtime.js';

/** The four policies of the flow dialect and the events that trigger them. */
const policies: readonly { readonly use: string; readonly on: readonly EventName[]; readonly nativeEvent: string }[] = [
  { use: 'config-protection', on: ['tool.before'], nativeEvent: 'preToolUse' },
  { use: 'quality-gate', on: ['tool.after'], nativeEvent: 'postToolUse' },
  { use: 'stop-goal-fit', on: ['agent.stop'], nativeEvent: 'stop' },
  { use: 'workflow-steering', on: ['prompt.submit'], nativeEvent: 'userPromptSubmit' },
  { use: 'workflow-steering', on: ['tool.after'], nativeEvent: 'postToolUse' },
];

/** Hooks of the flow dialect with the time that the environment gives those of this runtime. */
export function withRuntimeTimeout(
  hooks: readonly Hook[],
  runtime: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly Hook[] {
  const timeoutMs = runtimeTimeout(env, runtime, 'HOOK');
  if (timeoutMs === undefined) return hooks;
  return hooks.map((hook) => (hook.dialect === 'flow' ? { ...hook, timeoutMs } : hook));
}

/** What the flow host runs in a project that has no hooks of its own. */
export function flowPolicies(root: string): readonly Hook[] {
  return policies.map(({ use, on, nativeEvent }, position) => ({
    id: on[0] === 'tool.after' && use === 'workflow-steering' ? `${use}@${nativeEvent}` : use,
    dialect: 'flow',
    events: on,
    nativeEvent,
    scope: 'user',
    source: 'built in',
    line: 1,
    position,
    root,
    enabled: true,
    blocking: true,
    async: false,
    mode: 'enforce',
    priority: 100,
    timeoutMs: runtimeLimits.HOOK,
    match: {},
    handler: { kind: 'builtin', use },
    onFailure: 'open',
    warnOnFailure: true,
    concurrent: false,
    stopsList: false,
    parallel: false,
    recheck: true,
    profiles: ['standard', 'strict'],
    files: [],
  }));
}
