import assert from 'node:assert/strict';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { testProject } from '../../../anyhook/test/cli/harness.js';
import { noModes } from '../../../anyhook/test/support/systems.js';

const low = '.system/registry/low-level';
const high = '.system/registry/high-level';

const deploy = `key: app.deploy
version: "1.2"
summary: Deploys the app.
description: Deploys the app, and waits.
scope: {environments: [dev, prod]}
input: {type: object, required: [ref], properties: {ref: {type: string}}}
routing: {keywords: [deploy, ship it], negative_keywords: [roll back]}
hooks: {pre_call: [prod_guard]}
idempotent: true
implementations:
  local: {kind: script, command: ./scripts/deploy.sh, args: ["a b"], env: {X: "1"}}
  remote: {kind: api, method: POST, url: "https://ci.example/{ref}", auth: {type: bearer, env: CI_TOKEN}}
configuration:
  default: {implementation: local}
  prod: {implementation: remote, settings: {region: eu}}
`;
const release = `id: release
type: workflow
version: 1
summary: Releases.
steps:
  - {id: go, operation: app.deploy, input: {ref: "\${input.ref}"}}
  - {id: tell, ability: teller, input: {text: "\${steps.go.output.url}"}, on_failure: continue}
cleanup:
  - {id: tidy, operation: app.deploy, input: {ref: main}}
`;
const teller = 'id: teller\ntype: agent\nversion: 1\nsummary: Tells.\nscope: {environments: [dev]}\ncommand: ls\n';
const guard = `id: prod_guard
event_type: PreAbilityCall
enabled: true
blocking: true
match: {ability_scope: [edit_file, write_file]}
handler: {kind: script, command: ./scripts/guard.sh}
`;
const files = {
  [`${low}/deploy.yaml`]: deploy,
  [`${high}/release.yaml`]: release,
  [`${high}/teller.yaml`]: teller,
  '.system/hooks/guard.yaml': guard,
  'scripts/deploy.sh': '#!/bin/sh\n',
  'scripts/guard.sh': '#!/bin/sh\necho "{}"\n',
};
const terminal = { columns: 100, env: { NO_COLOR: '1' } };

type Entry = { readonly name: string; readonly state: string };
const states = async (here: ReturnType<typeof testProject>, ...args: readonly string[]) =>
  (await here.json<Entry[]>(['ability', 'list', '--json', ...args])).map(({ name, state }) => `${name} ${state}`);

describe('ability list', () => {
  test('shows every ability by name, with the reason if it cannot run', async (t) => {
    const { code, stdout } = await testProject(t, files).run(['ability', 'list']);
    assert.equal(code, 0);
    assert.equal(
      stdout,
      [
        'name        type       version  environments  state      summary',
        'app.deploy  operation  1.2      dev, prod     untrusted  Deploys the app.',
        'release     workflow   1        all           untrusted  Releases.',
        'teller      agent      1        dev           untrusted  Tells.',
        '3 abilities not trusted: see "anyhook trust"',
        '',
      ].join('\n'),
    );
  });

  test('prints JSON with --json', async (t) => {
    const here = testProject(t, files);
    const [first] = await here.json<object[]>(['ability', 'list', '--json']);
    assert.deepEqual(first, {
      name: 'app.deploy',
      kind: 'operation_key',
      type: 'operation',
      version: '1.2',
      summary: 'Deploys the app.',
      environments: ['dev', 'prod'],
      state: 'untrusted',
      reason: 'it is not trusted; a person must run "anyhook trust" in the project',
      idempotent: true,
      source: join(here.dir, low, 'deploy.yaml'),
      line: 1,
    });
  });

  test('--environment leaves out abilities of other environments or without a configuration for it', async (t) => {
    const bare = `key: bare\nversion: "1"\nsummary: x\nimplementations: {n: {kind: builtin, use: noop}}\nconfiguration: {dev: {implementation: n}}\n`;
    const here = testProject(t, { ...files, [`${low}/bare.yaml`]: bare });
    assert.deepEqual(await states(here, '--environment', 'prod'), ['app.deploy untrusted', 'release untrusted']);
    assert.equal((await states(here, '--environment', 'dev')).length, 4);
    assert.deepEqual(await states(here, '--environment', 'moon'), ['release untrusted']);
  });

  test('prints colours only on a terminal', async (t) => {
    const here = testProject(t, files);
    assert.equal((await here.run(['ability', 'list'])).stdout.includes('\u001b['), false);
    assert.equal((await here.run(['ability', 'list'], { columns: 100 })).stdout.includes('\u001b['), true);
  });

  test('names the folders it reads if there are no abilities, and points to broken files', async (t) => {
    const here = testProject(t);
    assert.match((await here.run(['ability', 'list'])).stdout, /^no abilities in \S+: they are YAML files in \.system/);
    here.write({ [`${low}/x.yaml`]: 'key: x\n' });
    assert.match(
      (await here.run(['ability', 'list'])).stdout,
      /^no ability here can be used\n3 problems in registry files: see "anyhook ability validate"\n$/,
    );
  });

  test('--cwd and --trust-project work as they do for hooks', async (t) => {
    const here = testProject(t, files);
    const other = testProject(t);
    const found = await other.json<Entry[]>(['ability', 'list', '--json', '--trust-project', '--cwd', here.dir]);
    assert.deepEqual(
      found.map(({ state }) => state),
      ['active', 'active', 'active'],
    );
  });
});

