import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { env, freshMachine } from '../cli/init-fresh.js';
import type { InitMachine } from '../cli/init-world.js';

/** A machine on which `init` connected Claude Code with the recommended hooks. */
export async function guarded(t: TestContext, engine: 'on' | 'off' = 'off'): Promise<InitMachine> {
  const here = freshMachine(t);
  const { code, stdout } = await here.run(['init', '--yes'], { env: { ...env, ANYHOOK_ENGINE: engine } });
  assert.equal(code, 0, stdout);
  return here;
}

/** Lines of a transcript of Claude Code: a call and its result. */
export const transcript = (
  id: string,
  { name = 'Bash', isError = false, at = new Date().toISOString() } = {},
): string =>
  [
    { type: 'assistant', timestamp: at, message: { content: [{ type: 'tool_use', id, name, input: {} }] } },
    {
      type: 'user',
      timestamp: at,
      message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'x', is_error: isError }] },
    },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
