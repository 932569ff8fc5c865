import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Ability } from './ability.js';
import { loadAbility, type RegistryFolder } from './load.js';

const root = '/project';
const there = ['/project/run.sh', '/project/tools/server.mjs', '/project/docs/HOW.md', '/project/lib.js'];

function load(text: string, folder: RegistryFolder = 'low-level') {
  const path = `${root}/.system/registry/${folder}/a.yaml`;
  return loadAbility({ path, text, folder, root, exists: (file) => there.includes(file) });
}

function ability(text: string, folder?: RegistryFolder): Ability {
  const { ability: loaded, problems } = load(text, folder);
  assert.deepEqual(problems, []);
  assert.ok(loaded);
  return loaded;
}

const head = 'key: a.b\nversion: "1.0"\nsummary: Does it.\n';
const noop = 'implementations:\n  one: {kind: builtin, use: noop}\n';
const least = head + noop;
const flow = 'id: f\ntype: workflow\nversion: 1\nsummary: Flows.\n';
const step = 'steps:\n  - {id: one, operation: a.b}\n';
const agent = 'id: g\ntype: agent\nversion: 1\nsummary: Works.\ncommand: ./run.sh\n';

const limits = { timeoutMs: 60_000, maxOutputBytes: 1_048_576 };

test('the least operation has defaults for all the rest', () => {
  assert.deepEqual(ability(least), {
    kind: 'operation_key',
    type: 'operation',
    name: 'a.b',
    version: '1.0',
    summary: 'Does it.',
    environments: [],
    routing: { keywords: [], negativeKeywords: [], documents: [] },
    hooks: { preCreate: [], preCall: [], postCall: [] },
    idempotent: false,
    source: '/project/.system/registry/low-level/a.yaml',
    line: 1,
    lines: {},
    root,
    implementations: { one: { kind: 'builtin', use: 'noop', ...limits } },
    configuration: { default: { implementation: 'one', settings: {} } },
    files: ['/project/.system/registry/low-level/a.yaml'],
  });
});

/** Lines of a file, and what becomes of them. */
const fields: readonly [string, Partial<Ability>][] = [
  ['description: |\n  More.\n', { description: 'More.' }],
  ['scope: {environments: [dev, prod-eu]}\n', { environments: ['dev', 'prod-eu'] }],
  ['scope: {}\n', { environments: [] }],
  [
    'input: {type: object, properties: {constructor: {type: string}}}\n',
    { input: { type: 'object', properties: { constructor: { type: 'string' } } }, lines: { input: 6 } },
  ],
  ['output: {type: string}\n', { output: { type: 'string' }, lines: { output: 6 } }],
  [
    'routing: {keywords: [ship it], negative_keywords: [roll back], documents: [docs/HOW.md]}\n',
    { routing: { keywords: ['ship it'], negativeKeywords: ['roll back'], documents: ['docs/HOW.md'] } },
  ],
  [
    'hooks:\n  pre_create: [a]\n  pre_call: [b, c]\n  post_call:\n    - d\n',
    {
      hooks: { preCreate: ['a'], preCall: ['b', 'c'], postCall: ['d'] },
      lines: { 'hooks.pre_create.0': 7, 'hooks.pre_call.0': 8, 'hooks.pre_call.1': 8, 'hooks.post_call.0': 10 },
    },
  ],
  ['idempotent: true\n', { idempotent: true }],
];
for (const [text, expected] of fields)
  test(`a field is read: ${text.split('\n')[0]}`, () => {
    assert.deepEqual(ability(least + text), { ...ability(least), ...expected });
  });

