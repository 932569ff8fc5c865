import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { reviewAbilities } from '../../abilities/src/commands/review-trust.js';
import { createHookSession, wrapTools } from '../../frameworks/src/generic.js';
import { openProject } from '../src/answer/engine.js';
import { confirmConfig } from '../src/hooks/config-record.js';
import { grantTrust } from '../src/hooks/review-trust.js';
import {
  type CreateEngineOptions,
  connectEngine,
  createEngine,
  createRuntime,
  createToolRunner,
  type HookEngine,
  runHooks,
  UntrustedHooksError,
} from '../src/library.js';
import { switchHooksOff } from '../src/switches/off-switch.js';
import { type FileTexts, hookMdFiles, ProjectWorld } from './project-world.js';

/** Refuses input that contains "forbidden". */
const guardScript = 'grep -q forbidden || exit 0; echo "not that" >&2; exit 2';
const guard = hookMdFiles('guard', 'trigger: before_tool', guardScript);
const ability: FileTexts = {
  '.system/registry/low-level/text.echo.yaml':
    'key: text.echo\nversion: 1.0.0\nsummary: gives back a text\nimplementations:\n  local: { kind: builtin, use: echo }\n',
};

const worldOf = (t: TestContext, files: FileTexts = guard): ProjectWorld => new ProjectWorld(t, files);
const optionsOf = ({ dir, env }: ProjectWorld, more: CreateEngineOptions = {}): CreateEngineOptions => ({
  cwd: dir,
  env: { ...env, ANYHOOK_ENGINE: 'off' },
  ...more,
});

/** Asserts the common message: the folder, the problem, and every way to solve it. */
function isRefusal(text: string, dir: string): void {
  assert.ok(text.includes(`hooks of ${dir} do not run (`), text);
  for (const part of ['anyhook trust', 'trust: "lock"', 'trust: "project"', 'untrusted: "ignore"'])
    assert.ok(text.includes(part), `${part} is missing in: ${text}`);
}
const refusesIn =
  (dir: string) =>
  (error: unknown): true => {
    assert.ok(error instanceof UntrustedHooksError, String(error));
    assert.equal(error.code, 'UNTRUSTED_HOOKS');
    isRefusal(error.message, dir);
    return true;
  };

const shell = (command = 'ls') => ({ tool: 'shell', input: { command } });
const decisionOf = async (engine: Pick<HookEngine, 'fire'>, words: object = shell()) => {
  const { verdict } = await engine.fire('tool.before', words);
  return [verdict.decision, verdict.reason ?? ''] as const;
};
async function denies(engine: Pick<HookEngine, 'fire'>, dir: string, words?: object): Promise<void> {
  const [decision, reason] = await decisionOf(engine, words);
  assert.equal(decision, 'deny');
  isRefusal(reason, dir);
}

/** A tool that counts its calls. */
function stubTool() {
  const calls: unknown[] = [];
  return { calls, bash: (input: { command: string }) => void calls.push(input) };
}

const planner = ({ round }: { round: number }) =>
  round === 1 ? ([{ action: 'CREATE_TASK', ability: 'text.echo', input: { text: 'a' } }] as const) : undefined;

