import type { Command } from 'commander';
import { defaultJournalConfig } from '../../records/journal/settings.js';
import { openProject } from '../../service/engine.js';
import { type CommandContext, examplesText } from '../lib/context.js';
import { print, worldOf } from '../lib/io.js';
import { parseNumberOption } from '../lib/options.js';
import { refuseAgent } from '../lib/terminal.js';
import { countNoun } from '../lib/text.js';
import { openUserJournal } from '../lib/user-journal.js';

/** `anyhook log prune`: deletes old decisions now. */
export function addLogPrune(log: Command, { io }: CommandContext): void {
  log
    .command('prune')
    .summary('delete old decisions')
    .description(
      'Deletes decisions past the age or size limit in the config, by whole clock hours. The engine does so hourly.',
    )
    .option('--days <n>', 'keep this many days instead; 0: delete everything older than this hour')
    .option('--max-mb <n>', 'keep this many megabytes instead')
    .addHelpText('after', examplesText('anyhook log prune', 'anyhook log prune --days 7'))
    .action(async (options: { readonly days?: string; readonly maxMb?: string }) => {
      refuseAgent(io, 'deleting recorded decisions', 'the engine deletes old ones by itself');
      const { config } = await openProject(worldOf(io));
      const configured = config.journal ?? defaultJournalConfig;
      const limits = {
        days: options.days === undefined ? configured.days : parseNumberOption('--days', options.days, [0, maxLimit]),
        maxMb:
          options.maxMb === undefined ? configured.maxMb : parseNumberOption('--max-mb', options.maxMb, [1, maxLimit]),
      };
      const { store } = await openUserJournal(io);
      try {
        print(io, `${countNoun(store.prune(limits), 'decision')} deleted`);
      } finally {
        store.close();
      }
    });
}

const maxLimit = 999_999;