/** One implementation in the file's words, in ours, and the files of the project that it starts. */
const implementations: readonly [string, object, readonly string[]][] = [
  [
    'kind: script, command: ./run.sh, args: [--x, "a b"], env: {A_1: "2"}, partial_exit_codes: [3], timeout_ms: 5, max_output_bytes: 9',
    {
      kind: 'script',
      command: './run.sh',
      args: ['--x', 'a b'],
      env: { A_1: '2' },
      partialExitCodes: [3],
      timeoutMs: 5,
      maxOutputBytes: 9,
    },
    ['/project/run.sh'],
  ],
  [
    'kind: script, command: node, args: [lib.js, run.sh]',
    { kind: 'script', command: 'node', args: ['lib.js', 'run.sh'], env: {}, partialExitCodes: [], ...limits },
    ['/project/lib.js', '/project/run.sh'],
  ],
  [
    'kind: script, command: sh, args: [-c, "exec ./run.sh \'x\'"]',
    { kind: 'script', command: 'sh', args: ['-c', "exec ./run.sh 'x'"], env: {}, partialExitCodes: [], ...limits },
    ['/project/run.sh'],
  ],
  [
    'kind: mcp, server: {command: node, args: [tools/server.mjs], env: {A: b}}, tool: do_it',
    { kind: 'mcp', server: { command: 'node', args: ['tools/server.mjs'], env: { A: 'b' } }, tool: 'do_it', ...limits },
    ['/project/tools/server.mjs'],
  ],
  [
    'kind: mcp, server: {url: "http://localhost:1/mcp", auth: {type: bearer, env: T}}, tool: t',
    {
      kind: 'mcp',
      server: { url: 'http://localhost:1/mcp', auth: { type: 'bearer', env: 'T' } },
      tool: 't',
      ...limits,
    },
    [],
  ],
  [
    'kind: api, method: POST, url: "https://x.example/{id}?q={q}", headers: {X-A: b}, auth: {type: basic, user_env: U, password_env: P}',
    {
      kind: 'api',
      method: 'POST',
      url: 'https://x.example/{id}?q={q}',
      headers: { 'X-A': 'b' },
      auth: { type: 'basic', userEnv: 'U', passwordEnv: 'P' },
      ...limits,
    },
    [],
  ],
  [
    'kind: api, method: GET, url: "https://{settings.host}/x", auth: {type: header, header: X-Key, env: K}',
    {
      kind: 'api',
      method: 'GET',
      url: 'https://{settings.host}/x',
      headers: {},
      auth: { type: 'header', header: 'X-Key', env: 'K' },
      ...limits,
    },
    [],
  ],
  ['kind: builtin, use: echo', { kind: 'builtin', use: 'echo', ...limits }, []],
];
for (const [text, expected, files] of implementations)
  test(`an implementation is read: ${text}`, () => {
    const loaded = ability(`${head}implementations:\n  one: {${text}}\n`);
    assert.ok(loaded.type === 'operation');
    assert.deepEqual(loaded.implementations, { one: expected });
    assert.deepEqual(loaded.files.slice(1), files);
  });

test('a configuration selects an implementation for each environment', () => {
  const two = 'implementations:\n  a: {kind: builtin, use: noop}\n  b: {kind: builtin, use: echo}\n';
  const loaded = ability(
    `${head}${two}configuration: {default: {implementation: a}, prod: {implementation: b, settings: {x: [1]}}}\n`,
  );
  assert.ok(loaded.type === 'operation');
  assert.deepEqual(loaded.configuration, {
    default: { implementation: 'a', settings: {} },
    prod: { implementation: 'b', settings: { x: [1] } },
  });
});

test('a workflow has steps and clean-up, with the line of each', () => {
  const loaded = ability(
    `${flow}steps:
  - {id: one, operation: a.b, input: {x: "\${input.x}", deep: [{y: "no $\${word} here"}]}}
  - id: two
    ability: other
    input: {z: "\${steps.one.output.items.0}"}
    on_failure: continue
cleanup:
  - {id: tidy, operation: a.b, input: {w: "\${steps.two.output}"}}
`,
    'high-level',
  );
  assert.ok(loaded.type === 'workflow');
  assert.deepEqual([loaded.kind, loaded.name, loaded.version], ['ability_id', 'f', '1']);
  assert.deepEqual(
    loaded.steps.map(({ id, ability: name, kind, onFailure }) => [id, name, kind, onFailure]),
    [
      ['one', 'a.b', 'operation_key', 'stop'],
      ['two', 'other', 'ability_id', 'continue'],
    ],
  );
  assert.deepEqual(loaded.cleanup[0]?.input, { w: '${steps.two.output}' });
  assert.deepEqual(loaded.lines, { 'steps.0': 6, 'steps.1': 7, 'cleanup.0': 12 });
});

