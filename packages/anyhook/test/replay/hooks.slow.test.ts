import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { ReplayReport } from '../../src/replay/replay.js';
import { hookMdWithScript } from '../cli/harness.js';
import { pathInProject, type ReplayWorld, replayWorld, toolPayload } from './replay-world.js';

const counts = ({ same, flipped, notReplayed, unknown }: ReplayReport) => ({ same, flipped, notReplayed, unknown });
const why = ({ left }: ReplayReport) => left.map(({ kind, hook, why: text, count }) => [kind, hook, text, count]);
const none = { same: 0, flipped: 0, notReplayed: 0, unknown: 0 };

const bash = (world: ReplayWorld, command: string, more = {}) => toolPayload(world.dir, 'Bash', { command }, more);
const guard = (script: string, more = '') => hookMdWithScript('guard', 'before_tool', script, more);
const deny = 'echo no >&2; exit 2';
const entry = (text: string) => ({ '.agents/anyhook.yaml': `hooks:\n  - ${text}\n` });
const protect = (glob: string) =>
  `{ id: protected, on: tool.before, use: config-protection, args: { protect: ["**/${glob}"] } }`;

describe('commands', () => {
  test('are not run again, and decisions that depend on them are not replayed', async (t) => {
    const here = replayWorld(t, guard(`touch ran; ${deny}`));
    await here.live([bash(here, 'ls')]);
    here.git('clean', '--force', '--quiet');
    const report = await here.replay(['--trust-project']);
    assert.deepEqual(counts(report), { ...none, notReplayed: 1 });
    assert.deepEqual(why(report), [['not-replayed', 'guard', 'a command runs again only with --run-commands', 1]]);
    assert.ok(!existsSync(pathInProject(here, 'ran')));
  });

  test('are run if the user asks for it, and a flip shows their reason', async (t) => {
    const here = replayWorld(t, guard('exit 0'));
    await here.live([bash(here, 'ls'), bash(here, 'rm x')]);
    here.commit(guard('grep -q "rm x" && { echo "no rm" >&2; exit 2; }; exit 0'));
    const report = await here.replay(['--trust-project', '--run-commands']);
    assert.deepEqual(counts(report), { ...none, same: 1, flipped: 1 });
    const [flip] = report.flips;
    assert.deepEqual(
      [flip?.before, flip?.after, flip?.hook, flip?.why, flip?.about],
      ['pass', 'deny', 'guard', 'no rm', 'rm x'],
    );
  });

  test("of another revision are run from that revision's files", async (t) => {
    const here = replayWorld(t, guard(deny));
    await here.live([bash(here, 'ls')]);
    here.commit(guard('exit 0'));
    const args = ['--trust-project', '--run-commands', '--against', 'HEAD~1'];
    const { flips } = await here.replay(args);
    assert.deepEqual([flips[0]?.before, flips[0]?.after], ['deny', 'pass']);
  });

  test('of an untrusted project are not run, even if the user asks for it', async (t) => {
    const here = replayWorld(t, guard(`touch ran; ${deny}`));
    await here.live([bash(here, 'ls')]);
    here.git('clean', '--force', '--quiet');
    const report = await here.replay(['--run-commands', '--against', 'HEAD']);
    assert.deepEqual(why(report), [['not-replayed', 'guard', 'it is not trusted: see "anyhook trust"', 1]]);
    assert.ok(!existsSync(pathInProject(here, 'ran')));
  });

  test('declared pure are run without being asked for', async (t) => {
    const pure = 'metadata:\n  anyhook:\n    pure: true\n';
    const here = replayWorld(t, guard(deny, pure));
    await here.live([bash(here, 'ls')]);
    assert.deepEqual(counts(await here.replay(['--trust-project'])), { ...none, same: 1 });
    here.commit(guard('exit 0', pure));
    assert.deepEqual(counts(await here.replay(['--trust-project'])), { ...none, flipped: 1 });
    assert.deepEqual(counts(await here.replay()), { ...none, notReplayed: 1 });
  });

  test('that cannot decide do not prevent a replay: async, shadow, or at an event that cannot be blocked', async (t) => {
    const here = replayWorld(t);
    const end = { session_id: 's', cwd: here.dir, hook_event_name: 'SessionEnd', reason: 'exit' };
    await here.live([bash(here, 'ls'), end]);
    here.commit({
      ...hookMdWithScript('later', 'before_tool', `touch "$0.ran"; ${deny}`, 'async: true\n'),
      ...hookMdWithScript(
        'shade',
        'before_tool',
        `touch "$0.ran"; ${deny}`,
        'metadata:\n  anyhook:\n    mode: shadow\n',
      ),
      ...hookMdWithScript('notes', 'session_end', 'exit 0'),
    });
    assert.deepEqual(counts(await here.replay(['--trust-project', '--run-commands'])), { ...none, same: 2 });
    assert.equal(here.git('status', '--porcelain'), '', 'neither of them ran');
  });

  test('do not prevent a replay if another hook denies anyway', async (t) => {
    const here = replayWorld(t, { ...guard('exit 0'), ...entry(protect('*.tf')) });
    await here.live([
      toolPayload(here.dir, 'Write', { file_path: `${here.dir}/a.tf`, content: '' }),
      toolPayload(here.dir, 'Write', { file_path: `${here.dir}/a.ts`, content: '' }),
    ]);
    assert.deepEqual(counts(await here.replay()), { ...none, same: 1, notReplayed: 1 });
    here.commit(entry(protect('*.ts')));
    const report = await here.replay();
    assert.deepEqual(counts(report), { ...none, flipped: 1, notReplayed: 1 });
    assert.deepEqual([report.flips[0]?.after, report.flips[0]?.about], ['deny', 'a.ts']);
  });

  test('that rewrote the recorded call make later decisions unknown', async (t) => {
    const rewrites = `echo '{"updated_input": {"path": "b.ts"}}'`;
    const here = replayWorld(t, { ...guard(rewrites), ...entry(protect('*.tf')) });
    await here.live([toolPayload(here.dir, 'Write', { file_path: `${here.dir}/a.tf`, content: '' })]);
    assert.deepEqual(counts(await here.replay()), { ...none, notReplayed: 1 });
  });
});

