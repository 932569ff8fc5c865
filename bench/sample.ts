import type { Hook } from '../src/core/hook.js';

/** A hook with everything set, for benches that need many. */
export function hook(id: string, more: Partial<Hook> = {}): Hook {
  return {
    id,
    dialect: 'flow',
    events: ['tool.before'],
    nativeEvent: 'preToolUse',
    scope: 'user',
    source: '/bench/anyhook.yaml',
    line: 1,
    position: 0,
    root: '/bench',
    enabled: true,
    blocking: true,
    async: false,
    mode: 'enforce',
    priority: 100,
    timeoutMs: 30_000,
    match: {},
    handler: { kind: 'builtin', use: 'config-protection' },
    onFailure: 'open',
    warnOnFailure: true,
    concurrent: false,
    stopsList: false,
    parallel: false,
    recheck: true,
    profiles: [],
    files: [],
    ...more,
  };
}

/** A native payload as Claude Code sends it. */
export const payload = {
  session_id: 'bench',
  transcript_path: '/tmp/t.jsonl',
  cwd: '/bench',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Edit',
  tool_input: { file_path: '/bench/src/app.ts', old_string: 'const a = 1;', new_string: 'const a = 2;' },
  tool_use_id: 'toolu_1',
};
