import { canonical } from './canonical/index.js';
import { claudeCode } from './claude-code/index.js';
import { cline } from './cline/index.js';
import { codex } from './codex/index.js';
import { copilot } from './copilot/index.js';
import { cursor } from './cursor/index.js';
import { dockerAgent } from './docker-agent/index.js';
import { droid } from './droid/index.js';
import { flowAgent } from './flow/index.js';
import { gemini } from './gemini/index.js';
import { kimi } from './kimi/index.js';
import { kiro } from './kiro/index.js';
import { opencode } from './opencode/index.js';
import { pi } from './pi/index.js';
import { qwen } from './qwen/index.js';
import { type AgentRow, agentTable } from './table.js';
import { windsurf } from './windsurf/index.js';

/** Every agent. An agent is one folder and one row here; nothing else in the program names it. */
export const agentRows: readonly AgentRow[] = [
  {
    agent: claudeCode,
    install: () => import('./claude-code/install.js'),
    mods: () => import('./claude-code/mods.js'),
  },
  { agent: codex, install: () => import('./codex/install.js') },
  { agent: opencode, install: () => import('./opencode/install.js') },
  { agent: pi, install: () => import('./pi/install.js') },
  { agent: gemini, install: () => import('./gemini/install.js') },
  { agent: copilot, install: () => import('./copilot/install.js') },
  { agent: qwen, install: () => import('./qwen/install.js') },
  { agent: droid, install: () => import('./droid/install.js') },
  { agent: cline, install: () => import('./cline/install.js') },
  { agent: kiro, install: () => import('./kiro/install.js') },
  { agent: cursor, install: () => import('./cursor/install.js') },
  { agent: kimi, install: () => import('./kimi/install.js') },
  { agent: dockerAgent, install: () => import('./docker-agent/install.js') },
  { agent: windsurf, install: () => import('./windsurf/install.js') },
  { agent: flowAgent },
  { agent: canonical },
];

/** The table of all agents. */
export const knownAgents = agentTable(agentRows);

export const { agents, named: agentNamed, find: findAgent, callerOf, loadInstalls, loadMods } = knownAgents;
