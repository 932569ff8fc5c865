import { defaultRuntimeTimeouts, type EventName, type Hook } from '@anyhook/core';
import { hookWithDefaults } from '../kit/builtin-hook.js';

/** The four policies of the engine contract and the events that trigger them. */
const policies: readonly { readonly use: string; readonly on: readonly EventName[]; readonly nativeEvent: string }[] = [
  { use: 'config-protection', on: ['tool.before'], nativeEvent: 'preToolUse' },
  { use: 'quality-gate', on: ['tool.after'], nativeEvent: 'postToolUse' },
  { use: 'stop-goal-fit', on: ['agent.stop'], nativeEvent: 'stop' },
  { use: 'workflow-steering', on: ['prompt.submit'], nativeEvent: 'userPromptSubmit' },
  { use: 'workflow-steering', on: ['tool.after'], nativeEvent: 'postToolUse' },
];

/** The policies as hooks of a project that has none of its own. */
export const flowPolicies = (root: string): readonly Hook[] =>
  policies.map(({ use, on, nativeEvent }, position) =>
    hookWithDefaults({
      id: on[0] === 'tool.after' && use === 'workflow-steering' ? `${use}@${nativeEvent}` : use,
      dialect: 'flow',
      events: on,
      nativeEvent,
      position,
      root,
      timeoutMs: defaultRuntimeTimeouts.HOOK,
      handler: { kind: 'builtin', use },
      profiles: ['standard', 'strict'],
    }),
  );
