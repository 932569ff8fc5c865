import assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { doctorMachine, writeProgram } from './doctor-world.js';
import { env, freshMachine } from './init-fresh.js';
import type { InitMachine } from './init-world.js';

/** Programs of agents that only know their version, in a folder that is first on PATH. */
function withPrograms(here: InitMachine, programs: Readonly<Record<string, string>>) {
  const folders = Object.entries(programs).map(([path, version]) => {
    const file = join(dirname(here.dir), path);
    writeProgram(file, `echo "${version}"`);
    return dirname(file);
  });
  return { env: { ...env, PATH: [...folders, env.PATH].join(':') } };
}

interface Report {
  readonly hosts: readonly { readonly host: string; readonly problem?: string }[];
  readonly proof: readonly { readonly host: string; readonly outcome: string }[];
  readonly files: readonly { readonly path: string }[];
}

async function report(here: InitMachine, io: object) {
  const { code, stdout } = await here.run(['init', '--yes', '--json'], io);
  return { code, ...(JSON.parse(stdout) as Report) };
}

test('init says of Kimi Code 2 that it is not guarded, writes nothing for it, and exits with 1', async (t) => {
  const here = freshMachine(t, []);
  const io = withPrograms(here, { 'bin/kimi': '2.1.0' });
  const { code, stdout } = await here.run(['init', '--yes'], io);
  assert.equal(code, 1, stdout);
  assert.match(stdout, /^Found Kimi Code 2\.1\.0\.$/m);
  assert.match(stdout, /✗ Kimi Code 2\.1\.0 {2}not guarded: it reads its own config\.toml in ~\/\.kimi-code/);
  assert.match(stdout, /use Kimi CLI 1\s+or another agent/);
  assert.match(stdout, /^No agent is guarded\.$/m);
  assert.doesNotMatch(stdout, /denied|✓/);
  assert.equal(existsSync(join(here.home, '.kimi')), false);
});

test('opencode 2 is not guarded either, and another installed agent is', async (t) => {
  const here = freshMachine(t, ['.claude']);
  const {
    code,
    hosts: agents,
    proof,
    files,
  } = await report(here, withPrograms(here, { 'bin/opencode': 'opencode v2.0' }));
  assert.equal(code, 1);
  assert.deepEqual(
    agents.map(({ host: agent, problem }) => [agent, problem?.slice(0, 40)]),
    [
      ['claude-code', undefined],
      ['opencode', 'not guarded: it uses a different plugin '],
    ],
  );
  assert.deepEqual(
    proof.map(({ host: agent, outcome }) => [agent, outcome]),
    [['claude-code', 'denied']],
  );
  assert.equal(
    files.some(({ path }) => path.includes('opencode')),
    false,
  );
});

for (const [agent, newer, older] of [
  ['kimi', '2.1.0', 'kimi, version 1.12.0'],
  ['opencode', '2.0.24', '1.18.33'],
] as const)
  test(`where ${agent} 1 and 2 are installed, 1 is connected, and init and doctor say that 2 is not guarded`, async (t) => {
    const here = freshMachine(t, []);
    // Whichever comes first on PATH.
    for (const programs of [
      { [`bin/${agent}`]: newer, [`old/${agent}`]: older },
      { [`bin/${agent}`]: older, [`new/${agent}`]: newer },
    ]) {
      const io = withPrograms(here, programs);
      const { code, hosts: agents, proof } = await report(here, io);
      assert.equal(code, 1);
      assert.deepEqual(
        agents.map(({ problem }) => problem?.slice(0, 12)),
        [undefined, 'not guarded:'],
      );
      assert.deepEqual(
        proof.map(({ outcome }) => outcome),
        ['denied'],
      );
    }
  });

test('Kimi Code is found by its folder if its program is not on PATH', async (t) => {
  const here = freshMachine(t, ['.kimi-code']);
  const { code, hosts: agents } = await report(here, { env });
  assert.deepEqual([code, agents.map(({ host: agent }) => agent)], [1, ['kimi']]);
  assert.match(agents[0]?.problem ?? '', /found: .*\.kimi-code/);
  const moved = freshMachine(t, ['.claude', 'elsewhere']);
  const named = await report(moved, { env: { ...env, KIMI_CODE_HOME: join(moved.home, 'elsewhere') } });
  assert.deepEqual(
    named.hosts.map(({ problem }) => problem !== undefined),
    [false, true],
  );
});

test('Kimi Code that does not start under this Node.js is found by its package', async (t) => {
  const here = freshMachine(t, []);
  const io = withPrograms(here, { 'bin/other': '1' });
  const folder = join(dirname(here.dir), 'lib/node_modules/@moonshot-ai/kimi-code');
  writeProgram(join(folder, 'dist/main.mjs'), 'exit 1');
  writeFileSync(join(folder, 'package.json'), '{"name": "@moonshot-ai/kimi-code", "version": "2.1.0"}');
  symlinkSync(join(folder, 'dist/main.mjs'), join(dirname(here.dir), 'bin/kimi'));
  const { code, stdout } = await here.run(['init', '--yes'], io);
  assert.equal(code, 1);
  assert.match(stdout, /✗ Kimi Code 2\.1\.0 {2}not guarded/);
});

test('Kimi CLI 1 and opencode 1 alone are connected as before', async (t) => {
  const here = freshMachine(t, []);
  const io = withPrograms(here, { 'bin/kimi': 'kimi, version 1.12.0', 'bin/opencode': '1.18.33' });
  const { code, hosts: agents, proof } = await report(here, io);
  assert.equal(code, 0);
  assert.deepEqual(
    agents.map(({ problem }) => problem),
    [undefined, undefined],
  );
  assert.deepEqual(
    proof.map(({ outcome }) => outcome),
    ['denied', 'denied'],
  );
});

async function kimiMachine(t: TestContext) {
  const here = doctorMachine(t, 'kimi', { version: '1.12.0' });
  await here.connect('kimi');
  return here;
}

test('doctor fails if an update replaced Kimi CLI 1 by Kimi Code 2, and does not try a denial', async (t) => {
  const here = await kimiMachine(t);
  assert.deepEqual((await here.examine()).causes, []);
  writeProgram(join(here.bin, 'kimi'), 'echo 2.1.0');
  const { code, causes, sections } = await here.examine([]);
  assert.deepEqual([code, causes], [1, ['version-not-guarded']]);
  const proofs = sections.flatMap(({ checks }) => checks.flatMap(({ proof }) => proof ?? []));
  assert.deepEqual(
    proofs.map(({ host: agent, outcome }) => [agent, outcome]),
    [['kimi', 'untried']],
  );
});

test('doctor fails if Kimi Code 2 is installed next to Kimi CLI 1, and still shows the denial of Kimi CLI 1', async (t) => {
  const here = await kimiMachine(t);
  mkdirSync(join(here.home, '.kimi-code'));
  const { code, causes, sections } = await here.examine([]);
  assert.deepEqual([code, causes], [1, ['version-not-guarded']]);
  const proofs = sections.flatMap(({ checks }) => checks.flatMap(({ proof }) => proof ?? []));
  assert.deepEqual([...new Set(proofs.map(({ outcome }) => outcome))].sort(), ['denied', 'untried']);
});
