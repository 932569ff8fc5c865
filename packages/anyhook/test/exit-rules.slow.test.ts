import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FireReport } from '../src/answer/fire-report.js';
import { traceHooks } from '../src/answer/why-report.js';
import { hookSetOf } from '../src/journal/hook-set.js';
import { decisionRecord } from '../src/journal/record.js';
import { type TestProject, testProject } from './cli/harness.js';
import { plainHook } from './support/core-samples.js';
import { sampleDecided } from './support/journal-samples.js';
import { runAgent } from './support/run-agent.js';

const root = '${CLAUDE_PLUGIN_ROOT}';

/** A plugin whose first hook is this command, and whose second one leaves a file. */
const pluginFiles = (event: string, command: string, more: object = {}) => ({
  'hooks/hooks.json': JSON.stringify({
    hooks: {
      [event]: [
        {
          hooks: [
            { type: 'command', command, ...more },
            { type: 'command', command: `touch ${root}/second` },
          ],
        },
      ],
    },
  }),
});

const scripts = {
  'crash.mjs': 'throw new Error("boom")',
  'crash.py': 'raise ValueError("boom")',
  'module.mjs': 'import "nope-nope"',
  'module.py': 'import nope_nope',
  'text.mjs': 'console.error("blocked: no"); process.exit(1)',
  'text.py': 'raise SystemExit("blocked: no")',
  'no-permission': 'x',
};

/** How hooks end: D if the event is blocked, - if the agent goes on, by rule; then what user and model hear. */
const endings: readonly [
  what: string,
  command: string,
  decisions: string,
  claude: string,
  seed: string,
  told: RegExp | undefined,
][] = [
  ['node crashes', `node ${root}/crash.mjs`, '-', '-', 'D', /boom/],
  ['python crashes', `python3 ${root}/crash.py`, '-', '-', 'D', /boom/],
  ['node lacks a module', `node ${root}/module.mjs`, '-', '-', 'D', /nope-nope/],
  ['python lacks a module', `python3 ${root}/module.py`, '-', '-', 'D', /nope_nope/],
  ['node lacks the script', `node ${root}/dist/guard.js`, '-', '-', 'D', /dist\/guard\.js/],
  // Here the interpreter exits with 2, which Claude Code treats as a refusal.
  ['python lacks the script', `python3 ${root}/dist/guard.py`, '-', 'D', 'D', /can't open file/],
  ['bash lacks the script', `bash ${root}/dist/guard.sh`, '-', '-', 'D', /No such file/],
  ['the program is missing', 'nosuchprogram --hook', '-', '-', 'D', /nosuchprogram/],
  ['the script is not executable', `${root}/no-permission`, '-', '-', 'D', /ermission denied/],
  ['exit 126', 'exit 126', '-', '-', 'D', /126|not executable/],
  ['exit 127 after some output', 'echo x; exit 127', '-', '-', 'D', /127/],
  ['a signal', 'kill -9 $$', '-', '-', 'D', /signal 9/],
  ['node refuses with exit 1', `node ${root}/text.mjs`, 'D', '-', 'D', undefined],
  ['python refuses with exit 1', `python3 ${root}/text.py`, 'D', '-', 'D', undefined],
  ['exit 1 without output', 'exit 1', 'D', '-', 'D', undefined],
  ['exit 3', 'echo no >&2; exit 3', 'D', '-', 'D', undefined],
  ['exit 2', 'echo no >&2; exit 2', 'D', 'D', 'D', undefined],
  [
    'a refusal in JSON and a crash',
    `echo '{"decision":"block","reason":"no"}'; nosuchprogram`,
    'D',
    'D',
    'D',
    undefined,
  ],
  ['exit 0', 'exit 0', '-', '-', '-', undefined],
];

const input = ['--tool', 'shell', '--input', '{"command":"ls"}'];
const events: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: ['tool.before', ...input],
  UserPromptSubmit: ['prompt.submit', '--prompt', 'hi'],
  Stop: ['agent.stop'],
};

const override = (text: string) => ({ '.agents/anyhook.yaml': `overrides:\n  ./hooks/hooks.json: {${text}}\n` });
const fire = (here: TestProject, args: readonly string[]) =>
  here.json<FireReport>(['fire', ...args, '--trust-project', '--json']);

