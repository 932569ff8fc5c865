import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleDecided, sampleReport } from '../../test/support/journal-samples.js';
import {
  decisionFields,
  decisionFieldTexts,
  runFields,
  runFieldsFromStore,
  runFieldTexts,
  storedRunFields,
} from './fields.js';
import { decisionLine, decisionRecord } from './record.js';
import { runFromStore, runsText, type StoredRun } from './store/stored-runs.js';

test('a decision field added as one table row is in the record, its log line and the output of "why"', (t) => {
  const model = { of: ({ event }: { event: { model?: string } }) => event.model, says: (name: string) => `on ${name}` };
  Object.assign(decisionFields, { model });
  t.after(() => Reflect.deleteProperty(decisionFields, 'model'));
  const decided = sampleDecided({});
  const asked = { ...decided, event: { ...decided.event, model: 'm-1' } };
  const record = decisionRecord(asked, '0000000001', 7);
  assert.equal(Reflect.get(record, 'model'), 'm-1');
  assert.equal(decisionLine(asked, '0000000001', 7), `${JSON.stringify({ v: 1, decision: record })}\n`);
  assert.ok(decisionFieldTexts(record).includes('on m-1'));
  assert.ok(!('model' in decisionRecord(decided, '0000000001', 7)));
});

test('a run field added as one table row is stored after the others', (t) => {
  const tries = {
    of: ({ ms }: { ms: number }) => (ms > 5 ? 2 : undefined),
    read: (stored: unknown) => (typeof stored === 'number' && stored > 0 ? stored : undefined),
    ...{ none: 0, says: (count: number) => `tried ${count} times` },
  };
  Object.assign(runFields, { tries });
  t.after(() => Reflect.deleteProperty(runFields, 'tries'));
  const { hooks } = decisionRecord(sampleDecided({ hooks: [sampleReport('a', { ms: 9 })] }), '0000000001', 7);
  const [run] = hooks;
  assert.equal(run && Reflect.get(run, 'tries'), 2);
  assert.deepEqual(run && runFieldTexts(run), ['tried 2 times']);
});

test('runs are stored as lists without trailing empty fields, and read back unchanged', () => {
  const hookOf = () => ({ name: 'a', shadow: false });
  const run = { hook: 3, outcome: 'ok', decision: 'pass', ms: 1 } as const;
  const rows = [
    [{}, [3, 'ok', 'pass', 1]],
    [{ recheck: true }, [3, 'ok', 'pass', 1, 1]],
    [{ gave: ['context'] }, [3, 'ok', 'pass', 1, 0, ['context']]],
    [{ job: 'j' }, [3, 'ok', 'pass', 1, 0, [], 'j']],
    [{ recheck: true, spare: true }, [3, 'ok', 'pass', 1, 1, [], null, 1]],
  ] as const;
  for (const [fields, stored] of rows) {
    assert.deepEqual(JSON.parse(runsText([{ ...run, ...fields }])), [stored]);
    assert.deepEqual(runFromStore(stored as unknown as StoredRun, hookOf), { ...run, ...fields, hook: 'a' });
  }
  // As earlier versions wrote it.
  assert.deepEqual(runFieldsFromStore([1, []]), { recheck: true });
  assert.deepEqual(storedRunFields({}), []);
});
