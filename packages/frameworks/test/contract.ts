import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { createEngine } from 'anyhook';
import type { FeatureName, FiringEngine } from 'anyhook/generic';
import type { FrameworkDriver, RunResult, ScriptedRun, ScriptStep, ToolName, ToolTexts } from './driver.js';

/** The results of a case: what the framework did, and the events that the engine got. */
interface ObservedRun extends RunResult {
  /** Tool calls that ran. */
  readonly ran: readonly { readonly tool: ToolName; readonly input: ToolTexts }[];
  /** The events in order, with their decisions. Model events have their own cases. */
  readonly trace: readonly string[];
  readonly all: readonly string[];
  readonly notes: readonly string[];
  /** The events that telemetry recorded. */
  readonly records: readonly string[];
}

interface ContractCase extends Partial<Omit<ScriptedRun, 'tools' | 'options'>> {
  readonly title: string;
  /** The features that the framework must have. */
  readonly needs?: readonly FeatureName[];
  readonly env?: Readonly<Record<string, string>>;
  readonly failClosed?: boolean;
  /** The engine of a project with untrusted hooks, as a promise: it rejects. */
  readonly isUntrusted?: true;
  /** A project with work of Flow Agents, and the user config that `init --flow` writes. */
  readonly flow?: true;
  readonly run?: 'delegate' | 'compact';
  readonly check: (seen: ObservedRun) => void;
}

const bash = (command: string): ScriptStep => ({ calls: [{ tool: 'bash', input: { command } }] });
const write = (path: string, content = 'x'): ScriptStep => ({
  calls: [{ tool: 'write_file', input: { path, content } }],
});
const say = (text: string): ScriptStep => ({ text });

const opening = ['session.start', 'prompt.submit', 'turn.start'];
const closing = ['agent.stop', 'agent.done', 'turn.end', 'session.end'];
const turn = (...events: readonly string[]) => [...opening, ...events, ...closing];

const broken: FiringEngine = { fire: () => Promise.reject(new Error('engine down')) };

