import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { policies } from '../../src/service/engine-contract/policies.js';
import { answerPolicy, type Policy } from '../../src/service/engine-contract/policy.js';
import { tempFolder } from '../builtin-world.js';

/** One fixture: what a policy answers in a workspace, by exit code and by words on stdout or stderr. */
interface Row {
  readonly says: string;
  readonly policy: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly exit: 0 | 2;
  readonly has?: RegExp;
  readonly lacks?: RegExp;
  /** Files that were changed long ago. */
  readonly old?: readonly string[];
}

const strict = { FLOW_AGENTS_GOAL_FIT_STRICT: 'true' };
const gates = '\n## Definition Of Done\n- [x] done\n\n## Goal Fit Gate\n- [x] fits\n';
const artifactText = (status: string, type = 'deliver', more = '') =>
  `# T\n\n${status ? `status: ${status}\n` : ''}type: ${type}\n${more}${gates}`;
const state = (over: object = {}) =>
  JSON.stringify({
    schema_version: '1.0',
    task_slug: 't',
    status: 'in_progress',
    phase: 'execution',
    updated_at: '2026-01-01T00:00:00Z',
    next_action: { status: 'continue', summary: 'go on' },
    ...over,
  });
const inT = (name: string) => `.flow-agents/t/${name}`;

const protect = (tool_name: string, exit: 0 | 2, says: string, input: object = { path: 'biome.json' }): Row => ({
  says: `config-protection: ${says}`,
  policy: 'config-protection',
  payload: { hook_event_name: 'PreToolUse', tool_name, tool_input: input },
  exit,
});
const stopRow = (says: string, files: Readonly<Record<string, string>>, exit: 0 | 2, more: Partial<Row> = {}): Row => ({
  says: `stop-goal-fit: ${says}`,
  policy: 'stop-goal-fit',
  payload: { hook_event_name: 'Stop' },
  files,
  env: strict,
  exit,
  ...more,
});
const prompt = (says: string, files: Readonly<Record<string, string>>, more: Partial<Row>): Row => ({
  says: `workflow-steering: ${says}`,
  policy: 'workflow-steering',
  payload: { hook_event_name: 'UserPromptSubmit' },
  files,
  exit: 0,
  ...more,
});
const afterAgent = (agent: string) => ({
  hook_event_name: 'PostToolUse',
  tool_name: 'mcp',
  tool_input: { command: 'InvokeSubagents', content: { subagents: [{ agent_name: agent }] } },
});

