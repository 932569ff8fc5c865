import type { AgentDriver } from './agent.js';
import { claudeCodeDriver } from './claude-code.js';
import { clineDriver } from './cline.js';
import { codexDriver } from './codex.js';
import { copilotDriver } from './copilot.js';
import { droidDriver } from './droid.js';
import { geminiDriver } from './gemini.js';
import { opencodeDriver } from './opencode.js';
import { piDriver } from './pi.js';
import { qwenDriver } from './qwen.js';

/** The agents that can be run for real, in the order of the report. */
export const agentDrivers: readonly AgentDriver[] = [
  claudeCodeDriver,
  codexDriver,
  geminiDriver,
  copilotDriver,
  qwenDriver,
  droidDriver,
  clineDriver,
  opencodeDriver,
  piDriver,
];
