import type { Agent } from './agent.js';
import { claudeCode } from './claude-code.js';
import { cline } from './cline.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { droid } from './droid.js';
import { gemini } from './gemini.js';
import { opencode } from './opencode.js';
import { pi } from './pi.js';
import { qwen } from './qwen.js';

/** The agents that can be run for real, in the order of the report. */
export const agents: readonly Agent[] = [claudeCode, codex, gemini, copilot, qwen, droid, cline, opencode, pi];
