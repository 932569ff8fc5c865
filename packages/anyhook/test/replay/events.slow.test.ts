import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { ReplayReport } from '../../src/replay/replay.js';
import { type ClaudePayload, linesOfFile, type ReplayWorld, replayWorld, toolPayload } from './replay-world.js';

const counts = ({ same, flipped, notReplayed, unknown }: ReplayReport) => ({ same, flipped, notReplayed, unknown });
const why = ({ left }: ReplayReport) => left.map(({ kind, hook, why: text, count }) => [kind, hook, text, count]);
const none = { same: 0, flipped: 0, notReplayed: 0, unknown: 0 };
const entry = (...texts: readonly string[]) => ({
  '.agents/anyhook.yaml': `hooks:\n${texts.map((text) => `  - ${text}\n`).join('')}`,
});
const protect = (glob: string, more = '') =>
  `{ id: protected, on: tool.before, ${more}use: config-protection, args: { protect: ["**/${glob}"] } }`;
const write = (world: ReplayWorld, file: string, content = '') =>
  toolPayload(world.dir, 'Write', { file_path: `${world.dir}/${file}`, content });
// Concatenated, so that secret scanners do not flag this file.
const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');

async function recorded(world: ReplayWorld, args: readonly string[] = []): Promise<string> {
  const file = join(world.dir, '..', 'events.jsonl');
  const { code, stderr } = await world.run(['log', 'record', file, ...args]);
  assert.equal(code, 0, stderr);
  return file;
}

