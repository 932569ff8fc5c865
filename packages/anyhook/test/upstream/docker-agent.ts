import type { FireReport } from '../../src/answer/fire-report.js';
import { dockerCodec } from '../../src/formats/docker/codec.js';
import { toolEvents } from '../../src/formats/docker/events.js';
import { testProject } from '../cli/harness.js';
import { dockerBuiltins } from './docker-builtins.js';
import { type DockerCase, decides, decisionAndMessage, decisionWord, fireDocker, runs, says } from './docker-world.js';
import type { Upstream, UpstreamRow } from './upstream-row.js';

const docker = dockerCodec();

const own = (fields: object) => JSON.stringify({ hook_specific_output: fields });
const allHooks = (events: readonly string[], hook: (event: string) => string): string =>
  `hooks:\n${events
    .map((event) => {
      const isTool = toolEvents.has(event);
      return `  ${event}: [${isTool ? `{matcher: "*", hooks: [${hook(event)}]}` : hook(event)}]`;
    })
    .join('\n')}\n`;

const timeouts: readonly UpstreamRow[] = [
  ['nothing', '', '60 s'],
  ['0', 'timeout: 0', '60 s'],
  ['less than nothing', 'timeout: -1', '60 s'],
  ['a number', 'timeout: 30', '30 s'],
].map(([what = '', more = '', upstream = '']) => ({
  id: `time limit: ${what}`,
  upstream,
  async ours(t) {
    const project = testProject(t, { '.agents/hooks.yaml': `hooks: {stop: [${runs('true', more)}]}\n` });
    const [hook] = await project.json<{ timeoutMs: number }[]>(['list', '--json', '--trust-project']);
    return `${(hook?.timeoutMs ?? 0) / 1000} s`;
  },
}));

/** docker-agent has two events for a compaction and a failure; later versions three for a call, two for its end. */
const pairs: readonly (readonly string[])[] = [
  ['tool_input_transform', 'tool_guard', 'pre_tool_use'],
  ['tool_response_transform', 'post_tool_use'],
  ['pre_compact', 'before_compaction'],
  ['on_error', 'notification'],
  ['on_max_iterations', 'notification'],
];
const events: readonly UpstreamRow[] = Object.keys(docker.events).map((event) => ({
  id: `event: ${event} runs its own hooks only`,
  upstream: pairs.find((pair) => pair.includes(event) && event !== 'notification')?.join(' ') ?? event,
  async ours(t) {
    const hook = (name: string) => runs(`cat >/dev/null; echo ${name} >> seen`);
    const file = allHooks(Object.keys(docker.events), hook);
    const { read } = await fireDocker(t, { event, hooks: [], files: { '.agents/hooks.yaml': file } });
    return read('seen').trim().split('\n').join(' ');
  },
}));

/** The requested fields of a hook's stdin. */
const stdin = (id: string, upstream: object, of: Omit<DockerCase, 'hooks'>): UpstreamRow => ({
  id: `stdin: ${id}`,
  upstream: JSON.stringify(upstream),
  async ours(t) {
    const { read } = await fireDocker(t, { ...of, hooks: [runs('cat > in.json')] });
    const seen = JSON.parse(read('in.json')) as Record<string, unknown>;
    return JSON.stringify(Object.fromEntries(Object.keys(upstream).map((key) => [key, seen[key] ?? null])));
  },
});
const inputs: readonly UpstreamRow[] = [
  stdin(
    'a call',
    {
      session_id: 'sess-9',
      hook_event_name: 'pre_tool_use',
      tool_name: 'shell',
      tool_input: { cmd: 'df -h', cwd: '.' },
    },
    { event: 'pre_tool_use', input: { command: 'df -h', cwd: '.' } },
  ),
  stdin('a stop', { stop_response: 'all is done' }, { event: 'stop', data: { response: 'all is done' } }),
  stdin(
    'a notification',
    { notification_level: 'warning', notification_message: 'look out' },
    { event: 'notification', data: { level: 'warning', message: 'look out' } },
  ),
  stdin('a prompt', { prompt: 'tidy up' }, { event: 'user_prompt_submit', prompt: 'tidy up' }),
  stdin(
    'a subagent that stopped',
    { agent_name: 'scout', stop_response: 'found it' },
    { event: 'subagent_stop', data: { subagent: { id: 'a', type: 'scout' }, response: 'found it' } },
  ),
  stdin(
    'a compaction, which has no summary yet',
    {
      hook_event_name: 'before_compaction',
      input_tokens: 12_345,
      output_tokens: 678,
      context_limit: 20_000,
      compaction_reason: 'overflow',
      summary: null,
    },
    {
      event: 'before_compaction',
      data: { inputTokens: 12_345, outputTokens: 678, contextLimit: 20_000, trigger: 'overflow' },
    },
  ),
];