describe('ability show', () => {
  test('shows every field of an ability', async (t) => {
    const { stdout } = await testProject(t, files).run(['ability', 'show', 'app.deploy']);
    for (const line of [
      'app.deploy  operation 1.2  untrusted',
      'Deploys the app, and waits.',
      "  runs    local: X=1 ./scripts/deploy.sh 'a b'",
      '  runs    remote: POST https://ci.example/{ref} (sends $CI_TOKEN)',
      '  where   dev, prod',
      '  config  prod: remote with {"region":"eu"}',
      '  hooks   before it runs: prod_guard',
      '  words   deploy, ship it',
      '  not     roll back',
      '  again   it may run again after an interruption',
      `  files   ${low}/deploy.yaml, scripts/deploy.sh`,
      '  "type": "object",',
    ])
      assert.ok(stdout.split('\n').includes(line), `${line}\nis not in\n${stdout}`);
  });

  test('shows the steps of a workflow', async (t) => {
    const { stdout } = await testProject(t, files).run(['ability', 'show', 'release']);
    assert.match(stdout, /runs {4}app\.deploy → teller \(may fail\); finally: app\.deploy$/m);
  });

  test('--json prints the whole ability with the field names of its file', async (t) => {
    const here = testProject(t, files);
    const own = join(here.dir, high, 'teller.yaml');
    assert.deepEqual(await here.json(['ability', 'show', 'teller', '--json']), {
      name: 'teller',
      type: 'agent',
      version: '1',
      summary: 'Tells.',
      environments: ['dev'],
      state: 'untrusted',
      reason: 'it is not trusted; a person must run "anyhook trust" in the project',
      kind: 'ability_id',
      idempotent: false,
      source: own,
      line: 1,
      input: { type: 'object' },
      keywords: [],
      negative_keywords: [],
      documents: [],
      command: 'ls',
      args: [],
      env: {},
      partial_exit_codes: [],
      timeout_ms: 600_000,
      max_output_bytes: 1_048_576,
      hooks: { pre_create: [], pre_call: [], post_call: [] },
      root: here.dir,
      files: [own],
    });
  });

  test('suggests the nearest name for an unknown one', async (t) => {
    const here = testProject(t, files);
    const { code, stderr } = await here.run(['ability', 'show', 'relese']);
    assert.deepEqual([code, stderr], [1, 'anyhook: no ability is called "relese" here; did you mean "release"?\n']);
    assert.match((await here.run(['ability', 'show', 'zzzzzzz'])).stderr, /see "anyhook ability list"/);
  });

  test('shows control characters in the text of a file visibly', async (t) => {
    const evil = deploy.replace('"a b"', '"\\e[2Kx"').replace('Deploys the app, and waits.', '"\\e[31mred"');
    const { stdout } = await testProject(t, { ...files, [`${low}/deploy.yaml`]: evil }).run([
      'ability',
      'show',
      'app.deploy',
    ]);
    assert.equal(stdout.includes('\u001b'), false);
    assert.match(stdout, /\\u001b\[2Kx/);
  });
});

describe('ability validate', () => {
  test('prints one line for a valid registry', async (t) => {
    assert.deepEqual(await testProject(t, files).run(['ability', 'validate']), {
      code: 0,
      stdout: '3 abilities, no problems\n',
      stderr: '',
    });
  });

  /** One change to the registry, and the line that reports it. */
  const wrong: readonly [string, Record<string, string>, RegExp][] = [
    [
      'an unknown field',
      { [`${low}/deploy.yaml`]: `${deploy}sumary: x\n` },
      /^\.system\/registry\/low-level\/deploy\.yaml:16: error: sumary: unknown key "sumary"; did you mean "summary"\?$/m,
    ],
    [
      'a duplicate name',
      { [`${low}/z.yaml`]: deploy },
      /^\.system\/registry\/low-level\/z\.yaml:1: error: key: "app\.deploy" is also declared in .*deploy\.yaml:1; neither can be used/m,
    ],
    [
      'a step that calls an unknown ability',
      { [`${high}/release.yaml`]: release.replace('ability: teller', 'ability: telller') },
      /release\.yaml:7: error: "steps\.1\.ability": no usable ability is called "telller"; did you mean "teller"\?$/m,
    ],
    [
      'a cycle of workflows',
      { [`${high}/release.yaml`]: release.replace('ability: teller', 'ability: release') },
      /release\.yaml:6: error: "steps": they form a cycle and would never end: release → release$/m,
    ],
    [
      'an unknown hook',
      { '.system/hooks/guard.yaml': guard.replace('prod_guard', 'other') },
      /deploy\.yaml:8: error: "hooks\.pre_call\.0": no hook has the id "prod_guard"/m,
    ],
    [
      'a hook of another event',
      { '.system/hooks/guard.yaml': guard.replace('PreAbilityCall', 'PreAbilityCreate') },
      /deploy\.yaml:8: error: .*runs at PreAbilityCreate, expected one of PreAbilityCall$/m,
    ],
    [
      'an invalid input schema',
      { [`${low}/deploy.yaml`]: deploy.replace('type: object', 'type: objekt') },
      /deploy\.yaml:6: error: "input": not a JSON Schema \(draft 2020-12\): schema\/type: expected one of .*, got "objekt"/m,
    ],
    [
      'an invalid output schema',
      { [`${low}/deploy.yaml`]: `${deploy}output: {required: 1}\n` },
      /deploy\.yaml:16: error: "output": not a JSON Schema/m,
    ],
  ];
  for (const [what, change, line] of wrong)
    for (const command of [
      ['ability', 'validate'],
      ['hooks', 'validate'],
    ])
      test(`"anyhook ${command.join(' ')}" reports ${what} with file and line, and exits 1`, async (t) => {
        const { code, stdout } = await testProject(t, { ...files, ...change }).run(command);
        assert.match(stdout, line);
        assert.equal(code, 1);
      });

  test('reports a missing script as a warning, and exits 0', async (t) => {
    const here = testProject(t, files);
    rmSync(join(here.dir, 'scripts/deploy.sh'));
    const { code, stdout } = await here.run(['ability', 'validate']);
    assert.equal(code, 0);
    assert.match(stdout, /deploy\.yaml:11: warning: "implementations\.local\.command": .*which does not exist/);
    assert.match(stdout, /^0 errors, 1 warning; 3 abilities loaded$/m);
  });

  test('reports a whole command line instead of a program as a warning', async (t) => {
    const changed = deploy.replace('./scripts/deploy.sh', '"echo hi"');
    const { stdout } = await testProject(t, { ...files, [`${low}/deploy.yaml`]: changed }).run(['ability', 'validate']);
    assert.match(
      stdout,
      /deploy\.yaml:11: warning: .*expected one program, got "echo hi"; its arguments belong in "args"/,
    );
  });

  test('reports registry files outside the two folders as a warning', async (t) => {
    const more = { '.system/registry/a.yaml': deploy, '.system/registry/lowlevel/b.yaml': deploy };
    const { code, stdout } = await testProject(t, { ...files, ...more }).run(['ability', 'validate']);
    assert.equal(code, 0);
    for (const name of ['a.yaml', 'lowlevel'])
      assert.ok(stdout.includes(`.system/registry/${name}: warning: not read: registry files belong in low-level`));
  });

  test('reports a script that is not executable as a warning, and exits 0', { skip: noModes }, async (t) => {
    const here = testProject(t, files);
    chmodSync(join(here.dir, 'scripts/deploy.sh'), 0o644);
    const { code, stdout } = await here.run(['ability', 'validate']);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /deploy\.yaml:1: warning: "command": \.\/scripts\/deploy\.sh is not executable, .*chmod \+x it/,
    );
  });

  test('--json prints one object per problem', async (t) => {
    const here = testProject(t, { [`${low}/x.yaml`]: 'key: x\nversion: "1"\nsummary: x\nimplementations: {}\n' });
    const { code, stdout } = await here.run(['ability', 'validate', '--json']);
    assert.equal(code, 1);
    assert.deepEqual(JSON.parse(stdout), [
      {
        source: join(here.dir, low, 'x.yaml'),
        line: 4,
        field: 'implementations',
        severity: 'error',
        message: '"implementations": expected at least one, got none',
      },
    ]);
  });
});

