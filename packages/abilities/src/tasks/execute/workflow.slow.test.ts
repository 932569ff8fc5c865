import assert from 'node:assert/strict';
import { test } from 'node:test';
import { executeCall, workflowAbility } from '../../../test/support/task-samples.js';
import type { JsonObject, WorkflowStep } from '../../registry/ability.js';
import type { ExecutionResult } from '../task.js';
import { taskFailure } from './implementation-call.js';
import { executeAbility, type RunStep } from './index.js';
import { resolveStepInput, runWorkflow } from './workflow.js';

const step = (id: string, input: JsonObject = {}, more: Partial<WorkflowStep> = {}): WorkflowStep => ({
  id,
  ability: `do.${id}`,
  input,
  onFailure: 'stop',
  ...more,
});

const broken = (why: string): ExecutionResult => taskFailure('EXIT', why);
const ok = (output: unknown): ExecutionResult => ({ status: 'success', output });

/** Runs steps with scripted results; records the calls in order. */
function scripted(ends: Readonly<Record<string, ExecutionResult>>) {
  const asked: [string, JsonObject][] = [];
  const runStep: RunStep = async (ability, input, { id }) => {
    asked.push([ability, input]);
    return ends[id] ?? ok({ of: id });
  };
  return { asked, runStep };
}

test('steps run in order with the outputs of earlier steps, and the output holds theirs by name', async () => {
  const { asked, runStep } = scripted({ a: ok({ list: [{ n: 7 }] }) });
  const steps = [
    step('a', { who: '${input.user.name}' }),
    step('b', { n: '${steps.a.output.list.0.n}', text: 'n=${steps.a.output.list.0.n}!' }),
  ];
  const ended = await runWorkflow(workflowAbility({ steps, cleanup: [] }), { user: { name: 'Ann' } }, runStep);
  assert.deepEqual(asked, [
    ['do.a', { who: 'Ann' }],
    ['do.b', { n: 7, text: 'n=7!' }],
  ]);
  assert.deepEqual(ended, { status: 'success', output: { a: { list: [{ n: 7 }] }, b: { of: 'b' } } });
});

test('a step that fails stops the later steps, but the clean-up still runs', async () => {
  const { asked, runStep } = scripted({ b: broken('no disk'), tidy1: broken('stuck') });
  const ended = await runWorkflow(
    workflowAbility({
      steps: [step('a'), step('b'), step('c')],
      cleanup: [step('tidy1', { id: '${steps.a.output.of}' }), step('tidy2')],
    }),
    {},
    runStep,
  );
  assert.deepEqual(
    asked.map(([ability]) => ability),
    ['do.a', 'do.b', 'do.tidy1', 'do.tidy2'],
  );
  assert.equal(ended.status, 'failure');
  assert.equal(ended.error?.code, 'STEP_FAILED');
  assert.equal(ended.error?.message, 'step "b" failed: no disk; step "tidy1" failed too: stuck');
  assert.deepEqual(ended.output, { a: { of: 'a' }, tidy2: { of: 'tidy2' } });
});

test('a failed step with on_failure continue makes the workflow partial', async () => {
  const { runStep } = scripted({ a: broken('no') });
  const ended = await runWorkflow(
    workflowAbility({ steps: [step('a', {}, { onFailure: 'continue' }), step('b')], cleanup: [] }),
    {},
    runStep,
  );
  assert.deepEqual([ended.status, ended.error?.code, ended.output], ['partial', 'STEP_FAILED', { b: { of: 'b' } }]);
});

for (const [what, ends] of [
  ['a step that is partial', { a: { status: 'partial', output: 1 } }],
  ['a clean-up that fails', { tidy: broken('no') }],
] as const) {
  test(`${what} makes the workflow partial`, async () => {
    const { runStep } = scripted(ends);
    const ended = await runWorkflow(workflowAbility({ steps: [step('a')], cleanup: [step('tidy')] }), {}, runStep);
    assert.equal(ended.status, 'partial');
  });
}

test('the clean-up of a step that never ran is skipped and reported as skipped', async () => {
  const { asked, runStep } = scripted({ a: broken('no') });
  const lines: string[] = [];
  const cleanup = [step('tidy', { id: '${steps.b.output.id}' })];
  await runWorkflow(workflowAbility({ steps: [step('a'), step('b')], cleanup }), {}, runStep, {
    progress: (line) => void lines.push(line),
  });
  assert.deepEqual(
    asked.map(([ability]) => ability),
    ['do.a'],
  );
  assert.deepEqual(lines, [
    'step "a": do.a',
    'clean-up "tidy" has nothing to do: ${steps.b.output.id}: the step "b" has no output',
  ]);
});