const atTool = (id: string, upstream: string, hook: string, more: Partial<DockerCase> = {}): UpstreamRow =>
  decides(`pre_tool_use: ${id}`, upstream, { event: 'pre_tool_use', hooks: [hook], ...more });
const answers: readonly UpstreamRow[] = [
  atTool('empty JSON', 'goes on', says('{}')),
  atTool('continue: true', 'goes on', says('{"continue":true}')),
  atTool('continue: false', 'denied', says('{"continue":false}')),
  atTool('decision: block', 'denied', says('{"decision":"block","reason":"not this"}')),
  atTool('decision: allow', 'goes on', says('{"decision":"allow"}')),
  atTool('decision: approve', 'goes on', says('{"decision":"approve"}')),
  atTool('decision: ask', 'goes on', says('{"decision":"ask"}')),
  atTool('plain text', 'goes on', says('hello')),
  atTool('JSON that ends too early', 'goes on', says('{"decision":')),
  atTool('exit 2', 'denied', runs('exit 2')),
  atTool('exit 1', 'goes on', runs('exit 1')),
  atTool('exit 127', 'goes on', runs('no-such-program-here')),
  atTool('the script is missing', 'goes on', runs('./no-such.sh')),
  atTool('no hook for the tool', 'goes on', runs('exit 2'), { matcher: 'edit_file' }),
  atTool('the time is over', 'denied', runs('sleep 9', 'timeout: 0.3')),
  atTool('the folder is missing', 'denied', runs('true', 'working_dir: nowhere')),
  atTool('a type that nobody knows', 'denied', '{type: nope, command: x}'),
  atTool('a builtin that nobody knows', 'denied', '{type: builtin, command: nope}'),
  atTool('a builtin without a name', 'denied', '{type: builtin, command: ""}'),
  decides('post_tool_use: the time is over', 'goes on', {
    event: 'post_tool_use',
    hooks: [runs('sleep 9', 'timeout: 0.3')],
  }),
  decides('post_tool_use: an unknown builtin with on_error: block', 'denied', {
    event: 'post_tool_use',
    hooks: ['{type: builtin, command: nope, on_error: block}'],
  }),
  ...(
    [
      ['post_tool_use', '{"decision":"block","reason":"loop"}', 'denied'],
      ['post_tool_use', '{"continue":false,"stop_reason":"too dear"}', 'denied'],
      ['before_llm_call', '{"decision":"block","reason":"too dear"}', 'denied'],
      ['user_prompt_submit', '{"decision":"block","reason":"not that"}', 'denied'],
      ['pre_compact', '{"decision":"block","reason":"not now"}', 'denied'],
      ['permission_request', own({ permission_decision: 'allow' }), 'approved'],
      ['permission_request', own({ permission_decision: 'deny' }), 'denied'],
      ['turn_start', own({ permission_decision: 'allow' }), 'goes on'],
    ] as const
  ).map(([event, text, upstream]) => decides(`${event}: ${text}`, upstream, { event, hooks: [says(text)] })),
];

/** The decision with its reasons, which have our hook ids. */
const reasoned = (report: FireReport): string =>
  [decisionWord(report), report.reason?.replaceAll(/\[[^\]]*\] /g, '').replaceAll('\n', '; ')]
    .filter(Boolean)
    .join(': ');
const votes: readonly UpstreamRow[] = (
  [
    ['nobody', [], 'goes on'],
    ['one allows', [['allow', 'harmless']], 'approved: harmless'],
    ['one asks beside one that is silent', [[], ['ask', 'odd']], 'asks: odd'],
    [
      'allow, ask and deny',
      [
        ['allow', 'fine'],
        ['ask', 'hm'],
        ['deny', 'ruins it'],
      ],
      'denied: ruins it',
    ],
    [
      'two ask',
      [
        ['ask', 'one'],
        ['ask', 'two'],
      ],
      'asks: one',
    ],
  ] as readonly [string, readonly (readonly string[])[], string][]
).map(([what, given, upstream]) => ({
  id: `votes: ${what}`,
  upstream,
  async ours(t) {
    const hooks = given.map(([permission_decision, permission_decision_reason]) =>
      says(permission_decision ? own({ permission_decision, permission_decision_reason }) : '{}'),
    );
    return reasoned(await fireDocker(t, { event: 'pre_tool_use', hooks: hooks.length > 0 ? hooks : [says('')] }));
  },
}));

