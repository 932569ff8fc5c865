import type { Hook } from '../core/hook.js';
import type { Agent } from './agent.js';

/** Does the agent run this hook itself, so that anyhook must not? */
export const agentRunsHook = ({ hooksRunByAgent = [] }: Agent, hook: Hook): boolean =>
  hooksRunByAgent.some(
    ({ dialect, flavour, scope }) =>
      dialect === hook.dialect &&
      (flavour === undefined || flavour === hook.flavour) &&
      (scope === undefined || scope === hook.scope),
  );
