import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { doorOf, packageNames, product, throughDoors } from '../../../scripts/doors.mjs';
import { lazyParts } from '../../../scripts/lazy-parts.mjs';
import {
  folderOf,
  importsIn,
  pathOf,
  type SourceImport,
  sourceFiles,
  withoutComments,
} from '../../../scripts/reference/imports.js';
import { canonical } from '../src/agents/canonical/agent.js';
import { agentRows, agents } from '../src/agents/index.js';
import { formatNames } from '../src/formats/index.js';

const texts = sourceFiles();
const files = [...texts.keys()];
const lazyFiles = new Set([...lazyParts().values()].flat());
/** Whether the program loads a module when one of its functions is called. */
const isLazy = (file: string): boolean => lazyFiles.has(pathOf(file));
/** Code that may import a package: the sources, the page, and the hub. */
const outsideTexts = [
  ...texts.values(),
  ...['packages/anyhook/page', 'packages/hub/src', 'packages/hub/page', 'packages/hub/sim'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  ),
];
const imports = files.flatMap((file) => importsIn(file, texts.get(file) ?? ''));
const ours = imports.filter(({ to }) => texts.has(to));
/** The hook file formats, each with its folder: an agent's or a separate one. */
const formatFolders: Readonly<Record<string, string>> = Object.fromEntries(
  formatNames().map((name) => {
    const row = agentRows.find(({ format }) => format?.name === name);
    return [name, row ? `agents/${row.agent.name}/` : `formats/${name}/`];
  }),
);

/**
 * The law: what each folder may import; a name with `type ` in front only for its types, with `lazy ` only when it is
 * needed, by `import()`. A file next to the folders, such as `library.ts`, counts as a folder here.
 */