describe('untrusted project hooks prevent:', () => {
  const makers: Readonly<Record<string, (world: ProjectWorld) => Promise<unknown>>> = {
    createEngine: (world) => createEngine(optionsOf(world)),
    'the first event of connectEngine': (world) => connectEngine(optionsOf(world)).fire('session.start'),
    'the first call through connectEngine': (world) => connectEngine(optionsOf(world)).fire('tool.before', shell()),
    runHooks: (world) => runHooks('PreAbilityCall', { ability_id: 'run_command' }, optionsOf(world)),
    createToolRunner: (world) => createToolRunner({ cwd: world.dir, env: world.env }),
    'a session of createRuntime': (world) => createRuntime({ cwd: world.dir, env: world.env, planner }).session(),
  };
  for (const [name, make] of Object.entries(makers))
    test(name, async (t) => {
      const world = worldOf(t, { ...guard, ...ability });
      await assert.rejects(make(world), refusesIn(world.dir));
    });

  test('untrusted hooks can be trusted by a person, a lock file or the project option, or be ignored', async (t) => {
    const world = worldOf(t);
    assert.equal((await decisionOf(await createEngine(optionsOf(world, { trust: 'project' }))))[0], 'pass');
    const ignoring = await createEngine(optionsOf(world, { untrusted: 'ignore' }));
    assert.equal((await decisionOf(ignoring, shell('forbidden')))[0], 'pass');
    await assert.rejects(createEngine(optionsOf(world, { trust: 'lock' })), refusesIn(world.dir));
    await world.lock();
    const locked = await createEngine(optionsOf(world, { trust: 'lock' }));
    assert.deepEqual(await decisionOf(locked, shell('forbidden')), ['deny', '[guard] not that']);
    await assert.rejects(createEngine(optionsOf(world)), refusesIn(world.dir));
    await world.trust();
    const trusted = await createEngine(optionsOf(world));
    assert.deepEqual(await decisionOf(trusted, shell('forbidden')), ['deny', '[guard] not that']);
  });

  test('no hooks, user hooks and switched-off hooks block nothing', async (t) => {
    const none = worldOf(t, {});
    assert.equal((await decisionOf(await createEngine(optionsOf(none))))[0], 'pass');
    const ofUser = worldOf(t, hookMdFiles('guard', undefined, guardScript, '~/.config/agents/hooks'));
    const engine = await createEngine(optionsOf(ofUser));
    assert.deepEqual(await decisionOf(engine, shell('forbidden')), ['deny', '[guard] not that']);
    const disabled = worldOf(t, { ...guard, '~/.config/anyhook/config.yaml': 'disabled: [guard]\n' });
    assert.equal((await decisionOf(await createEngine(optionsOf(disabled))))[0], 'pass');
    const chosen = worldOf(t, guard);
    await createEngine(optionsOf(chosen, { only: ({ scope }) => scope === 'user' }));
    const off = worldOf(t, guard);
    switchHooksOff(off.user.state, Date.now() + 60_000);
    await createEngine(optionsOf(off));
  });

  test('changed hooks, unloadable files and hooks not yet switched on count as untrusted', async (t) => {
    const changed = worldOf(t);
    await changed.trust();
    changed.write(hookMdFiles('guard', 'trigger: before_tool', 'exit 0'));
    await assert.rejects(createEngine(optionsOf(changed)), /1 hook changed since it was trusted/);
    const broken = worldOf(t, { '.agents/anyhook.yaml': 'hooks: [\n' });
    await assert.rejects(createEngine(optionsOf(broken)), refusesIn(broken.dir));
    assert.equal((await decisionOf(await createEngine(optionsOf(broken, { trust: 'project' }))))[0], 'ask');
    const waiting = worldOf(t, {
      '.kiro/agents/a.json': JSON.stringify({ name: 'a', hooks: { preToolUse: [{ command: 'exit 0' }] } }),
    });
    mkdirSync(join(waiting.user.state, 'journal'), { recursive: true });
    chmodSync(waiting.user.state, 0o700);
    await assert.rejects(createEngine(optionsOf(waiting)), UntrustedHooksError);
  });
});

