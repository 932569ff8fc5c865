import { canonical } from './canonical/agent.js';
import { claudeCode, claudeFormat } from './claude-code/agent.js';
import { cline, clineFormat } from './cline/agent.js';
import { codex, codexFormat } from './codex/agent.js';
import { copilot, copilotFormat } from './copilot/agent.js';
import { cursor, cursorFormat } from './cursor/agent.js';
import { dockerAgent } from './docker-agent/agent.js';
import { droid, droidFormat } from './droid/agent.js';
import { flowAgent } from './flow/agent.js';
import { gemini, geminiFormat } from './gemini/agent.js';
import { kimi } from './kimi/agent.js';
import { kiro, kiroFormat } from './kiro/agent.js';
import { opencode } from './opencode/agent.js';
import { pi } from './pi/agent.js';
import { qwen, qwenFormat } from './qwen/agent.js';
import { type AgentRow, agentTable } from './table.js';
import { windsurf, windsurfFormat } from './windsurf/agent.js';

/** Every agent. An agent is one folder and one row here; nothing else in the program names it. */
export const agentRows: readonly AgentRow[] = [
  {
    agent: claudeCode,
    format: claudeFormat,
    install: () => import('./claude-code/install.js'),
    mods: () => import('./claude-code/mods.js'),
  },
  { agent: codex, format: codexFormat, install: () => import('./codex/install.js') },
  { agent: opencode, install: () => import('./opencode/install.js') },
  { agent: pi, install: () => import('./pi/install.js') },
  { agent: gemini, format: geminiFormat, install: () => import('./gemini/install.js') },
  { agent: copilot, format: copilotFormat, install: () => import('./copilot/install.js') },
  { agent: qwen, format: qwenFormat, install: () => import('./qwen/install.js') },
  { agent: droid, format: droidFormat, install: () => import('./droid/install.js') },
  { agent: cline, format: clineFormat, install: () => import('./cline/install.js') },
  { agent: kiro, format: kiroFormat, install: () => import('./kiro/install.js') },
  { agent: cursor, format: cursorFormat, install: () => import('./cursor/install.js') },
  { agent: kimi, install: () => import('./kimi/install.js') },
  { agent: dockerAgent, install: () => import('./docker-agent/install.js') },
  { agent: windsurf, format: windsurfFormat, install: () => import('./windsurf/install.js') },
  { agent: flowAgent },
  { agent: canonical },
];

/** The table of all agents. */
export const knownAgents = agentTable(agentRows);

export const { agents, named: agentNamed, find: findAgent, callerOf, loadInstalls, loadMods } = knownAgents;
