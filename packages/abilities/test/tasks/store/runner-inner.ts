// Claims and finishes tasks until there are none: `runner-inner.ts <state> <lanes>`. Prints each step when it is durable.
import { setImmediate as breathe } from 'node:timers/promises';
import { openTaskStore } from '../../../src/tasks/store/open-task-store.js';
import { sampleRoot } from './store-world.js';

const [state = '', lanes = '1'] = process.argv.slice(2);
const store = await openTaskStore(state);
const say = (what: string, key: string) => process.stdout.write(`${what} ${key}\n`);
const keys = ['ready', 'waiting', 'interrupted']
  .flatMap((status) => store.list(sampleRoot, { status: status as 'ready', limit: 10_000 }))
  .sort(() => Math.random() - 0.5);

const lane = async () => {
  for (let task = keys.pop(); task; task = keys.pop()) {
    const had = await store.claim({ key: task.key, seenInput: task.input });
    if (!had.ok) continue;
    say('claimed', task.key);
    for (let i = 0; i < 5; i++) await breathe();
    await store.finish(task.key, { result: { status: 'success', output: { by: process.pid } }, durationMs: 1 });
    say('finished', task.key);
  }
};
await Promise.all(Array.from({ length: Number(lanes) }, lane));
store.close();
