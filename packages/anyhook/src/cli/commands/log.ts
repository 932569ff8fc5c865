import { AnyhookError, isWithin, now, userPaths } from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import { countApproved } from '../../approvals/approval-record.js';
import { createApprovalStore } from '../../approvals/approval-store.js';
import { withAsyncEndings } from '../../journal/async-endings.js';
import type { DecisionFilter, Journal } from '../../journal/query.js';
import type { DecisionRecord } from '../../journal/record.js';
import { alertShownMs, openAlertStore } from '../../sessions/alert-store.js';
import { journalRow, timeText } from '../print/journal-rows.js';
import { printJsonLines } from '../print/json-lines.js';
import { printShadow } from '../print/shadow.js';
import { printStats } from '../print/stats.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { hooksOffLine } from '../terminal/hooks-off-line.js';
import { colorsFor, type Io, print, terminalWidth } from '../terminal/io.js';
import { journalRoot, parseFilter } from '../terminal/journal-filter.js';
import { modsLine } from '../terminal/mods-line.js';
import { parseNumberOption } from '../terminal/options.js';
import { countNoun, oneLine, tableLines, wrap } from '../terminal/text.js';
import { openUserJournal } from '../terminal/user-journal.js';
import { addLogExport } from './log-export.js';
import { followJournal } from './log-follow.js';
import { addLogPrune } from './log-prune.js';
import { addRecord } from './log-record.js';

type Options = OptionsOf<typeof commands.log>;

export const addLog: RegisterCommand = (program, context) => {
  const command = addCommand(program, commands.log).action((options: Options) => log(options, context));
  command.hook('preSubcommand', (log, subcommand) => {
    if (log.options.some((option) => log.getOptionValueSource(option.attributeName()) === 'cli'))
      throw new AnyhookError('BAD_ARGUMENT', `put the options after "log ${subcommand.name()}"`);
  });
  addLogExport(command, context);
  addLogPrune(command, context);
  addRecord(command, context);
};

async function log(options: Options, { io }: CommandContext): Promise<void> {
  const limit = parseNumberOption('--limit', options.limit, [0, 999_999_999]) || unlimited;
  const root = options.all ? undefined : journalRoot(io);
  const filter = { ...parseFilter(options, now()), ...(root !== undefined && { root }) };
  const offLine = options.json ? undefined : hooksOffLine(io);
  if (offLine !== undefined) print(io, colorsFor(io).yellow(offLine));
  const aboveLine = options.json ? undefined : await modsLine(io);
  if (aboveLine !== undefined) print(io, colorsFor(io).yellow(aboveLine));
  const { journal } = await openUserJournal(io, { create: options.follow });
  try {
    if (options.stats) {
      const approved = countApproved(approvalsOf(io), filter);
      return printStats(io, { ...journal.stats(filter), approved }, { json: options.json === true });
    }
    if (options.follow)
      return await followJournal(io, journal, filter, {
        limit,
        json: options.json === true,
        details: options.details === true,
      });
    if (options.shadow) return printShadow(io, journal, filter, { limit, json: options.json === true });
    const records = withAsyncEndings([...journal.list(filter, { limit })].reverse(), userPaths(io.env, io.home).state);
    if (options.json) return printJsonLines(io, journal, records, options.details === true);
    printAlerts(io, root);
    printRecords(io, journal, records, filter);
  } finally {
    journal.close();
  }
}

/** Requests for approval and their answers. */
const approvalsOf = (io: Io) => createApprovalStore(userPaths(io.env, io.home).state, { now, minutes: 1 }).all();

/** Large enough for all decisions of a file. */
const unlimited = 1_000_000_000;

function printRecords(io: Io, journal: Journal, records: readonly DecisionRecord[], filter: DecisionFilter): void {
  const colors = colorsFor(io);
  const { root, ...conditions } = filter;
  if (records.length === 0) {
    const emptyText = Object.keys(conditions).length === 0 ? 'nothing has been decided yet' : 'no matching decisions';
    print(io, root === undefined ? emptyText : `${emptyText} in ${oneLine(root)}; --all shows all projects`);
    return;
  }
  const width = terminalWidth(io);
  const details = journal.details(records.map(({ id }) => id));
  const rows = records.map((record) =>
    journalRow(record, details.get(record.id), { colors, width, now: now(), showProject: root === undefined }),
  );
  for (const line of tableLines(rows, width)) print(io, line);
  if (io.stdout.isTTY)
    print(
      io,
      colors.dim(
        `${countNoun(records.length, 'decision')}${root === undefined ? '' : ' in this project'}; "anyhook why <id>" explains one`,
      ),
    );
}

const maxShown = 5;

/** Prints the calls of the last week that bypassed the guard, for one project or all. */
function printAlerts(io: Io, root: string | undefined): void {
  const { red } = colorsFor(io);
  const { state } = userPaths(io.env, io.home);
  const alerts = openAlertStore(state)
    .list(now() - alertShownMs)
    .filter((alert) => root === undefined || isWithin(alert.root, root));
  for (const { at, text } of alerts.slice(-maxShown))
    print(io, red(wrap(`${timeText(at, now())}  ${oneLine(text)}`, terminalWidth(io), 10)));
  const more = alerts.length - maxShown;
  if (more > 0) print(io, red(`and ${countNoun(more, 'earlier alert')} in the last week`));
}