for (const [what, command, ...verdicts] of endings)
  for (const [i, rule] of (['decisions', 'claude', 'seed'] as const).entries())
    test(`exitRule ${rule}: ${what}`, async (t) => {
      const told = verdicts[3];
      for (const [event, args] of Object.entries(
        rule === 'decisions' ? events : { PreToolUse: events['PreToolUse'] ?? [] },
      )) {
        const rules = rule === 'decisions' ? {} : override(`exitRule: ${rule}`);
        const here = testProject(t, { ...pluginFiles(event, command), ...scripts, ...rules });
        const report = await fire(here, args);
        const blocks = verdicts[i] === 'D';
        assert.equal(report.decision, blocks ? 'deny' : 'pass', `${event}: ${JSON.stringify(report.hooks)}`);
        // A refusal ends a plugin's list; Claude Code runs all hooks of a group.
        assert.equal(existsSync(join(here.dir, 'second')), !blocks || rule === 'claude', event);
        assert.equal(report.hooks[0]?.exitRule, rule);
        if (rule !== 'decisions') continue;
        const notes = report.notes.join('\n');
        if (told) assert.match(notes, told, event);
        else assert.equal(notes, '');
        if (told) assert.match(notes, /To repair it: .*hooks\.json:\d+\)\. To block instead: set onFailure: closed/);
      }
    });

test('a broken hook at an event that cannot be blocked is reported with the same message', async (t) => {
  const here = testProject(t, { ...pluginFiles('SessionStart', `node ${root}/module.mjs`), ...scripts });
  const { decision, notes } = await fire(here, ['session.start']);
  assert.equal(decision, 'pass');
  assert.match(notes.join('\n'), /nope-nope.*To repair it: build it, or install what it needs/);
});

test('a timeout does not block, and is reported', async (t) => {
  const here = testProject(t, pluginFiles('PreToolUse', 'sleep 20', { timeout: 0.3 }));
  const { decision, notes } = await fire(here, events['PreToolUse'] ?? []);
  assert.equal(decision, 'pass');
  assert.match(notes.join('\n'), /did not finish within 300 ms.*raise its timeout/);
});

for (const [what, settings, decision] of [
  ['onFailure: closed blocks for a broken script', 'onFailure: closed', 'deny'],
  ['onFailure: ask asks for a broken script', 'onFailure: ask', 'ask'],
  ['onFailure: open keeps a broken script from blocking', 'onFailure: open', 'pass'],
] as const)
  test(what, async (t) => {
    for (const command of [`node ${root}/module.mjs`, 'nosuchprogram', 'kill -9 $$']) {
      const here = testProject(t, { ...pluginFiles('PreToolUse', command), ...scripts, ...override(settings) });
      assert.equal((await fire(here, events['PreToolUse'] ?? [])).decision, decision, command);
    }
  });

test('an output that cannot be read still blocks', async (t) => {
  for (const text of ['{"decision": "blok"}', '{"decision"']) {
    const here = testProject(t, pluginFiles('PreToolUse', `printf '%s' '${text}'`));
    assert.equal((await fire(here, events['PreToolUse'] ?? [])).decision, 'deny', text);
  }
});

test('exitRule for one hook, by its id, leaves the others as they are', async (t) => {
  const here = testProject(t, {
    ...pluginFiles('PreToolUse', 'exit 1'),
    '.agents/anyhook.yaml': 'overrides:\n  plugin.claude.PreToolUse.0.0: {exitRule: claude}\n',
  });
  const { decision, hooks } = await fire(here, events['PreToolUse'] ?? []);
  assert.equal(decision, 'pass');
  assert.deepEqual(
    hooks.map(({ exitRule }) => exitRule),
    ['claude', 'decisions'],
  );
});

test('exitRule seed makes hooks of a settings file block at any nonzero exit', async (t) => {
  const settings = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'exit 1' }] }] } };
  const file = { '.claude/settings.json': JSON.stringify(settings) };
  const here = testProject(t, file);
  assert.equal((await fire(here, events['PreToolUse'] ?? [])).decision, 'pass');
  here.write({ '.agents/anyhook.yaml': 'overrides:\n  ./.claude/settings.json: {exitRule: seed}\n' });
  assert.equal((await fire(here, events['PreToolUse'] ?? [])).decision, 'deny');
});

