import { type ToolMap, withoutPaths, withPaths } from '@anyhook/core';

/** Codex's tools as its hooks see them (quirk 12). */
export const codexTools: ToolMap = {
  Bash: { kind: 'shell' },
  apply_patch: { kind: 'patch', fields: { content: 'command' }, pack: withoutPaths, unpack: withPaths },
  spawn_agent: { kind: 'task', fields: { prompt: 'message' } },
  multi_agent_v1spawn_agent: { kind: 'task', fields: { prompt: 'message' } },
};
