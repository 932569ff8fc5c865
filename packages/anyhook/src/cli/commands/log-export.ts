import { now } from '@anyhook/core';
import type { Command } from 'commander';
import { commands } from '../../../.cache/commands.js';
import { type DecisionFields, decisionFields } from '../../journal/fields.js';
import { pagesOf } from '../../journal/pages.js';
import type { DecisionFilter, Journal } from '../../journal/query.js';
import type { DecisionRecord } from '../../journal/record.js';
import { printJsonLines } from '../print/json-lines.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import type { CommandContext } from '../terminal/context.js';
import { type Io, print } from '../terminal/io.js';
import { parseFilter } from '../terminal/journal-filter.js';
import { openUserJournal } from '../terminal/user-journal.js';

type Options = OptionsOf<(typeof commands)['log export']>;

export function addLogExport(log: Command, context: CommandContext): void {
  addCommand(log, commands['log export']).action(async (options: Options) => {
    const filter = parseFilter(options, now());
    const { journal } = await openUserJournal(context.io);
    try {
      exportAll(context.io, journal, filter, options);
    } finally {
      journal.close();
    }
  });
}

function exportAll(io: Io, journal: Journal, filter: DecisionFilter, { csv, details }: Options): void {
  if (csv) print(io, columns.map(([name]) => name).join());
  for (const records of pagesOf(journal, filter, 'oldest')) {
    if (csv) for (const record of records) print(io, columns.map(([, value]) => csvField(value(record))).join());
    else printJsonLines(io, journal, records, details === true);
  }
}

const columns: readonly (readonly [string, (record: DecisionRecord) => string | number])[] = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => new Date(at).toISOString()],
  ['host', ({ host: agent }) => agent],
  ['event', ({ event }) => event],
  ['native_event', ({ nativeEvent }) => nativeEvent],
  ['session', ({ session }) => session],
  ['agent', ({ agent = '' }) => agent],
  ['tool', ({ tool = '' }) => tool],
  ['tool_name', ({ toolName = '' }) => toolName],
  ['call', ({ call = '' }) => call],
  ['decision', ({ decision }) => decision],
  ...fieldColumns(),
  ['hooks', ({ hooks }) => hooks.map(({ hook, decision }) => `${hook}=${decision}`).join(' ')],
  ['failed', ({ hooks }) => hooks.filter(({ outcome }) => outcome === 'failed' || outcome === 'timeout').length],
  ['ms', ({ ms }) => ms],
  ['via', ({ via }) => via],
  ['root', ({ root }) => root],
  ['cwd', ({ cwd }) => cwd],
  ['hook_set', ({ hookSet }) => hookSet],
];

function fieldColumns() {
  const names = Object.entries(decisionFields).flatMap(([name, { isColumn }]) => (isColumn ? [name] : []));
  return (names as (keyof DecisionFields)[]).map(
    (name) => [name, (record: DecisionRecord) => String(record[name] ?? '')] as const,
  );
}

/** One value; escapes text that a spreadsheet would read as a formula. */
export function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
