import { inWorkflow, type PolicyCase, policyRow, stateText as state } from './flow-world.js';
import type { UpstreamRow } from './upstream-row.js';

const strict = { FLOW_AGENTS_GOAL_FIT_STRICT: 'true' };
const gates = '\n## Definition Of Done\n- [x] done\n\n## Goal Fit Gate\n- [x] fits\n';
const artifactText = (status: string, type = 'deliver', more = '') =>
  `# T\n\n${status ? `status: ${status}\n` : ''}type: ${type}\n${more}${gates}`;
const stopRow = (
  id: string,
  files: Readonly<Record<string, string>>,
  upstream: string,
  more: Partial<PolicyCase> = {},
): UpstreamRow =>
  policyRow({
    id,
    upstream,
    policy: 'stop-goal-fit',
    payload: { hook_event_name: 'Stop' },
    files,
    env: strict,
    ...more,
  });

const delivered = state({ status: 'delivered', next_action: { status: 'done', summary: 'none' } });

/** The results of stop-goal-fit for workspaces, in strict mode. */
export const flowStopRows: readonly UpstreamRow[] = [
  ...['executed', 'reviewing', 'needs-decision', 'partial', 'todo', 'paused', 'blocked'].map((status) =>
    stopRow(
      `an artifact that is ${status} is unfinished`,
      { [inWorkflow('t--deliver.md')]: artifactText(status) },
      'blocks',
      {
        has: new RegExp(`status:${status}`),
      },
    ),
  ),
  stopRow('an artifact without a status is unfinished', { [inWorkflow('t--deliver.md')]: artifactText('') }, 'blocks', {
    has: /has no status/,
  }),
  ...['delivery', 'fix-bug', 'execute-plan', 'verify-work'].map((type) =>
    stopRow(
      `an artifact of type ${type} is checked`,
      { [inWorkflow('x.md')]: artifactText('executing', type) },
      'blocks',
    ),
  ),
  ...['t--deliver-notes.md', 't--fix-bug.md', 't--verify-work.md'].map((name) =>
    stopRow(`a file ${name} is checked`, { [inWorkflow(name)]: artifactText('executing', 'x') }, 'blocks'),
  ),
  ...['plan', 'review'].map((role) =>
    stopRow(
      `an artifact with role ${role} is left out`,
      { [inWorkflow('t--deliver.md')]: artifactText('executing', 'deliver', `role: ${role}\n`) },
      'allows',
    ),
  ),
  stopRow('the archive is left out', { '.flow-agents/archive/t--deliver.md': artifactText('executing') }, 'allows'),
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
        [inWorkflow('t--deliver.md')]: artifactText('delivered'),
        [inWorkflow(name)]: text,
      },
      'blocks',
      { has },
    ),
  ),
  stopRow(
    'sidecars that keep their schemas pass',
    {
      [inWorkflow('t--deliver.md')]: artifactText('delivered'),
      [inWorkflow('state.json')]: delivered,
      [inWorkflow('evidence.json')]:
        '{"schema_version":"1.0","task_slug":"t","verdict":"pass","checks":[{"id":"a","kind":"test","status":"pass","summary":"s"}]}',
      [inWorkflow('critique.json')]:
        '{"schema_version":"1.0","task_slug":"t","status":"pass","required":true,"updated_at":"x","critiques":[]}',
      [inWorkflow('acceptance.json')]:
        '{"schema_version":"1.0","task_slug":"t","criteria":[{"id":"a","description":"d","status":"pass"}],"goal_fit":{"status":"pass","summary":""}}',
      [inWorkflow('handoff.json')]: '{"schema_version":"1.0","task_slug":"t","summary":"s","next_steps":[]}',
    },
    'allows',
    { env: { ...strict, FLOW_AGENTS_REQUIRE_SIDECARS: 'true', FLOW_AGENTS_REQUIRE_CRITIQUE: 'true' } },
  ),
  ...['state', 'evidence', 'acceptance', 'handoff'].map((name) =>
    stopRow(
      `${name}.json is one of the sidecars that can be required`,
      {
        [inWorkflow('t--deliver.md')]: artifactText('delivered'),
      },
      'blocks',
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
        [inWorkflow('t--deliver.md')]: artifactText('delivered'),
        [inWorkflow('state.json')]: state({ status: 'delivered', next_action: { status, summary: 'ask Ann' } }),
      },
      'blocks',
      { has: new RegExp(`the next action is ${status}: ask Ann`) },
    ),
  ),
  stopRow(
    'an open Final Acceptance only warns',
    {
      [inWorkflow('t--deliver.md')]: `${artifactText('delivered')}\n## Final Acceptance\n- [ ] CI is green\n`,
    },
    'allows',
    { has: /Final Acceptance, not checked: CI is green/ },
  ),
  stopRow(
    'a check that is not-verified, with a hyphen, counts',
    {
      [inWorkflow('t--deliver.md')]: artifactText('delivered'),
      [inWorkflow('evidence.json')]:
        '{"schema_version":"1.0","task_slug":"t","verdict":"pass","checks":[{"id":"a","kind":"test","status":"not-verified","summary":"s"}]}',
    },
    'blocks',
    { has: /check a is not-verified/ },
  ),
  ...['done', 'accepted', 'archived'].map((status) =>
    stopRow(
      `an artifact that is ${status} is finished, whatever it lacks`,
      {
        [inWorkflow('t--deliver.md')]: `status: ${status}\ntype: deliver\n`,
      },
      'blocks',
      { env: { ...strict, FLOW_AGENTS_REQUIRE_SIDECARS: 'true' } },
    ),
  ),
  stopRow(
    'an active work behind a newer finished one counts',
    {
      '.flow-agents/older/older--deliver.md': artifactText('executing'),
      [inWorkflow('t--deliver.md')]: artifactText('done'),
    },
    'allows',
    { has: /older--deliver\.md/, old: ['.flow-agents/older/older--deliver.md'] },
  ),
  stopRow(
    'the artifact of an executed plan is no plan',
    { [inWorkflow('t--execute-plan.md')]: artifactText('executing', 'execute-plan') },
    'allows',
  ),
  stopRow(
    'files of .flow-agents itself and of deeper folders are not read',
    {
      '.flow-agents/t--deliver.md': artifactText('executing'),
      '.flow-agents/t/deep/t--deliver.md': artifactText('executing'),
    },
    'blocks',
  ),
  stopRow('a lone state.json is unfinished work', { [inWorkflow('state.json')]: state() }, 'allows', {
    has: /in_progress/,
  }),
  stopRow(
    'an open finding counts although the critique is not required',
    {
      [inWorkflow('t--deliver.md')]: artifactText('delivered'),
      [inWorkflow('critique.json')]:
        '{"schema_version":"1.0","task_slug":"t","status":"pass","required":false,"updated_at":"x","critiques":[{"findings":[{"status":"open","description":"leak"}]}]}',
    },
    'allows',
    { has: /open finding: leak/ },
  ),
  stopRow(
    'headings of any level, any case, and other lists are read',
    {
      [inWorkflow('t--deliver.md')]:
        'status: delivered\ntype: deliver\n### definition of done:\n* [x] a\n### Goal fit gate\n1. [ ] b\n',
    },
    'blocks for a missing heading',
    { word: (text) => (/no "Definition/.test(text) ? 'blocks for a missing heading' : 'blocks for the open item') },
  ),
  stopRow(
    'fields that a later version adds to a sidecar are no error',
    {
      [inWorkflow('t--deliver.md')]: artifactText('delivered'),
      [inWorkflow('state.json')]: JSON.stringify({ ...JSON.parse(delivered), flow_run: {} }),
    },
    'blocks',
  ),
];
