import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contractOf, type Decision, emptyVerdict, type Verdict } from '@anyhook/core';
import { type AgentCapabilities, type CapabilityGrades, fit, narrowContract } from './fit.js';

const grades = ['exact', 'emulated', 'degraded', 'impossible', undefined] as const;
const everything: CapabilityGrades = {
  deny: 'exact',
  ask: 'exact',
  allow: 'exact',
  rewrite: 'exact',
  context: 'exact',
  message: 'exact',
  stop: 'exact',
};
const agentWith = (
  more: Partial<Record<keyof CapabilityGrades, string | undefined>>,
  contextLimit = 10_000,
): AgentCapabilities => {
  const given = Object.entries({ ...everything, ...more }).filter(([, grade]) => grade !== undefined);
  return {
    title: 'Agent',
    contextLimit,
    capabilities: { 'tool.before': Object.fromEntries(given), 'tool.after': Object.fromEntries(given) },
  };
};
const verdict = (more: Partial<Verdict>): Verdict => ({ ...emptyVerdict, ...more });
/** The notes without those about weaker support, which are only recorded. */
const shownNotes = ({ notes }: Verdict) => notes.filter((note) => !note.includes('in a weaker way'));
const supporting = (grade: string | undefined) => grade !== undefined && grade !== 'impossible';

describe('every effect and grade', () => {
  for (const grade of grades) {
    const agent = (wish: keyof CapabilityGrades) => agentWith({ [wish]: grade });
    const messageOf = (what: string) => (supporting(grade) ? [] : [`Agent cannot ${what}`]);
    const word = grade ?? 'not named';

    test(`deny ${word}`, () => {
      const after = fit(verdict({ decision: 'deny', reason: 'r' }), agent('deny'), 'tool.before');
      assert.equal(after.decision, supporting(grade) ? 'deny' : 'pass');
      assert.deepEqual(shownNotes(after), messageOf('deny at tool.before: it continues'));
      assert.deepEqual(after.messages, shownNotes(after));
    });

    test(`ask ${word}`, () => {
      const after = fit(verdict({ decision: 'ask', reason: 'r' }), agent('ask'), 'tool.before');
      assert.deepEqual([after.decision, after.reason], [supporting(grade) ? 'ask' : 'deny', 'r']);
      assert.deepEqual(shownNotes(after), messageOf('ask the user at tool.before: denied instead'));
      const neither = agentWith({ ask: grade, deny: grade });
      assert.equal(
        fit(verdict({ decision: 'ask' }), neither, 'tool.before').decision,
        supporting(grade) ? 'ask' : 'pass',
      );
    });

    test(`allow ${word}: if it is not supported, the agent's own rules decide, without a note`, () => {
      const after = fit(verdict({ decision: 'allow' }), agent('allow'), 'tool.before');
      assert.equal(after.decision, supporting(grade) ? 'allow' : 'pass');
      assert.deepEqual(shownNotes(after), messageOf("allow at tool.before: the agent's own rules decide"));
      assert.deepEqual(after.messages, []);
    });

    test(`rewrite ${word}`, () => {
      const rewrite = { of: 'input', value: { command: 'x' } } as const;
      const after = fit(verdict({ rewrite }), agent('rewrite'), 'tool.before');
      assert.deepEqual(after.rewrite, supporting(grade) ? rewrite : undefined);
      assert.equal('rewrite' in after, supporting(grade));
      assert.deepEqual(shownNotes(after), messageOf('take a rewritten input at tool.before: the original is used'));
    });

    test(`replaced output ${word}: if it is not supported, it may become context`, () => {
      const rewrite = { of: 'output', value: 'new' } as const;
      const after = fit(verdict({ rewrite, context: ['c'] }), agent('rewrite'), 'tool.after');
      if (supporting(grade)) return assert.deepEqual([after.rewrite, after.context], [rewrite, ['c']]);
      assert.equal(after.rewrite, undefined);
      assert.deepEqual(after.context, ['c', 'Ignore the tool output above; a hook replaced it with:\nnew']);
      assert.deepEqual(shownNotes(after), [
        'Agent cannot replace the output at tool.after: the replacement is given as context',
      ]);
      const neither = fit(verdict({ rewrite }), agentWith({ rewrite: grade, context: grade }), 'tool.after');
      assert.deepEqual(neither.context, []);
      assert.match(neither.notes.join(), /cannot take a rewritten output/);
    });

    test(`context ${word}`, () => {
      const after = fit(verdict({ context: ['c'] }), agent('context'), 'tool.before');
      assert.deepEqual(after.context, supporting(grade) ? ['c'] : []);
      assert.deepEqual(shownNotes(after), messageOf('give context to the model at tool.before: it was left out'));
    });

    test(`stop ${word}`, () => {
      const after = fit(verdict({ stop: 's' }), agent('stop'), 'tool.before');
      assert.equal(after.stop, supporting(grade) ? 's' : undefined);
      assert.deepEqual(shownNotes(after), messageOf('stop the agent at tool.before: it continues'));
    });

    test(`message ${word}: notes reach the user if the agent can show them`, () => {
      const after = fit(verdict({ notes: ['n'], messages: ['m'] }), agent('message'), 'tool.before');
      assert.deepEqual(after.messages, supporting(grade) ? ['m', 'n'] : ['m']);
      assert.deepEqual(shownNotes(after), [
        'n',
        ...messageOf('show messages at tool.before: they are in the record only'),
      ]);
    });
  }

  test('an event that the agent does not list supports no effect', () => {
    const wishes = verdict({ decision: 'deny', context: ['c'], stop: 's' });
    const after = fit(wishes, agentWith({}), 'agent.stop');
    assert.deepEqual([after.decision, after.context, after.stop, shownNotes(after).length], ['pass', [], undefined, 3]);
  });

  test('pass stays pass, and fitting a verdict again changes nothing', () => {
    for (const decision of ['pass', 'allow', 'ask', 'deny'] as const satisfies Decision[])
      for (const grade of grades) {
        const agent = agentWith({ deny: grade, ask: grade, context: grade, message: grade });
        const once = fit(verdict({ decision, context: ['c'], notes: ['n'] }), agent, 'tool.before');
        // Notes for the record would be shown the second time.
        if (grade !== 'degraded') assert.deepEqual(fit(once, agent, 'tool.before'), once);
      }
    assert.deepEqual(fit(emptyVerdict, agentWith({}), 'tool.before'), emptyVerdict);
  });
});

