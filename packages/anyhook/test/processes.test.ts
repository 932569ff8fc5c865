import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Event } from '../../core/src/event.js';
import type { Hook } from '../../core/src/hook.js';
import { liveGroups } from '../../core/src/platform/process/process-groups.js';
import { appendAsyncRecord, startSupervisor } from '../../core/src/platform/process/supervisor.js';
import { runCommand } from '../src/handlers/command.js';
import { handlerHook, handlerToolEvent, sampleContext } from './support/handler-samples.js';

const dir = mkdtempSync(join(tmpdir(), 'anyhook-processes-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

async function until(condition: () => boolean, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(20)) if (condition()) return true;
  return condition();
}

/** Processes that carry this mark in their environment and are not zombies. Linux only. */
function marked(mark: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`ANYHOOK_MARK=${mark}`);
    } catch {
      return false;
    }
  });
}

test('200 commands that ignore TERM and time out leave no process of their groups behind', async () => {
  const mark = `m${process.pid}`;
  const handler = { kind: 'command', form: 'shell', command: 'trap "" TERM; sleep 30 & wait' } as const;
  const hook = handlerHook(handler);
  const context = sampleContext({ timeoutMs: 50, env: { PATH: process.env['PATH'], ANYHOOK_MARK: mark } });
  let left = 200;
  let seen = 0;
  const endings = new Set<string>();
  const worker = async () => {
    while (left-- > 0) {
      const ending = await runCommand(handler, hook, handlerToolEvent(), context);
      endings.add(ending.kind === 'failed' ? ending.why : ending.kind);
    }
  };
  const workers = Promise.all(Array.from({ length: 50 }, worker));
  if (existsSync('/proc/self/environ')) seen = await until(() => marked(mark).length > 0, 10_000).then(Number);
  await workers;
  assert.deepEqual([...endings], ['timeout']);
  assert.deepEqual(liveGroups(), []);
  if (!existsSync('/proc/self/environ')) return;
  assert.equal(seen, 1, 'the search finds such processes while they run');
  assert.ok(await until(() => marked(mark).length === 0, 5000), `alive: ${marked(mark)}`);
});

/** A supervisor as the command line builds it, with the sample format. */
async function buildEntry(): Promise<string> {
  const main = join(dir, 'main.ts');
  writeFileSync(
    main,
    `import { runAsyncHook } from ${JSON.stringify(source('answer/run-async-hook.ts'))};
     import { sampleCodec } from ${JSON.stringify(fileURLToPath(new URL('support/handler-samples.ts', import.meta.url)))};
     await runAsyncHook({ findCodec: () => sampleCodec, findBuiltin: () => undefined });`,
  );
  const outfile = join(dir, 'entry.mjs');
  await build({ entryPoints: [main], bundle: true, platform: 'node', format: 'esm', outfile });
  return outfile;
}

const entry = buildEntry();

async function start(command: string, more: { timeoutMs?: number; env?: Record<string, string>; event?: Event } = {}) {
  const stateDir = mkdtempSync(join(dir, 'state-'));
  const logFile = join(stateDir, 'async.log');
  const handler = { kind: 'command', form: 'shell', command } as const;
  const hook: Hook = handlerHook(handler, { async: true, timeoutMs: more.timeoutMs ?? 20_000 });
  const { settings } = sampleContext();
  const job = { entry: await entry, stateDir, env: { PATH: process.env['PATH'], ...more.env } };
  const problem = startSupervisor({
    ...job,
    payload: { hook, event: more.event ?? handlerToolEvent(), settings, logFile },
  });
  assert.equal(problem, undefined);
  return { stateDir, logFile };
}

async function recordIn(logFile: string): Promise<Record<string, unknown>> {
  assert.ok(await until(() => existsSync(logFile) && statSync(logFile).size > 0, 20_000), 'the supervisor left a line');
  return JSON.parse(readFileSync(logFile, 'utf8')) as Record<string, unknown>;
}

