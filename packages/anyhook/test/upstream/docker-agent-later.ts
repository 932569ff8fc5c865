import { twin } from './docker-agent.js';
import { type DockerCase, decides, decisionAndMessage, fireDocker, runs, says } from './docker-world.js';
import type { Upstream, UpstreamRow } from './upstream-row.js';

const own = (fields: object) => JSON.stringify({ hook_specific_output: fields });

/** Ways to fail, as the start of a hook's YAML. */
const failures: readonly (readonly [string, (more: string) => string])[] = [
  ['not ended: does not start', (more) => runs('true', `working_dir: nowhere, ${more}`)],
  ['not ended: the time is over', (more) => runs('sleep 9', `timeout: 0.2, ${more}`)],
  ['ended badly: exit 1', (more) => runs('exit 1', more)],
  ['ended badly: a program is missing', (more) => runs('no-such-program-here', more)],
  ['ended badly: JSON that ends too early', (more) => says('{"decision":', more)],
  ['ended badly: an unknown decision', (more) => says('{"decision":"blok"}', more)],
  ['ended badly: an unknown permission', (more) => says(own({ permission_decision: 'alow' }), more)],
];

/** A guard fails closed, whatever its entry says; others follow `on_error`. */
const failureRows: readonly UpstreamRow[] = ['pre_tool_use', 'before_llm_call'].flatMap((event) =>
  ['', 'warn', 'ignore', 'block'].flatMap((policy) =>
    failures.map(([what, hook]): UpstreamRow => {
      const isClosed = event === 'pre_tool_use' || policy === 'block';
      return {
        id: `failure: ${event}, on_error ${policy || 'not set'}, ${what}`,
        upstream: isClosed ? 'denied' : policy === 'ignore' ? 'goes on' : 'goes on, told',
        ours: async (t) =>
          decisionAndMessage(await fireDocker(t, { event, hooks: [hook(policy ? `on_error: ${policy}` : 'name: x')] })),
      };
    }),
  ),
);

const outputs: readonly UpstreamRow[] = [
  decides('output: plain text', 'goes on', { event: 'pre_tool_use', hooks: [says('a fact')] }),
  decides('output: two objects', 'denied', { event: 'pre_tool_use', hooks: [says('{} {}')] }),
  decides('output: an object and a word', 'denied', { event: 'pre_tool_use', hooks: [says('{} done')] }),
  ...[
    runs('exit 2'),
    says('{"decision":"block"}'),
    says('{"continue":false}'),
    says(own({ permission_decision: 'deny' })),
  ].map(
    (hook, i): UpstreamRow => ({
      id: `stop cannot block: ${['exit 2', 'decision', 'continue', 'permission_decision'][i]}`,
      upstream: 'goes on, told',
      ours: async (t) => decisionAndMessage(await fireDocker(t, { event: 'stop', hooks: [hook] })),
    }),
  ),
  ...['stop', 'post_tool_use', 'before_llm_call'].map(
    (event): UpstreamRow => ({
      id: `context that nobody reads: ${event}`,
      upstream: 'dropped',
      async ours(t) {
        const { context } = await fireDocker(t, { event, hooks: [says(own({ additional_context: 'a fact' }))] });
        return context.length > 0 ? 'context' : 'dropped';
      },
    }),
  ),
];

/** The input after all hooks, as docker-agent names its fields. */
const inputRow = (id: string, upstream: object | string, hooks: readonly string[], more: Partial<DockerCase> = {}) => ({
  id: `input: ${id}`,
  upstream: typeof upstream === 'string' ? upstream : JSON.stringify(upstream),
  ours: async (t: Parameters<UpstreamRow['ours']>[0]) => {
    const input = { command: 'first', cwd: 'work' };
    const report = await fireDocker(t, { event: 'pre_tool_use', hooks, input, ...more });
    if (report.input === undefined) return 'as it was';
    const { command: cmd, ...rest } = report.input as { command: string };
    return `${report.decision === 'deny' ? 'denied ' : ''}${JSON.stringify({ cmd, ...rest })}`;
  },
});
const rewrite = (cmd: string) => says(own({ updated_input: { cmd } }));
/** Appends a text to the command. */
const append = (text: string, more = '') =>
  runs(`jq -c '{hook_specific_output: {updated_input: {cmd: (.tool_input.cmd + "${text}")}}}'`, more);
const inputs: readonly UpstreamRow[] = [
  inputRow('each hook sees what the one before it wrote', { cmd: 'ls -l -h', cwd: 'work' }, [
    rewrite('ls'),
    append(' -l'),
    append(' -h'),
  ]),
  inputRow('an empty rewrite keeps every field', { cmd: 'first', cwd: 'work' }, [says(own({ updated_input: {} }))]),
  inputRow('no rewrite', 'as it was', [says('{}')]),
  inputRow('a hook that blocks does not undo a rewrite', 'denied {"cmd":"ls","cwd":"work"}', [
    rewrite('ls'),
    runs('exit 2'),
  ]),
  inputRow('a hook whose time is over does not keep the next from rewriting', 'denied {"cmd":"next","cwd":"work"}', [
    runs('sleep 9', 'timeout: 0.3'),
    rewrite('next'),
  ]),
  {
    id: 'input: a hook before a rewrite',
    upstream: 'runs once',
    async ours(t) {
      const hooks = [runs('cat >/dev/null; echo x >> seen'), rewrite('ls')];
      const { read } = await fireDocker(t, { event: 'pre_tool_use', hooks });
      return read('seen') === 'x\n' ? 'runs once' : 'runs again on the new input';
    },
  },
];

