import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { conditionCommands, conditions, type RuleRow, ruleRows, ruleTexts } from '../../../e2e/claude-rules/rows.js';
import { ruleOutcome } from '../../../e2e/claude-rules/sessions.js';
import { readMeasured } from '../../../e2e/measured.js';
import { contractOf, type EventName } from '../../core/src/contract.js';
import type { Event } from '../../core/src/event.js';
import type { Hook } from '../../core/src/hook.js';
import { type Verdict, withRewrite } from '../../core/src/verdict.js';
import { claudeLoader } from '../src/agents/claude-code/format.js';
import { claudeFormatCodec } from '../src/agents/claude-code/format-codec.js';
import { merge } from '../src/engine/merge.js';
import { permissionsLookup } from '../src/engine/permissions.js';
import { buildHookIndex, compileMatchers, plan } from '../src/engine/plan.js';
import { formats } from '../src/formats/index.js';
import { bareEvent } from './support/bare-event.js';

/** What the real Claude Code did, from e2e/measured.json. */
const seen = readMeasured()['claude-code']?.rows ?? {};

const call = { kind: 'shell', nativeName: 'Bash', input: { command: 'ls' } };
const events: Readonly<Record<RuleRow['event'], readonly [EventName, object]>> = {
  PreToolUse: ['tool.before', { call }],
  PostToolUse: ['tool.after', { call, result: { text: 'out' } }],
  PostToolUseFailure: ['tool.failure', { call, error: 'exit 3' }],
  UserPromptSubmit: ['prompt.submit', { prompt: 'hi' }],
  Stop: ['agent.stop', {}],
};

const eventOf = (row: Pick<RuleRow, 'event'>, more: object = {}): Event =>
  bareEvent(events[row.event][0], { ...events[row.event][1], ...more } as never, { host: 'claude-code' });

/** The hooks that anyhook loads from a settings file. */
function hooksOf(event: string, handlers: readonly object[]): readonly Hook[] {
  const text = JSON.stringify({ hooks: { [event]: [{ hooks: handlers }] } });
  const file = { path: '/p/.claude/settings.json', text, scope: 'project', root: '/p', siblings: [] } as const;
  return claudeLoader.load({ ...file, exists: () => false }).hooks;
}

const permissionsOf = permissionsLookup(formats);

/** What anyhook makes of the same answer under its Claude Code rule. */
function verdictOf(row: RuleRow): Verdict {
  const [hook] = hooksOf(row.event, [{ type: 'command', command: 'x' }]);
  assert.ok(hook);
  const event = eventOf(row);
  const ending = claudeFormatCodec().read(row, hook, event);
  const runs = [{ hook, ending, ms: 1, recheck: false, seenEvent: event }];
  const rewrite = ending.kind === 'done' ? ending.result.rewrite : undefined;
  const results = { runs, event: rewrite ? withRewrite(event, rewrite) : event, started: [] };
  return merge(event, contractOf(event.name), results, permissionsOf);
}

/** The outcome in the words of the table. */
function outcomeOf(row: RuleRow): string {
  const { decision, reason, context, rewrite, stop } = verdictOf(row);
  const isBlocked = decision === 'deny' || decision === 'ask';
  const isAfterCall = row.event === 'PostToolUse' || row.event === 'PostToolUseFailure';
  const output = rewrite?.of === 'output' ? rewrite.value : '';
  const told = [isBlocked ? (reason ?? '') : '', ...context, output].join('\n');
  // The reason of a blocked prompt is for the user.
  const isSilent = row.event === 'UserPromptSubmit' && isBlocked;
  return ruleOutcome({
    event: row.event,
    isBlocked: isBlocked && !isAfterCall,
    isStopped: stop !== undefined,
    isRewritten: rewrite?.of === 'input',
    heard: isSilent ? [] : ruleTexts.filter((word) => told.includes(`${word}-${row.number}`)),
  });
}

/** A stop is reported to the user; what the model learns in a later turn is ignored. */
function comparable(text: string): string {
  const [outcome = '', heard = ''] = text.split(', heard ');
  const words = heard.split(' ').filter((word) => word !== '' && word !== 'ENDING');
  const isEnded = outcome === 'stopped' || outcome.includes('turn ended');
  return isEnded || words.length === 0 ? outcome : `${outcome}, heard ${words.join(' ')}`;
}

