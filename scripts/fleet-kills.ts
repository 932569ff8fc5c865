// Kills the processes of one real machine of a fleet at random and compares the records of its receiver: `npm run
// fleet:kills [-- --rounds 200 --seed 1]`. Exits 1 if a decision is lost or duplicated.
import type { TestContext } from 'node:test';
import { parseArgs } from 'node:util';
import { runKillRounds } from '../packages/fleet/test/kill-rounds.js';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const ends: (() => unknown)[] = [];
const world = { after: (end: () => unknown) => void ends.push(end) } as unknown as TestContext;
const began = Date.now();
const result = await runKillRounds(world, {
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  log: console.log,
});
for (const end of ends) await end();
const { killed, lost, doubled, problems, answered, records, repeated, cuts } = result;
const kills = Object.entries(killed).map(([who, count]) => `${who} ${count}`);
for (const problem of problems.slice(0, 10)) console.log(problem);
console.log(
  `${values.rounds} rounds in ${Math.round((Date.now() - began) / 1000)} s (${kills.join(', ')}; ${cuts} connections cut): ` +
    `${answered} answers, ${records} records, ${repeated} sent again, ${lost} lost, ${doubled} doubled, ${problems.length} problems`,
);
process.exit(lost + doubled + problems.length === 0 ? 0 : 1);