const cases: readonly ContractCase[] = [
  {
    title: 'a session starts and ends, and the model gets the hooks’ context for session and prompt',
    needs: ['start', 'prompt.inject'],
    check({ seen, trace, text }) {
      assert.deepEqual(trace, turn());
      assert.match(seen[0] ?? '', /SESSION-CONTEXT/);
      assert.match(seen[0] ?? '', /PROMPT-CONTEXT/);
      assert.match(text, /done/);
    },
  },
  {
    title: 'a prompt is rewritten before the model sees it',
    needs: ['prompt.rewrite'],
    prompt: 'old words',
    check({ seen }) {
      assert.match(seen[0] ?? '', /NEW-WORDS/);
      assert.doesNotMatch(seen[0] ?? '', /old words/);
    },
  },
  {
    title: 'a blocked prompt never reaches the model, and the user gets the reason',
    needs: ['prompt.block'],
    prompt: 'forbidden',
    check({ seen, trace, blocked }) {
      assert.deepEqual(seen, []);
      assert.match(blocked ?? '', /PROMPT-REASON: this is not allowed/);
      assert.deepEqual(trace, ['session.start', 'prompt.submit:deny', 'session.end']);
    },
  },
  {
    title: 'a blocked model call does not happen, and the user gets the reason',
    needs: ['model.before'],
    prompt: 'stop the model',
    check({ seen, blocked }) {
      assert.deepEqual(seen, []);
      assert.match(blocked ?? '', /MODEL-REASON/);
    },
  },
  {
    title: 'every model call has an event before and after it',
    needs: ['model.before', 'model.after'],
    script: [bash('ls'), say('done')],
    check({ all }) {
      const model = all.filter((name) => name.startsWith('model.'));
      assert.deepEqual(model, ['model.before', 'model.after', 'model.before', 'model.after']);
    },
  },
  {
    title: 'a blocked call does not run or fire tool.after, and the model gets the reason',
    needs: ['tool.deny'],
    script: [bash('rm all'), say('done')],
    check({ ran, seen, trace }) {
      assert.deepEqual(ran, []);
      assert.match(seen[1] ?? '', /RM-REASON: nothing is deleted here/);
      assert.deepEqual(trace, turn('tool.before:deny'));
    },
  },
  {
    title: 'blocking one of two concurrent calls does not stop the other',
    needs: ['tool.deny'],
    script: [
      {
        calls: [
          { tool: 'bash', input: { command: 'rm all' } },
          { tool: 'bash', input: { command: 'ls' } },
        ],
      },
      say('done'),
    ],
    check({ ran, seen, trace }) {
      assert.deepEqual(ran, [{ tool: 'bash', input: { command: 'ls' } }]);
      assert.match(seen[1] ?? '', /RM-REASON/);
      assert.deepEqual([...trace].sort(), [...turn('tool.before:deny', 'tool.before', 'tool.after')].sort());
    },
  },
  {
    title: 'a tool gets the rewritten input, including fields that no hook names',
    needs: ['tool.rewrite'],
    script: [write('a.txt', 'text'), say('done')],
    check({ ran, trace }) {
      assert.deepEqual(ran, [{ tool: 'write_file', input: { path: 'b.txt', content: 'text' } }]);
      assert.deepEqual(trace, turn('tool.before', 'tool.after'));
    },
  },
  {
    title: 'a call that a person approves runs, and its hooks run once',
    needs: ['tool.ask'],
    script: [write('prod.yaml'), say('done')],
    approve: true,
    check({ ran, asked, trace }) {
      assert.equal(asked, 1);
      assert.equal(ran.length, 1);
      assert.deepEqual(trace, turn('tool.before:ask', 'tool.after'));
    },
  },
  {
    title: 'a call that a person refuses does not run',
    needs: ['tool.ask'],
    script: [write('prod.yaml'), say('done')],
    check({ ran, asked, trace }) {
      assert.equal(asked, 1);
      assert.deepEqual(ran, []);
      assert.deepEqual(trace, turn('tool.before:ask'));
    },
  },
  {
    title: 'the model sees only the replaced output',
    needs: ['tool.output'],
    script: [bash('give'), say('done')],
    check({ seen }) {
      assert.match(seen[1] ?? '', /\[REDACTED\]/);
      assert.doesNotMatch(seen[1] ?? '', /the secret/);
    },
  },
  {
    title: 'feedback reaches the model with the output',
    needs: ['tool.feedback'],
    script: [bash('warn'), say('done')],
    check({ seen, trace }) {
      assert.match(seen[1] ?? '', /a warning/);
      assert.match(seen[1] ?? '', /FEEDBACK: mind the warning/);
      assert.deepEqual(trace, turn('tool.before', 'tool.after:deny'));
    },
  },
  {
    title: 'a failed tool fires an event, and the model gets the hooks’ context',
    needs: ['tool.failure'],
    script: [bash('fail'), say('done')],
    check({ seen, trace }) {
      // Some frameworks hide the error from the model.
      assert.match(seen[1] ?? '', /disk full|error occurred/);
      assert.match(seen[1] ?? '', /FAILURE-HELP: look again/);
      assert.deepEqual(trace, turn('tool.before', 'tool.failure:deny'));
    },
  },
  {
    title: 'an agent whose stop is blocked goes on with the reason as its prompt',
    needs: ['stop'],
    script: [say('half done'), say('all of it')],
    check({ seen, text, trace }) {
      assert.equal(seen.length, 2);
      assert.match(seen[1] ?? '', /STOP-REASON: do the other half/);
      assert.match(text, /all of it/);
      assert.deepEqual(trace, turn('agent.stop:deny'));
    },
  },
  {
    title: 'a stop hook that always blocks is overruled after eight times',
    needs: ['stop'],
    script: Array.from({ length: 20 }, () => say('half done')),
    check({ seen, trace }) {
      assert.equal(seen.length, 9);
      assert.deepEqual(trace, turn(...Array.from({ length: 8 }, () => 'agent.stop:deny')));
    },
  },
  {
    title: 'hooks of five formats act on one turn',
    needs: ['tool.deny', 'tool.rewrite', 'tool.output', 'stop'],
    script: [write('.eslintrc.json'), write('a.txt'), bash('rm all'), bash('give'), say('half done'), say('done')],
    check: wholeTurn,
  },
  {
    title: 'hooks of five formats act on one streamed turn',
    needs: ['stream', 'tool.deny', 'tool.rewrite', 'tool.output', 'stop'],
    script: [write('.eslintrc.json'), write('a.txt'), bash('rm all'), bash('give'), say('half done'), say('done')],
    stream: true,
    check: wholeTurn,
  },
  {
    title: 'a blocked prompt never reaches the model of a streamed run',
    needs: ['stream', 'prompt.block'],
    prompt: 'forbidden',
    stream: true,
    check({ seen, blocked }) {
      assert.deepEqual(seen, []);
      assert.match(blocked ?? '', /PROMPT-REASON/);
    },
  },
  {
    title: 'the four policies of Flow Agents and its telemetry act on one turn',
    needs: ['start', 'prompt.inject', 'tool.deny', 'tool.feedback', 'stop'],
    flow: true,
    env: { SA_QUALITY_GATE_STRICT: 'true', FLOW_AGENTS_GOAL_FIT_STRICT: 'true' },
    script: [write('biome.json'), write('code.json'), ...Array.from({ length: 10 }, () => say('done'))],
    check({ ran, seen, trace, records }) {
      assert.match(seen[0] ?? '', /STATE: t is in_progress, phase execution/);
      assert.match(seen[1] ?? '', /config-protection.*protected/s);
      assert.match(seen[2] ?? '', /code\.json.*NOT-FORMATTED|NOT-FORMATTED.*code\.json/s);
      assert.match(seen[3] ?? '', /Goal fit: the active work is not finished/);
      assert.deepEqual(
        ran.map(({ input }) => input['path']),
        ['code.json'],
      );
      assert.ok(trace.includes('agent.stop:deny'));
      for (const event of ['agentSpawn', 'userPromptSubmit', 'preToolUse', 'postToolUse', 'stop'])
        assert.ok(records.includes(event), event);
      assert.equal(records.filter((event) => event === 'preToolUse').length, 2);
    },
  },
  {
    title: 'a stop is only warned about if Flow Agents is not strict',
    needs: ['stop'],
    flow: true,
    check({ seen, trace, notes }) {
      assert.equal(seen.length, 1);
      assert.deepEqual(trace, turn());
      assert.match(notes.join('\n'), /Goal fit: the active work is not finished/);
    },
  },
  {
    title: 'a broken hook is noted and blocks nothing',
    script: [bash('run broken'), say('done')],
    check({ ran, text, notes }) {
      assert.equal(ran.length, 1);
      assert.match(text, /done/);
      assert.match(notes.join('\n'), /\[broken\] did not finish/);
    },
  },
  {
    title: 'a broken engine is noted and blocks nothing',
    engine: broken,
    script: [bash('rm all'), bash('fail'), say('half done')],
    check({ ran, text, notes }) {
      assert.deepEqual(
        ran.map(({ input }) => input),
        [{ command: 'rm all' }, { command: 'fail' }],
      );
      assert.match(text, /half done/);
      assert.match(notes.join('\n'), /engine down/);
    },
  },
  {
    title: 'without an engine nothing runs, streamed or not',
    needs: ['stream'],
    get engine() {
      return Promise.reject(new Error('no disk'));
    },
    stream: true,
    script: [bash('ls'), say('done')],
    check({ ran, notes }) {
      assert.deepEqual(ran, []);
      assert.match(notes.join('\n'), /there is no engine \(no disk\)/);
    },
  },
  {
    title: 'untrusted hooks block everything, and the user learns how to trust them',
    isUntrusted: true,
    script: [bash('ls'), write('a.txt'), say('done')],
    check({ ran, notes }) {
      assert.deepEqual(ran, []);
      assert.match(notes.join('\n'), /not trusted.*"anyhook trust"/);
    },
  },
  {
    title: 'without an engine nothing starts with failClosed',
    needs: ['prompt.block'],
    engine: broken,
    failClosed: true,
    check({ seen, blocked }) {
      assert.deepEqual(seen, []);
      assert.match(blocked ?? '', /engine down.*failClosed is set/);
    },
  },
  {
    title: 'SA_DISABLED_HOOKS cannot switch guards off',
    env: { SA_DISABLED_HOOKS: 'no-rm' },
    script: [bash('rm all'), say('done')],
    check: ({ ran }) => assert.equal(ran.length, 0),
  },
  {
    title: 'SA_HOOK_PROFILE decides which policies run',
    env: { SA_HOOK_PROFILE: 'minimal' },
    script: [write('.eslintrc.json'), say('done')],
    check: ({ ran }) => assert.equal(ran.length, 1),
  },
  {
    title: 'a subagent fires start and stop events, and gets the context of its start',
    needs: ['subagent'],
    run: 'delegate',
    check({ seen, all }) {
      const events = all.filter((name) => name.startsWith('subagent.'));
      assert.deepEqual(events, ['subagent.start', 'subagent.stop']);
      assert.match(seen.join('\n'), /SUBAGENT-CONTEXT/);
    },
  },
  {
    title: 'a compaction fires an event before and after it',
    needs: ['compaction'],
    run: 'compact',
    check({ all }) {
      const events = all.filter((name) => name.startsWith('compact.'));
      assert.deepEqual(events, ['compact.before', 'compact.after']);
    },
  },
];