test('an agent is a command', () => {
  const loaded = ability(`${agent}args: [-v]\nenv: {A: b}\npartial_exit_codes: [7]\ntimeout_ms: 1000\n`, 'high-level');
  assert.ok(loaded.type === 'agent');
  assert.deepEqual(loaded.run, {
    kind: 'script',
    command: './run.sh',
    args: ['-v'],
    env: { A: 'b' },
    partialExitCodes: [7],
    timeoutMs: 1_000,
    maxOutputBytes: 1_048_576,
  });
  assert.deepEqual(loaded.files.slice(1), ['/project/run.sh']);
});

const withImpl = (text: string) => `${head}implementations:\n  one: {${text}}\n`;
const withStep = (text: string) => `${flow}steps:\n  - {id: zero, operation: a.b}\n  - {${text}}\n`;
const steps = (text: string): readonly [string, RegistryFolder] => [withStep(text), 'high-level'];

/** A file that does not load, the line, the field and what is said. */
const errors: readonly [string, string, RegistryFolder, number, string | undefined, RegExp][] = [
  [
    'an unknown field',
    `${least}idempotnt: true\n`,
    'low-level',
    6,
    'idempotnt',
    /^unknown key "idempotnt"; did you mean "idempotent"\?$/,
  ],
  [
    'an unknown field that is like no other',
    `${least}zzzzzz: true\n`,
    'low-level',
    6,
    'zzzzzz',
    /known keys: key, version/,
  ],
  [
    'an unknown field below',
    `${least}routing: {keyword: [x]}\n`,
    'low-level',
    6,
    'routing.keyword',
    /did you mean "keywords"/,
  ],
  ['no key', `version: "1"\nsummary: x\n${noop}`, 'low-level', 1, 'key', /"key" is required and missing/],
  ['no version', `key: a\nsummary: x\n${noop}`, 'low-level', 1, 'version', /"version" is required and missing/],
  ['no summary', `key: a\nversion: "1"\n${noop}`, 'low-level', 1, 'summary', /"summary" is required and missing/],
  ['no implementations', head, 'low-level', 1, 'implementations', /is required and missing/],
  [
    'an empty map of implementations',
    `${head}implementations: {}\n`,
    'low-level',
    4,
    'implementations',
    /at least one, got none/,
  ],
  ['a key with spaces', least.replace('a.b', 'a b'), 'low-level', 1, 'key', /expected letters, digits.*got "a b"/],
  ['a key that is a list', least.replace('a.b', '[a]'), 'low-level', 1, 'key', /got \["a"\]/],
  [
    'a version that YAML made a fraction',
    least.replace('"1.0"', '1.5'),
    'low-level',
    2,
    'version',
    /in quotes.*got 1\.5/,
  ],
  ['an empty summary', least.replace('Does it.', '" "'), 'low-level', 3, 'summary', /a text that is not empty/],
  [
    'no environments in scope',
    `${least}scope: {environments: []}\n`,
    'low-level',
    6,
    'scope.environments',
    /at least one of the environments/,
  ],
  ['a JSON Schema that is a text', `${least}input: string\n`, 'low-level', 6, 'input', /got "string"/],
  [
    'a document outside',
    `${least}routing: {documents: [../x.md]}\n`,
    'low-level',
    6,
    'routing.documents.0',
    /a path below the root, got "\.\.\/x\.md"/,
  ],
  [
    'an absolute document',
    `${least}routing: {documents: [/etc/passwd]}\n`,
    'low-level',
    6,
    'routing.documents.0',
    /a path below the root/,
  ],
  [
    'hooks of an unknown event',
    `${least}hooks: {precall: [x]}\n`,
    'low-level',
    6,
    'hooks.precall',
    /did you mean "pre_call"/,
  ],
  ['hooks that are no list', `${least}hooks: {pre_call: x}\n`, 'low-level', 6, 'hooks.pre_call', /got "x"/],
  ['idempotent as a text', `${least}idempotent: "yes"\n`, 'low-level', 6, 'idempotent', /got "yes"/],
  [
    'an unknown kind',
    withImpl('kind: scrip, command: x'),
    'low-level',
    5,
    'implementations.one.kind',
    /did you mean "script"/,
  ],
  [
    'a script without a command',
    withImpl('kind: script'),
    'low-level',
    5,
    'implementations.one.command',
    /required and missing/,
  ],
  [
    'a field of another kind',
    withImpl('kind: script, command: x, url: y'),
    'low-level',
    5,
    'implementations.one.url',
    /unknown key "url"/,
  ],
  [
    'an argument that is a number',
    withImpl('kind: script, command: x, args: [1]'),
    'low-level',
    5,
    'implementations.one.args.0',
    /got 1/,
  ],
  [
    'a bad name of a variable',
    withImpl('kind: script, command: x, env: {"A-B": c}'),
    'low-level',
    5,
    'implementations.one.env.A-B',
    /environment variable/,
  ],
  [
    'an exit code of 0 as partial',
    withImpl('kind: script, command: x, partial_exit_codes: [0]'),
    'low-level',
    5,
    'implementations.one.partial_exit_codes.0',
    /from 1 to 255/,
  ],
  [
    'no time at all',
    withImpl('kind: builtin, use: noop, timeout_ms: 0'),
    'low-level',
    5,
    'implementations.one.timeout_ms',
    /milliseconds from 1 to/,
  ],
  [
    'an unknown builtin',
    withImpl('kind: builtin, use: ecko'),
    'low-level',
    5,
    'implementations.one.use',
    /did you mean "echo"/,
  ],
  [
    'an unknown method',
    withImpl('kind: api, method: post, url: "http://a"'),
    'low-level',
    5,
    'implementations.one.method',
    /did you mean "POST"/,
  ],
  [
    'an address without http',
    withImpl('kind: api, method: GET, url: "file:///etc/passwd"'),
    'low-level',
    5,
    'implementations.one.url',
    /http:\/\/ or https:\/\//,
  ],
  [
    'an address with a password',
    withImpl('kind: api, method: GET, url: "http://u:p@a/"'),
    'low-level',
    5,
    'implementations.one.url',
    /no password/,
  ],
  [
    'an address whose host the input names',
    withImpl('kind: api, method: GET, url: "http://{host}/"'),
    'low-level',
    5,
    'implementations.one.url',
    /no \{field\}/,
  ],
  [
    'a header of two lines',
    withImpl('kind: api, method: GET, url: "http://a", headers: {A: "b\\nC: d"}'),
    'low-level',
    5,
    'implementations.one.headers.A',
    /on one line/,
  ],
  [
    'an unknown way to authenticate',
    withImpl('kind: api, method: GET, url: "http://a", auth: {type: baerer, env: X}'),
    'low-level',
    5,
    'implementations.one.auth.type',
    /did you mean "bearer"/,
  ],
  [
    'a secret in place of its name',
    withImpl('kind: api, method: GET, url: "http://a", auth: {type: bearer, env: "sk-123"}'),
    'low-level',
    5,
    'implementations.one.auth.env',
    /name of an environment variable/,
  ],
  [
    'an MCP server that is nothing',
    withImpl('kind: mcp, server: {}, tool: t'),
    'low-level',
    5,
    undefined,
    /required and missing/,
  ],
  [
    'an MCP server without a tool',
    withImpl('kind: mcp, server: {command: x}'),
    'low-level',
    5,
    'implementations.one.tool',
    /required and missing/,
  ],
  [
    'two implementations and no configuration',
    `${least}  two: {kind: builtin, use: echo}\n`,
    'low-level',
    4,
    'implementations',
    /"configuration" is required.*one, two/,
  ],
  [
    'an unknown implementation',
    `${least}configuration: {default: {implementation: onee}}\n`,
    'low-level',
    6,
    'configuration.default.implementation',
    /no implementation is called "onee"; did you mean "one"/,
  ],
  [
    'a file of the other folder',
    flow + step,
    'low-level',
    1,
    'id',
    /"id" is a field of \.system\/registry\/high-level: move/,
  ],
  [
    'an operation in the other folder',
    least,
    'high-level',
    1,
    'key',
    /is a field of \.system\/registry\/low-level: move/,
  ],
  [
    'an unknown type',
    `${flow.replace('workflow', 'worklow')}${step}`,
    'high-level',
    2,
    'type',
    /did you mean "workflow"/,
  ],
  ['no steps', `${flow}steps: []\n`, 'high-level', 5, 'steps', /at least one of the steps/],
  ['a step that calls nothing', ...steps('id: a'), 7, 'steps.1', /"operation" or "ability", got neither/],
  ['a step that calls two', ...steps('id: a, operation: x, ability: y'), 7, 'steps.1', /got both/],
  ['two steps of a name', ...steps('id: zero, operation: x'), 7, 'steps.1.id', /is the id of an earlier step/],
  [
    'an unknown end of a step',
    ...steps('id: a, operation: x, on_failure: contine'),
    7,
    'steps.1.on_failure',
    /did you mean "continue"/,
  ],
  [
    'a word of nowhere',
    ...steps('id: a, operation: x, input: {p: {q: "${env.HOME}"}}'),
    7,
    'steps.1.input.p.q',
    /expected \$\{input\.x\} or \$\{steps\.<id>\.output\.x\}/,
  ],
  ['an empty word', ...steps('id: a, operation: x, input: {p: "${}"}'), 7, 'steps.1.input.p', /expected \$\{input/],
  [
    'a step without its output',
    ...steps('id: a, operation: x, input: {p: "${steps.zero.x}"}'),
    7,
    'steps.1.input.p',
    /expected \$\{input/,
  ],
  [
    'an unknown step',
    ...steps('id: a, operation: x, input: {p: "${steps.zeroo.output}"}'),
    7,
    'steps.1.input.p',
    /no step is called "zeroo"; did you mean "zero"/,
  ],
  [
    'a step that names itself',
    ...steps('id: a, operation: x, input: {p: ["x ${steps.a.output.y}"]}'),
    7,
    'steps.1.input.p.0',
    /has no output yet/,
  ],
  [
    'a later step',
    `${flow}steps:\n  - {id: a, operation: x, input: {p: "\${steps.b.output}"}}\n  - {id: b, operation: x}\n`,
    'high-level',
    6,
    'steps.0.input.p',
    /step "b" has no output yet/,
  ],
  [
    'an agent without a command',
    agent.replace('command: ./run.sh\n', ''),
    'high-level',
    1,
    'command',
    /required and missing/,
  ],
  ['an agent with steps', agent + step, 'high-level', 6, 'steps', /unknown key "steps"/],
  ['text that is no YAML', 'key: [', 'low-level', 1, undefined, /not valid YAML/],
  ['a list', '- a\n', 'low-level', 1, undefined, /expected a map of keys/],
  ['nothing', '', 'low-level', 1, undefined, /./],
];

describe('a file is refused, with line and field, for', () => {
  for (const [what, text, folder, line, field, message] of errors)
    test(what, () => {
      const { ability: loaded, problems } = load(text, folder);
      assert.equal(loaded, undefined);
      const [first] = problems;
      assert.equal(first?.severity, 'error');
      assert.match(first?.message ?? '', message);
      assert.equal(first?.line, line);
      if (field !== undefined) assert.equal(first?.field, field);
    });
});

/** A file that loads, and is warned about. */
const warnings: readonly [string, string, RegistryFolder, number, string, RegExp][] = [
  [
    'a script that is not there',
    withImpl('kind: script, command: ./gone.sh'),
    'low-level',
    5,
    'implementations.one.command',
    /gone\.sh, which is not there/,
  ],
  [
    'a server that is not there',
    withImpl('kind: mcp, server: {command: bin/gone}, tool: t'),
    'low-level',
    5,
    'implementations.one.server.command',
    /bin\/gone, which is not there/,
  ],
  [
    'an agent that is not there',
    agent.replace('./run.sh', '/gone/run'),
    'high-level',
    5,
    'command',
    /\/gone\/run, which is not there/,
  ],
  [
    'a document that is not there',
    `${least}routing: {documents: [docs/GONE.md]}\n`,
    'low-level',
    6,
    'routing.documents.0',
    /docs\/GONE\.md, which is not there/,
  ],
  [
    'a configuration out of scope',
    `${least}scope: {environments: [dev]}\nconfiguration: {default: {implementation: one}, prod: {implementation: one}}\n`,
    'low-level',
    7,
    'configuration.prod',
    /never used.*dev/,
  ],
  [
    'an environment without configuration',
    `${least}scope: {environments: [dev, prod]}\nconfiguration: {dev: {implementation: one}}\n`,
    'low-level',
    7,
    'configuration',
    /neither "prod", which is in scope, nor "default"/,
  ],
];

describe('a file loads with a warning for', () => {
  for (const [what, text, folder, line, field, message] of warnings)
    test(what, () => {
      const { ability: loaded, problems } = load(text, folder);
      assert.ok(loaded);
      assert.deepEqual(
        problems.map((one) => [one.severity, one.line, one.field]),
        [['warning', line, field]],
      );
      assert.match(problems[0]?.message ?? '', message);
    });
});

describe('a hostile file is refused, and breaks nothing:', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
    .split('')
    .map((key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(',')}]`)
    .join('\n')}\n`;
  const hostile: readonly [string, string, RegExp][] = [
    ['aliases that unfold without end', bomb, /aliases unfold|unknown key/],
    ['an alias inside itself', `${least}input: &a {b: *a}\n`, /alias/],
    ['a prototype at the top', `${least}__proto__: {idempotent: true}\n`, /"__proto__": this key is not allowed/],
    [
      'a prototype in settings',
      `${least}configuration: {default: {implementation: one, settings: {__proto__: {x: 1}}}}\n`,
      /settings\.__proto__": this key is not allowed/,
    ],
    [
      'a prototype in a schema',
      `${least}input: {properties: {__proto__: {type: string}}}\n`,
      /input\.properties\.__proto__": this key/,
    ],
    [
      'a constructor as implementation',
      `${least}  constructor: {kind: builtin, use: noop}\n`,
      /implementations\.constructor": this key/,
    ],
    ['endless nesting', `${least}input: ${'['.repeat(5_000)}\n`, /nested more than 100 levels/],
    ['300 KB of YAML', `${least}description: ${'x'.repeat(300_000)}\n`, /at most 262144 characters/],
  ];
  for (const [what, text, message] of hostile)
    test(what, () => {
      const { ability: loaded, problems } = load(text);
      assert.equal(loaded, undefined);
      assert.match(problems.map((one) => one.message).join('\n'), message);
      assert.equal(({} as { idempotent?: boolean }).idempotent, undefined);
    });

  test('a workflow with a thousand mistakes is told in twenty', () => {
    const many = Array.from({ length: 900 }, (_, i) => `  - {id: s${i}, operation: x, input: {p: "\${nope}"}}\n`).join(
      '',
    );
    assert.equal(load(`${flow}steps:\n${many}`, 'high-level').problems.length, 20);
  });
});