describe('the context limit', () => {
  const join = (texts: readonly string[]) => texts.join('\n\n');

  test('context within the limit is unchanged', () => {
    const texts = ['a'.repeat(98), 'b'.repeat(98)];
    assert.deepEqual(fit(verdict({ context: texts }), agentWith({}, 200), 'tool.before').context, texts);
  });

  test('context over the limit is cut, with a notice in the text and for the user', () => {
    const { context, notes } = fit(
      verdict({ context: ['a'.repeat(150), 'b'.repeat(500), 'c'] }),
      agentWith({}, 300),
      'tool.before',
    );
    assert.ok(join(context).length <= 300, `${join(context).length}`);
    assert.ok(join(context).startsWith('a'.repeat(150)));
    assert.equal(context.at(-1), '[anyhook cut the context from 657 to 300 characters]');
    assert.deepEqual(notes, ['the context of 657 characters was cut to the 300 that the agent accepts']);
  });
});

describe('narrow', () => {
  test('drops a rewrite that the agent does not support, so that hooks vote on the call that will run', () => {
    const contract = contractOf('tool.before');
    assert.equal(narrowContract(contract, agentWith({}), 'tool.before'), contract);
    const narrowed = narrowContract(contract, agentWith({ rewrite: undefined }), 'tool.before');
    assert.deepEqual(narrowed, { ...contract, rewrites: false, chains: false });
  });

  test('keeps a replaced output, which can become context, and rows without a rewrite', () => {
    for (const name of ['tool.after', 'agent.stop'] as const) {
      const contract = contractOf(name);
      assert.equal(narrowContract(contract, agentWith({ rewrite: undefined }), name), contract);
    }
  });
});

test('an effect with weaker support is noted once, for the record only', () => {
  const agent = agentWith({ deny: 'degraded', context: 'degraded' });
  const once = fit(verdict({ decision: 'deny', reason: 'r', context: ['c'] }), agent, 'tool.before');
  assert.deepEqual(once.notes, [
    'Agent grants deny at tool.before in a weaker way: see the capability table',
    'Agent grants context at tool.before in a weaker way: see the capability table',
  ]);
  assert.deepEqual(once.messages, []);
});
