import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsAnyhook } from '@anyhook/core';
import { isWrittenByInit } from './install.js';

/** A command, whether init wrote it, and whether it calls anyhook. */
const commands: readonly [unknown, boolean, boolean][] = [
  ['/h/bin/anyhook-hook claude-code --timeout 29000', true, true],
  ['exec /h/bin/anyhook-hook claude-code --timeout 29000', true, true],
  [`exec '/h/a b/anyhook-hook' claude-code --timeout 29000`, true, true],
  [`sh -c '[ -x "$0" ] || exit 0; exec "$0" "$@"' /h/bin/anyhook-hook droid --timeout 29000`, true, true],
  ['[ -x /h/bin/anyhook-hook ] || exit 0; exec /h/bin/anyhook-hook droid --timeout 29000', true, true],
  ['npx anyhook run --host claude-code', false, true],
  ['npx anyhook run --agent claude-code', false, true],
  ['exec node /x/anyhook.cjs run --host claude-code', false, true],
  ['exec true', false, false],
  ['anyhook engine status', false, false],
  [undefined, false, false],
];

for (const [command, own, calls] of commands) {
  const what = own ? 'written by init' : calls ? 'written by somebody who calls anyhook' : 'nothing of ours';
  test(`${command ?? 'no command'}: ${what}`, () => {
    assert.deepEqual([isWrittenByInit(command), callsAnyhook(command)], [own, calls]);
  });
}