test('an async hook finishes after the answer was given, and its output is kept', async () => {
  const gate = join(dir, 'gate');
  const { logFile, stateDir } = await start(
    `cat; while ! test -e ${gate}; do sleep 0.05; done; echo e >&2; echo "$SECRET" > ${gate}.env`,
    {
      env: { SECRET: 's3cret' },
    },
  );
  assert.equal(existsSync(logFile), false, 'we are here while the hook still waits');
  assert.deepEqual(readdirSync(stateDir), [], 'nothing of the payload has a name on disk');
  writeFileSync(gate, '');
  const { at, ms, ...record } = await recordIn(logFile);
  assert.deepEqual(record, {
    hookId: 'sample',
    event: 'tool.before',
    outcome: 'ok',
    exitCode: 0,
    stdout: '{"event":"tool.before","tool_input":{"command":"ls"}}\n',
    stderr: 'e\n',
  });
  assert.match(String(at), /^\d{4}-\d\d-\d\dT/);
  assert.equal(typeof ms, 'number');
  assert.equal(readFileSync(`${gate}.env`, 'utf8'), 's3cret\n');
  assert.equal(statSync(logFile).mode & 0o777, 0o600);
});

test('starting an async hook does not wait for it', async () => {
  await entry;
  const from = performance.now();
  const { logFile } = await start('sleep 5; echo {}');
  const spent = performance.now() - from;
  assert.ok(spent < 2500, `${spent} ms`);
  const { outcome, ms } = await recordIn(logFile);
  assert.equal(outcome, 'ok');
  assert.ok(Number(ms) >= 4900, 'and yet it ran to its end');
});

test('the supervisor enforces the timeout', async () => {
  const { logFile } = await start('echo why >&2; sleep 30', { timeoutMs: 1000 });
  const { outcome, detail, stderr } = await recordIn(logFile);
  assert.deepEqual(
    { outcome, detail, stderr },
    { outcome: 'timeout', detail: '"echo why >&2; sleep 30" did not finish within 1000 ms', stderr: 'why\n' },
  );
});

test("agent variables cannot break an async hook's supervisor, and reach the hook unchanged", async () => {
  const env = { OPENSSL_CONF: '/etc/passwd', NODE_OPTIONS: '--no-such-option' };
  const { logFile } = await start('echo "$OPENSSL_CONF $NODE_OPTIONS" >&2; exit 3', { env });
  assert.match(String((await recordIn(logFile))['stderr']), /^\/etc\/passwd --no-such-option/);
});

test('an event of 2 MiB reaches an async hook', async () => {
  const { logFile } = await start('printf \'"%s"\' "$(wc -c)"', {
    event: handlerToolEvent({ command: 'x'.repeat(2_000_000) }),
  });
  assert.equal((await recordIn(logFile))['stdout'], '"2000052"');
});

test('a supervisor that cannot start says why', async () => {
  const file = join(dir, 'file');
  writeFileSync(file, '');
  const problem = startSupervisor({ entry: await entry, payload: {}, env: {}, stateDir: join(file, 'below') });
  assert.match(problem ?? '', /ENOTDIR|EEXIST|cannot write/);
});

test('the log of async hooks is rotated at 1 MiB and keeps 4 KiB of each output', () => {
  const file = join(dir, 'log', 'async.log');
  const record = { at: '', hookId: 'h', event: 'e', outcome: 'ok', ms: 1, stdout: `${'x'.repeat(99_999)}END` };
  for (let i = 0; i < 400; i++) appendAsyncRecord(file, record);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const { stdout } = JSON.parse(lines[0] ?? '') as { stdout: string };
  assert.equal(stdout.length, 4097);
  assert.ok(stdout.endsWith('END'));
  assert.ok(statSync(file).size <= 1024 * 1024);
  assert.ok(statSync(`${file}.1`).size > 900_000);
  assert.deepEqual(readdirSync(join(dir, 'log')).sort(), ['async.log', 'async.log.1']);
});

test('the supervisor’s entry imports without doing anything', async () => {
  const entryModule = await import('../src/answer/run-async-hook.js');
  assert.deepEqual(Object.keys(entryModule), ['runAsyncHook']);
});
