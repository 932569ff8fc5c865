import { claudeCodeRender } from './claude-code/render.js';
import { clineRender } from './cline/render.js';
import { codexRender } from './codex/render.js';
import { copilotRender } from './copilot/render.js';
import { cursorRender } from './cursor/render.js';
import { droidRender } from './droid/render.js';
import { geminiRender } from './gemini/render.js';
import { kimiRender } from './kimi/render.js';
import { kiroRender } from './kiro/render.js';
import { opencodeRender } from './opencode/render.js';
import { piRender } from './pi/render.js';
import { qwenRender } from './qwen/render.js';
import type { Render } from './render.js';
import { windsurfRender } from './windsurf/render.js';

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