test('cancelling the call stops the steps, and the clean-up gets its own time', async () => {
  const control = new AbortController();
  const signals: (boolean | undefined)[] = [];
  const runStep: RunStep = async (_, __, { id, signal }) => {
    if (id === 'a') control.abort();
    signals.push(signal?.aborted);
    return ok(id);
  };
  const ended = await runWorkflow(
    workflowAbility({ steps: [step('a'), step('b')], cleanup: [step('tidy')] }),
    {},
    runStep,
    {
      signal: control.signal,
    },
  );
  assert.deepEqual([ended.status, ended.error?.code], ['failure', 'CANCELLED']);
  assert.deepEqual(ended.output, { a: 'a', tidy: 'tidy' });
  assert.deepEqual(signals, [true, false]);
});

test('a clean-up that takes too long is stopped, and no further clean-up begins', async () => {
  const asked: string[] = [];
  const runStep: RunStep = (_, __, { id, signal }) =>
    new Promise((resolve) => {
      asked.push(id);
      if (id === 'a') return resolve(ok(1));
      const kept = setTimeout(() => {}, 60_000);
      signal?.addEventListener('abort', () => {
        clearTimeout(kept);
        resolve(broken('ended'));
      });
    });
  const ended = await runWorkflow(
    workflowAbility({ steps: [step('a')], cleanup: [step('t1'), step('t2')] }),
    {},
    runStep,
    {
      cleanupMs: 50,
    },
  );
  assert.deepEqual(asked, ['a', 't1']);
  assert.match(ended.error?.message ?? '', /"t1" failed: ended; step "t2" failed too: there was no time left/);
});

test('execute runs a workflow with the given step runner', async () => {
  const ability = workflowAbility({ steps: [step('a')], cleanup: [] });
  const { runStep } = scripted({});
  assert.deepEqual(
    await executeAbility(ability, undefined, { ...executeCall(undefined), runStep }),
    ok({ a: { of: 'a' } }),
  );
  assert.equal((await executeAbility(ability, undefined, executeCall(undefined))).error?.code, 'NOT_STARTED');
  const rejects = await executeAbility(ability, undefined, {
    ...executeCall(undefined),
    runStep: () => Promise.reject(new Error('broken')),
  });
  assert.match(rejects.error?.message ?? '', /could not be executed: broken/);
});

const scope = {
  input: { a: { b: [1, { c: null }] }, s: 'x', big: 'x'.repeat(1_000_000) },
  steps: new Map([['one', 'out']]),
};

const resolves: readonly (readonly [given: unknown, resolved: unknown])[] = [
  ['${input.a}', { b: [1, { c: null }] }],
  ['${input.a.b.1.c}', null],
  ['<${input.a.b.1.c}>', '<null>'],
  ['${input.s}${input.s}', 'xx'],
  ['in ${input.a}', 'in {"b":[1,{"c":null}]}'],
  ['${steps.one.output}', 'out'],
  ['$${input.s} and $HOME', '${input.s} and $HOME'],
  [{ deep: ['${input.s}', 1, true] }, { deep: ['x', 1, true] }],
];

for (const [given, resolved] of resolves) {
  test(`${JSON.stringify(given)} becomes ${JSON.stringify(resolved)}`, () => {
    assert.deepEqual(resolveStepInput({ given }, scope), { ok: true, input: { given: resolved } });
  });
}

const misses: Readonly<Record<string, RegExp>> = {
  '${input.none}': /^\$\{input\.none\}: there is no "none" in/,
  '${input.a.toString}': /no "toString"/,
  '${input.a.__proto__}': /no "__proto__"/,
  '${input.a.b.length}': /no "length"/,
  '${input.s.0}': /no "0" in "x"/,
  '${inputs.a}': /expected \$\{input\.…\} or \$\{steps/,
  '${steps.one.status}': /expected \$\{input/,
  '${steps.two.output}': /the step "two" has no output/,
  '${}': /expected \$\{input/,
};

for (const [given, said] of Object.entries(misses)) {
  test(`${given} is reported missing by name`, () => {
    const resolved = resolveStepInput({ given: ['fine', given] }, scope);
    assert.match(resolved.ok ? '' : resolved.why, said);
  });
}

test('placeholders cannot build an input that fills the memory', () => {
  const resolved = resolveStepInput({ given: Array.from({ length: 100 }, () => '${input.big}') }, scope);
  assert.match(resolved.ok ? '' : resolved.why, /grows beyond \d+ characters/);
});

test('an input key named __proto__ stays a plain key', () => {
  const resolved = resolveStepInput(JSON.parse('{"__proto__":{"x":"${input.s}"}}'), scope);
  assert.deepEqual(resolved.ok && Object.entries(resolved.input), [['__proto__', { x: 'x' }]]);
});