const law: Readonly<Record<string, readonly string[]>> = {
  core: [],
  platform: ['core'],
  guard: ['core'],
  engine: ['core'],
  'formats/kit': ['core'],
  frameworks: ['core'],
  resident: ['platform'],
  agents: ['core', 'platform', 'resident', 'formats/kit'],
  formats: ['core', 'formats/kit', 'agents'],
  undo: ['platform'],
  redact: ['core', 'platform'],
  journal: ['core', 'platform', 'redact'],
  telemetry: ['core', 'platform', 'redact', 'journal'],
  switches: ['core', 'platform', 'features.ts'],
  sessions: ['core', 'platform', 'type engine'],
  // Channels are asked when a hook asks; features bring some of them.
  approvals: ['core', 'platform', 'type engine', 'features.ts'],
  'old-commands.ts': [],
  // The parts of the program. The rows of a feature are recognized by their types.
  'features.ts': ['type feature.ts', 'abilities', 'fleet', 'flow'],
  'feature.ts': [
    'type platform',
    'type answer',
    'type approvals',
    'type cli',
    'type handlers',
    'type hooks',
    'type switches',
  ],
  // Flow Agents: the agent, its engine contract and policies, telemetry from outside, the conformance kit.
  flow: [
    ...[
      'core',
      'platform',
      'type feature.ts',
      'agents',
      'formats',
      'handlers',
      'telemetry',
      'switches',
      'trust',
      'hooks',
    ],
    ...['answer', 'cli'],
  ],
  // Signed policies: documents, bundles, what a device keeps of them, and how they are published; it sends audit records.
  fleet: [
    ...['core', 'platform', 'type feature.ts', 'formats', 'formats/kit', 'type handlers', 'journal', 'redact'],
    ...['resident', 'approvals', 'type switches', 'hooks', 'answer', 'hook-tests', 'lazy replay', 'doctor', 'cli'],
  ],
  // The guard: one builtin, which is imported when a hook uses it.
  // Redaction: the shell guard looks for credentials in prompts, by the formats that redaction knows.
  handlers: [
    ...['core', 'platform', 'guard', 'undo', 'type formats/kit', 'features.ts', 'old-commands.ts', 'lazy redact'],
  ],
  trust: ['core', 'platform', 'guard', 'formats', 'formats/kit', 'switches'],
  hooks: [
    ...['core', 'platform', 'formats', 'formats/kit', 'engine', 'approvals', 'trust'],
    ...['type handlers', 'type journal', 'type telemetry'],
  ],
  answer: [
    ...['core', 'platform', 'guard', 'formats', 'formats/kit', 'agents', 'engine', 'handlers', 'resident', 'journal'],
    ...['telemetry', 'sessions', 'approvals', 'switches', 'trust', 'hooks', 'features.ts'],
  ],
  api: ['core', 'platform', 'agents', 'type engine', 'resident', 'switches', 'type trust', 'hooks', 'answer'],
  abilities: [
    ...['core', 'platform', 'formats', 'formats/kit', 'agents', 'engine', 'handlers', 'resident', 'redact', 'journal'],
    ...['sessions', 'approvals', 'type trust', 'type hooks', 'answer', 'api', 'type feature.ts', 'cli'],
  ],
  replay: [
    ...['core', 'platform', 'formats', 'agents', 'engine', 'handlers', 'redact', 'journal', 'sessions', 'trust'],
    ...['hooks', 'answer'],
  ],
  'hook-tests': ['core', 'platform', 'formats', 'formats/kit', 'agents', 'engine', 'handlers', 'hooks', 'answer'],
  install: ['core', 'platform', 'formats/kit', 'agents', 'engine', 'resident', 'switches', 'trust', 'hooks', 'answer'],
  add: ['core', 'platform', 'formats', 'type formats/kit', 'agents', 'trust', 'hooks', 'answer', 'install'],
  // The journal: doctor counts blocked calls if people approved some of them.
  doctor: [
    ...['core', 'platform', 'undo', 'formats', 'formats/kit', 'agents', 'engine', 'handlers', 'resident'],
    ...['lazy journal', 'sessions', 'approvals', 'switches', 'trust', 'features.ts', 'hooks', 'answer', 'install'],
  ],
  // The page shows the results of these; only its own process loads it.
  ui: [
    ...['core', 'platform', 'undo', 'agents', 'engine', 'resident', 'redact', 'journal', 'approvals'],
    ...['features.ts', 'hooks', 'answer', 'replay', 'doctor'],
  ],
  cli: [
    ...['core', 'platform', 'type guard', 'undo', 'formats', 'formats/kit', 'agents', 'handlers', 'resident'],
    ...['redact', 'journal', 'telemetry', 'sessions', 'approvals', 'switches', 'trust', 'features.ts'],
    ...['hooks', 'answer', 'api', 'replay', 'hook-tests', 'install', 'add', 'doctor', 'ui'],
    'old-commands.ts',
  ],
  // The library that programs import.
  'library.ts': ['core', 'type agents', 'doctor', 'handlers', 'api', 'features.ts'],
};

test('every folder of src has only the imports that the law allows', () => {
  const broken = ours.filter(({ from, to, kind }) => {
    if (isPlugin(from) || folderOf(from) === folderOf(to)) return false;
    const names = [folderOf(to), ...(kind === 'static' ? [] : [`lazy ${folderOf(to)}`])];
    if (kind === 'type') names.push(`type ${folderOf(to)}`);
    return !names.some((name) => law[folderOf(from)]?.includes(name));
  });
  assert.deepEqual(broken.map(importLine), []);
});

