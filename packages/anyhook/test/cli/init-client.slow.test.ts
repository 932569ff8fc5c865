import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findOnPath } from '../../../core/src/platform/process/find-program.js';
import { clientKinds } from '../../src/install/hook-client.js';
import { usePrivateTemp } from '../support/private-temp.js';
import {
  callEntry,
  type EntryRow,
  entryCommand,
  type InitMachine,
  initMachine,
  shellPayload,
  terminal,
} from './init-world.js';

const claude: EntryRow = { agent: 'claude-code', scope: 'user', file: '~/.claude/settings.json', before: 'PreToolUse' };
const bin = '~/.local/share/anyhook/bin';
const hook = `${bin}/anyhook-hook`;
const node = `${bin}/anyhook-node`;
const init = (here: InitMachine, ...more: string[]) => here.run(['init', '--agent', 'claude-code', '--yes', ...more]);
const kindOf = (here: InitMachine): string => {
  const head = readFileSync(here.at(hook)).subarray(0, 200).toString('latin1');
  return /^(?:\x7fELF|\xcf\xfa\xed\xfe)/.test(head) ? 'c' : /^#!.*perl -T\n/.test(head) ? 'perl' : 'node';
};

/** A PATH with these programs and no others, and scripts with the given content. */
function pathOf(here: InitMachine, names: readonly string[], own: Readonly<Record<string, string>> = {}): string {
  const folder = join(here.dir, '..', 'programs');
  mkdirSync(folder, { recursive: true });
  for (const name of names) symlinkSync(findOnPath(name, process.env['PATH']) ?? '', join(folder, name));
  for (const [name, text] of Object.entries(own)) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

for (const kind of clientKinds) {
  test(`init creates a working ${kind} client, and uninstall removes it`, async (t) => {
    const here = initMachine(t);
    await here.run(['trust', '--yes'], terminal);
    const before = here.tree();
    const { stdout } = await init(here, '--client', kind);
    assert.match(stdout, /^client {3}a \w/m);
    assert.deepEqual([kindOf(here), existsSync(here.at(node))], [kind, kind !== 'node']);
    const command = entryCommand(here, claude);
    const denied = callEntry(here, command, shellPayload(claude, 'rm -rf /', here.dir));
    assert.match(denied.stdout, /never that/);
    assert.deepEqual(callEntry(here, command, shellPayload(claude, 'true', here.dir)), {
      status: 0,
      stdout: '',
      stderr: '',
    });
    assert.match((await init(here, '--client', kind)).stdout, /^nothing to write$/m);
    await here.run(['uninstall', '--yes'], terminal);
    assert.deepEqual(here.tree(), before);
  });

  test(`the ${kind} client works in a home whose path has special characters`, async (t) => {
    const here = initMachine(t);
    const home = join(here.home, `it's "a" \\home $HOME ü`);
    mkdirSync(home);
    const env = { HOME: home };
    await here.run(['trust', '--yes'], { ...terminal, env: { ...terminal.env, ...env } });
    const { stderr } = await here.run(['init', '--agent', 'claude-code', '--yes', '--client', kind], { env });
    assert.equal(stderr, '');
    const command = join(home, '.local/share/anyhook/bin/anyhook-hook');
    const run = callEntry(here, '"$CLIENT" claude-code', shellPayload(claude, 'rm -rf /', here.dir), {
      ...env,
      CLIENT: command,
    });
    assert.match(run.stdout, /never that/);
  });
}

const usual = ['node', 'sh', 'env', 'grep'];
const fakeCompiler =
  '#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\nprintf "#!/bin/sh\\nexit 0\\n" > "$2"; chmod +x "$2"\n';
const machines = {
  'no compiler': { names: [...usual, 'perl'], own: {}, kind: 'perl', said: /no C client: no C compiler/ },
  'no compiler and no perl': { names: usual, own: {}, kind: 'node', said: /no perl client: no perl/ },
  'a compiler that fails': {
    names: [...usual, 'perl'],
    own: { cc: '#!/bin/sh\necho "x.c:1: fatal error: no stdio.h" >&2\nexit 1\n' },
    kind: 'perl',
    said: /no C client: \S+\/cc failed: x\.c:1: fatal error: no stdio\.h/,
  },
  'a compiler whose program does nothing': {
    names: [...usual, 'perl', 'chmod'],
    own: { cc: fakeCompiler },
    kind: 'perl',
    said: /no C client: its self-test failed/,
  },
  'a compiler and a perl that do nothing': {
    names: usual,
    own: { cc: '#!/bin/sh\nexit 0\n', perl: '#!/bin/sh\nexit 0\n' },
    kind: 'node',
    said: /no perl client: its self-test failed/,
  },
} as const;

for (const [name, { names, own, kind, said }] of Object.entries(machines)) {
  test(`with ${name} init falls back to the ${kind} client, and says why`, async (t) => {
    const here = initMachine(t);
    // The option that the tests of init add would choose for us.
    const { main } = await import('../../src/cli/main.js');
    const out: string[] = [];
    const stream = { write: (text: string) => out.push(text) };
    const env = { ...here.env, PATH: pathOf(here, names, own) };
    const streams = { stdin: process.stdin, stdout: stream, stderr: stream };
    const io = { env, cwd: here.dir, home: here.home, ...streams, ancestry: () => undefined };
    assert.equal(await main(['init', '--agent', 'claude-code', '--yes'], io), 0);
    assert.match(out.join('').replaceAll(/\s+/g, ' '), said);
    assert.equal(kindOf(here), kind);
  });
}

test('init never starts a compiler or perl from inside the project, even through a link on PATH', async (t) => {
  const here = initMachine(t);
  const mark = join(here.dir, '..', 'mark');
  const evil = `#!/bin/sh\ntouch '${mark}'\nexit 1\n`;
  const folder = join(here.dir, 'node_modules/.bin');
  mkdirSync(folder, { recursive: true });
  for (const name of ['cc', 'perl']) writeFileSync(join(folder, name), evil, { mode: 0o755 });
  const programs = pathOf(here, usual);
  const link = join(here.dir, '..', 'link');
  symlinkSync(folder, link);
  for (const PATH of [`${folder}:${programs}`, `${link}:${programs}`]) {
    const { code, stderr } = await here.run(['init', '--agent', 'claude-code', '--yes', '--client', 'c'], {
      env: { PATH },
    });
    assert.notEqual(code, 0);
    assert.match(stderr, /no C client: \S+\/cc is not started: (?:a package manager fills|its folder is inside)/);
    const fallback = await here.run(['init', '--agent', 'claude-code', '--yes', '--client', 'perl'], { env: { PATH } });
    assert.match(fallback.stderr, /no perl client: \S+\/perl is not started/);
  }
  assert.equal(existsSync(mark), false);
});

test('a requested client that cannot be built is an error with the reason, and nothing is written', async (t) => {
  const here = initMachine(t);
  const env = { PATH: pathOf(here, usual) };
  const before = here.tree();
  const { code, stderr } = await here.run(['init', '--agent', 'claude-code', '--yes', '--client', 'c'], { env });
  assert.deepEqual([code === 0, here.tree()], [false, before]);
  assert.match(stderr, /--client c: no C client: no C compiler \(cc\) on PATH/);
});

test('init leaves no temporary files behind', async (t) => {
  const here = initMachine(t);
  const temp = usePrivateTemp(t);
  await init(here, '--client', 'c');
  await init(here, '--client', 'perl');
  assert.deepEqual(readdirSync(temp), []);
});

for (const kind of ['c', 'perl'] as const) {
  test(`replacing a running ${kind} client does not interrupt it`, async (t) => {
    const here = initMachine(t);
    await here.run(['trust', '--yes'], terminal);
    await init(here, '--client', kind);
    const old = readFileSync(here.at(hook));
    const env = { PATH: '/usr/bin:/bin', HOME: here.home, XDG_STATE_HOME: here.env['XDG_STATE_HOME'] ?? '' };
    // Stopped before its first step: it is running, and has read nothing.
    const child = spawn('sh', ['-c', 'kill -STOP $$; exec "$0" claude-code', here.at(hook)], {
      cwd: here.dir,
      env: { ...env, ANYHOOK_ENGINE: 'off' },
    });
    t.after(() => child.kill('SIGKILL'));
    here.put('~/.config/anyhook/config.yaml', 'failClosed: true\n');
    const { stdout } = await init(here, '--client', kind, '--diff');
    assert.match(stdout, kind === 'c' ? /^\+a program of \d+ bytes/m : /^\+\$ENV\{ANYHOOK_FAIL_CLOSED\} = '1' if '1'/m);
    assert.ok(!readFileSync(here.at(hook)).equals(old));
    child.kill('SIGCONT');
    const out: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stdin.end(shellPayload(claude, 'rm -rf /', here.dir));
    await new Promise((done) => child.on('close', done));
    assert.match(Buffer.concat(out).toString('utf8'), /never that/);
  });
}