describe('while an engine is running', () => {
  test('each guarded call is denied from the moment a trusted hook changes until a person trusts it again', async (t) => {
    const world = worldOf(t);
    await world.trust();
    const engine = await createEngine(optionsOf(world));
    assert.equal((await decisionOf(engine))[0], 'pass');
    world.write(hookMdFiles('guard', 'trigger: before_tool', 'echo "never" >&2; exit 2'));
    await denies(engine, world.dir);
    const events = ['tool.permission', 'prompt.submit', 'subagent.start', 'task.create'] as const;
    for (const name of events) {
      const words = name === 'prompt.submit' ? { prompt: 'x' } : name === 'tool.permission' ? shell() : {};
      const data = name === 'subagent.start' ? { data: { subagent: { name: 'a' } } } : {};
      const { verdict } = await engine.fire(name, { ...words, ...data });
      assert.equal(verdict.decision, 'deny', name);
      isRefusal(verdict.reason ?? '', world.dir);
    }
    assert.equal((await engine.fire('tool.after', shell())).verdict.decision, 'pass', 'it has already run');
    const payload = { session_id: 's', cwd: world.dir, hook_event_name: 'PreToolUse', tool_name: 'Bash' };
    const { wire } = await engine.dispatch('claude-code', { ...payload, tool_input: { command: 'ls' } });
    assert.match(wire.stdout, /"permissionDecision":"deny".*anyhook trust/);
    await world.trust();
    assert.deepEqual(await decisionOf(engine), ['deny', '[guard] never'], 'the hook as it is trusted now');
  });

  test('a hook that appears, or is deleted, denies as well', async (t) => {
    const world = worldOf(t);
    await world.trust();
    const engine = await createEngine(optionsOf(world));
    world.write(hookMdFiles('new'));
    await denies(engine, world.dir);
    world.remove('.agents/hooks/new');
    assert.equal((await decisionOf(engine))[0], 'pass');
    world.remove('.agents/hooks/guard');
    await denies(engine, world.dir);
    await world.trust();
    assert.equal((await decisionOf(engine, shell('forbidden')))[0], 'pass');
  });

  test('with a lock file, changed hooks deny in the same way', async (t) => {
    const world = worldOf(t);
    await world.lock();
    const engine = await createEngine(optionsOf(world, { trust: 'lock' }));
    world.write(hookMdFiles('guard', 'trigger: before_tool', 'exit 0'));
    await denies(engine, world.dir);
    await world.lock();
    assert.equal((await decisionOf(engine))[0], 'pass');
    world.write(hookMdFiles('new'));
    await denies(engine, world.dir);
    await world.lock();
    assert.deepEqual(await decisionOf(engine), ['pass', '']);
    world.remove('.agents');
    await denies(engine, world.dir);
  });

  test('a program that ships its hooks keeps those it started with, even if their files change', async (t) => {
    const world = worldOf(t, {
      '.agents/anyhook.yaml': 'hooks:\n  - { id: guard, on: tool.before, run: "echo not that >&2; exit 2" }\n',
    });
    const engine = await createEngine(optionsOf(world, { trust: 'project' }));
    world.remove('.agents/anyhook.yaml');
    world.write(hookMdFiles('new', undefined, 'touch ../ran; exit 0'));
    assert.deepEqual(await decisionOf(engine), ['deny', '[guard] not that']);
    assert.equal(existsSync(join(world.top, 'ran')), false);
  });

  test("a user's guard stays active when its file is emptied", async (t) => {
    const config = 'hooks:\n  - { id: mine, on: tool.before, run: "echo not that >&2; exit 2" }\n';
    const world = worldOf(t, { '~/.config/anyhook/config.yaml': config });
    const engine = await createEngine(optionsOf(world));
    world.write({ '~/.config/anyhook/config.yaml': 'hooks: []\n' });
    const [decision, reason] = await decisionOf(engine);
    assert.equal(decision, 'deny');
    assert.match(reason, /\[mine\] not that/);
  });

  test('a guard that the user lost earlier asks until a person confirms the loss', async (t) => {
    const config = (hooks: string) => ({ '~/.config/anyhook/config.yaml': `hooks: [${hooks}]\n` });
    const world = worldOf(t, config('{ id: mine, on: tool.before, run: "true" }'));
    await createEngine(optionsOf(world));
    world.write(config(''));
    const engine = await createEngine(optionsOf(world));
    assert.equal((await decisionOf(engine))[0], 'ask');
    confirmConfig((await world.open()).snapshot, world.user, world.env);
    assert.equal((await decisionOf(engine))[0], 'pass');
  });

  test('hook files that become unreadable also deny', {
    skip: process.getuid?.() === 0 && 'root may read every folder',
  }, async (t) => {
    const world = worldOf(t);
    await world.trust();
    const engine = await createEngine(optionsOf(world));
    chmodSync(world.path('.agents'), 0);
    t.after(() => chmodSync(world.path('.agents'), 0o755));
    assert.equal((await decisionOf(engine))[0], 'deny');
  });

  test('concurrent calls all notice the change', async (t) => {
    const world = worldOf(t);
    await world.trust();
    const engine = await createEngine(optionsOf(world));
    const early = Array.from({ length: 20 }, () => decisionOf(engine));
    world.write(hookMdFiles('new'));
    const late = await Promise.all(Array.from({ length: 20 }, () => decisionOf(engine)));
    assert.deepEqual([...new Set(late.map(([decision]) => decision))], ['deny']);
    await Promise.all(early);
  });

  test('calls through a connected engine are denied while hooks are changed, and answered again after', async (t) => {
    const world = worldOf(t);
    const engine = connectEngine(optionsOf(world));
    t.after(() => engine.close());
    await assert.rejects(engine.fire('tool.before', shell()), refusesIn(world.dir));
    await world.trust();
    const decide = async () => (await engine.fire('tool.before', shell())).verdict;
    assert.equal((await decide()).decision, 'pass');
    world.write(hookMdFiles('new'));
    const { decision, reason } = await decide();
    assert.equal(decision, 'deny');
    isRefusal(reason ?? '', world.dir);
    await world.trust();
    assert.equal((await decide()).decision, 'pass');
  });

  test('while hooks are changed, a tool runner denies each run, and a runtime each prompt', async (t) => {
    const world = worldOf(t, { ...guard, ...ability });
    const trustAll = async () => {
      const place = { cwd: world.dir, env: world.env, home: world.home };
      const project = await openProject(place);
      grantTrust(project, world.user, { withMore: true });
      (await reviewAbilities(project, place)).trust();
    };
    await trustAll();
    const setup = { cwd: world.dir, env: world.env } as const;
    const tools = await createToolRunner(setup);
    t.after(() => tools.close());
    const run = () => tools.directRun({ ability: 'text.echo', input: {}, environment: 'dev' });
    const runtime = createRuntime({ ...setup, planner });
    const session = await runtime.session();
    t.after(() => runtime.close());
    world.write(hookMdFiles('new'));
    assert.match(JSON.stringify(await run()), /do not run \(1 hook is not trusted\)/);
    const turn = await session.prompt('go');
    assert.match(JSON.stringify(turn), /do not run \(1 hook is not trusted\)/);
    await assert.rejects(runtime.session(), UntrustedHooksError);
    await trustAll();
    assert.doesNotMatch(JSON.stringify(await run()), /do not run/);
    await session.stop();
  });
});