function wholeTurn({ ran, seen, trace, text }: ObservedRun): void {
  assert.deepEqual(ran, [
    { tool: 'write_file', input: { path: 'b.txt', content: 'x' } },
    { tool: 'bash', input: { command: 'give' } },
  ]);
  assert.match(seen[1] ?? '', /config-protection.*protected/s);
  assert.match(seen[3] ?? '', /RM-REASON/);
  assert.match(seen[4] ?? '', /\[REDACTED\]/);
  assert.match(seen[5] ?? '', /STOP-REASON/);
  assert.match(text, /done/);
  const calls = ['tool.before:deny', 'tool.before', 'tool.after', 'tool.before:deny', 'tool.before', 'tool.after'];
  assert.deepEqual(trace, turn(...calls, 'agent.stop:deny'));
}

/** The effects of the suite’s tools. */
const outputs: Readonly<Record<string, string>> = { give: 'the secret', warn: 'a warning', 'run broken': 'fine' };

/** A project that works with Flow Agents, and the home of its user. */
const flowFiles: Readonly<Record<string, string>> = {
  'flow-home/.config/anyhook/config.yaml': `hooks:
  - use: config-protection
    on: tool.before
  - use: quality-gate
    on: tool.after
  - use: stop-goal-fit
    on: agent.stop
  - use: workflow-steering
    on:
      - prompt.submit
      - tool.after
telemetry: {}
`,
  'flow/.flow-agents/t/state.json': JSON.stringify({
    schema_version: '1.0',
    task_slug: 't',
    status: 'in_progress',
    phase: 'execution',
    updated_at: '2026-01-01T00:00:00Z',
    next_action: { status: 'continue', summary: 'go on' },
  }),
  'flow/.prettierrc': '{}',
  'flow/code.json': '{}',
  'flow/package.json': '{}',
  'flow/node_modules/.bin/prettier': '#!/bin/sh\necho "NOT-FORMATTED: $*" >&2\nexit 1\n',
};

