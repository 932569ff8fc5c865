import { claudeCodeRender } from './claude-code/install.js';
import { clineRender } from './cline/install.js';
import { codexRender } from './codex/install.js';
import { copilotRender } from './copilot/install.js';
import { cursorRender } from './cursor/install.js';
import { droidRender } from './droid/install.js';
import { geminiRender } from './gemini/install.js';
import { kimiRender } from './kimi/install.js';
import { kiroRender } from './kiro/install.js';
import type { Render } from './kit/install.js';
import { opencodeRender } from './opencode/install.js';
import { piRender } from './pi/install.js';
import { qwenRender } from './qwen/install.js';
import { windsurfRender } from './windsurf/install.js';

/** How each agent is connected. Apart from the codecs, for events need none of it. */
export const renders: readonly Render[] = [
  claudeCodeRender,
  codexRender,
  geminiRender,
  copilotRender,
  qwenRender,
  droidRender,
  clineRender,
  piRender,
  kiroRender,
  cursorRender,
  kimiRender,
  windsurfRender,
  opencodeRender,
];
