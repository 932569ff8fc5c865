import type { Hook } from '@anyhook/core';
import type { Agent, HooksRunByAgent } from './agent.js';

/** Does the agent run this hook itself, so that anyhook must not? */
export const agentRunsHook = (agent: Agent, hook: Hook): boolean => ownRow(agent, hook) !== undefined;

/** Is the hook of the agent's own settings, so that others run it only if the config shares it? */
export const isOwnSetting = (agent: Agent, hook: Hook): boolean => {
  const row = ownRow(agent, hook);
  return row !== undefined && !row.isNamedInConfig;
};

function ownRow({ hooksRunByAgent = [] }: Agent, hook: Hook): HooksRunByAgent | undefined {
  // Agents do not look for hooks in the folder of a package.
  if (hook.package && !hook.package.isPluginCopy) return undefined;
  return hooksRunByAgent.find(
    ({ format, flavour, scope }) =>
      format === hook.dialect &&
      (flavour === undefined || flavour === hook.flavour) &&
      (scope === undefined || scope === hook.scope),
  );
}
