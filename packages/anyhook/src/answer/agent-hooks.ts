import type { Hook } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { agents } from '../agents/index.js';
import { agentRunsHook, isOwnSetting } from '../agents/own-hooks.js';
import type { Config } from '../hooks/merged-config.js';

/** The agents that run this hook themselves. */
export const agentsThatRun = (hook: Hook): readonly Agent[] => agents.filter((agent) => agentRunsHook(agent, hook));

/** The hooks that anyhook runs: with `share: false`, those of an agent's own settings are left to that agent. */
export const sharedHooks = (hooks: readonly Hook[], { share }: Pick<Config, 'share'>): readonly Hook[] =>
  share === false ? hooks.filter((hook) => !agents.some((agent) => isOwnSetting(agent, hook))) : hooks;