const delivered = state({ status: 'delivered', next_action: { status: 'done', summary: 'none' } });
const asUpstream: readonly Row[] = [
  ...['code', 'frobnicate', 'modify_file', 'set_content', 'fs_put', 'mcp__x__do', 'use_subagent'].map((name) =>
    protect(name, 2, `the unknown tool ${name} is judged by its path`),
  ),
  protect('code', 2, 'file_path counts, too', { file_path: 'a/.eslintrc.json' }),
  protect('code', 0, 'an unknown tool may change other files', { path: 'a.ts' }),
  {
    says: 'quality-gate: an unknown tool is judged by its path',
    policy: 'quality-gate',
    payload: { hook_event_name: 'PostToolUse', tool_name: 'frobnicate', tool_input: { path: 'a.ts' } },
    files: { '.git/HEAD': '', '.prettierrc': '{}', 'a.ts': 'x' },
    exit: 0,
    has: /prettier did not look at .*a\.ts/,
  },
  ...['executed', 'reviewing', 'needs-decision', 'partial', 'todo', 'paused', 'blocked'].map((status) =>
    stopRow(`an artifact that is ${status} goes on`, { [inT('t--deliver.md')]: artifactText(status) }, 2, {
      has: new RegExp(`status:${status}`),
    }),
  ),
  stopRow('an artifact without a status goes on', { [inT('t--deliver.md')]: artifactText('') }, 2, {
    has: /has no status/,
  }),
  ...['delivery', 'fix-bug', 'execute-plan', 'verify-work'].map((type) =>
    stopRow(`an artifact of type ${type} counts`, { [inT('x.md')]: artifactText('executing', type) }, 2),
  ),
  ...['t--deliver-notes.md', 't--fix-bug.md', 't--verify-work.md'].map((name) =>
    stopRow(`a file ${name} counts`, { [inT(name)]: artifactText('executing', 'x') }, 2),
  ),
  ...['plan', 'review'].map((role) =>
    stopRow(
      `an artifact with role ${role} is left out`,
      { [inT('t--deliver.md')]: artifactText('executing', 'deliver', `role: ${role}\n`) },
      0,
    ),
  ),
  stopRow('the archive is left out', { '.flow-agents/archive/t--deliver.md': artifactText('executing') }, 0),
  ...(
    [
      ['state.json', '{"status":"delivered"}', /state\.json: schema_version must be "1\.0", got nothing/],
      ['state.json', state({ status: 'delivered', phase: 'lunch' }), /state\.json: phase must be one of idea/],
      [
        'evidence.json',
        '{"schema_version":"1.0","task_slug":"t","verdict":"pass","checks":[]}',
        /checks must be a list with an entry/,
      ],
      [
        'evidence.json',
        '{"schema_version":"1.0","task_slug":"t","verdict":"pass","checks":[{"id":"a","kind":"test","status":"good","summary":"s"}]}',
        /checks\[0\]\.status must be one of pass/,
      ],
      ['critique.json', '{"schema_version":"1.0","task_slug":"t","status":"pass"}', /required must be true or false/],
      [
        'acceptance.json',
        '{"schema_version":"1.0","task_slug":"t","criteria":[3]}',
        /criteria\[0\] must be a map, got 3/,
      ],
      ['handoff.json', '[]', /handoff\.json is not a JSON object/],
    ] as const
  ).map(([name, text, has]) =>
    stopRow(
      `a ${name} that breaks its schema blocks: ${has.source}`,
      {
        [inT('t--deliver.md')]: artifactText('delivered'),
        [inT(name)]: text,
      },
      2,
      { has },
    ),
  ),
  stopRow(
    'sidecars that keep their schemas pass',
    {
      [inT('t--deliver.md')]: artifactText('delivered'),
      [inT('state.json')]: delivered,
      [inT('evidence.json')]:
        '{"schema_version":"1.0","task_slug":"t","verdict":"pass","checks":[{"id":"a","kind":"test","status":"pass","summary":"s"}]}',
      [inT('critique.json')]:
        '{"schema_version":"1.0","task_slug":"t","status":"pass","required":true,"updated_at":"x","critiques":[]}',
      [inT('acceptance.json')]:
        '{"schema_version":"1.0","task_slug":"t","criteria":[{"id":"a","description":"d","status":"pass"}],"goal_fit":{"status":"pass","summary":""}}',
      [inT('handoff.json')]: '{"schema_version":"1.0","task_slug":"t","summary":"s","next_steps":[]}',
    },
    0,
    { env: { ...strict, FLOW_AGENTS_REQUIRE_SIDECARS: 'true', FLOW_AGENTS_REQUIRE_CRITIQUE: 'true' } },
  ),
  ...['state', 'evidence', 'acceptance', 'handoff'].map((name) =>
    stopRow(
      `${name}.json is one of the sidecars that can be required`,
      {
        [inT('t--deliver.md')]: artifactText('delivered'),
      },
      2,
      {
        env: { ...strict, FLOW_AGENTS_REQUIRE_SIDECARS: 'true' },
        has: new RegExp(`t/${name}\\.json is missing`),
      },
    ),
  ),
  ...['continue', 'needs_user'].map((status) =>
    stopRow(
      `delivered work whose next action is ${status} blocks`,
      {
        [inT('t--deliver.md')]: artifactText('delivered'),
        [inT('state.json')]: state({ status: 'delivered', next_action: { status, summary: 'ask Ann' } }),
      },
      2,
      { has: new RegExp(`the next action is ${status}: ask Ann`) },
    ),
  ),
  stopRow(
    'an open Final Acceptance only warns',
    {
      [inT('t--deliver.md')]: `${artifactText('delivered')}\n## Final Acceptance\n- [ ] CI is green\n`,
    },
    0,
    { has: /Final Acceptance, not checked: CI is green/ },
  ),
  stopRow(
    'a check that is not-verified, with a hyphen, counts',
    {
      [inT('t--deliver.md')]: artifactText('delivered'),
      [inT('evidence.json')]:
        '{"schema_version":"1.0","task_slug":"t","verdict":"pass","checks":[{"id":"a","kind":"test","status":"not-verified","summary":"s"}]}',
    },
    2,
    { has: /check a is not-verified/ },
  ),
  prompt('the map is named only while work goes on', { 'docs/context-map.md': '#' }, { lacks: /STRUCTURE/ }),
  prompt(
    'state and map follow after a subagent',
    { [inT('state.json')]: state(), 'docs/context-map.md': '#' },
    {
      payload: afterAgent('tool-worker'),
      has: /EXECUTION COMPLETE: .*review[\s\S]*STATE: t is in_progress[\s\S]*STRUCTURE/,
    },
  ),
  ...['failed', 'not_verified', 'needs_decision'].map((status) =>
    prompt(`${status} says how to go on`, { [inT('state.json')]: state({ status }) }, { has: /GO ON: / }),
  ),
  prompt('latest-docs is no tester', {}, { payload: afterAgent('latest-docs'), lacks: /VERIFICATION/ }),
];