/** Where anyhook differs: rows by their names, what anyhook does there, and why. */
const differences: readonly { readonly rows: RegExp; readonly ours: RegExp; readonly why: string }[] = [
  {
    rows: /exit 2, (?:a decision that|a permission that|a reason that|context for another|context without|deny for another)/,
    ours: /^blocked|^went on, heard|^went on$/,
    why: 'Claude Code goes on if the JSON breaks its schema, even at exit 2; a slip in a guard must not open it',
  },
  {
    rows: /exit [01], a reason that is a number/,
    ours: /^blocked$|^went on$/,
    why: 'Claude Code goes on if the reason is no text; the decision matters more',
  },
  {
    rows: /PreToolUse: .*block and context/,
    ours: /^blocked, heard REASON CONTEXT$/,
    why: 'Claude Code does not say the reason of a block that has context',
  },
  {
    rows: /exit [01], context without the name of the event/,
    ours: /heard CONTEXT$|^stopped$/,
    why: 'the name of the event may be missing here',
  },
  {
    rows: /Stop: exit [01], context(?:, stderr)?$/,
    ours: /^stopped$/,
    why: 'context at a stop keeps Claude Code at work; here the agent stops, and the user sees the context',
  },
  {
    rows: /UserPromptSubmit: exit 0, (?:text after the JSON|broken JSON)$/,
    ours: /^went on$/,
    why: 'JSON that cannot be read is a failure, which is told; Claude Code gives it to the model as text',
  },
  {
    rows: /exit 2, (?!.*stderr$)/,
    ours: /^(?:blocked|went on), heard (?:REASON|PLAIN|ENDING)/,
    why: 'without a text on stderr the reason is what else the hook printed; Claude Code says nothing',
  },
];

describe("anyhook's Claude Code rule compared with the real Claude Code", () => {
  test('every row of the table has a measurement', () => {
    const names = [...ruleRows.map(({ name }) => name), ...conditions.map((condition) => `if ${condition}`)];
    assert.deepEqual(Object.keys(seen).sort(), names.sort());
  });

  test('every hook answer has the same effect as in Claude Code, except for the listed differences', () => {
    const wrong = ruleRows.flatMap((row) => {
      const [real, ours] = [comparable(seen[row.name] ?? ''), comparable(outcomeOf(row))];
      const isKnown = differences.some((one) => one.rows.test(row.name) && one.ours.test(ours));
      return real === ours || isKnown ? [] : [`${row.name}: Claude Code "${real}", anyhook "${ours}"`];
    });
    assert.deepEqual(wrong, []);
  });

  test('every listed difference still exists', () => {
    const unused = differences.filter(
      ({ rows }) =>
        !ruleRows.some((row) => rows.test(row.name) && comparable(seen[row.name] ?? '') !== comparable(outcomeOf(row))),
    );
    assert.deepEqual(
      unused.map(({ why }) => why),
      [],
    );
  });

  test('a condition at an event without a call is not applied; Claude Code never runs such a hook', async () => {
    const index = buildHookIndex(hooksOf('Stop', [{ type: 'command', command: 'x', if: 'Bash' }]), formats);
    await compileMatchers(index, 'agent.stop');
    assert.equal(plan(index, eventOf({ event: 'Stop' })).length, 1);
  });

  test('a condition runs its hook at least where Claude Code runs it', async () => {
    const missed: string[] = [];
    for (const condition of conditions) {
      const index = buildHookIndex(hooksOf('PreToolUse', [{ type: 'command', command: 'x', if: condition }]), formats);
      await compileMatchers(index, 'tool.before');
      const ours = conditionCommands.map((command) => {
        const event = eventOf({ event: 'PreToolUse' }, { call: { ...call, input: { command } } });
        return plan(index, event).length > 0 ? 'x' : '-';
      });
      const real = seen[`if ${condition}`] ?? '';
      conditionCommands.forEach((command, i) => {
        if (real[i] === 'x' && ours[i] !== 'x') missed.push(`${condition}: ${command}`);
      });
    }
    assert.deepEqual(missed, []);
  });
});
