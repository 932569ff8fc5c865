import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as api from './library.js';
import {
  AnyhookError,
  allow,
  ask,
  contracts,
  createEngine,
  type Decision,
  defineHook,
  deny,
  type Ending,
  type Event,
  type EventName,
  type EventOf,
  eventNames,
  type HookEngine,
  type HookState,
  pass,
  type Result,
  type Rewrite,
  runHooks,
  type Verdict,
} from './library.js';

test('every public value is exported, and the event names match the contracts', () => {
  const values = [
    'AnyhookError',
    'allow',
    'ask',
    'contracts',
    'connectEngine',
    'createEngine',
    'createToolRunner',
    'defineHook',
    'deny',
    'eventNames',
    'pass',
    'runHooks',
    'UntrustedHooksError',
  ];
  for (const name of values) assert.ok(name in api, name);
  assert.equal(eventNames.length, Object.keys(contracts).length);
});

/** Never called: it only has to compile. Lines that must not compile are marked. */
export async function correctAndWrongUse(
  engine: HookEngine,
  event: Event,
  verdict: Verdict,
  state: HookState,
): Promise<void> {
  const made: HookEngine = await createEngine({
    cwd: '/p',
    env: { A: undefined },
    trust: 'lock',
    untrusted: 'ignore',
    only: ({ dialect: format }) => format !== 'flow',
  });
  // @ts-expect-error no such trust mode
  await createEngine({ trust: 'always' });
  // @ts-expect-error no such rule
  await createEngine({ untrusted: 'allow' });
  // @ts-expect-error a misspelled option
  await createEngine({ cdw: '/p' });

  const fired = await made.fire(
    'tool.before',
    { tool: 'shell', input: { command: 'ls' } },
    { timeoutMs: 10, signal: AbortSignal.timeout(5) },
  );
  const decision: Decision = fired.verdict.decision;
  // @ts-expect-error no such event
  await engine.fire('tool.befor');
  // @ts-expect-error the input is a map of fields
  await engine.fire('tool.before', { input: 'ls' });
  // @ts-expect-error the name is the first argument
  await engine.fire('tool.before', { name: 'tool.after' });
  // @ts-expect-error a verdict is read-only
  fired.verdict.decision = 'allow';
  // @ts-expect-error `block` is not a decision
  const other: Decision = 'block';

  const { wire } = await engine.dispatch('codex', {}, { event: 'PreToolUse' });
  const code: 0 | 1 | 2 = wire.exitCode;
  // @ts-expect-error a host is a name
  await engine.dispatch({ name: 'codex' }, {});

  await runHooks('PreAbilityCall', { ability_id: 'edit_file' }, { blockingOnly: true });
  // @ts-expect-error an event of another format
  await runHooks('PreToolUse', {});

  const results: Result[] = [pass(), allow(), allow('fine'), ask('sure?'), deny('no', { context: ['because'] })];
  // @ts-expect-error a deny needs a reason
  deny();
  // @ts-expect-error an ask needs a reason
  ask();
  // @ts-expect-error pass takes no reason
  pass('why');

  const rewrite: Rewrite = { of: 'input', value: { command: 'ls' } };
  // @ts-expect-error an output is a string
  const output: Rewrite = { of: 'output', value: { text: 'x' } };
  const ending: Ending = { kind: 'failed', why: 'timeout', detail: 'slow' };
  // @ts-expect-error a failure has a detail
  const bare: Ending = { kind: 'failed', why: 'timeout' };

  if (event.name === 'tool.after') event.result.text.trim();
  // @ts-expect-error only some events have a result
  event.result;
  const stop: EventOf<'agent.stop'>['stopHookActive'] = true;
  // @ts-expect-error no event of that name
  type Wrong = EventOf<'agent.stopped'>;
  const name: EventName = 'other';
  // @ts-expect-error only a changed hook has an earlier state
  state.was;

  defineHook({ on: 'tool.before', run: ({ call }) => (call.kind === 'shell' ? deny('no') : pass()) });
  // @ts-expect-error a hook returns a result
  defineHook({ on: 'tool.before', run: () => 'deny' });

  const error = new AnyhookError('BAD_PATTERN', 'text');
  // @ts-expect-error an unknown code
  new AnyhookError('BAD_LUCK', 'text');
  void ([
    decision,
    other,
    code,
    results,
    rewrite,
    output,
    ending,
    bare,
    stop,
    name,
    error,
    verdict,
  ] satisfies unknown[]);
  void (undefined as unknown as Wrong);
}