describe('a session of a connected engine', () => {
  test('blocked at its start continues once a person trusts the hooks', async (t) => {
    const world = worldOf(t, {
      ...guard,
      ...hookMdFiles('hello', 'trigger: session_start', `echo '{"additional_context":"welcome"}'`),
    });
    const engine = connectEngine(optionsOf(world));
    t.after(() => engine.close());
    const session = createHookSession(engine, { framework: 'f', onNote: () => {} });
    isRefusal((await session.prompt('go')).block ?? '', world.dir);
    await world.trust();
    const { block, context } = await session.prompt('go');
    assert.deepEqual([block, context], [undefined, ['welcome']]);
    assert.equal((await session.prompt('on')).context.length, 0, 'the session starts once');
  });
});

describe("a call in a folder other than the engine's", () => {
  test('is denied if hooks of that project are untrusted, otherwise runs them', async (t) => {
    const world = worldOf(t, {});
    const other = worldOf(t);
    const engine = await createEngine(optionsOf(world));
    await denies(engine, other.dir, { ...shell(), cwd: other.dir });
    assert.equal((await decisionOf(engine))[0], 'pass');
    // A person's trust is stored in their home, for every project.
    other.env = world.env;
    await other.trust();
    assert.deepEqual(await decisionOf(engine, { ...shell('forbidden'), cwd: other.dir }), ['deny', '[guard] not that']);
    assert.equal((await decisionOf(engine, { ...shell('forbidden'), cwd: world.dir }))[0], 'pass');
  });

  test('a program trusts only its own project, whose hooks see calls in other folders as well', async (t) => {
    const world = worldOf(t);
    const other = worldOf(t, hookMdFiles('stranger', undefined, 'touch ../ran; exit 0'));
    const engine = await createEngine(optionsOf(world, { trust: 'project' }));
    await denies(engine, other.dir, { ...shell(), cwd: other.dir });
    assert.equal(existsSync(join(other.top, 'ran')), false);
    const empty = worldOf(t, {});
    assert.deepEqual(await decisionOf(engine, { ...shell('forbidden'), cwd: empty.dir }), ['deny', '[guard] not that']);
  });

  test('is denied by untrusted hooks of a folder inside the project', async (t) => {
    const world = worldOf(t, {});
    world.write(hookMdFiles('inner', undefined, guardScript, 'sub/.agents/hooks'));
    const engine = await createEngine(optionsOf(world));
    await denies(engine, world.dir, { ...shell(), cwd: join(world.dir, 'sub') });
  });

  test('is denied through a connected engine as well', async (t) => {
    const world = worldOf(t, {});
    const other = worldOf(t);
    const engine = connectEngine(optionsOf(world));
    t.after(() => engine.close());
    assert.equal((await engine.fire('tool.before', shell())).verdict.decision, 'pass');
    const { verdict } = await engine.fire('tool.before', { ...shell(), cwd: other.dir });
    isRefusal(verdict.reason ?? '', other.dir);
  });
});

