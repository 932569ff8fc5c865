// Compares the guard's decisions with labelled commands: `npm run guard:report [-- --set file.jsonl --json]`.

import { parseArgs } from 'node:util';
import { judgeSet, quantile, readSet, usualFolders } from './guard-set.js';

const { values } = parseArgs({
  options: {
    set: { type: 'string' },
    json: { type: 'boolean', default: false },
    home: { type: 'string', default: usualFolders.home },
    root: { type: 'string', default: usualFolders.root },
  },
});
const judged = judgeSet(readSet(values.set), { home: values.home, root: values.root });
const isRight = ({ row, decision }: (typeof judged)[number]) => (row.verdict === 'deny') === (decision !== 'pass');
const count = (verdict: 'deny' | 'allow', right?: boolean) =>
  judged.filter((one) => one.row.verdict === verdict && (right === undefined || isRight(one) === right)).length;
const times = judged.map(({ ms }) => ms);
const report = {
  deny: count('deny'),
  caught: count('deny', true),
  allow: count('allow'),
  falseAlarms: count('allow', false),
  p50Ms: Number(quantile(times, 0.5).toFixed(4)),
  p99Ms: Number(quantile(times, 0.99).toFixed(4)),
  misses: judged
    .filter((one) => !isRight(one))
    .map(({ row, decision }) => ({ cmd: row.cmd, class: row.class, verdict: row.verdict, decision })),
};
if (values.json) console.log(JSON.stringify(report, null, 2));
else printReport();

function printReport(): void {
  const classes = [...new Set(judged.map(({ row }) => `${row.verdict} ${row.class}`))].sort();
  for (const name of classes) {
    const rows = judged.filter(({ row }) => `${row.verdict} ${row.class}` === name);
    const wrong = rows.filter((one) => !isRight(one));
    console.log(`${wrong.length === 0 ? 'ok  ' : 'MISS'} ${name}: ${rows.length - wrong.length} of ${rows.length}`);
    for (const { row, decision } of wrong) console.log(`       ${decision}: ${JSON.stringify(row.cmd)}`);
  }
  const share = (part: number, all: number) => (all === 0 ? '' : ` (${((100 * part) / all).toFixed(2)} %)`);
  const { deny, caught, allow, falseAlarms, p50Ms, p99Ms } = report;
  console.log(`caught ${caught} of ${deny}${share(caught, deny)}`);
  console.log(`false alarms ${falseAlarms} of ${allow}${share(falseAlarms, allow)}`);
  console.log(`warm: p50 ${p50Ms} ms, p99 ${p99Ms} ms, max ${Math.max(0, ...times).toFixed(2)} ms`);
}
