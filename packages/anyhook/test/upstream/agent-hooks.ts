import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { FireReport } from '../../src/answer/fire-report.js';
import { triggers } from '../../src/formats/hook-md/events.js';
import { hookMdWithScript, testProject } from '../cli/harness.js';
import type { Upstream, UpstreamRow } from './upstream-row.js';

const usual = { name: 'my-guard', description: 'Looks at calls', trigger: 'before_tool' };
type Front = Readonly<Record<string, string>>;

const hookMd = (front: Front, body = 'What it does.\n'): string =>
  `---\n${Object.entries(front)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('')}---\n${body}`;

/** A HOOK.md in a folder, and the result of `validate`. */
const checked = (id: string, upstream: string, text: string, folder = 'my-guard', file = 'HOOK.md'): UpstreamRow => ({
  id: `check: ${id}`,
  upstream,
  async ours(t) {
    const project = testProject(t, {
      [`.agents/hooks/${folder}/${file}`]: text,
      [`.agents/hooks/${folder}/scripts/run.sh`]: '#!/bin/sh\n',
    });
    const { code } = await project.run(['hooks', 'validate']);
    const hooks = await project.json<{ unloadable?: string }[]>(['list', '--json', '--trust-project']);
    return code === 0 && hooks.length === 1 && hooks[0]?.unloadable === undefined ? 'valid' : 'error';
  },
});
const without = (key: keyof typeof usual): Front => {
  const { [key]: _gone, ...rest } = usual;
  return rest;
};
const named = (name: string): Front => ({ ...usual, name });

const checks: readonly UpstreamRow[] = [
  checked('the required fields', 'valid', hookMd(usual)),
  checked(
    'all fields',
    'valid',
    hookMd({
      ...usual,
      matcher: '{tool: Shell, pattern: "mkfs"}',
      timeout: '700',
      async: 'true',
      priority: '42',
      metadata: '{owner: Ann}',
    }),
  ),
  checked('a name in capitals', 'error', hookMd(named('MyGuard')), 'MyGuard'),
  checked('a name of 70 letters', 'error', hookMd(named('x'.repeat(70))), 'x'.repeat(70)),
  checked('a name of 64 letters', 'valid', hookMd(named('x'.repeat(64))), 'x'.repeat(64)),
  checked('a name that starts with a hyphen', 'error', hookMd(named('-guard')), '-guard'),
  checked('a name that ends with a hyphen', 'error', hookMd(named('guard-')), 'guard-'),
  checked('two hyphens in a name', 'error', hookMd(named('my--guard')), 'my--guard'),
  checked('an underscore in a name', 'error', hookMd(named('my_guard')), 'my_guard'),
  checked('a name in other letters', 'valid', hookMd(named('守卫')), '守卫'),
  checked('a name that is composed otherwise than its folder', 'valid', hookMd(named('cafe\u0301')), 'caf\u00e9'),
  checked('a name that is not that of the folder', 'error', hookMd(usual), 'other'),
  checked('no name', 'error', hookMd(without('name'))),
  checked('no description', 'error', hookMd(without('description'))),
  checked('no trigger', 'error', hookMd(without('trigger'))),
  checked('a description of 1100 letters', 'error', hookMd({ ...usual, description: 'y'.repeat(1100) })),
  checked('an unknown trigger', 'error', hookMd({ ...usual, trigger: 'at_noon' })),
  checked('an unknown field', 'error', hookMd({ ...usual, colour: 'red' })),
  checked('a time limit above the range', 'error', hookMd({ ...usual, timeout: '600001' })),
  checked('a time limit below the range', 'error', hookMd({ ...usual, timeout: '99' })),
  checked('a time limit as text', 'valid', hookMd({ ...usual, timeout: '"700"' })),
  checked('a time limit in words', 'error', hookMd({ ...usual, timeout: 'soon' })),
  checked('a priority above the range', 'error', hookMd({ ...usual, priority: '1001' })),
  checked('a priority as text', 'valid', hookMd({ ...usual, priority: '"7"' })),
  checked('async as text', 'valid', hookMd({ ...usual, async: '"true"' })),
  checked('a pattern that does not compile', 'error', hookMd({ ...usual, matcher: '{tool: "[a("}' })),
  checked('an unknown field in the matcher', 'error', hookMd({ ...usual, matcher: '{tol: Shell}' })),
  checked('no front matter', 'error', '# Just text\n'),
  checked('front matter that does not end', 'error', '---\nname: my-guard\n# Text\n'),
  checked('front matter that is no YAML', 'error', '---\nname: [a: : :\n---\n'),
  checked('a file hook.md', 'valid', hookMd(usual), 'my-guard', 'hook.md'),
  ...triggers.map((trigger) => checked(`trigger ${trigger}`, 'valid', hookMd({ ...usual, trigger }))),
];

