import { join, resolve } from 'node:path';
import type { CommandContext, Io } from '@anyhook/anyhook';
import { countNoun, examplesText, exitCodes, jsonOption, oneLine, print, printJson } from '@anyhook/anyhook';
import { listFolder, readText } from '@anyhook/core';
import { fleetOf } from '../check-fleet.js';
import { addReports, type CandidateSum, readReport } from '../device-report.js';
import { maxDocumentBytes } from '../envelope.js';
import type { DeviceReport } from '../hub-protocol.js';
import { PublisherTree } from '../publisher-tree.js';
import { countCandidate, deviceReport, writeReport } from '../sync-fleet.js';
import type { AddFleetCommand } from './index.js';
import { badArgument, treeOption } from './publisher-options.js';

interface Options {
  readonly from?: string;
  readonly out?: string;
  readonly tree: string;
  readonly json?: true;
}

/** `anyhook fleet report`: what a candidate would change. */
export const addFleetReport: AddFleetCommand = (fleet, context) => {
  fleet
    .command('report')
    .summary('show what the candidate would change')
    .description(
      'On a machine: replays the candidate over the decisions of the last 14 days and shows how many would flip, by hook. ' +
        'With --out it writes these numbers, signed, to a folder that your team shares. For those who publish: --from adds up ' +
        'the reports in such a folder. A report has only counts and hook names: no commands, paths or other text.',
    )
    .option('--out <dir>', 'write the signed report of this machine to this folder')
    .option('--from <dir>', 'add up the reports in this folder')
    .addOption(treeOption())
    .addOption(jsonOption())
    .addHelpText('after', examplesText('anyhook fleet report', 'anyhook fleet report --from /mnt/team/reports'))
    .action((options: Options) =>
      options.from === undefined ? ownReport(options, context) : sum(options.from, options, context),
    );
};

async function ownReport({ out, json }: Options, { io }: CommandContext): Promise<void> {
  const settings = fleetOf(io);
  if (!settings)
    throw badArgument('this machine is not in a fleet; to add up reports, name their folder: --from <dir>');
  const report = deviceReport(settings, io, await countCandidate(settings, io));
  if (out !== undefined) {
    const problem = writeReport(settings, io, resolve(io.cwd, out));
    if (problem !== undefined) throw badArgument(`--out ${problem}`);
  }
  if (json) return printJson(io, report);
  if (report.candidate) printSums(addReports([report]), io);
  else print(io, 'this machine has no candidate: see "anyhook fleet status"');
  if (out !== undefined) print(io, `wrote ${join(out, `${report.device}.json`)}`);
}

/** Adds up a folder of reports. An invalid report file is named and skipped. */
function sum(from: string, { tree, json }: Options, context: CommandContext): void {
  const { io } = context;
  const { org } = new PublisherTree(resolve(io.cwd, tree)).readRoot();
  const folder = resolve(io.cwd, from);
  const entries = listFolder(folder);
  if (typeof entries === 'string') throw badArgument(`--from ${folder}: ${entries}`);
  const reports = new Map<string, DeviceReport>();
  const refused: string[] = [];
  for (const { name } of entries) {
    if (!name.endsWith('.json')) continue;
    try {
      const report = readReport(readText(join(folder, name), maxDocumentBytes * 2) ?? '', join(folder, name), org);
      reports.set(report.device, report);
    } catch (error) {
      refused.push((error as Error).message);
    }
  }
  const all = [...reports.values()];
  const full = all.filter(({ spoolFull }) => spoolFull).length;
  if (refused.length > 0) context.exitCode = exitCodes.error;
  const candidates = addReports(all);
  if (json) return void printJson(io, { devices: all.length, spoolFull: full, candidates, refused });
  print(io, `${countNoun(all.length, 'device')} of ${org}${full > 0 ? `, ${full} without room for their audit` : ''}`);
  printSums(candidates, io);
  for (const why of refused) print(io, `not counted: ${oneLine(why)}`);
}

const number = (n: number): string => n.toLocaleString('en');

function printSums(sums: readonly CandidateSum[], io: Io): void {
  for (const { serial, devices, total, flipped, notReplayed, unknown, flips } of sums) {
    print(
      io,
      `serial ${serial} flips ${number(flipped)} of ${number(total)} decisions on ${countNoun(devices, 'device')}`,
    );
    for (const { hook, from, to, count } of flips)
      print(io, `  ${oneLine(hook)}: ${from} → ${to}, ${number(count)} times`);
    if (notReplayed + unknown > 0)
      print(
        io,
        `  not replayed: ${number(notReplayed)}, unknown: ${number(unknown)} ("anyhook replay --candidate" says why)`,
      );
  }
}
