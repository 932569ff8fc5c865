import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { entryCommand, entryRows, initMachine } from '../cli/init-world.js';

const claude = entryRows.find(({ agent, scope }) => agent === 'claude-code' && scope === 'user');
const part = Buffer.alloc(1024 * 1024, 'x');

/** Calls an entry as its agent does, with a call of this size; tells whether all of it was read. */
async function call(command: string, cwd: string, env: NodeJS.ProcessEnv, mib: number, event = 'PreToolUse') {
  const child = spawn('/bin/sh', ['-c', command], { cwd, env });
  const found = { stdout: '', stderr: '', problem: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    found.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    found.stderr += text;
  });
  child.stdin.on('error', ({ message }) => {
    found.problem = message;
  });
  const closed = once(child, 'close');
  child.stdin.write(`{"hook_event_name":"${event}","tool_name":"Write","tool_input":{"file_path":"x","content":"`);
  for (let n = 0; n < mib && found.problem === ''; n++)
    if (!child.stdin.write(part)) await Promise.race([once(child.stdin, 'drain').catch(() => {}), closed]);
  child.stdin.end('"}}');
  const [code] = await closed;
  return { ...found, code };
}

for (const client of ['c', 'perl', 'node'] as const)
  test(`the ${client} client refuses a call over 50 MiB after reading all of it`, async (t) => {
    assert.ok(claude);
    const here = initMachine(t);
    const { stdout } = await here.run([
      'init',
      '--host',
      'claude-code',
      '--scope',
      'user',
      '--yes',
      '--client',
      client,
    ]);
    assert.match(stdout, client === 'node' ? /./ : new RegExp(client, 'i'));
    const command = entryCommand(here, claude);
    const env = { PATH: process.env['PATH'], HOME: here.home };
    for (const mib of [51, 90, 180]) {
      const { code, problem, ...ran } = await call(command, here.dir, env, mib);
      assert.deepEqual([code, problem], [0, ''], `${mib} MiB: ${ran.stderr}`);
      const { permissionDecision, permissionDecisionReason } = JSON.parse(ran.stdout).hookSpecificOutput;
      assert.equal(permissionDecision, 'ask');
      assert.match(permissionDecisionReason, /larger than 52428800 bytes \(50 MiB\).*so no hook has checked this/);
    }
    const after = await call(command, here.dir, env, 60, 'PostToolUse');
    assert.deepEqual([after.code, after.problem, after.stdout], [0, '', '']);
    assert.match(after.stderr, /larger than 52428800 bytes.*goes on without hooks/);
  });