describe('a redacted secret', () => {
  test("makes a decision unknown that depended on it through a matcher or a hook's input", async (t) => {
    const byInput = protect('*.env', 'match: { input: "ghp_" }, ');
    const here = replayWorld(t, entry(byInput));
    await here.live([write(here, 'a.env', `TOKEN=${token}`), write(here, 'a.env', 'TOKEN=')]);
    const report = await here.replay();
    assert.deepEqual(counts(report), { ...none, same: 1, unknown: 1 });
    assert.deepEqual(why(report), [['unknown', 'protected', 'its matcher reads a string that was redacted or cut', 1]]);
  });

  test('does not affect a hook that reads other fields', async (t) => {
    const here = replayWorld(t, entry(protect('*.env')));
    await here.live([write(here, 'a.env', `TOKEN=${token}`), write(here, 'b.txt', `TOKEN=${token}`)]);
    assert.deepEqual(counts(await here.replay()), { ...none, same: 2 });
    here.commit(entry(protect('*.txt')));
    assert.deepEqual(counts(await here.replay()), { ...none, flipped: 2 });
  });

  test('does not affect a pattern that matches the remaining text', async (t) => {
    const here = replayWorld(t, entry(protect('*.env', 'match: { input: "^TOKEN" }, ')));
    await here.live([write(here, 'a.env', `TOKEN=${token}`)]);
    assert.deepEqual(counts(await here.replay()), { ...none, same: 1 });
  });

  test('does not affect a call that another hook certainly denies', async (t) => {
    const certain = protect('*.env').replace('protected', 'certain');
    const here = replayWorld(t, entry(protect('*.env', 'match: { input: "ghp_" }, '), certain));
    await here.live([write(here, 'a.env', `TOKEN=${token}`)]);
    assert.deepEqual(counts(await here.replay()), { ...none, same: 1 });
  });

  test('makes the decision of a module that read it unknown', async (t) => {
    const here = replayWorld(t, {
      ...entry('{ id: reads, on: tool.before, use: ./reads.mjs }'),
      'reads.mjs': `export default { on: 'tool.before', run: ({ call }) => call.input.content.includes('ghp') ? { decision: 'deny', reason: 'x' } : { decision: 'pass' } };\n`,
    });
    await here.live([write(here, 'a', token), write(here, 'b', 'x')]);
    const report = await here.replay(['--trust-project']);
    assert.deepEqual(counts(report), { ...none, same: 1, unknown: 1 });
    assert.deepEqual(why(report), [['unknown', 'reads', 'it read a string that was redacted or cut', 1]]);
  });

  test('is not written to the recording', async (t) => {
    const here = replayWorld(t, entry(protect('*.env')));
    await here.live([write(here, 'a.env', `TOKEN=${token}`)]);
    const text = readFileSync(await recorded(here), 'utf8');
    assert.ok(!text.includes(token.slice(4)));
    assert.match(text, /\[redacted:/);
  });
});

describe('hooks that count', () => {
  const model = (session: string, n: number): ClaudePayload[] =>
    Array.from({ length: n }, () => ({ event: 'model.before', sessionId: session }));
  const limit = (n: number) => entry(`{ id: limit, on: model.before, use: max_iterations, args: { limit: ${n} } }`);
  const start = (session: string) => ({ event: 'session.start', sessionId: session });

  test('count the events of each session separately, in order', async (t) => {
    const here = replayWorld(t, limit(3));
    const one = [start('a'), ...model('a', 5)];
    const two = [start('b'), ...model('b', 2)];
    await here.live([...one, ...two], { agent: 'anyhook' });
    assert.deepEqual(counts(await here.replay()), { ...none, same: 9 });
    here.commit(limit(4));
    const report = await here.replay();
    assert.deepEqual(counts(report), { ...none, same: 8, flipped: 1 });
    assert.deepEqual([report.flips[0]?.before, report.flips[0]?.session], ['deny, stop', 'a']);
  });

  test('are unknown for a session that began before the recorded span', async (t) => {
    const here = replayWorld(t, limit(3));
    await here.live(model('a', 5), { agent: 'anyhook' });
    const report = await here.replay();
    assert.deepEqual(counts(report), { ...none, unknown: 5 });
    assert.match(report.left[0]?.why ?? '', /^a hook counts, and the session began before the recorded span$/);
  });
});

describe('stops', () => {
  const stop = (active: boolean) => ({ event: 'agent.stop', sessionId: 'a', data: { stopHookActive: active } });
  const never = {
    '.agents/anyhook.yaml':
      'stopLimit: 3\nhooks:\n  - { id: never, on: agent.stop, run: "echo more >&2; exit 2", pure: true }\n',
  };

  test('are blocked as often in a row as when recorded', async (t) => {
    const here = replayWorld(t, never);
    await here.live([stop(false), ...Array.from({ length: 5 }, () => stop(true))], { agent: 'anyhook' });
    assert.deepEqual(counts(await here.replay(['--trust-project'])), { ...none, same: 6 });
  });

  test('are unknown if the first of their row is not in the span', async (t) => {
    const here = replayWorld(t, never);
    await here.live([stop(false), ...Array.from({ length: 3 }, () => stop(true))], { agent: 'anyhook' });
    assert.deepEqual(counts(await here.replay(['--trust-project', '--last', '2'])), { ...none, unknown: 2 });
  });
});

describe('agents', () => {
  test('that are not installed are still replayed', async (t) => {
    const here = replayWorld(t, entry(protect('*.tf')));
    const payload = { session_id: 's', cwd: here.dir, hook_event_name: 'BeforeTool', tool_name: 'write_file' };
    await here.live([{ ...payload, tool_input: { file_path: `${here.dir}/a.tf`, content: '' } }], { agent: 'gemini' });
    assert.deepEqual(counts(await here.replay()), { ...none, same: 1 });
    assert.deepEqual(counts(await here.replay(['--agent', 'gemini'])), { ...none, same: 1 });
  });

  test('unknown to anyhook are counted and named', async (t) => {
    const here = replayWorld(t, entry(protect('*.tf')));
    await here.live([write(here, 'a.tf'), write(here, 'b.tf')]);
    const file = await recorded(here);
    const [header = '', first = '', second = ''] = linesOfFile(file);
    writeFileSync(file, [header, first.replaceAll('claude-code', 'new-agent'), second].join('\n'));
    const report = await here.replay([file]);
    assert.deepEqual(counts(report), { ...none, same: 1, notReplayed: 1 });
    assert.equal(report.left[0]?.why, 'anyhook does not know the agent "new-agent"');
  });
});

test('a hostile recording neither breaks the replay nor writes control characters to the terminal', async (t) => {
  const here = replayWorld(t, entry(protect('*.tf')));
  await here.live([write(here, 'a.tf')]);
  const file = await recorded(here);
  const [header = '', line = ''] = linesOfFile(file);
  const made = (
    change: (one: { decision: ClaudePayload; detail: ClaudePayload & { event: ClaudePayload } }) => object,
  ) => JSON.stringify({ ...JSON.parse(line), ...change(JSON.parse(line)) });
  const evil = '\u001b[31mred\u202e';
  const strange = [
    made(({ decision }) => ({
      decision: { ...decision, root: '/', cwd: '\0', rewrites: evil, hooks: [{ hook: evil, decision: 'deny' }] },
    })),
    made(({ detail }) => ({ detail: { ...detail, event: { ...detail.event, cwd: `${here.dir}/../../etc`, raw: 1 } } })),
    made(({ detail }) => ({ detail: { ...detail, event: { ...detail.event, cwd: `${here.dir}\0` } } })),
    made(({ detail }) => ({ detail: { ...detail, payload: '[redacted:', rewrite: null, hooks: [null] } })),
    line
      .replace('"tool_input":{', '"tool_input":{"__proto__":{"polluted":true},')
      .replace('"input":{', '"input":{"__proto__":{"polluted":true},'),
  ];
  writeFileSync(file, [header, ...strange].join('\n'));
  const { code, stdout, stderr } = await here.run(['replay', file]);
  assert.deepEqual([code, stderr], [1, '']);
  assert.match(stdout, /^this change flips 1 of 5 decisions\n/);
  assert.ok(!stdout.includes('\u001b') && !stdout.includes('\u202e'));
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test('events without a payload are not replayed, with a reason', async (t) => {
  const here = replayWorld(t, entry(protect('*.tf')));
  await here.live([write(here, 'a.tf')]);
  const file = await recorded(here);
  const [header = '', line = ''] = linesOfFile(file);
  const { decision } = JSON.parse(line);
  writeFileSync(file, `${header}\n${JSON.stringify({ decision })}\n`);
  assert.deepEqual(why(await here.replay([file])), [['not-replayed', undefined, 'its payload was not recorded', 1]]);
});

test('a recording is replayed with the same result in another folder and home', async (t) => {
  const here = replayWorld(t, { ...entry(protect('infra/*')), 'infra/keep': '', 'deep/er/keep': '' });
  const home = here.env['HOME'] ?? '';
  const settings = toolPayload(here.dir, 'Write', { file_path: `${home}/.config/anyhook/config.yaml`, content: '' });
  const inside = { ...write(here, 'infra/a'), cwd: join(here.dir, 'deep/er') };
  await here.live([write(here, 'infra/a'), inside, write(here, 'src/a'), settings]);
  const file = await recorded(here);
  const there = replayWorld(t, { ...entry(protect('infra/*')) });
  assert.notEqual(there.dir, here.dir);
  assert.deepEqual(
    linesOfFile(file)
      .slice(1)
      .map((line) => JSON.parse(line).decision.decision),
    ['deny', 'deny', 'pass', 'ask'],
  );
  assert.deepEqual(counts(await there.replay([file])), { ...none, same: 4 });
});

test('a call that a person approved is approved again', async (t) => {
  const here = replayWorld(t, {
    '.agents/hooks/asks/HOOK.md':
      '---\nname: asks\ndescription: Asks.\ntrigger: before_tool\nmetadata:\n  anyhook:\n    pure: true\n---\n',
    '.agents/hooks/asks/scripts/run.sh': `#!/bin/sh\necho '{"decision": "ask", "reason": "sure?"}'\n`,
  });
  const payload = { session_id: 's', cwd: here.dir, hook_event_name: 'BeforeTool', tool_name: 'run_shell_command' };
  await here.live([{ ...payload, tool_input: { command: 'make deploy' } }], { agent: 'gemini' });
  const approved = await here.run(['approve', '--yes'], { columns: 80 });
  assert.equal(approved.code, 0, approved.stderr);
  await here.live([{ ...payload, tool_input: { command: 'make deploy' } }], { agent: 'gemini' });
  const file = await recorded(here);
  assert.deepEqual(
    linesOfFile(file)
      .slice(1)
      .map((line) => JSON.parse(line).decision.decision),
    ['deny', 'pass'],
  );
  assert.deepEqual(counts(await here.replay([file, '--trust-project'])), { ...none, same: 2 });
});

describe('record', () => {
  test('writes only events of this project, readable only by its owner', async (t) => {
    const here = replayWorld(t, entry(protect('*.tf')));
    await here.live([write(here, 'a.tf'), { ...write(here, 'b.tf'), cwd: '/' }]);
    const file = await recorded(here);
    assert.equal(linesOfFile(file).length, 2);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const { stdout } = await here.run(['log', 'record']);
    assert.deepEqual(stdout.trimEnd().split('\n').slice(1), linesOfFile(file).slice(1));
  });

  test('writes the requested span, oldest first', async (t) => {
    const here = replayWorld(t, entry(protect('*.tf')));
    const files = ['a', 'b', 'c', 'd'];
    await here.live(files.map((name, i) => ({ ...write(here, name), session_id: `s${i % 2}` })));
    const about = async (...args: readonly string[]) => {
      const { stdout } = await here.run(['log', 'record', ...args]);
      const entries = stdout.trimEnd().split('\n').slice(1);
      return entries.map((line) => JSON.parse(line).detail.payload.tool_input.file_path.at(-1)).join('');
    };
    assert.equal(await about(), 'abcd');
    assert.equal(await about('--last', '3'), 'bcd');
    assert.equal(await about('--session', 's1'), 'bd');
    assert.equal(await about('--session', 's1', '--last', '1'), 'd');
    assert.equal(await about('--since', '1h'), 'abcd');
    assert.equal(await about('--since', '1h', '--agent', 'claude-code'), 'abcd');
    const misplaced = await here.run(['log', '--session', 's1', 'record']);
    assert.match(misplaced.stderr, /put the options after "log record"/);
    for (const [args, total] of [
      [['--last', '3'], 3],
      [['--session', 's0'], 2],
      [['--since', '1h'], 4],
    ] as const) {
      const file = await recorded(here);
      assert.equal((await here.replay(args)).total, total);
      assert.equal((await here.replay([file, ...args])).total, total);
    }
  });

  test('does not overwrite a file that is not a recording', async (t) => {
    const here = replayWorld(t, { ...entry(protect('*.tf')), 'package.json': '{}' });
    await here.live([write(here, 'a.tf')]);
    const { code, stderr } = await here.run(['log', 'record', 'package.json']);
    assert.equal(code, 1);
    assert.match(stderr, /package\.json exists and is not a recording/);
    assert.equal(readFileSync(join(here.dir, 'package.json'), 'utf8'), '{}');
    assert.equal((await here.run(['log', 'record', 'events.jsonl'])).code, 0);
    assert.equal((await here.run(['log', 'record', 'events.jsonl'])).code, 0);
  });
});

describe('replay fails with one clear line and exit code 2 for:', () => {
  const cases: readonly [string, readonly string[], RegExp][] = [
    ['a file that is not there', ['none.jsonl'], /none\.jsonl:1: cannot be read: ENOENT/],
    ['a folder', ['.agents'], /\.agents:1: cannot be read: EISDIR/],
    [
      'another file',
      ['.agents/anyhook.yaml'],
      /anyhook\.yaml:1: expected the header of a recording, got "hooks:"; make one/,
    ],
    ['a recording of a newer version', ['newer.jsonl'], /newer\.jsonl:1: expected a recording of version 1, got 9/],
    ['a broken line', ['broken.jsonl'], /broken\.jsonl:3: "decision": expected an object, got nothing/],
    ['an empty recording', ['empty.jsonl'], /empty\.jsonl has no matching event of this project/],
    ['a journal without such events', ['--session', 'nobody'], /the journal has no matching event of this project/],
    [
      'an invalid revision',
      ['--against', 'nowhere'],
      /--against: .* has no revision "nowhere"; a CI job may have to fetch/,
    ],
    [
      'an option as a revision',
      ['--against=--exec=x'],
      /--against: expected a git revision such as HEAD~1, got "--exec=x"/,
    ],
    ['an invalid start time', ['--since', 'yesterday'], /--since: expected a time such as/],
    ['an invalid end time', ['--until', '2026-99-99'], /--until: expected a time such as/],
    ['an invalid number', ['--last', '-1'], /--last: expected a whole number from 1 to 10000000, got "-1"/],
  ];
  for (const [what, args, message] of cases)
    test(what, async (t) => {
      const header = '{"anyhook":"recording","version":1,"home":"/home/u"}';
      const here = replayWorld(t, {
        ...entry(protect('*.tf')),
        'newer.jsonl': '{"anyhook":"recording","version":9}\n',
        'broken.jsonl': `${header}\n\n{}\n`,
        'empty.jsonl': `${header}\n`,
      });
      await here.live([write(here, 'a.tf')]);
      const { code, stdout, stderr } = await here.run(['replay', ...args]);
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(stderr, message);
      assert.equal(stderr.trimEnd().split('\n').length, 1);
    });

  test('a project without a repository, or without a journal', async (t) => {
    const here = replayWorld(t, entry(protect('*.tf')));
    const bare = await here.run(['replay']);
    assert.equal(bare.code, 2);
    assert.match(bare.stderr, /no decisions are recorded yet/);
  });
});