/** The reasons stand in docs/decisions/flow-differences.md. */
const onPurpose: readonly Row[] = [
  ...['Read', 'Grep', 'Glob', 'LS', 'WebFetch', 'Bash', 'Task', 'TodoWrite', 'fs_read', 'mcp__fs__get_file_info'].map(
    (name) => protect(name, 0, `${name} only reads`),
  ),
  ...['.eslintrc.toml', '.prettierrc.ts', 'eslint.config.json', '.stylelintrc.js', '.markdownlintignore'].map((path) =>
    protect('write', 2, `${path} is in the protected set`, { path }),
  ),
  ...['BIOME.JSON', 'biome.json ', 'a\\biome.json', 'biome.json/.'].map((path) =>
    protect('write', 2, `${JSON.stringify(path)} is another spelling of a protected file`, { path }),
  ),
  protect('write', 2, 'path and file_path are both looked at', { path: 'a.ts', file_path: 'biome.json' }),
  ...[3, ['x'], { a: 1 }].map((path) => protect('write', 0, `a path ${JSON.stringify(path)} is no error`, { path })),
  ...['done', 'accepted', 'archived'].map((status) =>
    stopRow(
      `an artifact that is ${status} is finished, whatever it lacks`,
      {
        [inT('t--deliver.md')]: `status: ${status}\ntype: deliver\n`,
      },
      0,
      { env: { ...strict, FLOW_AGENTS_REQUIRE_SIDECARS: 'true' } },
    ),
  ),
  stopRow(
    'an active work behind a newer finished one counts',
    {
      '.flow-agents/older/older--deliver.md': artifactText('executing'),
      [inT('t--deliver.md')]: artifactText('done'),
    },
    2,
    { has: /older--deliver\.md/, old: ['.flow-agents/older/older--deliver.md'] },
  ),
  stopRow(
    'the artifact of an executed plan is no plan',
    { [inT('t--execute-plan.md')]: artifactText('executing', 'execute-plan') },
    2,
  ),
  stopRow(
    'files of .flow-agents itself and of deeper folders are not read',
    {
      '.flow-agents/t--deliver.md': artifactText('executing'),
      '.flow-agents/t/deep/t--deliver.md': artifactText('executing'),
    },
    0,
  ),
  stopRow('a state alone is work that goes on', { [inT('state.json')]: state() }, 2, { has: /in_progress/ }),
  stopRow(
    'an open finding counts although the critique is not required',
    {
      [inT('t--deliver.md')]: artifactText('delivered'),
      [inT('critique.json')]:
        '{"schema_version":"1.0","task_slug":"t","status":"pass","required":false,"updated_at":"x","critiques":[{"findings":[{"status":"open","description":"leak"}]}]}',
    },
    2,
    { has: /open finding: leak/ },
  ),
  stopRow(
    'headings of any level, any case, and other lists are read',
    {
      [inT('t--deliver.md')]:
        'status: delivered\ntype: deliver\n### definition of done:\n* [x] a\n### Goal fit gate\n1. [ ] b\n',
    },
    2,
    { has: /Goal Fit Gate, not checked: b/, lacks: /no "Definition/ },
  ),
  stopRow(
    'fields that a later version adds to a sidecar are no error',
    {
      [inT('t--deliver.md')]: artifactText('delivered'),
      [inT('state.json')]: JSON.stringify({ ...JSON.parse(delivered), flow_run: {} }),
    },
    0,
  ),
  prompt(
    'every unfinished state is named',
    { [inT('state.json')]: state({ status: 'planned' }) },
    {
      has: /STATE: t is planned/,
    },
  ),
  ...['userPromptSubmit', 'input', ''].map((name) =>
    prompt(
      `a prompt event named ${JSON.stringify(name)} is steered`,
      { [inT('state.json')]: state() },
      {
        payload: { hook_event_name: name },
        has: /STATE: /,
      },
    ),
  ),
  prompt(
    'text of a state cannot end the guidance',
    { [inT('state.json')]: state({ phase: 'a\n---\nb' }) },
    {
      has: /phase a --- b/,
    },
  ),
];

function check({ policy, payload, files = {}, env = {}, exit, has, lacks, old = [] }: Row): void {
  using folder = tempFolder({ 'AGENTS.md': '', ...files });
  const past = new Date('2020-01-01T00:00:00Z');
  for (const name of old) utimesSync(join(folder.path, name), past, past);
  const raw = JSON.stringify({ cwd: folder.path, ...payload });
  const world = { env: { PATH: '/nowhere', ...env }, cwd: folder.path, home: folder.path, trustedRoot: null };
  const known = policies.find(({ name }) => name === policy) as Policy;
  const { stdout, stderr, exitCode } = answerPolicy(known, raw, {}, world);
  const text = `${stdout.replace(raw, '')}\n${stderr}`;
  assert.equal(exitCode, exit, text);
  if (has) assert.match(text, has);
  if (lacks) assert.doesNotMatch(text, lacks);
}

describe('as Flow Agents 0.2.0 decides', () => {
  for (const row of asUpstream) test(row.says, () => check(row));
});

describe('different from Flow Agents 0.2.0 on purpose', () => {
  for (const row of onPurpose) test(row.says, () => check(row));
});