interface Listed {
  readonly nativeEvent: string;
  readonly timeoutMs: number;
  readonly async: boolean;
  readonly priority: number;
  readonly description: string;
  readonly match: { readonly tool?: { source: string }; readonly input?: { source: string } };
  readonly source: string;
}
const listed = (
  id: string,
  upstream: string,
  files: Readonly<Record<string, string>>,
  show: (of: Listed) => unknown,
) => ({
  id: `read: ${id}`,
  upstream,
  async ours(t: TestContext) {
    const [hook] = await testProject(t, files).json<Listed[]>(['list', '--json', '--trust-project']);
    return hook ? [show(hook)].flat().join(', ') : 'nothing';
  },
});
const oneFile = (front: Front) => ({ '.agents/hooks/my-guard/HOOK.md': hookMd(front) });
const reads: readonly UpstreamRow[] = [
  listed('defaults', '30000, false, 100, any tool', oneFile(usual), ({ timeoutMs, async, priority, match }) => [
    ...[timeoutMs, async, priority, match.tool ? 'one tool' : 'any tool'],
  ]),
  listed(
    'fields',
    'after_tool, 700, true, 42, Shell, mkfs',
    oneFile({
      ...{ ...usual, trigger: 'after_tool', timeout: '700', async: 'true', priority: '42' },
      matcher: '{tool: Shell, pattern: mkfs}',
    }),
    ({ nativeEvent, timeoutMs, async, priority, match }) => [
      ...[nativeEvent, timeoutMs, async, priority, match.tool?.source, match.input?.source],
    ],
  ),
  listed(
    'HOOK.md beside hook.md',
    'HOOK.md',
    { ...oneFile(usual), '.agents/hooks/my-guard/hook.md': hookMd({ ...usual, description: 'other' }) },
    ({ source }) => source.split('/').at(-1),
  ),
  listed('a folder without HOOK.md', 'nothing', { '.agents/hooks/my-guard/README.md': '' }, () => 'a hook'),
];

/** The text about hooks that a model gets. */
const prompted = (id: string, fronts: readonly Front[], texts: readonly string[], unwanted = ''): UpstreamRow => ({
  id: `prompt: ${id}`,
  upstream: texts.join(' '),
  async ours(t) {
    const files = fronts.map((front) => [`.agents/hooks/${front['name']}/HOOK.md`, hookMd(front)]);
    const project = testProject(t, Object.fromEntries(files));
    const { stdout } = await project.run(['hooks', 'prompt', '--trust-project']);
    const whole = stdout.replaceAll(project.dir, '<dir>');
    return [
      ...texts.filter((text) => whole.includes(text)),
      ...(unwanted && whole.includes(unwanted) ? [unwanted] : []),
    ].join(' ');
  },
});
const prompts: readonly UpstreamRow[] = [
  prompted('no hooks', [], ['<available_hooks>', '</available_hooks>']),
  prompted(
    'one hook',
    [usual],
    ['<available_hooks>', 'my-guard', 'Looks at calls', 'before_tool', '<dir>/.agents/hooks/my-guard'],
  ),
  prompted('two hooks', [usual, { ...usual, name: 'late', trigger: 'after_tool' }], ['my-guard', 'late', 'after_tool']),
  prompted('a matcher', [{ ...usual, matcher: '{tool: Shell, pattern: mkfs}' }], ['Shell', 'mkfs']),
  prompted('markup in a description', [{ ...usual, description: '"a <b> c"' }], ['a &lt;b&gt; c'], '<b>'),
];