test('a package is imported by its name, through its door', () => {
  const packageOf = (file: string) => /^packages\/([^/]+)\//.exec(pathOf(file))?.[1];
  const broken = files.flatMap((from) =>
    [...(texts.get(from) ?? '').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
      .map(([, path = '']) => normalize(join(dirname(pathOf(from)), path)))
      .filter((to) => to.startsWith('packages/') !== (packageOf(from) !== undefined) || leaves(from, to))
      .map((to) => `${pathOf(from)} → ${to}`),
  );
  function leaves(from: string, to: string): boolean {
    const own = `packages/${packageOf(from)}`;
    // Generated modules, such as the tables of the guard's packs, are in .cache/.
    return packageOf(from) !== undefined && !to.startsWith(`${own}/src/`) && !to.startsWith(`${own}/.cache/`);
  }
  assert.deepEqual(broken, []);
});

/** Names that users import from a package, even if the product does not. */
const published = /^packages\/(?:frameworks\/src\/|guard\/src\/judge\.ts$)/;

test("a package's door is a list of names, each of which is imported from outside", () => {
  const used = new Set<string>();
  for (const text of outsideTexts)
    throughDoors(text, (file, name) => {
      used.add(`${file} ${name}`);
      return file;
    });
  for (const door of [product, ...packageNames]) {
    const text = withoutComments(readFileSync(`packages/${door}/src/index.ts`, 'utf8'));
    assert.equal(text.replace(/^export (?:type )?\{[\w\s,]*\} from '\.\/[^']+';/gm, '').trim(), '', door);
    assert.deepEqual(
      [...doorOf(door)].filter(([name, file]) => !used.has(`${file} ${name}`) && !published.test(file)),
      [],
      door,
    );
  }
});

/** The packages that hand rows to the program. */
const featurePackages = [...new Set(ours.flatMap(({ from, to }) => (from === 'features.ts' ? [folderOf(to)] : [])))];
const isFeature = (file: string): boolean =>
  packageNames.includes(folderOf(file)) && featurePackages.includes(folderOf(file));

test('the program imports features only through one list', () => {
  assert.deepEqual(
    featurePackages.filter((name) => name !== 'feature.ts'),
    ['abilities', 'fleet', 'flow'],
  );
  const broken = ours.filter(({ from, to }) => isFeature(to) && !isFeature(from) && from !== 'features.ts');
  assert.deepEqual(broken.map(importLine), []);
});

test('modules that the list of features loads at once import only types from the program, to keep the load order', () => {
  const reached = new Set(['features.ts']);
  for (const file of reached)
    for (const { from, to, kind } of ours) if (from === file && kind === 'static') reached.add(to);
  assert.deepEqual(
    [...reached].filter((file) => file !== 'features.ts' && !isFeature(file) && !/^(?:core|platform)\//.test(file)),
    [],
  );
});

test('every folder of src has a row in the law, and every row a folder', () => {
  assert.deepEqual(Object.keys(law).sort(), [...new Set(files.map(folderOf))].sort());
});

test('every import that the law allows exists', () => {
  const seen = new Set(ours.map(({ from, to }) => `${folderOf(from)} ${folderOf(to)}`));
  const unused = Object.entries(law).flatMap(([from, allowed]) =>
    allowed
      .map((name) => name.replace(/^(?:type|lazy) /, ''))
      .filter((to) => !seen.has(`${from} ${to}`))
      .map((to) => `${from} ${to}`),
  );
  assert.deepEqual(unused, []);
});

test('no folder imports itself through others, not even for types or lazily', () => {
  assert.deepEqual(cycles(folderOf), []);
});

test('the folders within api and abilities have no import cycle', () => {
  // Files next to those folders belong to no part: they combine the parts, or are shared by them.
  const part = (file: string) =>
    /^(?:api|abilities)\/[^/]+\//.test(file) ? file.split('/').slice(0, 2).join('/') : file;
  assert.deepEqual(
    cycles(part).filter((name) => !name.endsWith('.ts')),
    [],
  );
});

test('agents and formats import nothing from each other, except in the two tables', () => {
  const part = (path: string) => path.split('/').slice(0, 2).join('/');
  const broken = ours.filter(({ from, to }) => {
    const table = /^(agents|formats)\/[^/]+\.ts$/.test(from);
    const inside = /^(agents|formats)\/(?!kit\/)[^/]+\//.test(to);
    return !table && inside && /^(agents|formats)\//.test(from) && part(from) !== part(to);
  });
  assert.deepEqual(broken.map(importLine), []);
});

test('every format has a folder, and every format folder has a row', () => {
  const folders = new Set(files.flatMap((file) => /^formats\/(?!kit\/)[^/]+\//.exec(file) ?? []));
  const own = Object.values(formatFolders).filter((folder) => folder.startsWith('formats/'));
  assert.deepEqual([...folders].sort(), own.sort());
  for (const folder of Object.values(formatFolders))
    assert.ok(
      files.some((file) => file.startsWith(folder)),
      folder,
    );
});

test('only commands of features import the command line', () => {
  const broken = ours.filter(({ from, to, kind }) => {
    const isRow = kind === 'type' && from === 'feature.ts';
    return folderOf(to) === 'cli' && folderOf(from) !== 'cli' && !isRow && !isFeature(from);
  });
  assert.deepEqual(broken.map(importLine), []);
});

const machine = /(?<![-\w./])process\s*\.\s*[a-z]|\bDate\.now\b|\bnew Date\(\)/;

/** Code that `init` puts into an agent: no part of this program. */
const isPlugin = (file: string): boolean => isOwn(file) || file === shared;
/** A plugin, or a private part of it in the same folder. */
const isOwn = (file: string): boolean => /^agents\/(?!kit\/)[^/]+\/plugin(?:-[^/]+)?\.ts$/.test(file);
const shared = 'agents/kit/plugin-ask.ts';

/**
 * An agent gets one file, which bundles all that a plugin imports: Node's own modules, its own parts, the part
 * that plugins share, and through that the client of the resident engine, so that there is one client in Node and no copy.
 */
test("a plugin imports only Node, its own parts, and the engine's client through the shared part", () => {
  const isAllowed = ({ from, to, kind }: SourceImport) =>
    to.startsWith('node:') ||
    // Types are erased in the installed file.
    (kind === 'type' && to === 'agents/kit/plugin-answer.ts') ||
    (from === shared
      ? ['core/fixed-variables.ts', 'resident/engine-client.ts', 'platform/user-paths.ts'].includes(to)
      : to === shared || isPartOf(from, to));
  const isPartOf = (from: string, to: string) =>
    isOwn(to) && dirname(to) === dirname(from) && !to.endsWith('/plugin.ts');
  const broken = imports.filter((one) => (isPlugin(one.from) ? !isAllowed(one) : isPlugin(one.to)));
  assert.deepEqual(broken.map(importLine), []);
});

/** It asks Node for the name of the system once, to choose the table by which paths are written and compared. */
const namesSystem = 'core/file-path.ts';

test('only platform and cli touch files, processes and the clock', () => {
  const modules = ['node:fs', 'node:fs/promises', 'node:child_process', 'node:os', 'node:process'];
  const ofCommandLine = /^(?:platform|cli|[a-z]+\/(?:commands|entries))\//;
  const outside = (file: string) => !ofCommandLine.test(file) && !isPlugin(file);
  const broken = imports.filter(({ from, to }) => outside(from) && modules.includes(to));
  assert.deepEqual(broken.map(importLine), []);
  // The guard's tables contain function names of other programs, in quotes.
  const unquoted = (file: string) =>
    file.startsWith('guard/code/')
      ? (texts.get(file) ?? '').replace(/'[^'\n]*'|`[^`]*`/g, '')
      : (texts.get(file) ?? '');
  const speakers = files.filter((file) => outside(file) && machine.test(withoutTextLines(unquoted(file))));
  assert.deepEqual(speakers, [namesSystem]);
  assert.equal(
    texts
      .get(namesSystem)
      ?.match(/\bprocess\b[.\w]*/g)
      ?.join(),
    'process.platform',
  );
});

/** Files outside packages/anyhook/src/agents that name agents as examples for people. */
const examples: Readonly<Record<string, string>> = {
  'flow/feature.ts': 'the package has the name of the protocol',
  'flow/at-terminal.ts': 'so has its command',
};

test('no agent is named outside its own folder', () => {
  const outside = files.filter((file) => !file.startsWith('agents/') && !Object.hasOwn(examples, file));
  const broken = agents.flatMap(({ name }) =>
    outside
      .filter((file) => namesAgent(name, file, withoutComments(texts.get(file) ?? '')))
      .map((file) => `${file}: ${name}`),
  );
  assert.deepEqual(broken, []);
});

test('every exception to the rule against agent names is needed', () => {
  const idle = Object.keys(examples).filter(
    (file) => !agents.some(({ name }) => namesAgent(name, file, withoutComments(texts.get(file) ?? ''))),
  );
  assert.deepEqual(idle, []);
});

test('the search for agent names finds a comparison, an option and a string, and ignores format names', () => {
  const finds = (name: string, text: string) => namesAgent(name, 'answer/x.ts', text);
  assert.ok(finds('pi', "if (event.host === 'pi') return;"));
  assert.ok(finds('claude-code', "const one = { 'claude-code': 1 };"));
  assert.ok(finds('flow', "agent.name !== 'flow'"));
  assert.ok(finds('flow', "agentNamed('flow')"));
  assert.ok(!finds('flow', "hook.dialect === 'flow' && { dialect: 'flow' }"));
  assert.ok(finds(canonical.name, "report.host === 'anyhook'"));
  assert.ok(finds(canonical.name, "['--host', 'anyhook']"));
  assert.ok(!finds(canonical.name, "new Command('anyhook')"));
});

/** Whether this code names the agent in quotes. */
function namesAgent(name: string, file: string, text: string): boolean {
  // anyhook is the name of the product too, so only uses as an agent count.
  if (name === canonical.name)
    return new RegExp(
      `(?:\\b(?:agent|host)\\w*(?:\\??\\.name)?\\s*(?:[=!]==|\\?\\?|:)|--host['"],|Agent\\w*\\()\\s*['"]${name}['"]`,
    ).test(text);
  // A format may have the same name; there it is the format's.
  const isFormat = formatNames().includes(name);
  if (isFormat && (file.startsWith('formats/') || file === 'core/hook.ts')) return false;
  const own = isFormat
    ? text.replace(new RegExp(`\\b(?:dialect|format)\\s*(?:[=!]==|:)\\s*['"]${name}['"]`, 'g'), '')
    : text;
  return new RegExp(`['"\`]${name}['"\`]`).test(own);
}

/** The two protocols that parts of the program implement. */
const imported: Readonly<Record<string, string>> = {
  'agents/flow/': 'the engine contract (run-hook, policies, conformance, telemetry) is about this protocol',
  'agents/canonical/': "the product's own words: library, CLI, tasks and runtime make events in them",
};

test('agents are imported through the table; only the two protocols are imported by folder', () => {
  const broken = ours.filter(
    ({ from, to }) =>
      !from.startsWith('agents/') &&
      /^agents\/(?!kit\/)[^/]+\//.test(to) &&
      !Object.keys(imported).some((folder) => to.startsWith(folder)),
  );
  assert.deepEqual(broken.map(importLine), []);
});

test('an install imports only the kit and Node, so that codecs stay in one bundle chunk', () => {
  const broken = imports.filter(
    ({ from, to, kind }) =>
      /^agents\/(?!kit\/)[^/]+\/install\.ts$/.test(from) &&
      kind !== 'type' &&
      !to.startsWith('agents/kit/') &&
      !to.startsWith('node:'),
  );
  assert.deepEqual(broken.map(importLine), []);
});

/** Files that name a format although they are not in its folder, and why. */
const namedFormats: Readonly<Record<string, string>> = {
  'flow/policy.ts': 'the engine contract is the protocol of flow hooks',
  'flow/run-hook.ts': 'the engine contract is the protocol of flow hooks',
  'hooks/presets.ts': 'the hooks that come with anyhook are HOOK.md folders',
};

test('no format is named outside its own folder and the table of formats', () => {
  const isTable = (file: string) => file === 'formats/index.ts';
  // This row names the hook files that the agent runs itself.
  const isAgent = (file: string) => /^agents\/[^/]+\/agent\.ts$/.test(file);
  const broken = files.filter((file) => {
    if (isTable(file) || isAgent(file)) return false;
    const named = new Set(formatsNamedIn(withoutComments(texts.get(file) ?? '')));
    return Object.entries(formatFolders).some(([format, folder]) => {
      // An agent's format may have the agent's name.
      if (file.startsWith(folder) || (file.startsWith('agents/') && agents.some(({ name }) => name === format)))
        return false;
      const isOwn = folder.startsWith('formats/');
      return named.has(format) || (isOwn && ours.some(({ from, to }) => from === file && to.startsWith(folder)));
    });
  });
  assert.deepEqual(broken, Object.keys(namedFormats));
});

test('the search for format names finds comparisons, fields, look-ups and tables, but not ordinary words', () => {
  for (const text of [
    "if (hook.dialect === 'ability') return;",
    "const isPlugin = 'claude' !== hook.dialect;",
    "to.name === 'ability' ? a : b",
    "{ id: 'x', dialect: 'flow' }",
    "formats['flow'].events; formats.docker.tools; formatNamed('claude')",
    "const folders = { claude: 'hooks', flow: '.agents/hooks' };",
    "name.endsWith('.json') ? 'hook-md' : undefined",
  ])
    assert.notDeepEqual(formatsNamedIn(text), [], text);
  for (const text of [
    "{ kind: 'ability', id }",
    "agent.name === 'flow'",
    "const word = plural ? 'abilities' : 'ability';",
  ])
    assert.deepEqual(formatsNamedIn(text), [], text);
});

test('the start path of `anyhook run` loads no parser, schema or command-line library, and no slow part of Node', () => {
  const libraries = [
    'yaml',
    'valibot',
    'jsonc-parser',
    'commander',
    'minimatch',
    're2js',
    'picocolors',
    'ajv',
    'unbash',
  ];
  const heavy = [...libraries, 'node:crypto', 'node:child_process', 'node:net', 'node:http', 'node:os'];
  const seen = new Set(['cli/entries/run.ts']);
  for (const file of seen) {
    for (const { from, to, kind } of imports) if (from === file && kind === 'static') seen.add(to);
  }
  assert.ok(seen.has('engine/decide.ts'), 'the walk reaches the engine');
  assert.deepEqual(
    [...seen].filter((file) => file.startsWith('guard/')),
    [],
  );
  assert.deepEqual(
    heavy.filter((name) => seen.has(name)),
    [],
  );
});

test('the resident engine loads HTTP and the tool runner only with the first client of its runtime', () => {
  const seen = new Set(['cli/entries/resident.ts', 'abilities/runtime/runtime-socket.ts']);
  for (const file of seen) {
    for (const { from, to, kind } of imports) if (from === file && kind === 'static') seen.add(to);
  }
  assert.ok(seen.has('answer/resident-engine.ts'), 'the walk reaches the engine');
  const late = [
    'node:http',
    'abilities/runtime/http.ts',
    'abilities/tasks/tool-runner.ts',
    'abilities/tasks/store/open-task-store.ts',
    'ajv',
    'libsql',
  ];
  assert.deepEqual(
    late.filter((name) => seen.has(name)),
    [],
  );
});

test('a fleet policy is fetched only by its own process and by commands, never for an event', () => {
  const usersOf = (file: string) =>
    ours.filter(({ to, kind }) => to === file && kind !== 'type').map(({ from }) => from);
  assert.deepEqual(usersOf('platform/net/fetch-file.ts').sort(), ['fleet/commands/join.ts', 'fleet/fetch-policy.ts']);
  assert.deepEqual(usersOf('fleet/fetch-policy.ts'), ['fleet/check-fleet.ts']);
  const doors = usersOf('fleet/check-fleet.ts').filter((file) => !file.startsWith('fleet/commands/'));
  // The part that commands load only finds out which fleet this is.
  assert.deepEqual(doors, [
    'fleet/at-terminal.ts',
    'fleet/entries/fleet.ts',
    'fleet/hub-connection.ts',
    'fleet/sync-fleet.ts',
  ]);
  const workers = usersOf('fleet/sync-fleet.ts').filter((file) => !file.startsWith('fleet/commands/'));
  assert.deepEqual(workers, ['fleet/entries/fleet.ts']);
  assert.deepEqual(usersOf('fleet/ship-audit.ts'), ['fleet/sync-fleet.ts']);
  assert.deepEqual(usersOf('fleet/hub-connection.ts'), ['fleet/entries/fleet.ts']);
});

test('the command parts of features are loaded only by commands and doctor', () => {
  const users = files.filter(
    (file) => !isFeature(file) && /\batTerminal\b/.test(withoutTextLines(texts.get(file) ?? '')),
  );
  assert.deepEqual(users, ['cli/main.ts', 'doctor/examine.ts', 'feature.ts', 'ui/start-ui.ts']);
});

test('no module that answers events can load fleet networking, not even lazily', () => {
  const entries = ['run', 'client', 'resident', 'serve'].map((name) => `cli/entries/${name}.ts`);
  const reached = new Set([...entries, 'flow/entries/run-hook.ts']);
  for (const file of reached)
    for (const { from, to, kind } of ours)
      if (from === file && kind !== 'type' && !to.endsWith('/at-terminal.ts')) reached.add(to);
  const fleetNetwork = [
    ...[
      'fleet/hub-client.ts',
      'fleet/fetch-policy.ts',
      'fleet/ship-audit.ts',
      'fleet/otlp-logs.ts',
      'fleet/watch-hub.ts',
    ],
    ...['platform/net/fetch-file.ts', 'platform/net/line-stream.ts'],
  ];
  for (const file of fleetNetwork)
    assert.ok(
      ours.some(({ to }) => to === file),
      `${file} is not there any more`,
    );
  assert.deepEqual(
    fleetNetwork.filter((file) => reached.has(file)),
    [],
  );
  assert.ok(reached.has('fleet/active-policy.ts'), 'the policy itself is read for an event');
});

test('only the hub imports or depends on NATS, and nothing imports the hub', () => {
  const broken = imports.filter(({ to }) => /^@nats-io\/|(?:^|\/)packages\/hub\//.test(to));
  assert.deepEqual(broken.map(importLine), []);
  const manifest = JSON.parse(readFileSync('packages/anyhook/package.json', 'utf8'));
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest;
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies });
  assert.deepEqual(
    names.filter((name) => name.startsWith('@nats-io/')),
    [],
  );
  assert.ok(!manifest.files.some((path: string) => path.includes('hub')), 'the hub is a package of its own');
});

test('OpenTelemetry is loaded only by the sender, and only to send to it', () => {
  const users = imports.filter(({ to }) => to.startsWith('@opentelemetry/'));
  assert.deepEqual([...new Set(users.map(({ from }) => from))], ['telemetry/otel.ts']);
  assert.deepEqual(
    users.filter(({ kind }) => kind === 'static'),
    [],
  );
  const loaders = imports.filter(({ to, kind }) => to === 'telemetry/otel.ts' && kind !== 'lazy');
  assert.deepEqual(loaders.map(importLine), []);
});

test('the MCP library is loaded only by the MCP server and MCP abilities, when they are used', () => {
  const users = imports.filter(({ to, kind }) => to.startsWith('@modelcontextprotocol/') && kind !== 'type');
  const homes = /^(?:abilities\/mcp\/|abilities\/tasks\/execute\/mcp[-.])/;
  assert.deepEqual(users.filter(({ from }) => !homes.test(from)).map(importLine), []);
  const heavy = new Set(users.map(({ from }) => from));
  const outside = ours.filter(({ from, to, kind }) => heavy.has(to) && kind === 'static' && !homes.test(from));
  assert.deepEqual([...new Set(outside.map(({ from }) => from))], ['abilities/entries/mcp.ts']);
  const doors = ['abilities/entries/mcp.ts', 'abilities/tasks/execute/mcp.ts'];
  const loaders = ours.filter(({ to, kind }) => doors.includes(to) && kind !== 'type');
  assert.deepEqual(loaders.map(importLine), [
    'abilities/commands/mcp.ts imports abilities/entries/mcp.ts (lazy)',
    'abilities/tasks/execute/index.ts imports abilities/tasks/execute/mcp.ts (lazy)',
  ]);
});

test('secretlint is loaded only by the second scan for secrets, when it scans', () => {
  const users = imports.filter(({ to, kind }) => to.startsWith('@secretlint/') && kind !== 'type');
  const only = 'redact/secretlint.ts imports @secretlint/secretlint-rule-preset-recommend (lazy)';
  assert.deepEqual(users.map(importLine), [only]);
});

/** The modules that a module loads at once. */
function loadedWith(start: string): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const file of reached)
    for (const { from, to, kind } of ours) if (from === file && kind === 'static' && !isLazy(to)) reached.add(to);
  return reached;
}

test('a harmless shell call loads no rules and no reader of another language', () => {
  const loaded = [...loadedWith('guard/guard.ts')];
  assert.deepEqual(
    loaded.filter((file) =>
      /^guard\/(?:sql|powershell)\/|^guard\/code\/(?!index)|^guard\/rules\/(?:judge|config)/.test(file),
    ),
    [],
  );
});

test('the start path contains only the codecs that every event needs', () => {
  const codecs = [...loadedWith('cli/entries/run.ts')].filter((file) =>
    /^(?:formats|agents)\/(?!kit\/)[^/]+\/(?:(?:format-)?codec|encode)\.ts$/.test(file),
  );
  assert.deepEqual(codecs, ['formats/flow/codec.ts']);
  const loadedLater = files.filter((file) => /^(?:agents|formats)\//.test(file) && isLazy(file));
  assert.ok(loadedLater.length > 25, `${loadedLater.length} codecs are loaded later`);
});

test('the import reader finds static, lazy and type imports', () => {
  const kinds = (text: string) => importsIn('a/b.ts', text).map(({ to, kind }) => `${kind} ${to}`);
  assert.deepEqual(kinds("import { x } from '../core/x.js';"), ['static core/x.ts']);
  assert.deepEqual(kinds("import type { X } from './x.js';"), ['type a/x.ts']);
  assert.deepEqual(kinds("import { type X, type Y } from './x.js';"), ['type a/x.ts']);
  assert.deepEqual(kinds("import { type X, y } from './x.js';"), ['static a/x.ts']);
  assert.deepEqual(kinds("export * from 'yaml';"), ['static yaml']);
  assert.deepEqual(kinds("import 'side/effect';"), ['static side/effect']);
  assert.deepEqual(kinds("const x = await import('./x.js');"), ['lazy a/x.ts']);
});

/** The formats that a text names as formats; `ability`, `claude` and `flow` are also words or agents. */
function formatsNamedIn(text: string): readonly string[] {
  const field = String.raw`\b(?:dialect|format|codec|from|to|target)(?:\??\.name)?`;
  const named = Object.keys(formatFolders).filter((name) => {
    const quoted = `['"\`]${name}['"\`]`;
    const uses = [
      String.raw`${field}\s*(?:[!=]==|:|=)\s*${quoted}`,
      String.raw`${quoted}\s*[!=]==\s*(?:[\w?]+\.)*${field}`,
      String.raw`\bformats(?:\.${name}\b|\[${quoted})|\bformatNamed\(${quoted}`,
      ...(['hook-md', 'docker'].includes(name) ? [quoted] : []),
    ];
    return uses.some((use) => new RegExp(use).test(text));
  });
  // Two of the names as keys: a table by format.
  // A cursor is also a place in a list of pages.
  const keyNames = Object.keys(formatFolders).filter((name) => name !== 'cursor');
  const keys = keyNames.filter((name) => new RegExp(String.raw`(?:^|[{,\s])['"]?${name}['"]?:\s`).test(text));
  return keys.length > 1 ? [...new Set([...named, ...keys])] : named;
}

/** The code without lines that are only a string, such as those of a script written for a user. */
function withoutTextLines(text: string): string {
  return withoutComments(text).replace(/^\s*['"`].*$/gm, '');
}

/** The groups of files from which imports lead back to themselves. */
function cycles(groupOf: (file: string) => string): readonly string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of ours) {
    // The list of features is on top of everything, and its rows are passed down.
    if (isPlugin(from) || from === 'features.ts' || groupOf(from) === groupOf(to)) continue;
    next.set(groupOf(from), (next.get(groupOf(from)) ?? new Set()).add(groupOf(to)));
  }
  return [...next.keys()].filter((start) => {
    const seen = new Set(next.get(start));
    for (const group of seen) for (const other of next.get(group) ?? []) seen.add(other);
    return seen.has(start);
  });
}

function importLine({ from, to, kind }: SourceImport): string {
  return `${from} imports ${to} (${kind})`;
}
