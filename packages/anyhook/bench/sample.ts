import type { Hook } from '../../core/src/hook.js';
import { plainHook } from '../test/support/core-samples.js';

/** A hook with everything set, for benches that need many. */
export const benchHook = (id: string, more: Partial<Hook> = {}): Hook => ({
  ...plainHook,
  id,
  dialect: 'flow',
  nativeEvent: 'preToolUse',
  scope: 'user',
  root: '/bench',
  timeoutMs: 30_000,
  handler: { kind: 'builtin', use: 'config-protection' },
  concurrent: false,
  ...more,
});

/** A native payload as Claude Code sends it. */
export const benchPayload = {
  session_id: 'bench',
  transcript_path: '/tmp/t.jsonl',
  cwd: '/bench',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Edit',
  tool_input: { file_path: '/bench/src/app.ts', old_string: 'const a = 1;', new_string: 'const a = 2;' },
  tool_use_id: 'toolu_1',
};