const say = (content: string) => says(own({ updated_messages: [{ role: 'user', content, tool_call_id: 'c1' }] }));
const messageRow = (id: string, upstream: string, hooks: readonly string[]): UpstreamRow => ({
  id: `messages: ${id}`,
  upstream,
  async ours(t) {
    const data = { messages: [{ role: 'user', content: 'first' }] };
    const { modelMessages } = await fireDocker(t, { event: 'before_llm_call', hooks, data });
    return modelMessages === undefined ? 'as they were' : JSON.stringify(modelMessages);
  },
});
const messages: readonly UpstreamRow[] = [
  messageRow('the last rewrite counts', '[{"tool_call_id":"c1","role":"user","content":"two"}]', [
    say('one'),
    say('two'),
  ]),
  messageRow('an empty list', 'as they were', [says(own({ updated_messages: [] }))]),
  messageRow('an empty list after a rewrite', '[{"tool_call_id":"c1","role":"user","content":"one"}]', [
    say('one'),
    says(own({ updated_messages: [] })),
  ]),
];

/** A guard before approval fails closed; a rewrite of the input follows on_error. */
const guards: readonly UpstreamRow[] = failures.flatMap(([what, hook]): readonly UpstreamRow[] => [
  decides(`failure: tool_guard, on_error ignore, ${what}`, 'denied', {
    event: 'tool_guard',
    hooks: [hook('on_error: ignore')],
  }),
  decides(`failure: tool_input_transform, on_error not set, ${what}`, 'goes on', {
    event: 'tool_input_transform',
    hooks: [hook('name: x')],
  }),
]);

const laterFields: readonly UpstreamRow[] = [
  decides('tool_guard: allow', 'goes on', {
    event: 'tool_guard',
    hooks: [says(own({ permission_decision: 'allow' }))],
  }),
  decides('tool_guard: ask', 'asks', { event: 'tool_guard', hooks: [says(own({ permission_decision: 'ask' }))] }),
  decides('strict_output: plain text', 'denied', { event: 'pre_tool_use', hooks: [says('x', 'strict_output: true')] }),
  decides('strict_output: an unknown field', 'denied', {
    event: 'pre_tool_use',
    hooks: [says('{"colour":1}', 'strict_output: true')],
  }),
  {
    id: 'tool_response_transform: each hook sees what the one before it wrote',
    upstream: 'ab',
    async ours(t) {
      const append = (text: string) =>
        runs(`jq -c '{hook_specific_output: {updated_tool_response: (.tool_response + "${text}")}}'`);
      const data = { result: { ok: true, text: '' } };
      const of = { event: 'tool_response_transform', hooks: [append('a'), append('b')], data };
      return (await fireDocker(t, of)).output ?? 'as it was';
    },
  },
  ...[
    ['working_dir: "$PLACE/x"', 'x'],
    ['working_dir: "${env.PLACE}/x"', 'x'],
    ['working_dir: "~/y"', 'y'],
    ['working_dir: "$NOT_SET"', 'project'],
  ].map(
    ([more = '', upstream = '']): UpstreamRow => ({
      id: `expansion: ${more}`,
      upstream,
      async ours(t) {
        const files = { 'x/a': '', '../home/y/a': '' };
        const hooks = [runs('cat >/dev/null; basename "$PWD" > "$KEEP/seen"', more)];
        return (await fireDocker(t, { event: 'stop', hooks, files })).read('seen').trim();
      },
    }),
  ),
  ...[
    ['${env.PLACE}/z', '$KEEP/z'],
    ['$PLACE', '$PLACE'],
  ].map(
    ([value = '', upstream = '']): UpstreamRow => ({
      id: `expansion: env ${value}`,
      upstream,
      async ours(t) {
        const hooks = [runs('cat >/dev/null; printf %s "$A" > "$KEEP/seen"', `env: {A: "${value}"}`)];
        const { read, dir } = await fireDocker(t, { event: 'stop', hooks });
        return read('seen').replace(dir, '$KEEP');
      },
    }),
  ),
];

/** pkg/hooks of a later docker-agent, limited to features of the earlier one. */
export const dockerAgentLater: Upstream = {
  name: 'docker-agent, later',
  rows: [
    ...guards,
    ...laterFields,
    ...failureRows,
    ...outputs,
    ...inputs,
    ...messages,
    twin('environment', '2 run', 'env: {A: "1"}', 'env: {A: "2"}'),
    twin('name', '2 run', 'name: one', 'name: two'),
    twin('time limit', '2 run', 'timeout: 5', 'timeout: 6'),
    twin('time limit, one not written', '2 run', 'timeout: 60', ''),
    twin('folder', '2 run', 'working_dir: .', 'working_dir: .agents'),
    twin('on_error', '2 run', 'on_error: warn', 'on_error: block'),
    twin('on_error, one not written', '2 run', 'on_error: warn', ''),
    twin('no arguments and an empty list', '1 run', '', 'args: []'),
    twin('the order of variables', '1 run', 'env: {A: "1", B: "2"}', 'env: {B: "2", A: "1"}'),
    twin('the order of arguments', '2 run', 'args: [a, b]', 'args: [b, a]'),
    twin('an empty argument', '2 run', '', 'args: [""]'),
    twin('an empty variable', '2 run', '', 'env: {A: ""}'),
  ],
};