describe('wrapped tools', () => {
  for (const settle of ['before', 'after'] as const)
    test(`never run when called ${settle} the promise of their engine rejects`, async (t) => {
      const world = worldOf(t);
      const notes: string[] = [];
      const { calls, bash } = stubTool();
      const engine = createEngine(optionsOf(world));
      if (settle === 'after') await assert.rejects(engine);
      const tools = wrapTools({ bash }, engine, { onNote: (text) => notes.push(text), ask: () => true });
      isRefusal(String(await tools.bash({ command: 'ls' })), world.dir);
      isRefusal(String(await tools.bash({ command: 'ls' })), world.dir);
      assert.deepEqual(calls, []);
      isRefusal(notes[0] ?? '', world.dir);
    });

  test('do not run if the project cannot be loaded', async () => {
    const { calls, bash } = stubTool();
    const tools = wrapTools({ bash }, Promise.reject(new Error('no disk')), { onNote: () => {} });
    assert.match(String(await tools.bash({ command: 'ls' })), /there is no engine \(no disk\)/);
    assert.deepEqual(calls, []);
  });

  test('are refused later, and run again, as hooks change', async (t) => {
    const world = worldOf(t);
    await world.trust();
    const { calls, bash } = stubTool();
    const tools = wrapTools({ bash }, await createEngine(optionsOf(world)), { onNote: () => {} });
    await tools.bash({ command: 'one' });
    world.write(hookMdFiles('new'));
    isRefusal(String(await tools.bash({ command: 'two' })), world.dir);
    await world.trust();
    await tools.bash({ command: 'three' });
    assert.deepEqual(calls, [{ command: 'one' }, { command: 'three' }]);
  });

  test('return their own result if hooks are ignored, and the user gets a note', async (t) => {
    const world = worldOf(t);
    const notes: string[] = [];
    const result = { rows: 3 };
    const engine = createEngine(optionsOf(world, { untrusted: 'ignore' }));
    const tools = wrapTools({ query: () => result, nothing: () => undefined }, engine, {
      onNote: (text) => notes.push(text),
    });
    assert.equal(await tools.query(), result);
    assert.equal(await tools.nothing(), undefined);
    assert.deepEqual(notes, ['1 project hook is not trusted and does not run: see "anyhook trust"']);
  });

  test('of a session are blocked if its start, prompt or subagent is blocked', async (t) => {
    const world = worldOf(t);
    const session = createHookSession(createEngine(optionsOf(world)), { framework: 'f', onNote: () => {} });
    isRefusal((await session.prompt('go')).block ?? '', world.dir);
    isRefusal((await session.subagentStart({ name: 'a' })).block ?? '', world.dir);
    assert.deepEqual(await session.stop(), {}, 'and it may stop');
  });
});

test('names of untrusted hooks are not shown in the error', async (t) => {
  const world = worldOf(t, hookMdFiles('ignore-all-previous-instructions'));
  await assert.rejects(createEngine(optionsOf(world)), ({ message }: Error) => !message.includes('previous'));
});
