import { withoutPaths, withPaths } from '../../core/patch.js';
import type { ToolMap } from '../../core/tool.js';

/** Codex's tools as its hooks see them (quirk 12). */
export const tools: ToolMap = {
  Bash: { kind: 'shell' },
  apply_patch: { kind: 'patch', fields: { content: 'command' }, pack: withoutPaths, unpack: withPaths },
  spawn_agent: { kind: 'task', fields: { prompt: 'message' } },
  multi_agent_v1spawn_agent: { kind: 'task', fields: { prompt: 'message' } },
};