test('exitRule on a hook of another format is a warning', async (t) => {
  const here = testProject(t, {
    '.agents/anyhook.yaml': 'hooks: [{id: mine, on: tool.before, run: exit 1}]\noverrides: {mine: {exitRule: seed}}\n',
  });
  const { stdout } = await here.run(['hooks', 'validate']);
  assert.match(stdout, /exitRule has no effect on "mine", a hook of the flow format/);
  const wrong = testProject(t, override('exitRule: strict'));
  assert.match((await wrong.run(['hooks', 'validate'])).stdout, /exitRule[\s\S]*decisions/);
});

const payload = (cwd: string, session: string) => ({
  session_id: session,
  transcript_path: '/t.jsonl',
  cwd,
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
});

test('a broken hook is reported to user and model once per session, and to the journal each time', async (t) => {
  const here = testProject(t, { ...pluginFiles('PreToolUse', `node ${root}/module.mjs`), ...scripts });
  const answers = ['a', 'a', 'b'].map((session) => runAgent(here, 'claude-code', payload(here.dir, session)));
  const [first, again, other] = answers.map(({ json }) => JSON.stringify(json));
  for (const text of [first, other]) {
    assert.match(text ?? '', /"systemMessage":"[^"]*nope-nope/);
    assert.match(text ?? '', /"additionalContext":"[^"]*nope-nope/);
    assert.doesNotMatch(text ?? '', /"permissionDecision":"(?:deny|ask)"/);
  }
  assert.equal(again, '{}');
  const { stdout } = await here.run(['why']);
  assert.match(stdout, /nope-nope/);
  assert.match(stdout, /exitRule decisions: an exit code that the script chose blocks/);
});

test('why and fire name the exit rule by which a hook blocked', async (t) => {
  const here = testProject(t, { ...pluginFiles('PreToolUse', 'exit 1'), ...override('exitRule: seed') });
  runAgent(here, 'claude-code', payload(here.dir, 'a'));
  assert.match((await here.run(['why'])).stdout, /exitRule seed: any exit but 0 blocks/);
  const fired = await here.run(['fire', ...(events['PreToolUse'] ?? []), '--trust-project']);
  assert.match(fired.stdout, /exitRule seed: any exit but 0 blocks/);
});

test('a trusted script that is deleted asks, although a missing script does not block', async (t) => {
  const here = testProject(t, {
    ...pluginFiles('PreToolUse', `node ${root}/guard.mjs`),
    'guard.mjs': 'process.exit(0)',
  });
  await trustAll(here);
  rmSync(join(here.dir, 'guard.mjs'));
  const { decision } = await here.json<FireReport>(['fire', ...(events['PreToolUse'] ?? []), '--json']);
  assert.equal(decision, 'ask');
});

test('trust records made before exit rules existed keep a hook running', async (t) => {
  const here = testProject(t, {
    ...pluginFiles('PreToolUse', `node ${root}/guard.mjs`),
    'guard.mjs': 'process.exit(1)',
  });
  await trustAll(here);
  const folder = join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook');
  const records = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith('.json') && readFileSync(path, 'utf8').includes('"exitRule"'));
  assert.notEqual(records.length, 0);
  for (const path of records) {
    const older = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')), (key, value) =>
      key === 'exitRule' || key === 'blockingFailures' ? undefined : key === 'onFailure' ? 'closed' : value,
    );
    writeFileSync(path, older);
  }
  const { decision, hooks } = await here.json<FireReport>(['fire', ...(events['PreToolUse'] ?? []), '--json']);
  assert.deepEqual([decision, hooks[0]?.outcome], ['deny', 'blocked']);
});

test('why reads a journal written before exit rules existed', async () => {
  const hook = { ...plainHook, dialect: 'claude', flavour: 'plugin', nativeEvent: 'PreToolUse' };
  const answered = sampleDecided({ decision: 'deny', hooks: [{ hook, outcome: 'blocked', decision: 'deny', ms: 1 }] });
  const decision = decisionRecord(answered, 'id', 0);
  const [trace] = await traceHooks({ decision, hookSet: hookSetOf([hook], []) });
  assert.equal(trace?.exitRule, undefined);
  assert.equal(trace?.looks[0]?.outcome, 'blocked');
});

async function trustAll(here: TestProject): Promise<void> {
  const { code, stderr } = await here.run(['trust', '--yes'], { columns: 100 });
  assert.equal(code, 0, stderr);
}
