// A separate runner: takes every runnable task of the project, several at once, and prints how many it ran.
import { createToolRunner } from '../../../../anyhook/dist/index.js';

const lanes = 8;
const tools = await createToolRunner({ trust: 'project' });
const keys = (await tools.list({ limit: 10_000 })).filter(({ status }) => status === 'ready').map(({ key }) => key);
let own = 0;
const lane = async () => {
  for (let key = keys.pop(); key !== undefined; key = keys.pop()) {
    const ran = await tools.run({ key });
    if (ran.status === 'success' || ran.status === 'failure') own++;
    else if (ran.status !== 'refused' || !['IN_USE', 'ALREADY_RUN'].includes(ran.error.code))
      throw new Error(JSON.stringify(ran));
  }
};
await Promise.all(Array.from({ length: lanes }, lane));
tools.close();
console.log(own);
