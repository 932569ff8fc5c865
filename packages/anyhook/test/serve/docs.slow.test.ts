import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { engineWorld, hookMdFolder } from '../resident/engine-world.js';
import { type ServeLine, startServe } from './serve-world.js';

const hooks = {
  ...hookMdFolder('no-force-push', 'grep -q "push --force" || exit 0; echo "Do not force-push." >&2; exit 2'),
  '.agents/hooks/tests/HOOK.md': '---\nname: tests\ndescription: test\ntrigger: after_tool\n---\n',
  '.agents/hooks/tests/scripts/run.sh': `#!/bin/sh\necho '{"additional_context":"Run the tests, too."}'\n`,
};

test('the examples on the protocol page match real output', async (t) => {
  const world = engineWorld(t, hooks);
  const engine = startServe(world);
  const page = readFileSync('docs/reference/serve.md', 'utf8');
  const shown = [...page.matchAll(/^→ (.*)\n← (.*)$/gm)];
  assert.equal(shown.length, 5);
  for (const [, request = '', answer = ''] of shown) {
    const { id } = JSON.parse(request) as ServeLine;
    engine.send(`${request.replace('/home/me/project', world.project)}\n`);
    const { hello, error, ...rest } = await engine.line(id);
    const expected = JSON.parse(answer) as ServeLine;
    if (hello) assert.deepEqual({ ...hello, version: '0.2.0' }, expected.hello);
    else if (error) assert.match(error.message, /did you mean "tool\.before"\?$/);
    else assert.deepEqual(rest, expected);
  }
});