test('an ability whose guard is missing is unusable, and so are workflows that call it', async (t) => {
  const here = testProject(t, files);
  rmSync(join(here.dir, '.system/hooks/guard.yaml'));
  assert.deepEqual(await states(here), ['teller untrusted']);
  const { stdout } = await here.run(['ability', 'validate']);
  assert.match(stdout, /release\.yaml:6: error: "steps\.0\.operation": no usable ability is called "app\.deploy"/);
  assert.match(stdout, /; 1 ability loaded$/m);
});

test('a guard deleted after it was trusted still guards: a stand-in is bound', async (t) => {
  const here = testProject(t, files);
  await here.run(['trust', '--yes'], terminal);
  rmSync(join(here.dir, '.system/hooks/guard.yaml'));
  assert.deepEqual(await states(here), ['app.deploy active', 'release active', 'teller active']);
});

describe('validate', () => {
  test('counts abilities as well as hooks', async (t) => {
    const { code, stdout } = await testProject(t, files).run(['hooks', 'validate']);
    assert.equal(code, 0);
    assert.match(stdout, /^1 hook in 1 file and 3 abilities, no problems\n {3}1 {2}\.system\/hooks\/guard\.yaml\n/);
    const { '.system/hooks/guard.yaml': _hook, ...registry } = files;
    const bare = { ...registry, [`${low}/deploy.yaml`]: deploy.replace('[prod_guard]', '[]') };
    assert.match((await testProject(t, bare).run(['hooks', 'validate'])).stdout, /^3 abilities, no problems$/m);
  });

  for (const sub of ['', 'deep/'])
    test(`accepts a single registry file in ${sub ? 'a subfolder' : 'the project root'}`, async (t) => {
      const here = testProject(t, {
        ...files,
        [`${sub}${low}/x.yaml`]: 'key: x\n',
        [`${sub}${low}/y.yaml`]: 'key: y\n',
      });
      const { code, stdout } = await here.run(['hooks', 'validate', `${sub}${low}/x.yaml`]);
      assert.equal(code, 1);
      assert.match(stdout, /x\.yaml:1: error: "version" is required/);
      assert.equal(stdout.includes('y.yaml'), false);
    });
});

