import type { Command } from 'commander';
import { usualJournal } from '../../records/journal/settings.js';
import { openProject } from '../../service/engine.js';
import { type Context, examples } from '../lib/context.js';
import { print, worldOf } from '../lib/io.js';
import { wholeNumber } from '../lib/options.js';
import { refuseAgent } from '../lib/terminal.js';
import { count } from '../lib/text.js';
import { openUserJournal } from '../lib/user-journal.js';

/** `anyhook log prune`: lets old decisions go now. */
export function addPrune(log: Command, { io }: Context): void {
  log
    .command('prune')
    .summary('let old decisions go')
    .description(
      'Lets decisions go that are older, or more, than the config says. The engine does this by itself every hour. Whole hours go.',
    )
    .option('--days <n>', 'keep so many days instead; 0 lets everything go that is older than this hour')
    .option('--max-mb <n>', 'keep so many megabytes instead')
    .addHelpText('after', examples('anyhook log prune', 'anyhook log prune --days 7'))
    .action(async (options: { readonly days?: string; readonly maxMb?: string }) => {
      refuseAgent(io, 'letting the record of decisions go', 'the engine does so by itself');
      const { config } = await openProject(worldOf(io));
      const usual = config.journal ?? usualJournal;
      const limits = {
        days: options.days === undefined ? usual.days : wholeNumber('--days', options.days, [0, most]),
        maxMb: options.maxMb === undefined ? usual.maxMb : wholeNumber('--max-mb', options.maxMb, [1, most]),
      };
      const { store } = await openUserJournal(io);
      try {
        print(io, `${count(store.prune(limits), 'decision')} gone`);
      } finally {
        store.close();
      }
    });
}

const most = 999_999;