/** The outcome of a call, with scripts as hooks. */
const called = (
  id: string,
  upstream: string,
  files: Readonly<Record<string, string>>,
  show: (report: FireReport) => string = ({ decision }) => decision,
): UpstreamRow => ({
  id: `call: ${id}`,
  upstream,
  async ours(t) {
    const home = (path: string) => path.replace(/^~\//, join('..', 'home', '.config', 'agents', 'hooks', '/'));
    const project = testProject(t, Object.fromEntries(Object.entries(files).map(([path, text]) => [home(path), text])));
    const command = [
      'fire',
      'tool.before',
      '--tool',
      'shell',
      '--input',
      '{"command":"ls"}',
      '--json',
      '--trust-project',
    ];
    return show(JSON.parse((await project.run(command)).stdout) as FireReport);
  },
});
const script = (text: string, more = '') => hookMdWithScript('my-guard', 'before_tool', text, more);
const say = (json: object) => script(`echo '${JSON.stringify(json)}'`);
const ofUser = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace('.agents/hooks/', '~/'), text]));
const ranIds = ({ hooks }: FireReport) =>
  hooks
    .filter(({ outcome }) => outcome === 'ok')
    .map(({ id }) => id)
    .join(' ');
const withPriority = (name: string, priority: number) =>
  hookMdWithScript(name, 'before_tool', 'exit 0', `priority: ${priority}\n`);
const calls: readonly UpstreamRow[] = [
  called('exit 0', 'pass', script('exit 0')),
  called('exit 1', 'pass', script('exit 1')),
  called('exit 2', 'deny', script('echo no >&2; exit 2')),
  called('exit 2 at a later trigger', 'deny', hookMdWithScript('my-guard', 'pre-tool-call', 'echo no >&2; exit 2')),
  called('exit 2 of an async hook', 'pass', script('exit 2', 'async: true\n')),
  called('the time is over', 'pass', script('sleep 9', 'timeout: 200\n')),
  called('a text that is no JSON', 'pass', script('echo hello {')),
  called('JSON beside exit 1', 'pass', script('echo \'{"decision":"deny"}\'; exit 1')),
  ...['allow', 'deny', 'ask'].map((decision) => called(`decision ${decision}`, decision, say({ decision }))),
  called(
    'modified_input',
    '{"command":"ls -h"}',
    say({ decision: 'allow', modified_input: { command: 'ls -h' } }),
    ({ input }) => JSON.stringify(input),
  ),
  called('additional_context', 'a fact', say({ decision: 'allow', additional_context: 'a fact' }), ({ context }) =>
    context.join(),
  ),
  called('the higher priority first', 'b a', { ...withPriority('a', 5), ...withPriority('b', 6) }, ranIds),
  called(
    'the higher priority first, over user and project',
    'b a',
    { ...ofUser(withPriority('a', 5)), ...withPriority('b', 6) },
    ranIds,
  ),
  called(
    'one name at the user and in the project',
    'project',
    { ...ofUser(script('exit 0')), ...script('exit 0') },
    ({ hooks }) => (hooks.length === 1 ? 'project' : 'both run'),
  ),
  called('run, run.sh and run.py', 'deny', {
    ...script('exit 0'),
    '.agents/hooks/my-guard/scripts/run': '#!/bin/sh\nexit 2\n',
    '.agents/hooks/my-guard/scripts/run.py': '#!/usr/bin/env python3\n',
  }),
  called('hooks.toml switches a hook off', 'pass', {
    ...script('exit 2'),
    '.agents/hooks/hooks.toml': '[[hooks.disable]]\nname = "my-guard"\n',
  }),
];

/** The reference implementation and the guide of Agent Hooks. */
export const agentHooks: Upstream = { name: 'Agent Hooks', rows: [...checks, ...reads, ...prompts, ...calls] };
