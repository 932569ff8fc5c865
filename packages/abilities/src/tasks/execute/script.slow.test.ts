import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../../../anyhook/test/support/is-alive.js';
import { liveGroups } from '../../../../core/src/platform/process/process-groups.js';
import {
  errorOf,
  executeCall,
  operationAbility,
  sampleAgentAbility,
  scriptImplementation,
  shellImplementation,
} from '../../../test/support/task-samples.js';
import type { Ability, Implementation } from '../../registry/ability.js';
import type { TaskErrorCode } from '../task.js';
import { type ExecuteCall, executeAbility } from './index.js';

const folder = mkdtempSync(join(tmpdir(), 'anyhook-script-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const path = process.env['PATH'];
const run = (it: Implementation, more: Partial<ExecuteCall> = {}, ability: Partial<Ability> = {}) =>
  executeAbility({ ...operationAbility(it, { root: folder }), ...ability } as Ability, 'it', executeCall(path, more));

test('a script gets the call on stdin and in its environment, and its JSON is the output', async () => {
  const ended = await run(
    shellImplementation(
      'printf \'{"stdin":%s,"vars":["%s","%s","%s","%s","%s"]}\' "$(cat)" "$ANYHOOK_TASK_KEY" "$ANYHOOK_ABILITY" "$ANYHOOK_ENVIRONMENT" "$MINE" "$THEIRS"',
      { env: { MINE: 'm' } },
    ),
    { input: { a: [1, '"'] }, settings: { s: true }, environment: 'dev', env: { THEIRS: 't', MINE: 'not this' } },
  );
  const stdin = {
    task_key: 'task-1',
    ability: 'demo.do',
    environment: 'dev',
    input: { a: [1, '"'] },
    settings: { s: true },
  };
  assert.deepEqual(ended, { status: 'success', output: { stdin, vars: ['task-1', 'demo.do', 'dev', 'm', 't'] } });
});

test('arguments are not read by a shell, and a relative command is resolved from the root', async () => {
  writeFileSync(join(folder, 'say.sh'), '#!/bin/sh\nprintf \'"%s %s"\' "$1" "$(pwd)"', { mode: 0o755 });
  const ended = await run(scriptImplementation('./say.sh', ['$(touch pwned); *']));
  assert.deepEqual(ended, { status: 'success', output: `$(touch pwned); * ${folder}` });
  assert.equal(existsSync(join(folder, 'pwned')), false);
});

const ends: readonly (readonly [what: string, it: Implementation, code: TaskErrorCode, message: RegExp])[] = [
  ['garbage on stdout', shellImplementation('echo "<html>hi"'), 'BAD_OUTPUT', /expected one JSON value, got "<html>hi/],
  ['two JSON values', shellImplementation('echo "{} {}"'), 'BAD_OUTPUT', /got "\{\} \{\}/],
  [
    'endless nesting',
    scriptImplementation(process.execPath, ['-e', 'console.log("[".repeat(1e5)+"]".repeat(1e5))']),
    'BAD_OUTPUT',
    /deeper than 100 levels/,
  ],
  ['an exit code', shellImplementation('echo oops >&2; exit 3'), 'EXIT', /ended with exit code 3: oops/],
  ['an exit code without stderr', shellImplementation('exit 3'), 'EXIT', /exit code 3, and said nothing on stderr/],
  ['an end by signal', shellImplementation('kill -9 $$'), 'EXIT', /was ended by SIGKILL/],
  [
    'a missing program',
    scriptImplementation('no-such-program-anywhere'),
    'NOT_STARTED',
    /no-such-program-anywhere: no such program/,
  ],
  ['a missing script', scriptImplementation('./scripts/none.sh'), 'NOT_STARTED', /none\.sh: no such program/],
  ['a script that is not executable', scriptImplementation('./plain.sh'), 'NOT_STARTED', /not executable \(chmod \+x/],
  [
    'a script without its interpreter',
    scriptImplementation('./lost.sh'),
    'NOT_STARTED',
    /its first line names a program that does not exist/,
  ],
  ['a hang', shellImplementation('sleep 60', { timeoutMs: 300 }), 'TIMED_OUT', /did not end within 300 ms/],
  [
    '300 MB',
    shellImplementation('yes | head -c 300000000', { maxOutputBytes: 10_000 }),
    'TOO_MUCH_OUTPUT',
    /more than 10000 bytes/,
  ],
];

for (const [what, it, code, message] of ends) {
  test(`${what} ends as ${code}`, async () => {
    writeFileSync(join(folder, 'plain.sh'), '#!/bin/sh\n', { mode: 0o644 });
    writeFileSync(join(folder, 'lost.sh'), '#!/no/such/interpreter\n', { mode: 0o755 });
    const error = errorOf(await run(it));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    assert.deepEqual(liveGroups(), []);
  });
}

test('empty stdout is the output null', async () => {
  assert.deepEqual(await run(shellImplementation('true')), { status: 'success', output: null });
});

test('a declared exit code is partial success with its output', async () => {
  const ended = await run(shellImplementation('echo 7; exit 4', { partialExitCodes: [4] }));
  assert.deepEqual(ended, { status: 'partial', output: 7 });
});

test('the last lines of stderr and the JSON of a failed program are kept', async () => {
  const ended = await run(
    shellImplementation('echo \'{"why":1}\'; for i in $(seq 100); do echo "line $i" >&2; done; exit 1'),
  );
  const error = errorOf(ended);
  assert.deepEqual(ended.output, { why: 1 });
  assert.match(error.stderr ?? '', /^line 81\n[\s\S]*line 100$/);
});

test('output that violates its schema is reported field by field', async () => {
  const output = { type: 'object', properties: { n: { type: 'integer' } }, required: ['m'] };
  const error = errorOf(await run(shellImplementation('echo \'{"n":"x"}\''), {}, { output }));
  assert.equal(error.code, 'BAD_OUTPUT');
  assert.deepEqual(error.violations?.map(({ path: at }) => at).sort(), ['', '/n']);
});

test('each line of stderr is reported as progress, up to a limit', async () => {
  const lines: string[] = [];
  const progress = (line: string) => void lines.push(line);
  await run(shellImplementation('echo one >&2; echo >&2; echo two >&2; printf three >&2'), { progress });
  assert.deepEqual(lines.splice(0), ['one', 'two', 'three']);
  const flood = shellImplementation('yes | head -n 100000 >&2; head -c 5000000 /dev/zero | tr "\\0" x >&2; echo 1');
  assert.deepEqual(await run(flood, { progress }), { status: 'success', output: 1 });
  assert.equal(lines.length, 10_001);
  assert.equal(lines.at(-1), '… after 10000 lines, no more is shown');
});

test('a progress listener that throws does not affect the result', async () => {
  const fail = () => {
    throw new Error('no');
  };
  const ended = await run(shellImplementation('echo x >&2; echo 1'), { progress: fail, onChild: fail });
  assert.deepEqual(ended, { status: 'success', output: 1 });
});

const leavers = {
  'a script that ended': shellImplementation('sleep 300 >/dev/null 2>&1 & echo $! >pid'),
  'a script that hung': shellImplementation('sleep 300 & echo $! >pid; wait', { timeoutMs: 500 }),
  'a script that ignores TERM': shellImplementation('trap "" TERM; sleep 300 & echo $! >pid; wait; wait', {
    timeoutMs: 500,
  }),
};

for (const [what, it] of Object.entries(leavers)) {
  test(`${what} leaves no process behind`, async () => {
    const pids: number[] = [];
    await run(it, { onChild: ({ pid }) => void pids.push(pid) });
    pids.push(Number(readFileSync(join(folder, 'pid'), 'utf8')));
    assert.equal(pids.filter((pid) => pid > 1).length, 2);
    for (const pid of pids) {
      for (let i = 0; i < 500 && isAlive(pid); i++) await sleep(10);
      assert.equal(isAlive(pid), false);
    }
  });
}

test('cancelling a call ends its program', async () => {
  const control = new AbortController();
  const ended = await run(shellImplementation('echo up >&2; sleep 60'), {
    signal: control.signal,
    progress: () => control.abort(),
  });
  assert.equal(errorOf(ended).code, 'CANCELLED');
  assert.deepEqual(liveGroups(), []);
  assert.equal(errorOf(await run(shellImplementation('echo 1'), { signal: control.signal })).code, 'CANCELLED');
});

test('a script that runs its own ability is stopped', async () => {
  const deep = { env: { ANYHOOK_TASK_DEPTH: '10' } };
  assert.equal(errorOf(await run(shellImplementation('echo 1'), deep)).code, 'NOT_STARTED');
  const ended = await run(shellImplementation('echo $ANYHOOK_TASK_DEPTH'), { env: { ANYHOOK_TASK_DEPTH: '3' } });
  assert.deepEqual(ended, { status: 'success', output: 4 });
});

test('an unknown implementation is an error that names the known ones', async () => {
  const error = errorOf(
    await executeAbility(operationAbility(shellImplementation('true')), 'toString', executeCall(path)),
  );
  assert.equal(error.code, 'BAD_CONFIGURATION');
  assert.match(error.message, /no implementation "toString"; it has: it/);
});

test('a builtin returns null or its input', async () => {
  const of = (use: 'noop' | 'echo') =>
    run({ kind: 'builtin', use, timeoutMs: 1, maxOutputBytes: 1 }, { input: { a: 1 } });
  assert.deepEqual(await of('noop'), { status: 'success', output: null });
  assert.deepEqual(await of('echo'), { status: 'success', output: { a: 1 } });
});

const talks = { 'I am done.': { text: 'I am done.' }, '{"files":2}': { files: 2 }, '': null } as const;

for (const [said, output] of Object.entries(talks)) {
  test(`an agent that says "${said}" answers ${JSON.stringify(output)}`, async () => {
    const ended = await executeAbility(
      sampleAgentAbility(scriptImplementation('sh', ['-c', 'printf "%s" "$1"', 'sh', said])),
      undefined,
      executeCall(path),
    );
    assert.deepEqual(ended, { status: 'success', output });
  });
}