const matchers: readonly UpstreamRow[] = (
  [
    ['*', 'shell', true],
    ['', 'shell', true],
    ['shell', 'shell', true],
    ['shell', 'edit_file', false],
    ['shell|edit_file', 'shell', true],
    ['shell|edit_file', 'edit_file', true],
    ['shell|edit_file', 'write_file', false],
    ['mcp__.*', 'mcp__tracker__list_items', true],
    ['mcp__.*', 'shell', false],
    ['hel', 'shell', false],
  ] as const
).map(([matcher, tool, isRun]) => ({
  id: `matcher: "${matcher}" and ${tool}`,
  upstream: isRun ? 'runs' : 'does not run',
  async ours(t) {
    const of = { event: 'pre_tool_use', matcher, tool, input: {}, hooks: [runs('touch seen; echo x > seen')] };
    return (await fireDocker(t, of)).read('seen') === '' ? 'does not run' : 'runs';
  },
}));

const takeText = [
  ...['session_start', 'turn_start', 'post_tool_use', 'stop', 'user_prompt_submit', 'pre_compact'],
  ...['user_steering_messages_submit', 'user_followup_submit'],
];
const plainText: readonly UpstreamRow[] = Object.keys(docker.events).map((event) => ({
  id: `plain text: ${event}`,
  upstream: takeText.includes(event) ? 'context' : 'dropped',
  ours: async (t) =>
    (await fireDocker(t, { event, hooks: [says('a fact')] })).context.length > 0 ? 'context' : 'dropped',
}));

const summary = (text: string) => says(own({ hook_event_name: 'before_compaction', summary: text }));
const summaryRow = (id: string, upstream: string, hooks: readonly string[]): UpstreamRow => ({
  id: `before_compaction: ${id}`,
  upstream,
  async ours(t) {
    const report = await fireDocker(t, { event: 'before_compaction', hooks });
    return report.summary === undefined ? decisionAndMessage(report) : `summary ${report.summary}`;
  },
});
const summaries: readonly UpstreamRow[] = [
  summaryRow('plain text', 'goes on', [says('soon')]),
  summaryRow('exit 2', 'denied', [runs('echo keep >&2; exit 2')]),
  summaryRow('a summary', 'summary short', [summary('short')]),
  summaryRow('two summaries', 'summary one', [summary('one'), summary('two')]),
];

/** How often entries run that differ in one field only. */
export const twin = (id: string, upstream: string, first: string, second: string): UpstreamRow => ({
  id: `alike: ${id}`,
  upstream,
  async ours(t) {
    const hook = (more: string) => runs('cat >/dev/null; echo x >> "$HOME/seen"', more);
    const { hooks } = await fireDocker(t, { event: 'session_start', hooks: [hook(first), hook(second)] });
    return `${hooks.filter(({ outcome }) => outcome === 'ok').length} run`;
  },
});
const twins: readonly UpstreamRow[] = [
  twin('nothing differs', '1 run', '', ''),
  twin('arguments', '2 run', 'args: [a]', 'args: [b]'),
  twin('with and without arguments', '2 run', '', 'args: [a]'),
  twin('environment', '1 run', 'env: {A: "1"}', 'env: {A: "2"}'),
  twin('name', '1 run', 'name: one', 'name: two'),
];

/** Two hooks that wait for each other: they can only finish if they run at the same time. */
const concurrency = (event: string, seconds = 10): UpstreamRow => ({
  id: `two hooks: ${event}`,
  upstream: 'together',
  async ours(t) {
    const meet = (own: string, other: string) =>
      runs(
        `cat >/dev/null; touch ${own}; while [ ! -e ${other} ]; do sleep 0.02; done; echo x >> met`,
        `timeout: ${seconds}`,
      );
    const { read } = await fireDocker(t, { event, hooks: [meet('a', 'b'), meet('b', 'a')] });
    return read('met').length === 4 ? 'together' : 'one after another';
  },
});

const settings: UpstreamRow = {
  id: 'env and working_dir of a hook',
  upstream: 'from the entry in scripts',
  async ours(t) {
    const { context } = await fireDocker(t, {
      event: 'session_start',
      hooks: [runs('echo "$WHENCE in $(basename "$PWD")"', 'env: {WHENCE: from the entry}, working_dir: scripts')],
      files: { 'scripts/x': '' },
    });
    return context.join();
  },
};

/** pkg/hooks of docker-agent at the time of its example file with all events (May 2026). */
export const dockerAgent: Upstream = {
  name: 'docker-agent',
  rows: [
    ...timeouts,
    ...events,
    ...inputs,
    ...answers,
    ...votes,
    ...matchers,
    ...plainText,
    ...summaries,
    ...twins,
    ...['session_start', 'permission_request', 'before_compaction'].map((event) => concurrency(event)),
    // These wait for each other forever.
    ...['post_tool_use', 'user_prompt_submit'].map((event) => concurrency(event, 0.7)),
    settings,
    ...dockerBuiltins,
  ],
};
