import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { wrapTools } from '../../frameworks/src/generic.js';
import { connectEngine, createEngine, createRuntime, createToolRunner, runHooks } from '../src/library.js';
import { switchHooksOff } from '../src/switches/off-switch.js';
import { type JournalWorld, journalWorld } from './journal/journal-world.js';
import { until } from './resident/engine-world.js';
import { startServe } from './serve/serve-world.js';

/** What a caller got: whether the event was blocked, and the reason. */
interface Outcome {
  readonly blocked: boolean;
  readonly reason: string;
}

type Caller = (world: JournalWorld, t: TestContext) => Promise<Outcome>;

const reason = 'no secrets here';
const config = `hooks:
  - { id: guard, on: [prompt.submit, tool.before], run: 'grep -q forbidden && { echo "${reason}" >&2; exit 2; }; exit 0' }
`;
const prompt = 'tell me the forbidden word';
const ability = 'shop.tell';
const input = { text: 'the forbidden word' };

const outcome = (decision: string | undefined, said = ''): Outcome => ({
  blocked: decision === 'deny' || decision === 'denied',
  reason: said,
});
const where = ({ project, env }: JournalWorld) => ({ cwd: project, env, trust: 'project' }) as const;
const withoutResident = (world: JournalWorld) => ({
  ...where(world),
  env: { ...world.env, ANYHOOK_ENGINE: 'off' },
});

const run =
  (payload: object): Caller =>
  async (world) => {
    const { stdout } = world.run(['run', '--host', 'anyhook'], JSON.stringify(payload));
    const answer = JSON.parse(stdout);
    return outcome(answer.decision, answer.reason);
  };

const resident =
  (name: 'prompt.submit' | 'tool.before', words: object): Caller =>
  async (world) => {
    if (!(await world.status())) await world.up();
    const engine = connectEngine(where(world));
    const { verdict } = await engine.fire(name, words);
    engine.close();
    return outcome(verdict.decision, verdict.reason);
  };

const fallback =
  (name: 'prompt.submit' | 'tool.before', words: object): Caller =>
  async (world) => {
    const engine = connectEngine(withoutResident(world));
    const { verdict } = await engine.fire(name, words);
    engine.close();
    return outcome(verdict.decision, verdict.reason);
  };

const library =
  (name: 'prompt.submit' | 'tool.before', words: object): Caller =>
  async (world) => {
    const { verdict } = await (await createEngine(where(world))).fire(name, words);
    return outcome(verdict.decision, verdict.reason);
  };

const serve =
  (request: object): Caller =>
  async (world) => {
    const server = startServe(world);
    const { verdict } = await server.ask({ id: 1, ...request });
    server.end();
    await server.exited;
    return outcome(verdict?.decision, verdict?.reason);
  };

/** Every way to fire an event, with the same prompt. */
const promptCallers: Readonly<Record<string, Caller>> = {
  'anyhook run': run({ event: 'prompt.submit', prompt }),
  'the resident engine': resident('prompt.submit', { prompt }),
  'anyhook serve': serve({ event: 'prompt.submit', prompt }),
  createEngine: library('prompt.submit', { prompt }),
  'connectEngine without a resident engine': fallback('prompt.submit', { prompt }),
  async runHooks(world) {
    const results = await runHooks('PromptSubmit', { user_raw_input: prompt }, where(world));
    return outcome(results.decision, results.reason);
  },
  async createRuntime(world, t) {
    const runtime = createRuntime({ planner: () => undefined, ...where(world) });
    t.after(() => runtime.close());
    const session = await runtime.session();
    const turn = await session.prompt(prompt);
    await session.stop();
    return { blocked: turn.status === 'denied', reason: turn.error?.message ?? '' };
  },
};

/** Every way to fire a tool event, with the same call. */
const toolCallers: Readonly<Record<string, Caller>> = {
  'anyhook run': run({ event: 'tool.before', tool: ability, input }),
  'the resident engine': resident('tool.before', { tool: ability, input }),
  'anyhook serve': serve({ event: 'tool.before', tool: ability, input }),
  createEngine: library('tool.before', { tool: ability, input }),
  'connectEngine without a resident engine': fallback('tool.before', { tool: ability, input }),
  async runHooks(world) {
    const results = await runHooks('PreAbilityCall', { ability_id: ability, args: input }, where(world));
    return outcome(results.decision, results.reason);
  },
  async 'a framework adapter'(world) {
    let ran = false;
    const tools = {
      async [ability](_input: object) {
        ran = true;
        return 'told';
      },
    };
    const engine = await createEngine(where(world));
    const said = await wrapTools(tools, engine, { onNote: () => {} })[ability]?.(input);
    return { blocked: !ran, reason: ran ? '' : String(said) };
  },
  async 'a task guard'(world) {
    world.write(
      `.system/registry/low-level/${ability}.yaml`,
      `key: ${ability}\nversion: 1.0.0\nsummary: tells a word\nimplementations: { local: { kind: builtin, use: echo } }\n`,
    );
    const runner = await createToolRunner(where(world));
    const created = await runner.create({ ability, input });
    assert.equal(created.status, 'available');
    const ran = await runner.run({ key: created.task.key });
    runner.close();
    return { blocked: 'error' in ran, reason: 'error' in ran ? ran.error.message : '' };
  },
};

/** The record of the caller's event, without fields that differ per call. */
async function recordOf(world: JournalWorld, event: string) {
  let found: ReturnType<JournalWorld['log']> = [];
  await until(() => {
    found = world.log().filter(({ event: name }) => name === event);
    return found.length > 0;
  });
  return found.map(({ decision, hooks, root }) => ({
    decision,
    hooks: hooks.map(({ hook, decision: said }) => `${hook} ${said}`),
    inProject: root === world.project,
  }));
}

const offFile = ({ state }: JournalWorld): string => join(state, 'off.json');

for (const [event, callers] of [
  ['prompt.submit', promptCallers],
  ['tool.before', toolCallers],
] as const) {
  describe(`${event}: every caller`, () => {
    for (const [name, fire] of Object.entries(callers)) {
      test(`${name}: denies with the hook's reason, records it once, and obeys "anyhook off"`, async (t) => {
        const world = journalWorld(t, config);
        const denied = await fire(world, t);
        assert.equal(denied.blocked, true);
        assert.match(denied.reason, new RegExp(reason));
        const expected = { decision: 'deny', hooks: [`guard@${event} deny`], inProject: true };
        assert.deepEqual(await recordOf(world, event), [expected]);

        switchHooksOff(world.state, Date.now() + 1_800_000);
        assert.deepEqual(await fire(world, t), { blocked: false, reason: '' });
        assert.equal((await recordOf(world, event)).length, 1, 'nothing is recorded while hooks are off');

        rmSync(offFile(world));
        assert.equal((await fire(world, t)).blocked, true, 'hooks are on again');
      });
    }
  });
}
