import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { replayWorld, toolPayload } from './replay-world.js';

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

test('the workflow of the example fails a pull request that flips a decision, and no other', async (t) => {
  const { jobs } = parse(readFileSync('examples/ci/replay.yml', 'utf8')) as Workflow;
  const line = jobs['replay']?.steps.find(({ run }) => run?.includes('anyhook replay'))?.run ?? '';
  const [, ...args] = line.replace('npx ', '').replace('"origin/$BASE"', 'origin/main').split(' ');
  const rule = (glob: string) => ({
    '.agents/anyhook.yaml': `hooks:\n  - { id: guard, on: tool.before, use: config-protection, args: { protect: ["**/${glob}"] } }\n`,
  });
  const here = replayWorld(t, rule('*.tf'));
  await here.live([toolPayload(here.dir, 'Write', { file_path: `${here.dir}/a.tf`, content: '' })]);
  assert.equal((await here.run(['log', 'record', '.agents/events.jsonl'])).code, 0);
  here.commit({}, 'the recording');
  here.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  assert.equal((await here.run(args)).code, 0);
  here.commit(rule('*.js'), 'the pull request');
  const { code, stdout } = await here.run(args);
  assert.equal(code, 1);
  assert.match(stdout, /^the change since origin\/main flips 1 of 1 decision\n/);
});