describe('trust', () => {
  test('shows, records and forgets abilities along with hooks', async (t) => {
    const here = testProject(t, files);
    const { code, stdout } = await here.run(['trust'], { ...terminal, stdin: 'y\n' });
    assert.equal(code, 0);
    assert.match(stdout, /^new {8}app\.deploy {2}ability, operation 1\.2$/m);
    assert.match(stdout, /^ {2}runs {3}local: X=1 \.\/scripts\/deploy\.sh 'a b'$/m);
    assert.match(stdout, new RegExp(`^ {2}files {2}${low}/deploy\\.yaml, scripts/deploy\\.sh$`, 'm'));
    assert.match(stdout, /Allow 1 hook and 3 abilities to run .*\? \[y\/N\] trusted 1 hook and 3 abilities\n$/);
    assert.deepEqual(await states(here), ['app.deploy active', 'release active', 'teller active']);
    assert.match(
      (await here.run(['trust'], terminal)).stdout,
      /^3 abilities unchanged[\s\S]*all of them are already trusted\n$/m,
    );
    assert.match((await here.run(['trust', '--revoke'], terminal)).stdout, /is no longer trusted/);
    assert.deepEqual(await states(here), ['app.deploy untrusted', 'release untrusted', 'teller untrusted']);
  });

  test('an ability whose script changed is changed until it is trusted again', async (t) => {
    const here = testProject(t, files);
    await here.run(['trust', '--yes'], terminal);
    here.write({ 'scripts/deploy.sh': '#!/bin/sh\nrm -rf ~\n' });
    assert.deepEqual(await states(here), ['app.deploy changed', 'release active', 'teller active']);
    const asked = await here.run(['trust'], { ...terminal, stdin: 'n\n' });
    assert.match(asked.stdout, /^changed {4}app\.deploy[^\n]*\n {2}why {4}scripts\/deploy\.sh was changed$/m);
    assert.deepEqual([asked.code, (await states(here))[0]], [1, 'app.deploy changed']);
    await here.run(['trust', '--yes'], terminal);
    assert.equal((await states(here))[0], 'app.deploy active');
  });

  test('works for a project with abilities but no hooks', async (t) => {
    const here = testProject(t, { [`${high}/teller.yaml`]: teller });
    const { stdout } = await here.run(['trust'], { ...terminal, stdin: 'y\n' });
    assert.match(
      stdout,
      /Allow this ability to run with your permissions when agents work here\? \[y\/N\] trusted 1 ability\n$/,
    );
    assert.deepEqual(await states(here), ['teller active']);
  });

  test('trusts no ability if the answer is no', async (t) => {
    const here = testProject(t, files);
    assert.equal((await here.run(['trust'], { ...terminal, stdin: 'n\n' })).code, 1);
    assert.deepEqual(await states(here), ['app.deploy untrusted', 'release untrusted', 'teller untrusted']);
  });

  test('--lock writes hooks and abilities, and applies only with ANYHOOK_TRUST=lock', async (t) => {
    const here = testProject(t, files);
    const { stdout } = await here.run(['trust', '--lock']);
    assert.match(stdout, /wrote .*anyhook\.lock\.json \(1 hook and 3 abilities\)\n/);
    const env = { ANYHOOK_TRUST: 'lock' };
    const locked = await here.json<Entry[]>(['ability', 'list', '--json'], { env });
    assert.deepEqual(
      locked.map(({ state }) => state),
      ['active', 'active', 'active'],
    );
    const hooks = await here.json<Entry[]>(['list', '--json'], { env });
    assert.deepEqual(
      hooks.map(({ state }) => state),
      ['active'],
    );
    assert.deepEqual(await states(here), ['app.deploy untrusted', 'release untrusted', 'teller untrusted']);
    here.write({ [`${high}/teller.yaml`]: teller.replace('ls', 'env') });
    const [, , changed] = await here.json<(Entry & { reason: string })[]>(['ability', 'list', '--json'], { env });
    assert.deepEqual(
      [changed?.state, /high-level[\\/]teller\.yaml was changed;/.test(changed?.reason ?? '')],
      ['changed', true],
    );
  });

  test('points to registry files that do not load', async (t) => {
    const here = testProject(t, { ...files, [`${low}/x.yaml`]: 'key: x\nsummary: y\nversion: 1\n' });
    assert.match(
      (await here.run(['trust', '--list'])).stdout,
      /^1 error in registry files: see "anyhook ability validate"$/m,
    );
  });
});

for (const name of ['list', 'show', 'validate'])
  test(`the help of ability ${name} shows an example`, async (t) => {
    const { code, stdout } = await testProject(t).run(['ability', name, '--help']);
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`Examples?:\\n {2}\\$ anyhook ability ${name}`));
  });
