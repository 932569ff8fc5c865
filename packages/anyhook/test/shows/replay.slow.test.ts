import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  type ClaudePayload,
  leftoverCheckouts,
  linesOfFile,
  replayWorld,
  toolPayload,
} from '../replay/replay-world.js';
import { usePrivateTemp } from '../support/private-temp.js';

const config = (...globs: readonly string[]) => ({
  '.agents/anyhook.yaml': `hooks:\n  - id: protected\n    on: tool.before\n    use: config-protection\n    args: { protect: [${globs
    .map((glob) => JSON.stringify(glob))
    .join(', ')}] }\n`,
});

/** 2,000 calls of which every 40th writes below infra/, and every 25th a lock file. */
function calls(cwd: string): readonly ClaudePayload[] {
  return Array.from({ length: 2_000 }, (_, i) => {
    const more = { session_id: `session-${i % 7}`, tool_use_id: `toolu_${i}` };
    if (i % 40 === 1) return toolPayload(cwd, 'Write', { file_path: `${cwd}/infra/${i}.tf`, content: 'x' }, more);
    if (i % 25 === 2)
      return toolPayload(cwd, 'Edit', { file_path: `${cwd}/${i}.lock`, old_string: 'a', new_string: 'b' }, more);
    if (i % 3 === 0) return toolPayload(cwd, 'Bash', { command: `make target-${i}` }, more);
    return toolPayload(cwd, 'Write', { file_path: `${cwd}/src/${i}.ts`, content: `export const n = ${i};` }, more);
  });
}

test('after a rule was weakened, replay --against HEAD~1 lists exactly the flipped decisions of 2,000 events', async (t) => {
  usePrivateTemp(t);
  const here = replayWorld(t, config('infra/**', '**/infra/**', '*.lock', '**/*.lock'));
  await here.live(calls(here.dir));
  const file = join(here.dir, '..', 'events.jsonl');
  const recorded = await here.run(['log', 'record', file]);
  assert.deepEqual([recorded.code, recorded.stdout, recorded.stderr], [0, `2000 events in ${file}\n`, '']);
  const entries = linesOfFile(file)
    .slice(1)
    .map((line) => JSON.parse(line));
  assert.equal(entries.filter(({ decision }) => decision.decision === 'deny').length, 50 + 80);
  const weakened = entries
    .filter(({ detail }) => detail.payload.tool_input.file_path?.includes('/infra/'))
    .map(({ decision }) => decision.id);
  assert.equal(weakened.length, 50);

  here.commit(config('*.lock', '**/*.lock'), 'weaken a rule');
  const index = readFileSync(join(here.dir, '.git/index'));
  const before = [here.git('status', '--porcelain'), here.git('worktree', 'list'), leftoverCheckouts().length];
  for (const args of [['--against', 'HEAD~1'], [file, '--against', 'HEAD~1'], [file], []]) {
    const report = await here.replay(args);
    assert.deepEqual(
      [report.total, report.same, report.flipped, report.notReplayed, report.unknown],
      [2_000, 1_950, 50, 0, 0],
      args.join(' '),
    );
    assert.deepEqual(
      report.flips.map(({ id }) => id),
      weakened,
    );
    const seen = new Set(
      report.flips.map(({ before, after, hook, event, tool }) => [before, after, hook, event, tool].join()),
    );
    assert.deepEqual([...seen], ['deny,pass,protected,tool.before,Write']);
  }
  assert.deepEqual(
    [here.git('status', '--porcelain'), here.git('worktree', 'list'), leftoverCheckouts().length],
    before,
  );
  assert.deepEqual(readFileSync(join(here.dir, '.git/index')), index);

  const { code, stdout } = await here.run(['replay', file, '--against', 'HEAD~1']);
  assert.equal(code, 1);
  assert.match(stdout, /^the change since HEAD~1 flips 50 of 2,000 decisions\n\nprotected {2}50 flips\n/);
  assert.match(stdout, /\n1,950 same, 50 flipped, 0 not replayed, 0 unknown\n/);
  assert.equal(stdout.match(/deny → pass {2}/g)?.length, 50);
});
