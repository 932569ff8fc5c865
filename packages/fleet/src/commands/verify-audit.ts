import { join, resolve } from 'node:path';
import {
  type CommandContext,
  countNoun,
  examplesText,
  exitCodes,
  type Io,
  jsonOption,
  noticePrinter,
  openJournalStore,
  print,
  printJson,
} from '@anyhook/anyhook';
import { isFolder, listFolder, now, readFileLines, userPaths } from '@anyhook/core';
import { fleetOf } from '../check-fleet.js';
import { deviceIdentity } from '../device-identity.js';
import { type AuditCheck, AuditChecker } from '../verify-audit.js';
import type { AddFleetCommand } from './index.js';
import { badArgument } from './publisher-options.js';

interface Options {
  readonly from?: string;
  readonly json?: true;
}

/** `anyhook fleet verify-audit`: are the records of devices complete? */
export const addFleetVerifyAudit: AddFleetCommand = (fleet, context) => {
  fleet
    .command('verify-audit')
    .summary('check that no audit record is missing or was changed')
    .description(
      "Checks this machine's audit chain or, with --from, records stored elsewhere: one record per line, or the output of an " +
        'OpenTelemetry file exporter. Exits 1 if a record is missing, was changed or cannot be read.',
    )
    .option('--from <path>', 'a file, or a folder with .jsonl, .ndjson and .json files')
    .addOption(jsonOption())
    .addHelpText('after', examplesText('anyhook fleet verify-audit', 'anyhook fleet verify-audit --from audit/'))
    .action((options: Options) => verify(options, context));
};

async function verify({ from, json }: Options, context: CommandContext): Promise<void> {
  const { io } = context;
  const checker = new AuditChecker();
  if (from === undefined) await addOwnRecords(checker, io);
  else
    for (const file of filesAt(resolve(io.cwd, from))) for await (const line of readFileLines(file)) checker.add(line);
  const result = checker.result();
  if (!result.isWhole) context.exitCode = exitCodes.error;
  if (json) return printJson(io, result);
  printCheck(result, io);
}

function filesAt(path: string): readonly string[] {
  if (!isFolder(path)) return [path];
  const entries = listFolder(path);
  if (typeof entries === 'string') throw badArgument(`--from ${path}: ${entries}`);
  const files = entries.filter(({ name, kind }) => kind === 'file' && /\.(?:jsonl|ndjson|json)$/.test(name));
  if (files.length > 0) return files.map(({ name }) => join(path, name));
  throw badArgument(`--from ${path}: expected files that end with .jsonl, .ndjson or .json, got none`);
}

/** The records that this machine still has. */
async function addOwnRecords(checker: AuditChecker, io: Io): Promise<void> {
  const settings = fleetOf(io);
  if (!settings?.audit)
    throw badArgument('this machine sends no audit; to check the records of others, name them: --from <path>');
  const { state } = userPaths(io.env, io.home);
  const store = await openJournalStore({ state, waitMs: 2_000, now, notify: noticePrinter(io) });
  try {
    while (store.storePending([]));
    const queue = store.auditOf(deviceIdentity(state, settings.org).device);
    for (let from = queue.oldest(); ; ) {
      const batch = queue.lines(from, { records: 1_000, bytes: 8 * 1024 * 1024 });
      for (const { line } of batch) checker.add(line);
      if (batch.length === 0) return;
      from = (batch.at(-1)?.sequence ?? 0) + 1;
    }
  } finally {
    store.close();
  }
}

function printCheck({ devices, unreadable, isWhole }: AuditCheck, io: Io): void {
  for (const { device, records, first, last, repeated, missing, lost, faults } of devices) {
    const again = repeated > 0 ? `, ${repeated} of them more than once` : '';
    print(io, `${device}: ${countNoun(records, 'record')}, ${first} to ${last}${again}`);
    for (const [from, to] of missing) print(io, `  missing: ${from} to ${to}`);
    if (lost > 0) print(io, `  ${countNoun(lost, 'decision')} not recorded, because the device had no space`);
    for (const fault of faults) print(io, `  ${fault}`);
  }
  if (unreadable > 0) print(io, `${countNoun(unreadable, 'line')} that are not audit records`);
  print(
    io,
    isWhole
      ? devices.length === 0
        ? 'there are no records yet'
        : 'nothing is missing, and nothing was changed'
      : 'the audit is incomplete or was changed',
  );
}