describe('modules', () => {
  const module = (word: string) => ({
    ...entry('{ id: words, on: tool.before, use: ./words.mjs }'),
    'words.mjs': `export default { on: 'tool.before', run: (event) => event.call.input.command?.includes('${word}')
      ? { decision: 'deny', reason: 'the word ${word}' } : { decision: 'pass' } };\n`,
  });

  test('run only in a trusted project', async (t) => {
    const here = replayWorld(t, module('push'));
    await here.live([bash(here, 'git push'), bash(here, 'git pull')]);
    here.commit(module('pull'));
    const report = await here.replay(['--trust-project']);
    assert.deepEqual(
      report.flips.map(({ about, before, after, why: text }) => [about, before, after, text]),
      [
        ['git push', 'deny', 'pass', 'it says pass'],
        ['git pull', 'pass', 'deny', 'the word pull'],
      ],
    );
    assert.deepEqual(
      report.flips.map(({ reason }) => reason),
      ['the word push', undefined],
    );
    assert.deepEqual(why(await here.replay()), [
      ['not-replayed', 'words', 'it is not trusted: see "anyhook trust"', 2],
    ]);
  });

  test('of two revisions run side by side', async (t) => {
    const here = replayWorld(t, module('push'));
    await here.live([bash(here, 'git push'), bash(here, 'git pull')]);
    here.commit(module('pull'));
    assert.equal((await here.replay(['--trust-project', '--against', 'HEAD~1'])).flipped, 2);
    assert.equal((await here.replay(['--trust-project', '--against', 'HEAD'])).flipped, 0);
  });

  test('of another revision run if they are identical to the ones trusted here', async (t) => {
    const here = replayWorld(t, module('push'));
    await here.live([bash(here, 'git push')]);
    const trusted = await here.run(['trust', '--yes'], { columns: 80 });
    assert.equal(trusted.code, 0, trusted.stderr);
    assert.deepEqual(counts(await here.replay(['--against', 'HEAD'])), { ...none, same: 1 });
    here.commit({ 'words.mjs': module('pull')['words.mjs'] });
    assert.deepEqual(counts(await here.replay(['--against', 'HEAD~1'])), { ...none, notReplayed: 1 });
  });
});

describe('the reason of a flip', () => {
  const config = entry(protect('*.tf'));
  const written = (world: ReplayWorld) =>
    toolPayload(world.dir, 'Write', { file_path: `${world.dir}/a.tf`, content: '' });
  const cases: readonly [string, Readonly<Record<string, string>>, string][] = [
    ['the hook is gone', { '.agents/anyhook.yaml': 'hooks: []\n' }, 'it does not exist'],
    [
      'it is in shadow mode',
      { '.agents/anyhook.yaml': `${config['.agents/anyhook.yaml']}mode: shadow\n` },
      'it runs in shadow mode',
    ],
    ['its rule changed', entry(protect('*.js')), 'it says pass'],
    [
      'it matches other tools',
      entry(protect('*.tf').replace('use:', 'match: { tool: edit_file }, use:')),
      'tool Write is not edit_file',
    ],
    ['it is switched off', entry(protect('*.tf').replace('use:', 'enabled: false, use:')), 'disabled: enabled: false'],
    [
      'it belongs to another profile',
      entry(protect('*.tf').replace('use:', 'profiles: [strict], use:')),
      'disabled: not in profile standard',
    ],
  ];
  for (const [what, files, expected] of cases)
    test(`is shown if ${what}`, async (t) => {
      const here = replayWorld(t, config);
      await here.live([written(here)]);
      here.commit(files);
      for (const args of [[], ['--against', 'HEAD~1']]) {
        const { flips } = await here.replay(args);
        assert.deepEqual(
          flips.map(({ before, after, hook, why: text }) => [before, after, hook, text]),
          [['deny', 'pass', 'protected', expected]],
        );
      }
    });

  test('a rewrite that disappeared or changed is a flip', async (t) => {
    const rewriter = (to: string) =>
      guard(`echo '{"updated_input": {"command": "${to}"}}'`, 'metadata:\n  anyhook:\n    pure: true\n');
    const here = replayWorld(t, rewriter('true'));
    await here.live([bash(here, 'ls')]);
    const flips = async () =>
      (await here.replay(['--trust-project'])).flips.map(({ before, after, hook }) => [before, after, hook]);
    assert.deepEqual(await flips(), []);
    here.commit(rewriter('false'));
    assert.deepEqual(await flips(), [['pass, input rewritten', 'pass, input rewritten', 'guard']]);
    here.commit(guard('exit 0', 'metadata:\n  anyhook:\n    pure: true\n'));
    assert.deepEqual(await flips(), [['pass, input rewritten', 'pass', 'guard']]);
  });
});
