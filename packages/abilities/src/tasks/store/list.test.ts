import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnyhookError, openSqlite } from '@anyhook/core';
import { newTask, StoreWorld, sampleRoot } from '../../../test/tasks/store/store-world.js';
import type { ListQuery } from '../task.js';
import { listStatement } from './rows.js';

const key = 't_1k8xhx0j00';
const filters: ListQuery = { parent: key, session: 's', status: 'ready', ability: 'db.migrate', caller: 'ci_pipeline' };

/** Every set of these filters. */
const queries: readonly ListQuery[] = Array.from({ length: 32 }, (_, set) =>
  Object.fromEntries(Object.entries(filters).filter((_filter, i) => set & (1 << i))),
);

test('every filter, and all filters together, use one covering index', async (t) => {
  const world = new StoreWorld(t);
  (await world.open()).close();
  const sql = await openSqlite(world.database, 100);
  t.after(() => sql.close());
  for (const query of queries.flatMap((one) => [one, { ...one, before: key }])) {
    const { text, values } = listStatement(sampleRoot, query);
    const plan = sql
      .read(`EXPLAIN QUERY PLAN ${text}`)(...values)
      .map((row) => String(row[3]));
    assert.equal(plan.length, 3, plan.join('\n'));
    assert.equal(plan[0], 'SEARCH tasks USING INTEGER PRIMARY KEY (rowid=?)');
    // The end of the range is the number: the first rows are the newest, and nothing is sorted.
    assert.match(plan[2] ?? '', /^SEARCH tasks USING COVERING INDEX tasks_by_\w+ \(.*n<\?\)$/, JSON.stringify(query));
  }
  const named = (query: ListQuery) => /tasks_by_\w+/.exec(listStatement(sampleRoot, query).text)?.[0];
  assert.deepEqual(
    Object.entries(filters).map(([name, value]) => named({ [name]: value })),
    ['tasks_by_parent', 'tasks_by_session', 'tasks_by_status', 'tasks_by_ability', 'tasks_by_source'],
  );
});

test('pages list every task once, newest first, even while tasks are added', async (t) => {
  const store = await new StoreWorld(t).open();
  const tasks = await Promise.all(Array.from({ length: 23 }, (_, i) => store.insert(newTask({ input: { i } }))));
  await store.insert(newTask({ root: '/elsewhere' }));
  const seen: string[] = [];
  for (let before: string | undefined; ; ) {
    const page = store.list(sampleRoot, { limit: 5, ...(before !== undefined && { before }) });
    seen.push(...page.map((task) => task.key));
    before = page.at(-1)?.key;
    if (before === undefined) break;
    await store.insert(newTask());
  }
  assert.deepEqual(seen, tasks.map((task) => task.key).reverse());
});

test('filters combine, and a list contains no outputs', async (t) => {
  const store = await new StoreWorld(t).open();
  const parent = await store.insert(newTask());
  const caller = { source: 'ci_pipeline', session_id: 's' } as const;
  const all = await store.insert(newTask({ caller, parent: parent.key }));
  await store.insert(newTask({ caller: { source: 'ci_pipeline' } }));
  await store.insert(newTask({ ability: { kind: 'ability_id', value: 'deploy' } }));
  const found = (query: ListQuery) => store.list(sampleRoot, query).length;
  const each = { parent: parent.key, session: 's', status: 'ready', ability: 'db.migrate', caller: 'ci_pipeline' };
  assert.deepEqual(
    Object.entries(each).map(([name, value]) => found({ [name]: value })),
    [1, 1, 4, 3, 2],
  );
  assert.deepEqual(store.list(sampleRoot, each as ListQuery), [all]);
  assert.equal(found({ ability: 'db.migrate', caller: 'ci_pipeline' }), 2);
  assert.equal(found({ session: 's', status: 'failure' }), 0);
  await store.claim({ key: all.key, seenInput: all.input });
  await store.finish(all.key, { result: { status: 'partial', output: [1] }, durationMs: 1, outputSummary: 'one' });
  const [listed] = store.list(sampleRoot, { status: 'partial' });
  assert.deepEqual([listed?.output, listed?.outputSummary, store.get(all.key)?.output], [undefined, 'one', [1]]);
});

test('an invalid limit becomes the default, and an invalid page key is an error', async (t) => {
  const store = await new StoreWorld(t).open();
  await Promise.all(Array.from({ length: 60 }, () => store.insert(newTask())));
  for (const limit of [0, -1, Number.NaN]) assert.equal(store.list(sampleRoot, { limit }).length, 50);
  assert.equal(store.list(sampleRoot, { limit: 1e12 }).length, 60);
  assert.equal(store.list(sampleRoot, { limit: 2.9 }).length, 2);
  for (const query of [{ before: 'yesterday' }, { parent: '' }])
    assert.throws(
      () => store.list(sampleRoot, query),
      (error) => error instanceof AnyhookError && error.code === 'BAD_ARGUMENT',
    );
});
