import type { Command } from 'commander';
import { openProject } from '../../app/engine.js';
import { usualJournal } from '../../journal/settings.js';
import { type Context, examples } from '../context.js';
import { print, worldOf } from '../io.js';
import { wholeNumber } from '../options.js';
import { refuseAgent } from '../terminal.js';
import { count } from '../text.js';
import { openJournal } from './open.js';

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
      const { store } = await openJournal(io);
      try {
        print(io, `${count(store.prune(limits), 'decision')} gone`);
      } finally {
        store.close();
      }
    });
}

const most = 999_999;