/** The same cases for every framework; unsupported ones are listed with the reason. */
export function contractSuite(driver: FrameworkDriver): void {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-frameworks-'));
  cpSync(process.env['ANYHOOK_SUITE_PROJECT'] ?? '', join(folder, 'project'), { recursive: true });
  for (const [path, text] of Object.entries(flowFiles)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (text.startsWith('#!')) chmodSync(file, 0o755);
  }
  after(() => rmSync(folder, { recursive: true, force: true }));
  describe(`${driver.name} ${driver.version}`, () => {
    for (const one of cases)
      test(one.title, { timeout: 60_000 }, async (t) => {
        if (!isPossible(driver, one, t)) return;
        one.check(await play(driver, one, folder));
      });
  });
}

function isPossible(
  { features, ...driver }: FrameworkDriver,
  { needs = [], run }: ContractCase,
  t: TestContext,
): boolean {
  const gaps = needs.flatMap((name) => {
    const feature = features[name];
    return typeof feature === 'object' ? [`${name}: ${feature.gap}`] : [];
  });
  if (gaps.length > 0) t.skip(gaps.join('; '));
  else if (run) assert.ok(driver[run], `the driver of a framework with this feature needs ${run}()`);
  return gaps.length === 0;
}

async function play(driver: FrameworkDriver, one: ContractCase, folder: string): Promise<ObservedRun> {
  const { prompt = 'go', script = [say('done')], stream = false, approve = false, env, failClosed = false } = one;
  const ran: { tool: ToolName; input: ToolTexts }[] = [];
  const all: string[] = [];
  const notes: string[] = [];
  const tool = (name: ToolName) => async (input: ToolTexts) => {
    ran.push({ tool: name, input: { ...input } });
    const command = input['command'] ?? '';
    if (command === 'fail') throw new Error('disk full');
    return outputs[command] ?? 'ok';
  };
  const place = one.flow ? { project: 'flow', home: 'flow-home' } : { project: 'project', home: 'home' };
  const untrusted = () => createEngine({ ...worldIn(folder, place, env), trust: 'ask' });
  const engine = one.isUntrusted ? untrusted() : (one.engine ?? traced(await engineIn(folder, place, env), all));
  const played = await (driver[one.run ?? 'play'] ?? driver.play).call(driver, {
    prompt,
    script,
    stream,
    approve,
    engine,
    tools: { bash: tool('bash'), write_file: tool('write_file') },
    options: { failClosed, onNote: (note) => notes.push(note) },
  });
  const records = recordsIn(join(folder, place.home));
  return { ...played, ran, all, notes, records, trace: all.filter((name) => !name.startsWith('model.')) };
}

interface Place {
  readonly project: string;
  readonly home: string;
}

const worldIn = (folder: string, place: Place, env: Readonly<Record<string, string>> = {}) => ({
  cwd: join(folder, place.project),
  env: { PATH: process.env['PATH'], HOME: join(folder, place.home), ...env },
});

const engineIn = (folder: string, place: Place, env?: Readonly<Record<string, string>>): Promise<FiringEngine> =>
  createEngine({ ...worldIn(folder, place, env), trust: 'project' });

function recordsIn(home: string): readonly string[] {
  const file = join(home, '.local/state/anyhook/telemetry/full.jsonl');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return lines.map((line) => (JSON.parse(line) as { event: string }).event);
}

/** The same engine, with a record of its events. */
function traced(engine: FiringEngine, all: string[]): FiringEngine {
  return {
    async fire(name, words, options) {
      const at = all.push(name) - 1;
      const answer = await engine.fire(name, words, options);
      if (answer.verdict.decision !== 'pass') all[at] = `${name}:${answer.verdict.decision}`;
      return answer;
    },
  };
}
