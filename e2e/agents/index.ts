import type { Agent } from './agent.js';
import { claudeCode } from './claude-code.js';
import { codex } from './codex.js';
import { gemini } from './gemini.js';

/** The agents that can be run for real, in the order of the report. */
export const agents: readonly Agent[] = [claudeCode, codex, gemini];
