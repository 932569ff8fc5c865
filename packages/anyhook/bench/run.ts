// One bench: `node .cache/bench/run.js dispatch|start|load|command|journal|redact|tasks|routing|frameworks|guard|undo|spare|fleet|ui [file]`. A file gets the rows as JSON. scripts/bench.mjs runs
// them all.

import { writeFileSync } from 'node:fs';
import { commandBench } from './command.js';
import { dispatchBench } from './dispatch.js';
import { fleetBench } from './fleet.js';
import { frameworksBench } from './frameworks.js';
import { guardBench } from './guard.js';
import { journalBench } from './journal.js';
import { loadBench } from './load.js';
import { redactBench } from './redact.js';
import { routingBench } from './routing.js';
import { spareBench } from './spare.js';
import { startBench } from './start.js';
import { type BenchRow, printRows } from './table.js';
import { tasksBench } from './tasks.js';
import { uiBench } from './ui.js';
import { undoBench } from './undo.js';

const benches: Readonly<Record<string, () => Promise<readonly BenchRow[]>>> = {
  dispatch: dispatchBench,
  start: startBench,
  load: loadBench,
  command: commandBench,
  journal: journalBench,
  redact: redactBench,
  tasks: tasksBench,
  routing: routingBench,
  frameworks: frameworksBench,
  guard: guardBench,
  undo: undoBench,
  spare: spareBench,
  fleet: fleetBench,
  ui: uiBench,
};
// Not awaited at the top level: a part of the bundle that is loaded later imports this file.
async function main([name = '', file]: readonly string[]): Promise<void> {
  const rows = (await benches[name]?.()) ?? [];
  printRows(rows);
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`);
  process.exit(rows.length > 0 && rows.every((row) => row.ok) ? 0 : 1);
}

void main(process.argv.slice(2));
