import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { noSignals } from '../../../../anyhook/test/support/systems.js';
import type { ProcessJob } from './run-process.js';
import { runProcessSync } from './run-process-sync.js';

const job = (script: string, more: Partial<ProcessJob> = {}): ProcessJob => ({
  file: '/bin/sh',
  args: ['-c', script],
  cwd: '/',
  env: { PATH: process.env['PATH'] },
  stdin: 'hello',
  timeoutMs: 20_000,
  ...more,
});

test('a program gets its input, environment and folder, and its output and exit code are returned', () => {
  // Without a shell: Windows shells spell folders in several ways.
  const script = `
    process.stdin.pipe(process.stdout);
    process.stdin.on('end', () => console.log(process.env.WORD));
    process.stderr.write(process.cwd());
    process.exitCode = 3;`;
  const cwd = realpathSync(tmpdir());
  const end = runProcessSync(job('', { file: process.execPath, args: ['-e', script], cwd, env: { WORD: 'w' } }));
  assert.deepEqual(end, { kind: 'exit', exitCode: 3, stdout: 'hellow\n', stderr: cwd });
});

test('a missing program is reported as a failed start', () => {
  const end = runProcessSync(job('', { file: '/nonexistent/program' }));
  assert.equal(end.kind, 'spawn');
});

test('a death by signal has the exit code 128 plus its number', () => {
  const end = runProcessSync(job('kill -TERM $$'));
  assert.deepEqual(end, { kind: 'exit', exitCode: 143, signal: 'SIGTERM', stdout: '', stderr: '' });
});

test('a program that exceeds its time is killed even if it ignores TERM', () => {
  const end = runProcessSync(job('trap "" TERM; echo on; while :; do sleep 1; done', { timeoutMs: 300 }));
  assert.equal(end.kind, 'timeout');
});

test('a program with too much output is stopped', () => {
  assert.equal(runProcessSync(job('yes', { maxBytes: 1000 })).kind, 'too-much-output');
});

test('a program that does not read its input is not an error', () => {
  const end = runProcessSync(job('exit 0', { stdin: 'x'.repeat(1_000_000) }));
  assert.deepEqual(end, { kind: 'exit', exitCode: 0, stdout: '', stderr: '' });
});

test('background processes of a program do not outlive it', () => {
  const end = runProcessSync(job('sleep 60 >/dev/null 2>&1 </dev/null & echo $!'));
  assert.ok(end.kind === 'exit');
  const pid = Number(end.stdout);
  for (let i = 0; i < 2_000 && alive(pid); i++) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  assert.equal(alive(pid), false);
});

test('on Windows, background processes are not ended by number, which another process may have by then', {
  skip: noSignals,
}, () => {
  const end = runProcessSync(job('sleep 60 >/dev/null 2>&1 </dev/null & echo $!'), 'win32');
  assert.ok(end.kind === 'exit');
  const pid = Number(end.stdout);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  assert.equal(alive(pid), true);
  process.kill(pid, 'SIGKILL');
});

/** A zombie that was not reaped yet counts as dead. */
function alive(pid: number): boolean {
  const { stdout } = runProcessSync(job(`ps -o stat= -p ${pid}`)) as { stdout: string };
  return /^[^Z\s]/.test(stdout.trim());
}
